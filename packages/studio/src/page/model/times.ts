/** An instant as people say it, on their own clock. */
export function whenText(time: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  return at.toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false });
}
