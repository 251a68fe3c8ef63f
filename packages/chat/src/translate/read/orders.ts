import type { Condition } from "../intermediate.js";
import { type Measure, measuresOf } from "../lexicon/dimensions.js";
import { contentStems } from "../lexicon/documentation.js";
import { stemsIn } from "../words/words.js";
import { named, quoted, relative } from "../write/write.js";
import { conditionOf, negated } from "./conditions.js";
import type { Choice, Item } from "./items.js";
import { nearest } from "./resolve.js";
import type { Sketch } from "./sketch.js";
import { free, overdue, unfinished, unstarted } from "./states.js";

export function readExtreme(sketch: Sketch, item: Extract<Item, { kind: "extreme" }>, at: number): void {
  const key = item.isCrowded ? crowd(sketch, item, at) : keyOf(sketch, item, at);
  if (key === null) {
    sketch.confidence *= 0.4;
    return;
  }
  // "the cheapest and the dearest": no one order gives both.
  const isSecond = [...sketch.used.keys()].some((other) => other.kind === "extreme" && other !== item);
  if (isSecond && item.isOrder !== true) sketch.confidence *= 0.45;
  sketch.use(item, `order by ${key}`);
  if (item.isNext === true) stillToCome(sketch);
  if (item.isAge === true && isLimit(sketch, key)) sketch.confidence *= 0.5;
  const { head } = sketch.target;
  const isMany = head?.isPlural === true && item.count === null && head.place === null;
  const place = item.place ?? head?.place ?? null;
  const from = place?.from ?? 1;
  const to = item.count ?? place?.to ?? 1;
  const order = { key, isDescending: item.isDescending };
  if (item.isOrder === true) {
    sketch.pick = { order, from: null, to: null, isEach: sketch.frame.isEach };
    return;
  }
  if (isMany && atEndOfScale(sketch, key, item.isDescending)) return;
  sketch.pick = { order, from: isMany && item.dimension === "date" ? null : from, to, isEach: sketch.frame.isEach };
  if (isMany) sketch.confidence *= 0.75;
}

/** "the least urgent tasks": all at that end of a scale of few values. */
function atEndOfScale(sketch: Sketch, key: string, isDescending: boolean): boolean {
  for (const type of sketch.target.types)
    for (const [attribute, { type: kind, values = [] }] of Object.entries(
      sketch.lexicon.schema.types[type]?.attributes ?? {},
    )) {
      if (key !== `@${named(attribute)}` || kind !== "number" || values.length === 0) continue;
      const numbers = values.map(Number);
      const value = isDescending ? Math.max(...numbers) : Math.min(...numbers);
      sketch.builder.own.push({ kind: "compares", attribute, operator: "=", value: String(value) });
      return true;
    }
  return false;
}

/** "the next deadline": of what is not finished, or not past. */
function stillToCome(sketch: Sketch): void {
  const open = unfinished(sketch);
  if (open?.types.some((type) => sketch.target.types.includes(type)) === true) {
    if (!sketch.frame.items.some(({ kind }) => kind === "status")) sketch.addNear(open.condition, open.types);
    return;
  }
  const [date] = measuresOf(sketch.lexicon, "date").filter(({ type }) => sketch.target.types.includes(type));
  if (date !== undefined)
    sketch.builder.own.push({
      kind: "compares",
      attribute: date.attribute,
      operator: ">=",
      value: quoted(sketch.today),
    });
}

/** What has to be done by a day is not new or old by it. */
function isLimit(sketch: Sketch, key: string): boolean {
  const limits = new Set(["deadline", "due", "end", "until", "expir"].map((word) => stemsIn(word)[0]!));
  return sketch.target.types.some((type) =>
    Object.entries(sketch.lexicon.schema.types[type]?.attributes ?? {}).some(
      ([attribute, { aliases = [] }]) =>
        key.includes(named(attribute)) && [attribute, ...aliases].flatMap(stemsIn).some((stem) => limits.has(stem)),
    ),
  );
}

