import { sameValue, valueKey } from "../lifecycle/values.js";

/** True if words name a value: the same, or all words of the value are among them. */
export function names(words: string, value: string | null): boolean {
  if (value === null) return false;
  if (sameValue(words, value)) return true;
  const folded = ` ${valueKey(words)} `;
  return (
    folded.includes(` ${valueKey(value)} `) || (valueKey(words).length > 2 && ` ${valueKey(value)} `.includes(folded))
  );
}
