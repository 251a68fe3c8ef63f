/**
 * Names, values and comments of files in Markdown: words, and never a link, an image or an element, which an editor would fetch or
 * run. Each gives one line.
 */

/** Words as they are. */
export const plain = (text: string): string =>
  inLine(text).replace(/[\\`*_{}[\]()#+!|<>~&@-]|:(?=\/\/)|\.(?=\w)/g, "\\$&");

/** Text written by people: it may have emphasis and code. */
export const prose = (text: string): string => text.replace(/[[\]<&@]|:(?=\/\/)|(?<=\bwww)\./gi, "\\$&");

/** Code, whatever quotes it has in it. */
export function code(text: string): string {
  const line = inLine(text);
  const runs = new Set(line.match(/`+/g));
  let quote = "`";
  while (runs.has(quote)) quote += "`";
  const room = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${quote}${room}${line}${room}${quote}`;
}

/** Lines of code. */
export function fenced(language: "sxp" | "text", text: string): string {
  let fence = "```";
  while (text.includes(fence)) fence += "`";
  return `${fence}${language}\n${text}\n${fence}`;
}

const inLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
