import { nameLiteral } from "@semantic-xpath/values";
import type { Give } from "../intermediate.js";
import type { Mark } from "../lexicon/closed.js";
import { attributeText } from "../write/write.js";
import type { Form } from "./form.js";
import type { Item } from "./items.js";
import type { Lexicon } from "./senses.js";

/**
 * The items that a form uses and that its query does not show: by its output, by a name, or by a type that holds every result. The form ignores such an item
 * if the query is the same without it.
 */
export function silentItems(
  { used, head, give, of }: Form,
  query: string,
  items: readonly Item[],
  { world }: Lexicon,
): readonly Item[] {
  const isShown = (item: Item): boolean => {
    switch (item.kind) {
      case "verb":
        return true;
      case "unit":
        return give.kind === "compute" || give.kind === "totals";
      case "name":
        return (
          item.isVerb === true ||
          item.senses.some((sense) =>
            sense.kind === "type"
              ? query.includes(nameLiteral(sense.type)) ||
                (!isAsked(items, item) && of.types.every((type) => world.place(type).above.has(sense.type)))
              : query.includes(attributeText(sense.attribute, world)),
          )
        );
      case "mark": {
        // "over the weekend"
        const next = items[items.indexOf(item) + 1]?.kind;
        if (["order", "ordered", "first"].includes(item.mark.kind) && query.includes("order by")) return true;
        if (item.mark.kind === "compare" && (next === "days" || next === "weekdays")) return true;
        return JOINING.has(item.mark.kind) || SHOWN_BY[item.mark.kind]?.includes(give.kind) === true;
      }
      default:
        return false;
    }
  };
  return [...used].flatMap(([item, meaning]) => (item === head.item || meaning === "" || isShown(item) ? [] : [item]));
}

/** True for a name after "which": what it names is wanted, and not what is in it. */
function isAsked(items: readonly Item[], item: Item): boolean {
  const before = items[items.indexOf(item) - 1];
  return before?.kind === "mark" && before.mark.kind === "which" && before.to === item.from;
}

/** Marks that only join words. */
const JOINING: ReadonlySet<Mark["kind"]> = new Set([
  "and",
  "in",
  "of",
  "what",
  "which",
  "with",
  "exists",
  "refers",
  "since",
  "or",
  "wanted",
  "ordered",
  "relevant",
]);

/** Marks that a query may show by what it gives. */
const SHOWN_BY: Readonly<Partial<Record<Mark["kind"], readonly Give["kind"][]>>> = {
  table: ["table", "values"],
  total: ["compute", "totals", "count"],
  count: ["count", "compute", "totals", "table"],
  average: ["compute", "totals"],
  distinct: ["count", "values", "totals"],
  each: ["compute", "totals"],
};
