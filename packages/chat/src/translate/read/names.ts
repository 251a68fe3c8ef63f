import type { Condition, Pick, Things } from "../intermediate.js";
import { finishedValues, measuresOf } from "../lexicon/dimensions.js";
import { labelOf } from "../lexicon/labelOf.js";
import { VAGUE } from "../words/vague.js";
import { named, relative } from "../write/write.js";
import { conditionOf, negated } from "./conditions.js";
import type { Choice, Place, Than } from "./items.js";
import { comparesWithNext } from "./measures.js";
import { fitOf, nearest } from "./resolve.js";
import type { Sketch } from "./sketch.js";
import { isWide, type NamedItem } from "./target.js";

export function readNamed(sketch: Sketch, item: NamedItem, at: number): void {
  const choice = sketch.chosen.get(item)!;
  sketch.confidence *= 0.7 + 0.3 * choice.strength;
  if (choice.kind === "attribute" && item.isEach && isOneAnswer(sketch)) {
    sketch.confidence *= 0.4;
    sketch.perEach = choice.attribute;
  }
  if (choice.kind === "attribute" && isSaidByValue(sketch, choice, at)) {
    sketch.use(item, `@${choice.attribute}`);
    return;
  }
  if (item === sketch.target.head && choice.kind === "type") {
    sketch.use(item, sketch.target.types.join(" or "));
    readPlace(sketch, item);
    return;
  }
  const than = item.than ?? orderedBefore(sketch, item, at);
  if (than !== null && choice.kind === "value") {
    readThan(sketch, item, than, at);
    return;
  }
  if (item.role === "after" || item.role === "before") {
    readNext(sketch, item, choice);
    return;
  }
  if (choice.kind === "attribute" && sketch.isAsked(choice)) {
    sketch.use(item, `@${choice.attribute}`);
    if (item.place !== null) placeByValue(sketch, item.place, choice);
    return;
  }
  if (choice.kind === "attribute" && comparesWithNext(sketch, item, choice, at)) return;
  if (saysWhich(sketch, item, choice, at)) return;
  const { relation, types } = nearest(choice.types, sketch.target.types, sketch.lexicon);
  // "the plan without the meals": what is asked for is something else already.
  const isLeftOut = relation === "beside" && item.isNegated && choice.kind === "type";
  if (relation === "beside" && (isWide(item, choice) || isLeftOut)) {
    sketch.use(item, sketch.target.types.join(" or "));
    sketch.confidence *= WIDE_FIT;
    return;
  }
  sketch.confidence *= fitOf(relation);
  if (relation === "beside") return;
  // What also says something of what is asked for says that.
  if (relation !== "self" && choice.kind === "value" && mayBeOwn(sketch, item)) sketch.confidence *= 0.75;
  if (choice.kind === "attribute" && item.role !== "with" && !item.isNegated && isAlwaysThere(sketch, choice)) {
    sketch.use(item, `@${choice.attribute}`);
    if (!isOrderedNext(sketch, at)) sketch.confidence *= 0.8;
    return;
  }
  if (choice.kind === "type") readType(sketch, item, types, relation);
  else readCondition(sketch, item, choice, types, relation);
}

/** "the last three deadlines": in the order of the values. */
function placeByValue(sketch: Sketch, { from, to }: Place, { types, attribute }: Choice): void {
  if (!sketch.isOrdered(types[0]!, attribute)) sketch.confidence *= 0.4;
  const order = { key: `@${named(attribute)}`, isDescending: from < 0 };
  sketch.pick = from < 0 ? { order, from: 1, to: -from, isEach: false } : { order, from, to, isEach: false };
}

/** "due before the eye test": what stands before it is a date. */
function orderedBefore(sketch: Sketch, { role }: NamedItem, at: number): Than | null {
  const before = sketch.frame.items[at - 1];
  const choice = before?.kind === "named" ? sketch.chosen.get(before)! : null;
  if ((role !== "after" && role !== "before") || choice?.kind !== "attribute") return null;
  const isDate = ["date", "dateTime"].includes(sketch.kindOf(choice.types[0]!, choice.attribute));
  return isDate ? { operator: role === "after" ? ">" : "<", dimension: null } : null;
}

