/** New text of a query as its file has to spell it: in a script it is in quotes. */
export function spelled(text: string, languageId: string, quote: string): string {
  if (languageId === "sxp" || !/^["'`]$/.test(quote)) return text;
  return text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("${", "\\${");
}
