import type { Condition } from "../intermediate.js";
import { finishedValues, firstValues, measuresOf } from "../lexicon/dimensions.js";
import { quoted } from "../write/write.js";
import { negated } from "./conditions.js";
import type { Item } from "./items.js";
import type { Sketch } from "./sketch.js";

export function readStatus(sketch: Sketch, item: Extract<Item, { kind: "status" }>): void {
  if (item.status === "free") {
    const cost = free(sketch, item);
    if (cost === null || !cost.types.some((type) => sketch.target.types.includes(type))) {
      sketch.confidence *= 0.4;
      return;
    }
    sketch.builder.own.push(cost.condition);
    sketch.use(item, cost.condition.kind === "compares" ? `@${cost.condition.attribute} = 0` : "what it costs");
    return;
  }
  const { find, said, doubt } = STATES[item.status];
  const found = find(sketch);
  if (found === null) {
    sketch.confidence *= doubt;
    return;
  }
  sketch.addNear(item.isNegated ? negated(found.condition) : found.condition, found.types);
  sketch.use(item, said);
}

/** What has a state, how that is said, and the confidence that is left if the schema has no such state. */
const STATES = {
  unstarted: { find: unstarted, said: "not started", doubt: 0.3 },
  unfinished: { find: unfinished, said: "not finished", doubt: 0.7 },
  overdue: { find: overdue, said: "past its date and not finished", doubt: 0.3 },
};

export function unfinished(sketch: Sketch): { types: string[]; condition: Condition } | null {
  const finished = finishedValues(sketch.lexicon).filter(({ type }) => sketch.relationOf(type) !== "beside");
  const [first] = finished;
  if (first === undefined) return null;
  const conditions = first.values.map(
    (value): Condition => ({ kind: "compares", attribute: first.attribute, operator: "!=", value: quoted(value) }),
  );
  return { types: [first.type], condition: conditions.length === 1 ? conditions[0]! : { kind: "both", conditions } };
}

/** What has a date that is past, and is not finished. */
export function overdue(sketch: Sketch): { types: string[]; condition: Condition } | null {
  const open = unfinished(sketch);
  const dates = measuresOf(sketch.lexicon, "date");
  const deadline =
    dates.find(({ type }) => sketch.target.types.includes(type)) ??
    dates.find(({ type }) => sketch.relationOf(type) === "below");
  if (deadline === undefined) return null;
  const past: Condition = {
    kind: "compares",
    attribute: deadline.attribute,
    operator: "<",
    value: quoted(sketch.today),
  };
  const whole: Condition = open?.types.includes(deadline.type)
    ? { kind: "both", conditions: [open.condition, past] }
    : past;
  return { types: [deadline.type], condition: whole };
}

/** What is in the first of its states. */
export function unstarted(sketch: Sketch): { types: string[]; condition: Condition } | null {
  const [first] = firstValues(sketch.lexicon).filter(({ type }) => sketch.relationOf(type) !== "beside");
  if (first === undefined) return null;
  const { attribute, type, value } = first;
  return { types: [type], condition: { kind: "compares", attribute, operator: "=", value: quoted(value) } };
}

/** What costs nothing, or, said the other way round, something: of what is asked for, else of what is in it. */
export function free(sketch: Sketch, { isNegated }: Item): { types: string[]; condition: Condition } | null {
  const costs = measuresOf(sketch.lexicon, "money");
  const own = costs.filter(({ type }) => sketch.target.types.includes(type));
  const below = costs.filter(({ type }) => sketch.relationOf(type) === "below");
  const [cost] = own.length > 0 ? own : below;
  if (cost === undefined) return null;
  const { attribute } = cost;
  const types = (own.length > 0 ? own : below).filter((each) => each.attribute === attribute).map(({ type }) => type);
  return { types, condition: { kind: "compares", attribute, operator: isNegated ? ">" : "=", value: "0" } };
}