/** "longer than the museum": by the same value of what is named. */
function readThan(sketch: Sketch, item: NamedItem, { operator, dimension }: Than, at: number): void {
  const choice = sketch.chosen.get(item)!;
  const before = sketch.frame.items[at - 1];
  const said = before?.kind === "named" ? sketch.chosen.get(before)! : null;
  const names =
    said?.kind === "attribute"
      ? [said.attribute]
      : dimension === null
        ? []
        : measuresOf(sketch.lexicon, dimension).map(({ attribute }) => attribute);
  const has = (type: string, name: string) => sketch.lexicon.schema.types[type]!.attributes[name] !== undefined;
  const attribute = names.find(
    (name) =>
      sketch.target.types.every((type) => has(type, name) && sketch.isOrdered(type, name)) &&
      choice.types.some((type) => has(type, name)),
  );
  if (attribute === undefined) {
    sketch.confidence *= 0.3;
    return;
  }
  const types = choice.types.filter((type) => has(type, attribute));
  const things: Things = { types, within: null, conditions: [conditionOf(choice, sketch.lexicon)], pick: null };
  const of = `root()${relative(things, sketch.lexicon.schema)}/@${named(attribute)}`;
  const value = `${operator.startsWith("<") ? "min" : "max"}(${of})`;
  sketch.builder.own.push({ kind: "compares", attribute, operator, value });
  if (before !== undefined && said?.kind === "attribute") sketch.use(before, `@${attribute}`);
  sketch.use(item, `@${attribute} ${operator} @${attribute} of it`);
}

const mayBeOwn = (sketch: Sketch, { choices }: NamedItem): boolean =>
  choices.some(
    ({ kind, types, strength }) =>
      kind === "value" && strength >= 0.95 && types.some((type) => sketch.target.types.includes(type)),
  );

/** "on the day of the workshop", "of the project with the minibus": what is in something says which. */
function saysWhich(sketch: Sketch, item: NamedItem, choice: Choice, at: number): boolean {
  const before = sketch.frame.items[at - 1];
  const outer = before?.kind === "named" && before.role === "in" ? sketch.chosen.get(before)! : null;
  const { lexicon } = sketch;
  const between = item.from - (before?.to ?? 0);
  const isJoined = (item.role === "in" || item.role === "with") && (between === 1 || between === 2);
  if (outer?.kind !== "type" || choice.kind !== "value" || item.isNegated || !isJoined) return false;
  const [type] = nearest(outer.types, sketch.target.types, lexicon).types as [string];
  const types = choice.types.filter((each) => labelOf(lexicon, each) === choice.attribute);
  const isInside = nearest(types, [type], lexicon).relation === "below";
  if (types.length === 0 || !isInside || lexicon.schema.roots.includes(type)) return false;
  if (nearest([type], sketch.target.types, lexicon).relation !== "above") return false;
  const things: Things = { types, within: null, conditions: [conditionOf(choice, lexicon)], pick: null };
  sketch.builder.scope(type).conditions.push({ kind: "has", things });
  sketch.use(item, `${type} with ${types.join(" or ")}`);
  return true;
}

/** "French food": the value beside it is one of the attribute. */
function isSaidByValue(sketch: Sketch, { attribute }: Choice, at: number): boolean {
  return [sketch.frame.items[at - 1], sketch.frame.items[at + 1]].some((other) => {
    const choice = other?.kind === "named" ? sketch.chosen.get(other)! : null;
    return choice?.kind === "value" && choice.attribute === attribute;
  });
}

/** Of what all nodes have it says nothing that there is one. */
const isAlwaysThere = (sketch: Sketch, { types, attribute }: Choice, isTruth = false): boolean =>
  (isTruth || sketch.kindOf(types[0]!, attribute) !== "boolean") &&
  sketch.lexicon.schema.types[types[0]!]!.attributes[attribute]!.required;

