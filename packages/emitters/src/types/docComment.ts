/** Sentences as a documentation comment on lines of their own; nothing where there are none. Text can't end the comment. */
export function docComment(sentences: readonly (string | undefined)[], indent: string): string {
  const words = sentences.filter((sentence) => sentence !== undefined && sentence.trim() !== "").join(" ");
  if (words === "") return "";
  const line = words.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").replaceAll("*/", "*\\/");
  return `${indent}/** ${line.trim()} */\n`;
}
