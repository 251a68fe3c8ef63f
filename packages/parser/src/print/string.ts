/** In double quotes, or in single ones where only that saves doubling. */
export function printString(value: string): string {
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  return quote + value.replaceAll(quote, quote + quote) + quote;
}