/** The value by which a superlative orders: an attribute that is said after it, a count, or one of its dimension. */
function keyOf(sketch: Sketch, item: Extract<Item, { kind: "extreme" }>, at: number): string | null {
  const next = sketch.frame.items[at + 1];
  if (next?.kind === "status" && item.dimension === null) return countOf(sketch, at + 1);
  if (next?.kind === "named") {
    const choice = sketch.chosen.get(next)!;
    const { relation, types } = nearest(choice.types, sketch.target.types, sketch.lexicon);
    if (choice.kind === "attribute" && relation === "self" && sketch.isOrdered(types[0]!, choice.attribute)) {
      sketch.use(next, `@${choice.attribute}`);
      return `@${named(choice.attribute)}`;
    }
    if (choice.kind === "attribute" && relation === "below" && sketch.isNumeric(types[0]!, choice.attribute)) {
      sketch.use(next, `@${choice.attribute}`);
      return `sum(${pathBelow(sketch, types, [])}/@${named(choice.attribute)})`;
    }
    if (relation === "below" && item.dimension !== null && choice.kind !== "attribute" && !next.isPlural)
      return extremeOf(sketch, item, at + 1);
    if (item.dimension === null && choice.kind === "type" && choice.strength < SURE_NAME) {
      const key = documented(sketch, next);
      if (key !== null) return key;
    }
    if (relation === "below" && item.dimension === null && isCounted(sketch, choice, types[0]!))
      return countOf(sketch, at + 1);
  }
  const before = sketch.frame.items[at - 1];
  const said = before?.kind === "named" ? sketch.chosen.get(before)! : null;
  if (item.dimension === null && said?.kind === "attribute" && sketch.isOrdered(said.types[0]!, said.attribute))
    return measureKey(
      sketch,
      said.types.map((type) => ({ type, attribute: said.attribute, strength: said.strength })),
    );
  const { dimension } = item;
  if (dimension === null) return next?.kind === "words" ? documented(sketch, next) : null;
  const measures = measuresOf(sketch.lexicon, dimension);
  // The longest book has most pages.
  return measureKey(
    sketch,
    measures.length === 0 && dimension === "duration" ? measuresOf(sketch.lexicon, "size") : measures,
  );
}

/** "the day with the most expensive dinner": by the greatest of what is in it. */
function extremeOf(
  sketch: Sketch,
  { dimension, isDescending }: Extract<Item, { kind: "extreme" }>,
  at: number,
): string | null {
  const counted = countedFrom(sketch, at);
  if (counted === null || dimension === null) return null;
  const measure = measuresOf(sketch.lexicon, dimension).find(({ type }) => counted.types.includes(type));
  if (measure === undefined || !sketch.isNumeric(measure.type, measure.attribute)) return null;
  const path = pathBelow(sketch, counted.types, counted.conditions);
  return `${isDescending ? "max" : "min"}(${path}/@${named(measure.attribute)})`;
}

/** "the most outdoor stops": what is true of some is counted, too. */
const isCounted = (sketch: Sketch, { kind, attribute }: Choice, type: string): boolean =>
  kind !== "attribute" || sketch.kindOf(type, attribute) === "boolean";

/** "the most work": an attribute whose documentation has the word. */
function documented(sketch: Sketch, item: Extract<Item, { kind: "words" | "named" }>): string | null {
  const said = new Set(stemsIn(item.text));
  for (const type of sketch.target.types) {
    for (const [attribute, { documentation = "" }] of Object.entries(sketch.lexicon.schema.types[type]!.attributes)) {
      if (!sketch.isNumeric(type, attribute) || !contentStems(documentation).some((stem) => said.has(stem))) continue;
      sketch.use(item, `@${attribute}`);
      sketch.confidence *= 0.9;
      return `@${named(attribute)}`;
    }
  }
  return documentedBelow(sketch, item, said);
}

/** "the project with the least work left": the sum over what is in it. */
function documentedBelow(sketch: Sketch, item: Item, said: ReadonlySet<string>): string | null {
  for (const [type, { attributes }] of Object.entries(sketch.lexicon.schema.types)) {
    if (sketch.relationOf(type) !== "below") continue;
    for (const [attribute, { documentation = "" }] of Object.entries(attributes)) {
      if (!sketch.isNumeric(type, attribute) || !contentStems(documentation).some((stem) => said.has(stem))) continue;
      sketch.use(item, `@${attribute}`);
      sketch.confidence *= 0.85;
      const next = sketch.frame.items[sketch.frame.items.indexOf(item) + 1];
      const status = next?.kind === "status" ? countedStatus(sketch, next) : null;
      if (status !== null) sketch.use(next!, "counted");
      return `sum(${pathBelow(sketch, [type], status === null ? [] : [status.condition])}/@${named(attribute)})`;
    }
  }
  return null;
}

