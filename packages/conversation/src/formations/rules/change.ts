import { isTelling, valueAt } from "./values.js";

const ARTICLE = "(?:(?:my|our|his|her|their|the|a|an|that|this)\\s+)?";

/** "switched from A to B", "replaced the A with a B": the old value and the new one. */
export function change(text: string): { readonly old: string; readonly value: string } | null {
  for (const pattern of CHANGES) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const value = valueAt(groups.value!, "text");
    if (value !== null && isTelling(value)) return { old: stripped(groups.old!), value };
  }
  return null;
}

const CHANGES: readonly RegExp[] = [
  /\b(?:switch(?:ed|ing)?|chang(?:ed|ing|e)|went|mov(?:ed|ing|e)|transferr?(?:ed|ing)?|upgrad(?:ed|ing|e)|convert(?:ed|ing))\s+from\s+(?<old>.{1,40}?)\s+to\s+(?<value>.+)$/i,
  new RegExp(
    `\\b(?:replac(?:ed|ing)|swapp?(?:ed|ing)|trad(?:ed|ing)(?: in)?|exchang(?:ed|ing)|ditch(?:ed|ing)|dropp?(?:ed|ing)|left|leaving|quit|sold|gave up|giving up)\\s+${ARTICLE}(?<old>.{2,40}?)\\s+(?:with|by|for|in favou?r of)\\s+(?<value>.+)$`,
    "i",
  ),
  /^(?<value>.*?)\b(?:instead of|rather than)\s+(?<old>.{2,40})$/i,
];

export const stripped = (text: string): string =>
  text.replace(/^(?:my|our|his|her|their|the|a|an|old|being an?)\s+/gi, "").trim();
