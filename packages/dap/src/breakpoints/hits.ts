/** From which time on a breakpoint stops: `5` and `>= 5` from the fifth, `> 5` from the sixth; null where it says neither. */
export function hitsOf(condition: string | null): number | null {
  if (condition === null || condition.trim() === "") return 0;
  const [, operator, digits] = /^\s*(>=|>)?\s*(\d{1,9})\s*$/.exec(condition) ?? [];
  if (digits === undefined) return null;
  return Number(digits) + (operator === ">" ? 1 : 0);
}
