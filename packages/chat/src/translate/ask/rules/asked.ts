import { FORMS_OF_BE, FORMS_OF_DO, FORMS_OF_HAVE } from "@semantic-xpath/english";
import { type Dimension, isPronoun } from "../../lexicon/closed.js";
import type { Word } from "../../words/words.js";
import { COSTS } from "../costs.js";
import { measuresOf } from "../dimensions.js";
import type { Draft } from "../draft.js";
import type { Item } from "../items.js";
import { COPULAS } from "../namesAt.js";
import { AMOUNT_KINDS } from "../world.js";

/** Decides the requested output: a count, a sum, an attribute, or existence. */
export function askedOutput(draft: Draft): void {
  const [count] = draft.marks("count");
  const [total] = draft.marks("total");
  const [average] = draft.marks("average");
  const mark = draft.items.find((item) => item.kind === "mark" && item.mark.kind === "wanted" && draft.isFree(item));
  const [type] = draft.types;
  if (type === undefined) return;
  const [distinct] = draft.marks("distinct");
  if (distinct !== undefined) draft.use(distinct, "distinct");
  if (count !== undefined || total !== undefined || average !== undefined) {
    if (computed(draft, count, total, average)) return;
  }
  if (count !== undefined) {
    const label = draft.world.label(type);
    draft.give =
      draft.head.attribute !== null
        ? { kind: "count", distinct: draft.head.attribute }
        : distinct !== undefined && label !== null
          ? { kind: "count", distinct: label }
          : { kind: "count" };
    draft.use(count, "count");
    return;
  }
  if (draft.head.attribute !== null) {
    const isMany = (draft.head.item?.kind === "name" && draft.head.item.isPlural) || distinct !== undefined;
    const isMuch =
      mark?.kind === "mark" &&
      mark.mark.kind === "wanted" &&
      mark.mark.dimension === "money" &&
      AMOUNT_KINDS.includes(draft.world.kind(type, draft.head.attribute)) &&
      !isOne(draft);
    draft.give = isMuch
      ? { kind: "compute", by: "sum", attribute: draft.head.attribute }
      : { kind: "values", attribute: draft.head.attribute, isDistinct: isMany && draft.order === null };
    // "fees we still have to collect": rather their sum than each of them.
    const isNumeric = AMOUNT_KINDS.includes(draft.world.kind(type, draft.head.attribute));
    if (
      isMany &&
      !isMuch &&
      isNumeric &&
      draft.order === null &&
      draft.head.item === draft.items[0] &&
      distinct === undefined
    )
      draft.cost += COSTS.shownValue;
    if (mark !== undefined) draft.use(mark, draft.head.attribute);
    return;
  }
  // "parks where I need a bike": in the middle of a request the mark has no meaning.
  const isFirst =
    mark !== undefined &&
    !draft.items.slice(0, draft.at(mark)).some((item) => ["name", "rest", "days"].includes(item.kind));
  if (mark?.kind === "mark" && mark.mark.kind === "wanted") {
    if (isClause(draft, mark)) {
      draft.use(mark, "");
      draft.cost += COSTS.inferredValue;
    } else if (isFirst) wantedValue(draft, mark, mark.mark.dimension);
    else draft.use(mark, "");
  }
  const [exists] = draft.marks("exists");
  if (exists !== undefined) draft.use(exists, "exists");
  const { all } = draft.words;
  if (!asksIf(all) || draft.give.kind !== "nodes" || draft.order !== null) return;
  draft.isYesNo = true;
  // One match does not answer a question about all of them.
  if (all.some(({ text }) => UNIVERSAL.has(text))) draft.cost += COSTS.perEach;
  // Questions of existence return the nodes; questions of state return a Boolean.
  const hasSubject = draft.items.some(
    (item) =>
      item.from === (all[1]!.text === "the" ? 2 : 1) &&
      item.kind === "name" &&
      item.senses.some((sense) => sense.kind === "value" && sense.is?.length === 1),
  );
  const isState = COPULAS.has(all[0]!.text) || ((isOne(draft) || hasSubject) && DOING.has(all[0]!.text));
  if (exists === undefined && isState) draft.give = { kind: "exists" };
}

