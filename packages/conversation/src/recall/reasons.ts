import type { HiddenFact, Recall, RecallItem } from "./recall.js";

/** Why an item is there, in words: its fact and slot, what it took the place of, and the turns that state it. */
export function reasonText({ fact, sources, why }: RecallItem): string {
  const about = why.slot?.replace("#", " · ") ?? (why.subject === null ? null : `about ${why.subject}`);
  const parts = [
    fact ?? why.kind,
    ...(about === null ? [] : [about]),
    ...(why.replaced.length === 0 ? [] : [`in place of ${why.replaced.join(", ")}`]),
    ...(why.isCertain ? [] : ["may answer"]),
    ...(fact === null ? [`said in ${sources.join(", ")}`] : []),
  ];
  return parts.join(", ");
}

/** A fact that an answer hid, in words, with its successor. */
export const hiddenText = ({ fact, text, reason, by }: HiddenFact): string =>
  `hid ${fact}: ${text} (${reason}${by === null ? "" : ` by ${by}`})`;

/** The lines of an answer: each item with its reason below it, then what it hid. */
export function recallLines({
  items,
  hidden,
}: Recall): readonly { readonly text: string; readonly isReason: boolean }[] {
  return [
    ...items.flatMap((item) => [
      { text: item.text, isReason: false },
      { text: `  ${reasonText(item)}`, isReason: true },
    ]),
    ...hidden.map((each) => ({ text: hiddenText(each), isReason: true })),
  ];
}
