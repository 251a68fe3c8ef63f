/** An untrusted name or text for a message: on one line, and not the whole of a long one. */
export function shortened(source: string, most = 40): string {
  const line = source.slice(0, 2 * most).replace(/\s+/g, " ");
  return line.length <= most && source.length <= 2 * most ? line : `${line.slice(0, most - 1)}…`;
}
