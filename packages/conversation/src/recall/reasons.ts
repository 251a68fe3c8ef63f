import { costOf, type HiddenFact, type Recall, type RecallItem } from "./recall.js";

/** Why an item is there, in words: its fact and slot, what it took the place of, and the turns that state it. */
export function reasonText({ fact, turns, why }: RecallItem): string {
  const about = why.slot?.replace("#", " · ") ?? (why.subject === null ? null : `about ${why.subject}`);
  const parts = [
    fact ?? why.kind,
    ...(about === null ? [] : [about]),
    ...(why.replaced.length === 0 ? [] : [`in place of ${why.replaced.join(", ")}`]),
    ...(why.isCertain ? [] : ["may answer"]),
    ...(fact === null ? [`said in ${turns.join(", ")}`] : []),
  ];
  return parts.join(", ");
}

/** A fact that an answer hid, in words, with its successor. */
export const hiddenText = ({ fact, text, reason, by }: HiddenFact): string =>
  `hid ${fact}: ${text} (${reason}${by === null ? "" : ` by ${by}`})`;

/** Why an answer hands nothing over, in words; null for one that does. */
export function emptyReason({ items, leftOut, unknown }: Recall): string | null {
  if (items.length > 0) return null;
  const [first] = leftOut;
  if (first !== undefined)
    return `the budget is too small: the answer needs ${costOf(first.text, first.sources.length)} tokens (${first.fact ?? first.turns.join(", ")})`;
  if (unknown === "I") return 'nobody is known to ask: say who "I" is';
  return unknown === null ? "nothing in the facts answers that" : `nothing is known of ${unknown}`;
}

/** The lines of an answer: each item with its reason below it, then what it hid. */
export function recallLines({
  items,
  hidden,
  leftOut,
}: Recall): readonly { readonly text: string; readonly isReason: boolean }[] {
  return [
    ...items.flatMap((item) => [
      { text: item.text, isReason: false },
      { text: `  ${reasonText(item)}`, isReason: true },
    ]),
    ...(items.length === 0 ? [] : leftOut).map(({ text, fact, turns }) => ({
      text: `left out for want of tokens: ${fact ?? turns.join(", ")}: ${text}`,
      isReason: true,
    })),
    ...hidden.map((each) => ({ text: hiddenText(each), isReason: true })),
  ];
}
