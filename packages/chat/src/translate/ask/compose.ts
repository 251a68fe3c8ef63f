import type { ReasonOf } from "../translation.js";
import { attributeText } from "../write/write.js";
import { among, assembled } from "./assemble.js";
import { attributeOf } from "./conditions.js";
import { COSTS } from "./costs.js";
import type { Draft } from "./draft.js";
import type { Form } from "./form.js";
import { askedOutput } from "./rules/asked.js";
import { comparisons } from "./rules/comparisons.js";
import { days } from "./rules/days.js";
import { leftovers, vagueness } from "./rules/leftovers.js";
import { names } from "./rules/names.js";
import { negations, titles } from "./rules/negations.js";
import { orders } from "./rules/orders.js";
import { places } from "./rules/places.js";
import { states } from "./rules/states.js";
import { tables } from "./rules/tables.js";
import { times } from "./rules/times.js";
import { totals } from "./rules/totals.js";

/** The rules, in their order: what one uses up is gone for the next. */
const RULES: readonly (readonly [ReasonOf, (draft: Draft) => void])[] = [
  ["negations", negations],
  ["titles", titles],
  ["tables", tables],
  ["totals", totals],
  ["comparisons", comparisons],
  ["orders", orders],
  ["days", days],
  ["times", times],
  ["places", places],
  ["states", states],
  ["asked", askedOutput],
  ["names", names],
  ["vagueness", vagueness],
];

/** The form of a request for one head; null for none. */
export function compose(draft: Draft): Form | null {
  for (const [name, rule] of RULES) {
    draft.rule = name;
    rule(draft);
  }
  draft.rule = "leftovers";
  const graded = leftovers(draft);
  draft.rule = "whole";
  if (draft.types.length === 0) return null;
  for (const item of draft.negated) if (!draft.heeded.has(item)) draft.cost += COSTS.lostMark;
  // A compared attribute is known, and not asked for.
  const { give } = draft;
  if (
    give.kind === "values" &&
    draft.order?.key !== attributeText(give.attribute, draft.world) &&
    draft.placed.some(({ condition }) => attributeOf(condition) === give.attribute)
  )
    draft.cost += COSTS.vague;
  // A type that no word names, and that no condition is about, is seldom meant beside one that has conditions.
  const isSaidOf = draft.placed.some(({ type }) => draft.types.includes(type)) || draft.order !== null;
  if (draft.head.reason === "collection" && give.kind === "nodes" && !isSaidOf && draft.placed.length > 0)
    draft.cost += COSTS.nothingOfHead;
  const assembledThings = assembled(draft);
  const things = draft.antecedent === null ? assembledThings : among(draft, assembledThings, draft.antecedent);
  if (things === null) return null;
  const unused = draft.items.filter((item) => !draft.used.has(item));
  return {
    give: draft.give,
    of: things,
    cost: draft.cost,
    reasons: draft.reasons,
    used: draft.used,
    left: unused,
    graded,
    isYesNo: draft.isYesNo,
    head: draft.head,
    refused: draft.refused,
  };
}
