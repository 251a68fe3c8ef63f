const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const MORE = new Map<string, number>([
  ["a", 1],
  ["an", 1],
  ["half", 0.5],
  ["hundred", 100],
  ["thousand", 1000],
  ["dozen", 12],
  ["couple", 2],
]);

/** A number in words or digits: `30`, `2.5`, `1,200`, `two`; null: it is none. */
export function numberOf(word: string): number | null {
  const lower = word.toLowerCase();
  if (/^\d+(?:\.\d+)?$/u.test(lower)) return Number(lower);
  if (/^\d{1,3}(?:,\d{3})+$/u.test(lower)) return Number(lower.replaceAll(",", ""));
  const small = SMALL.indexOf(lower);
  if (small >= 0) return small;
  const tens = TENS.indexOf(lower);
  if (tens >= 0) return (tens + 2) * 10;
  const [first, second, ...rest] = lower.split("-");
  if (second !== undefined && rest.length === 0 && TENS.includes(first!) && SMALL.indexOf(second) > 0)
    return (TENS.indexOf(first!) + 2) * 10 + SMALL.indexOf(second);
  return MORE.get(lower) ?? null;
}

/** `first`, `2nd`, `last` as a place from 1, or from the end: -1, -2; null: it is none. */
export function ordinalOf(word: string): number | null {
  const lower = word.toLowerCase();
  if (lower === "last" || lower === "final" || lower === "latest") return -1;
  const named = ORDINALS.indexOf(lower);
  if (named >= 0) return named + 1;
  const digits = /^(\d{1,6})(?:st|nd|rd|th)$/u.exec(lower);
  return digits === null ? null : Number(digits[1]);
}