/** "costs the most": what comes next orders by it. */
function isOrderedNext(sketch: Sketch, at: number): boolean {
  const next = sketch.frame.items[at + 1];
  return next?.kind === "extreme" && next.dimension === null;
}

/** Several are the first: each of what it is in, if that is of one type. */
function areSeveral({ builder, lexicon, target }: Sketch, { place, isPlural }: NamedItem): boolean {
  if (!isPlural || place === null || place.from !== place.to) return false;
  const parents = Object.entries(lexicon.schema.types).filter(([, { children }]) =>
    target.types.some((type) => Object.hasOwn(children, type)),
  );
  if (parents.length !== 1) return false;
  builder.scope(parents[0]![0]);
  return true;
}

/** Places of the head: of each of those that it is in, as "the first options", or of all. */
function readPlace(sketch: Sketch, item: NamedItem): void {
  const { place, isEach } = item;
  if (place !== null)
    sketch.pick = { order: null, ...place, isEach: areSeveral(sketch, item) || (sketch.frame.isEach && !isEach) };
}

function readType(
  sketch: Sketch,
  item: NamedItem,
  types: readonly string[],
  relation: "self" | "above" | "below",
): void {
  const [type] = types as [string];
  sketch.use(item, types.join(" or "));
  if (relation === "above") {
    if (item.isEach && isOneAnswer(sketch)) {
      sketch.confidence *= 0.4;
      sketch.perEach = type;
    }
    if (item.place !== null) placeScope(sketch, type, item.place);
    else if (item.isEach) sketch.builder.scope(type);
    return;
  }
  if (relation === "below" && saysMore(sketch, item, types)) return;
  if (relation === "self") {
    if (item.place !== null) sketch.pick = placedAt(sketch, sketch.pick, item.place, areSeveral(sketch, item));
    return;
  }
  const things: Things = { types, within: null, conditions: [], pick: null };
  const has: Condition = item.counted === null ? { kind: "has", things } : { kind: "has", things, ...item.counted };
  sketch.builder.own.push(item.isNegated ? negated(has) : has);
}

function placeScope(sketch: Sketch, type: string, place: Place): void {
  const scope = sketch.builder.scope(type);
  scope.pick = placedAt(sketch, scope.pick, place);
}

/** "day 1 and day 2" are those from the one to the other; two places that are apart no one range has. */
function placedAt(sketch: Sketch, pick: Pick | null, place: Place, isEach = false): Pick {
  if (pick === null) return { order: null, ...place, isEach };
  if (pick.to !== null && pick.order === null && place.from === pick.to + 1) return { ...pick, to: place.to };
  if (pick.from !== place.from || pick.to !== place.to) sketch.confidence *= 0.3;
  return pick;
}

/** A number of all of them: how many, how much, or on average. */
function isOneAnswer(sketch: Sketch): boolean {
  const { attribute, head, types } = sketch.target;
  if (sketch.frame.wants !== "nodes") return true;
  return attribute !== null && head === null && sketch.isNumeric(types[0]!, attribute);
}

/** "without blocked tasks": a condition before it is about the same. */
function saysMore(sketch: Sketch, item: NamedItem, types: readonly string[]): boolean {
  const before = sketch.frame.items[sketch.frame.items.indexOf(item) - 1];
  const choice = before?.kind === "named" ? sketch.chosen.get(before)! : null;
  if (before === undefined || choice === null || before.role !== item.role || choice.kind === "type") return false;
  return sketch.used.has(before) && choice.types.some((type) => types.includes(type));
}