function measureKey(sketch: Sketch, measures: readonly Measure[]): string | null {
  const self = measures.find(({ type }) => sketch.target.types.includes(type));
  if (self !== undefined) {
    const kind = sketch.kindOf(self.type, self.attribute);
    const isInterval = kind === "interval";
    // A day that begins earliest is not the first one.
    if (
      kind === "date" &&
      measures.some(({ type, strength }) => strength > self.strength && sketch.relationOf(type) === "below")
    )
      sketch.confidence *= 0.5;
    return isInterval ? `start(@${named(self.attribute)})` : `@${named(self.attribute)}`;
  }
  const below = measures.filter(({ type }) => sketch.relationOf(type) === "below");
  const [first] = below;
  if (first === undefined || !sketch.isNumeric(first.type, first.attribute)) return null;
  const types = below.filter(({ attribute }) => attribute === first.attribute).map(({ type }) => type);
  sketch.confidence *= 0.9;
  return `sum(${pathBelow(sketch, types, [])}/@${named(first.attribute)})`;
}

/** "the day on which Bruno eats most": of what is in the node what is in that, too. */
function pathBelow(sketch: Sketch, types: readonly string[], conditions: readonly Condition[]): string {
  const { schema } = sketch.lexicon;
  const path = relative({ types, within: null, conditions, pick: null }, schema);
  const outer = sketch.builder.own.find((condition) => condition.kind === "has" && isAround(sketch, condition, types));
  return outer?.kind === "has" ? `${relative(outer.things, schema)}${path}` : path;
}

/** Whether a condition is on what some types are in. */
export const isAround = (sketch: Sketch, condition: Condition, types: readonly string[]): boolean =>
  condition.kind === "has" &&
  condition.operator === undefined &&
  nearest(condition.things.types, types, sketch.lexicon).relation === "above";

/** How many there are of what is said from a place on. */
function countOf(sketch: Sketch, at: number): string | null {
  const counted = countedFrom(sketch, at);
  return counted === null ? null : `count(${pathBelow(sketch, counted.types, counted.conditions)})`;
}

/** What is said from a place on of what is in what is asked for. */
function countedFrom(
  sketch: Sketch,
  at: number,
): { types: readonly string[]; conditions: readonly Condition[] } | null {
  let types: readonly string[] | null = null;
  const conditions: Condition[] = [];
  for (let place = at; place < sketch.frame.items.length; place++) {
    const item = sketch.frame.items[place]!;
    if (item.kind === "status") {
      const counted = countedStatus(sketch, item);
      if (counted === null || (types !== null && !counted.types.some((type) => types?.includes(type)))) break;
      types = counted.types;
      conditions.push(counted.condition);
      sketch.use(item, "counted");
      continue;
    }
    if (item.kind !== "named" || (place > at && item.role === "in")) break;
    const choice = sketch.chosen.get(item)!;
    const below = nearest(choice.types, sketch.target.types, sketch.lexicon);
    if (
      below.relation !== "below" ||
      (place > at && choice.kind === "attribute" && !isCounted(sketch, choice, below.types[0]!))
    )
      break;
    types ??= below.types;
    if (choice.kind === "type") types = below.types;
    else
      conditions.push(
        item.isNegated ? negated(conditionOf(choice, sketch.lexicon)) : conditionOf(choice, sketch.lexicon),
      );
    sketch.use(item, "counted");
  }
  return types === null ? null : { types, conditions };
}

/** What has a status, where it is in what is asked for. */
function countedStatus(
  sketch: Sketch,
  item: Extract<Item, { kind: "status" }>,
): { types: readonly string[]; condition: Condition } | null {
  const found =
    item.status === "overdue"
      ? overdue(sketch)
      : item.status === "unfinished"
        ? unfinished(sketch)
        : item.status === "unstarted"
          ? unstarted(sketch)
          : free(sketch, item);
  if (found === null) return null;
  return nearest(found.types, sketch.target.types, sketch.lexicon).relation === "below" ? found : null;
}

/** The mean of relevance over what is in it, where only words say with what; else how many there are. */
function crowd(sketch: Sketch, _item: Item, at: number): string | null {
  const counted = countOf(sketch, at + 1);
  if (counted !== null) return counted;
  const { schema } = sketch.lexicon;
  const children = sketch.target.types.flatMap((type) => Object.keys(schema.types[type]?.children ?? {}));
  if (children.length === 0) return null;
  const next = sketch.frame.items[at + 1];
  if (next?.kind !== "words") return "count(/*)";
  return null;
}

/** A name at least so sure is what it says, before anything else that it may mean. */
const SURE_NAME = 0.8;
