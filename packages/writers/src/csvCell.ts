/** A value as a cell of CSV (RFC 4180): in quotation marks where it needs them, or where the cell had them. */
export function csvCell(value: string, delimiter: string, isQuoted = false): string {
  const needs = value.includes(delimiter) || /["\r\n]|^[ \t\uFEFF]|[ \t]$/.test(value);
  return (isQuoted && value !== "") || needs ? `"${value.replaceAll('"', '""')}"` : value;
}