function readCondition(
  sketch: Sketch,
  item: NamedItem,
  choice: Choice,
  types: readonly string[],
  relation: "self" | "above" | "below",
): void {
  const condition = conditionOf(choice, sketch.lexicon);
  const said = `${types.join(" or ")} @${choice.attribute}`;
  sketch.use(item, said);
  if (item.place !== null && item === sketch.target.head) readPlace(sketch, item);
  else if (item.place !== null && relation === "above")
    sketch.builder.scope(types[0]!).pick = { order: null, ...item.place, isEach: false };
  if (item.counted !== null && relation === "below") {
    const things: Things = { types, within: null, conditions: [condition], pick: null };
    sketch.builder.own.push({ kind: "has", things, ...item.counted });
    return;
  }
  const isUnsaid = sketch.target.head === null && sketch.frame.wanted !== "person";
  if (relation === "below" && (choice.kind === "attribute" || isUnsaid)) sketch.mayMeanInner(types);
  if ((item.isAll || (item.role === "is" && !item.isNegated && isOver(sketch, choice))) && relation === "below") {
    sketch.builder.own.push({ kind: "every", things: { types, within: null, conditions: [], pick: null }, condition });
    return;
  }
  // "rice and egg": of a list both; "museums and parks": of what is one of them either.
  const isBoth = item.joined === "and" && choice.test !== null && "has" in choice.test;
  if (item.joined !== null && !isBoth && joins(sketch, choice.attribute, condition, item.isNegated)) return;
  // "high protein lunches": more likely of the lunches than of who has them.
  if (relation !== "self" && choice.strength < 0.95 && item.text.split(" ").some((word) => VAGUE.has(word)))
    sketch.confidence *= 0.6;
  if (item.isNegated && relation === "below") {
    sketch.builder.own.push(
      negated({ kind: "has", things: { types, within: null, conditions: [condition], pick: null } }),
    );
    return;
  }
  if (item.isNegated && condition.kind === "present" && sketch.isNumeric(types[0]!, choice.attribute)) {
    sketch.builder.add({ kind: "compares", attribute: choice.attribute, operator: "=", value: "0" }, relation, types);
    return;
  }
  const whole: Condition = item.isNegated ? negated(condition, isAlwaysThere(sketch, choice, true)) : condition;
  const list: { kind: "either"; conditions: Condition[] } = { kind: "either", conditions: [whole] };
  const open = item.isNegated ? null : { attribute: choice.attribute, conditions: list.conditions };
  sketch.builder.add(open === null ? whole : list, relation, types);
  sketch.either = open;
}

/** "projects that are finished": all that is in them is. */
function isOver(sketch: Sketch, { attribute, types, test }: Choice): boolean {
  if (test === null || !("is" in test)) return false;
  return finishedValues(sketch.lexicon).some(
    (finished) =>
      finished.attribute === attribute &&
      types.includes(finished.type) &&
      test.is.every((value) => finished.values.includes(value)),
  );
}

/** "museum or park", "museums and parks": one of both. */
function joins(sketch: Sketch, attribute: string, condition: Condition, isNegated: boolean): boolean {
  if (sketch.either === null || isNegated || sketch.either.attribute !== attribute) return false;
  sketch.either.conditions.push(condition);
  return true;
}

/** What comes after something among its siblings: the next one, or all of a type that is named. */
function readNext(sketch: Sketch, item: NamedItem, choice: Choice): void {
  const { head } = sketch.target;
  if (choice.kind === "attribute") return;
  const types = choice.types;
  const conditions = choice.kind === "value" ? [conditionOf(choice, sketch.lexicon)] : [];
  const pick = item.place === null ? null : { order: null, ...item.place, isEach: false };
  const things: Things = { types, within: null, conditions, pick };
  sketch.use(item, `${item.role} ${types.join(" or ")}`);
  sketch.beside = { things, direction: item.role as "after" | "before" };
  // "what is on day 7 before lunch?": all of it.
  const isOneOf = sketch.frame.items[0] === item;
  if ((head === null && isOneOf) || RIGHT_BESIDE.test(sketch.words))
    sketch.pick = { order: null, from: 1, to: 1, isEach: true };
}

const RIGHT_BESIDE = /\b(?:right|just|directly|straight|immediately) (?:before|after)\b/u;

/** How a noun for anything that there is fits what it is said of. */
const WIDE_FIT = 0.9;