/** "how many hours", "total cost", "average calories". */
function computed(draft: Draft, count: Item | undefined, total: Item | undefined, average: Item | undefined): boolean {
  const mark = (average ?? total ?? count)!;
  const near =
    draft.attributeBeside(mark, AMOUNT_KINDS, total === mark ? [1, 2, -1, -2] : [1, 2]) ??
    (average !== undefined && count === undefined ? draft.attributeBeside(average, AMOUNT_KINDS, [1, 2]) : null);
  const isHead =
    draft.head.attribute !== null && AMOUNT_KINDS.includes(draft.world.kind(draft.types[0]!, draft.head.attribute));
  const unit = draft.items.find((item) => item.kind === "unit" && draft.isFree(item));
  const requested = draft.items.find(
    (item) => item.kind === "mark" && item.mark.kind === "wanted" && draft.isFree(item),
  );
  const dimension: Dimension | null =
    unit !== undefined
      ? "duration"
      : requested?.kind === "mark" && requested.mark.kind === "wanted"
        ? requested.mark.dimension
        : null;
  const headAttribute = isHead ? { type: draft.types[0]!, attribute: draft.head.attribute!, cost: 0 } : null;
  const byUnit = unit === undefined ? null : draft.measure("duration");
  const measured =
    headAttribute ??
    byUnit ??
    (near === null ? null : near.sense) ??
    (dimension !== null
      ? draft.measure(dimension)
      : count === undefined && total !== undefined
        ? draft.measure("money")
        : null);
  if (
    measured === null ||
    (count !== undefined &&
      total === undefined &&
      average === undefined &&
      near === null &&
      unit === undefined &&
      headAttribute === null)
  )
    return false;
  const relation = draft.reach(measured.type)?.relation;
  if (relation !== "self" && relation !== "below") return false;
  if (relation === "below") descend(draft, measured.type);
  const isValue =
    count !== undefined && total === undefined && average === undefined && relation === "self" && isOne(draft);
  draft.give = isValue
    ? { kind: "values", attribute: measured.attribute, isDistinct: false }
    : { kind: "compute", by: average !== undefined ? "avg" : "sum", attribute: measured.attribute };
  for (const item of [count, total, average, near?.item, unit, requested])
    if (item !== undefined && draft.isFree(item))
      draft.use(item, `${draft.give.kind === "compute" ? draft.give.by : "value"} of ${measured.attribute}`);
  draft.cost += measured.cost;
  return true;
}

/** Moves the head to its contents: its own conditions stay in place. */
function descend(draft: Draft, type: string): void {
  draft.types = [type];
}

/** "show me where we lent a lot": those of which it is so. */
function isClause(draft: Draft, item: Item): boolean {
  const { all } = draft.words;
  return item.from > 0 && draft.textOf(item) === "where" && isPronoun(all[item.to]?.text ?? "");
}

function wantedValue(draft: Draft, item: Item, dimension: Dimension): void {
  const isOfOne = draft.types.length === 1;
  const dimensions: readonly Dimension[] =
    dimension === "time" ? ["time", "date"] : dimension === "duration" ? ["duration"] : [dimension];
  for (const each of dimensions) {
    const measure = draft.measure(each, (one) => !draft.isSaid(one) || draft.isKey(one));
    if (measure === null || measure.cost > 0.5) continue;
    const relation = draft.reach(measure.type)!.relation;
    if (relation === "aside") continue;
    const alternatives = measuresOf(draft.world, each).filter(
      (one) =>
        one.strength >= 0.85 && ["self", "below"].includes(draft.reach(one.type)?.relation ?? "") && !draft.isSaid(one),
    );
    const isNamed = each === "date" && draft.named(each) !== null;
    if (each !== "money" && each !== "duration" && alternatives.length > 1 && !isNamed)
      draft.cost += COSTS.secondMeasure;
    if (relation === "above") continue;
    const isSum = (each === "money" || each === "duration") && (relation === "below" || !isOne(draft));
    if (relation === "below") descend(draft, measure.type);
    if (isSum) draft.give = { kind: "compute", by: "sum", attribute: measure.attribute };
    else
      draft.give =
        isOfOne || draft.types.every((type) => draft.world.attributes(type).includes(measure.attribute))
          ? { kind: "values", attribute: measure.attribute, isDistinct: each === "person" || each === "place" }
          : { kind: "nodes" };
    draft.use(item, measure.attribute);
    draft.cost += measure.cost;
    return;
  }
  draft.use(item, "nodes");
  // The node of a person with a name answers "who".
  const isPerson =
    dimension === "person" &&
    (!draft.head.reason.endsWith("contents") || draft.placed.some(({ type }) => draft.types.includes(type))) &&
    draft.types.every((type) => draft.world.label(type) !== null);
  draft.cost += isPerson
    ? COSTS.each
    : dimension === "place" || dimension === "time" || dimension === "person"
      ? COSTS.wantedNodes
      : 0.4;
}

/** True if a name or a place says one node. */
export function isOne(draft: Draft): boolean {
  if (draft.order !== null || draft.range[0] !== null || draft.antecedent?.isOne === true) return true;
  return draft.items.some(
    (item) =>
      item.kind === "name" &&
      item !== draft.head.item &&
      item.senses.some(
        (sense) =>
          sense.kind === "value" &&
          draft.types.includes(sense.type) &&
          sense.attribute === draft.world.label(sense.type) &&
          sense.is?.length === 1,
      ),
  );
}

const DOING: ReadonlySet<string> = new Set([...FORMS_OF_DO, ...FORMS_OF_HAVE, "can", "will"]);

/** A question that yes or no answers. */
function asksIf(all: readonly Word[]): boolean {
  const [first, second] = all;
  return (
    first !== undefined &&
    second !== undefined &&
    (FORMS_OF_BE.has(first.text) || DOING.has(first.text)) &&
    !["me", "you"].includes(second.text)
  );
}

const UNIVERSAL: ReadonlySet<string> = new Set(["all", "every", "everything", "everyone", "both", "each", "always"]);
