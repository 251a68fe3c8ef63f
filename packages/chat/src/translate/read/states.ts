import type { Condition } from "../intermediate.js";
import { finishedValues, firstValues, measuresOf } from "../lexicon/dimensions.js";
import { quoted } from "../write/write.js";
import { negated } from "./conditions.js";
import type { Item } from "./items.js";
import { nearest } from "./resolve.js";
import type { Sketch } from "./sketch.js";

export function readStatus(sketch: Sketch, item: Extract<Item, { kind: "status" }>): void {
  if (item.status === "free") {
    freeOfCharge(sketch, item);
    return;
  }
  if (item.status === "unstarted") {
    unstarted(sketch, item);
    return;
  }
  const open = unfinished(sketch);
  if (item.status === "unfinished") {
    if (open === null) {
      sketch.confidence *= 0.7;
      return;
    }
    sketch.addNear(item.isNegated ? negated(open.condition) : open.condition, open.types);
    sketch.use(item, "not finished");
    return;
  }
  const past = overdue(sketch);
  if (past === null) {
    sketch.confidence *= 0.3;
    return;
  }
  sketch.addNear(item.isNegated ? negated(past.condition) : past.condition, past.types);
  sketch.use(item, "past its date and not finished");
}

export function unfinished(sketch: Sketch): { types: string[]; condition: Condition } | null {
  const finished = finishedValues(sketch.lexicon).filter(
    ({ type }) => nearest([type], sketch.target.types, sketch.lexicon).relation !== "beside",
  );
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
    dates.find(({ type }) => nearest([type], sketch.target.types, sketch.lexicon).relation === "below");
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

function unstarted(sketch: Sketch, item: Item): void {
  const [first] = firstValues(sketch.lexicon).filter(
    ({ type }) => nearest([type], sketch.target.types, sketch.lexicon).relation !== "beside",
  );
  if (first === undefined) {
    sketch.confidence *= 0.3;
    return;
  }
  const condition: Condition = {
    kind: "compares",
    attribute: first.attribute,
    operator: "=",
    value: quoted(first.value),
  };
  sketch.addNear(item.isNegated ? negated(condition) : condition, [first.type]);
  sketch.use(item, "not started");
}

function freeOfCharge(sketch: Sketch, item: Item): void {
  const [cost] = measuresOf(sketch.lexicon, "money").filter(({ type }) => sketch.target.types.includes(type));
  if (cost === undefined) {
    sketch.confidence *= 0.4;
    return;
  }
  sketch.builder.own.push({
    kind: "compares",
    attribute: cost.attribute,
    operator: item.isNegated ? ">" : "=",
    value: "0",
  });
  sketch.use(item, `@${cost.attribute} = 0`);
}
