import { lemmaOf } from "@semantic-xpath/english";
import { BASE, type Predicate } from "./predicate.js";
import { isTelling, valueAt } from "./values.js";

/** The name of slots of what is liked best; with its kind, "favorite band". */
export const FAVORITE = "favorite";

const LIKE = "(?:like|love|enjoy|prefer|adore)";
const KIND = "((?:(?!that\\b|which\\b)[\\p{L}-]+\\s+)?(?!that\\b|which\\b)[\\p{L}-]+)";
/** Each with the groups of the value and of its kind. */
const PATTERNS: readonly (readonly [RegExp, value: number, kind: number])[] = [
  [
    new RegExp(
      `^(.{2,40}?)\\s+(?:is|are)\\s+(?:now\\s+)?the\\s+${KIND}\\s+(?:(?:that|which)\\s+)?(?:i|we)\\s+(?:now\\s+)?${LIKE}(?:\\s+(?:the\\s+)?(?:best|most|above all))`,
      "iu",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(?:i|we)\\s+(?:now\\s+)?${LIKE}\\s+(.{2,40}?)\\s+(?:the\\s+)?(?:best|most|above all)\\s+(?:of|among|out of)\\s+(?:all\\s+)?(?:the\\s+|my\\s+)?${KIND}`,
      "iu",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(?:i|we)(?:\\s+(?:have|got)|'ve(?:\\s+got)?)\\s+a\\s+new\\s+favou?rite(?:\\s+${KIND})?\\s*[:,–-]\\s*(.{2,40})$`,
      "iu",
    ),
    2,
    1,
  ],
];

/** The favourite of its kind that a clause states; null for none. */
export function preferred(text: string): Predicate | null {
  for (const [pattern, valueGroup, kindGroup] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const value = valueAt(match[valueGroup]!, "text");
    if (value === null || !isTelling(value) || /^(?:this|that|it|one|they|he|she|which|what)\\b/i.test(value))
      return null;
    const kind = match[kindGroup]?.toLowerCase().replace(/\S+$/, lemmaOf);
    const name = kind === undefined || kind === "one" ? FAVORITE : `${FAVORITE} ${kind}`;
    return { ...BASE, slot: { name, type: "text", isSingle: true }, value, mayReplace: /\bnew\b/i.test(text) };
  }
  return null;
}
