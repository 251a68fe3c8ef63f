import { stringLiteral, unitOf } from "@semantic-xpath/values";
import type { Dimension, Operator } from "../../lexicon/closed.js";
import { OWN_TEXT } from "../../lexicon/schemaWords.js";
import { compares } from "../conditions.js";
import { COSTS } from "../costs.js";
import { type Measure, measuresIn, measuresOf, minutesOfOne, unitsOf } from "../dimensions.js";
import type { Draft } from "../draft.js";
import type { AttributeOf } from "../form.js";
import type { Item, NameItem } from "../items.js";
import { AMOUNT_KINDS } from "../world.js";

/** The attribute that an amount is of: named beside it, by its unit or dimension, or the only one. */
export function measureOf(
  draft: Draft,
  item: Item,
  before: Item,
  dimension: Dimension | null,
): (Measure & { cost: number }) | null {
  const kinds =
    item.kind === "money"
      ? ["money", "number"]
      : item.kind === "duration"
        ? ["duration", "number", "interval"]
        : item.kind === "number" && item.unit === null
          ? [...AMOUNT_KINDS, "year"]
          : AMOUNT_KINDS;
  const near = draft.attributeBeside(before, kinds, [-1, -2]) ?? draft.attributeBeside(item, kinds, [1, 2]);
  if (
    near !== null &&
    (item.kind !== "duration" || draft.world.kind(near.sense.type, near.sense.attribute) !== "money")
  ) {
    draft.use(near.item, near.sense.attribute);
    draft.deny(near.item, item);
    return {
      type: near.sense.type,
      attribute: near.sense.attribute,
      strength: near.sense.strength,
      cost: near.sense.cost,
    };
  }
  if (item.kind === "money") return draft.measure("money");
  if (item.kind === "duration") return draft.measure("duration");
  if (item.kind !== "number") return null;
  const vague = draft.next(before, -1);
  const by = vague?.kind === "vague" ? vague.dimension : dimension === "count" ? null : dimension;
  const measured =
    item.unit !== null ? draft.nearest(measuresIn(draft.world, item.unit)) : by === null ? null : draft.measure(by);
  if (measured !== null) return measured;
  const only = draft.types.flatMap((type) =>
    draft.world
      .attributes(type)
      .filter((attribute) => ["number", "money", "quantity"].includes(draft.world.kind(type, attribute)))
      .map((attribute) => ({ type, attribute, strength: 1 })),
  );
  return only.length === 1 ? { ...only[0]!, cost: COSTS.secondMeasure } : null;
}

/** An amount as a query compares it with an attribute. */
export function literalFor(
  draft: Draft,
  item: Item,
  { type, attribute }: AttributeOf,
  other: Item | null = null,
): string | null {
  const kind = attribute === OWN_TEXT ? "string" : draft.world.kind(type, attribute);
  const unit = item.kind === "number" && item.unit === null && other !== null ? other : item;
  if (item.kind === "number" && unit !== item && unit.kind === "number" && unit.unit !== null)
    return literalFor(draft, { ...item, unit: unit.unit }, { type, attribute });
  if (item.kind === "duration" || unit.kind === "duration") {
    const minutes =
      item.kind === "duration"
        ? item.minutes
        : item.kind === "number"
          ? item.value * (unit.kind === "duration" ? unitMinutes(unit, draft.textOf(unit)) : 1)
          : null;
    if (minutes === null) return null;
    if (kind === "duration") return stringLiteral(`${minutes} min`);
    return kind === "number" ? numberText(minutes / minutesOfOne(draft.world, { type, attribute })) : null;
  }
  if (item.kind === "money" || item.kind === "number") {
    if (kind === "quantity" && item.kind === "number" && item.unit !== null)
      return stringLiteral(`${numberText(item.value)} ${unitOf(item.unit)?.symbol ?? item.unit}`);
    return kind === "string" ? null : numberText(item.value * unitFactor(draft, item, { type, attribute }));
  }
  return null;
}

/** Factor from the unit of an amount to the unit of an attribute. */
function unitFactor(draft: Draft, item: Item, { type, attribute }: AttributeOf): number {
  const unit = item.kind === "number" && item.unit !== null ? unitOf(item.unit) : null;
  const units = unitsOf(draft.world, type, attribute).filter(({ dimension }) => dimension === unit?.dimension);
  return unit === null || units.length === 0 || units.includes(unit) ? 1 : unit.factor / units[0]!.factor;
}

/** "priority 1", "rating of 4 or 5": a number beside its attribute. */
export function equalTo(draft: Draft, item: NameItem, { type, attribute }: AttributeOf): boolean {
  const neighbour = draft.next(item);
  if (neighbour?.kind === "duration" && draft.isFree(neighbour)) {
    const isOfTime = measuresOf(draft.world, "duration").some(
      (each) => each.type === type && each.attribute === attribute,
    );
    const literal = isOfTime ? literalFor(draft, neighbour, { type, attribute }) : null;
    if (literal === null) return false;
    draft.place(type, compares(attribute, "=", literal), item);
    for (const each of [item, neighbour]) draft.use(each, `${attribute} = ${literal}`);
    return true;
  }
  const number =
    neighbour?.kind === "number" ? neighbour : draft.isMark(neighbour, "of", "in") ? draft.next(item, 2) : undefined;
  if (number?.kind !== "number" || !draft.isFree(number)) return false;
  const values = [number];
  for (
    let at = draft.at(number) + 1;
    draft.isMark(draft.items[at], "or", "and") && draft.items[at + 1]?.kind === "number";
    at += 2
  ) {
    values.push(draft.items[at + 1] as typeof number);
    draft.use(draft.items[at]!, "or");
  }
  const kind = draft.world.kind(type, attribute);
  const conditions = values.map(({ value }) =>
    compares(attribute, "=", kind === "string" ? stringLiteral(String(value)) : numberText(value)),
  );
  draft.place(type, conditions.length === 1 ? conditions[0]! : { kind: "either", conditions }, item);
  for (const each of [item, ...values]) draft.use(each, `${attribute} = ${number.value}`);
  return true;
}

/** A comparison seen from the other side. */
export const OPPOSITE: Readonly<Record<Operator, Operator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=" };

/** A number as a query writes it. */
export const numberText = (value: number): string => String(Number(value.toFixed(6)));

const unitMinutes = (item: Extract<Item, { kind: "duration" }>, text: string): number =>
  /hour|hr|\bh\b/.test(text) ? 60 : item.minutes >= 60 && item.minutes % 60 === 0 ? 60 : 1;
