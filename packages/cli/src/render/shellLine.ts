/** A command as one types it. */
export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(" ");

/** Without quotes if a shell leaves the word as it is. */
const shellWord = (word: string): string =>
  /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
