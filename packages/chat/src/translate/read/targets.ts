import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { finishedValues, measuresOf } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Dimension } from "../words/marks.js";
import { stemsIn } from "../words/words.js";
import { comparison } from "./conditions.js";
import type { Frame, Item } from "./items.js";
import { fitOf, nearest } from "./resolve.js";
import { type Chosen, isWide, type NamedItem, type Target } from "./target.js";

/** What may be asked for, the likeliest first. */
export function targetsOf(frame: Frame, chosen: Chosen, lexicon: Lexicon): Target[] {
  const verbs = frame.verbs.flatMap(({ types }) => types);
  // "where do we eat": of all that there is on a day what is eaten.
  return targetsOfNouns(frame, chosen, lexicon).map((target) => {
    const types = target.types.filter((type) => verbs.includes(type));
    return target.head === null && types.length > 0 ? { ...target, types } : target;
  });
}

function targetsOfNouns(frame: Frame, chosen: Chosen, lexicon: Lexicon): Target[] {
  const names = frame.items.filter((item): item is NamedItem => item.kind === "named");
  const head = headOf(names, chosen, lexicon);
  const isOfValue = head === null || chosen.get(head)!.kind === "value";
  const people = isOfValue && frame.wanted === "person" ? peopleOf(lexicon) : [];
  const isOfThem = head === null || chosen.get(head)!.types.some((type) => people.includes(type));
  if (people.length > 0)
    return [
      { types: people, attribute: null, head: null, strength: isOfThem ? 0.95 : frame.verbs.length > 0 ? 0.85 : 0.5 },
    ];
  const asked = askedAttributes(frame, names, head, chosen, lexicon);
  if (asked.length > 0) return asked;
  if (head !== null && chosen.get(head)!.kind === "type") {
    const { types, kind } = chosen.get(head)!;
    const others = kind === "type" ? joinedTypes(names, head, chosen) : [];
    const whole = [...new Set([...types, ...others])];
    return [{ types: whole, attribute: null, head, strength: 1 }, ...compound(names, head, whole, chosen, lexicon)];
  }
  return inferred(frame, names, chosen, lexicon);
}

/** The types whose nodes are people, where no attribute says who. */
export function peopleOf(lexicon: Lexicon): string[] {
  if (measuresOf(lexicon, "person").length > 0) return [];
  const senses = ["person", "people", "member", "user"].flatMap((word) => lexicon.phrases.get(stemOf(word)) ?? []);
  return [
    ...new Set(senses.filter(({ kind, strength }) => kind === "type" && strength >= 0.85).map(({ type }) => type)),
  ];
}

/** The first type that is asked for and in nothing else; else the first value that names things. */
function headOf(names: readonly NamedItem[], chosen: Chosen, { schema }: Lexicon): NamedItem | null {
  const isOpen = ({ role, isPossessor, isEach }: NamedItem) => role === "asked" && !isPossessor && !isEach;
  const types = names.filter((item) => chosen.get(item)!.kind === "type");
  // "the plan for day 2": what is in the whole is asked for.
  const isWhole = (item: NamedItem) =>
    chosen.get(item)!.types.every((type) => schema.roots.includes(type)) && names.some(({ role }) => role === "in");
  const type = types.find((item) => isOpen(item) && !isWhole(item));
  if (type !== undefined) return type;
  return names.find((item) => isOpen(item) && chosen.get(item)!.kind === "value") ?? null;
}

/** "breakfast places": what is said before it is no place, but has the value. */
function compound(
  names: readonly NamedItem[],
  head: NamedItem,
  types: readonly string[],
  chosen: Chosen,
  lexicon: Lexicon,
): Target[] {
  const before = names[names.indexOf(head) - 1];
  if (before === undefined || before.role !== "asked" || chosen.get(before)!.kind !== "value") return [];
  const others = chosen.get(before)!.types;
  if (nearest(others, types, lexicon).relation !== "beside") return [];
  return [{ types: others, attribute: null, head: null, strength: 0.85, instead: head }];
}

/** "stops and meals". */
function joinedTypes(names: readonly NamedItem[], head: NamedItem, chosen: Chosen): string[] {
  const next = names[names.indexOf(head) + 1];
  if (next === undefined || next.joined === null || chosen.get(next)!.kind !== "type" || next.role !== "asked")
    return [];
  return [...chosen.get(next)!.types];
}

/** The attributes whose values are asked for. */
function askedAttributes(
  frame: Frame,
  names: readonly NamedItem[],
  head: NamedItem | null,
  chosen: Chosen,
  lexicon: Lexicon,
): Target[] {
  const said = names.find((item) => {
    if (!mayBeAsked(frame, item, head, chosen, lexicon)) return false;
    if (frame.wants === "sum" || frame.wants === "avg") return true;
    const isAboutValue = head !== null && chosen.get(head)!.kind === "value" && frame.asksWhat;
    const isBefore = head === null || frame.items.indexOf(item) < frame.items.indexOf(head);
    return item.role === "asked" && (isBefore || isAboutValue || names[names.indexOf(item) - 1]?.isPossessor === true);
  });
  const groups = new Map<string, { types: string[]; strength: number }>();
  if (said !== undefined) {
    const { attribute, types, strength } = chosen.get(said)!;
    groups.set(attribute, { types: [...types], strength });
  } else if (frame.wanted !== null) {
    for (const { type, attribute, strength } of measuresOf(lexicon, frame.wanted)) {
      const group = getOrMake(groups, attribute, () => ({ types: [], strength }));
      group.types.push(type);
    }
  } else return [];
  const isRoot = (type: string) => lexicon.schema.roots.includes(type);
  // "when do we have risotto?": not when the whole begins.
  const isOfWhole = (types: readonly string[]) =>
    said === undefined && names.some((item) => !chosen.get(item)!.types.every(isRoot)) && types.every(isRoot);
  const isTime = said === undefined && frame.wanted === "time" && head === null;
  const targets = [...groups].flatMap(([attribute, { types, strength }]) => {
    const fitting = bestTypes(types, names, said ?? null, chosen, lexicon);
    return fitting === null
      ? []
      : [
          {
            types: fitting.types,
            attribute,
            head: headIn(head, fitting.types, chosen),
            strength:
              (isOfWhole(fitting.types) ? 0.6 : 1) *
              strength *
              fitting.fit *
              (isTime && isElsewhere(fitting.types, names, chosen) ? 0.6 : 1),
          },
        ];
  });
  return targets.sort((a, b) => b.strength - a.strength).slice(0, 2);
}

/** Whether a name is that of an attribute which nothing else in the sentence says the value of. */
function mayBeAsked(frame: Frame, item: NamedItem, head: NamedItem | null, chosen: Chosen, lexicon: Lexicon): boolean {
  const choice = chosen.get(item)!;
  if (choice.kind !== "attribute" || isTruth(choice, lexicon)) return false;
  // "how do we travel": what the whole says of its traveller is not how.
  const isOther =
    frame.wanted !== null && !measuresOf(lexicon, frame.wanted).some(({ attribute }) => attribute === choice.attribute);
  if (isOther && choice.types.every((type) => lexicon.schema.roots.includes(type))) return false;
  const at = frame.items.indexOf(item);
  const [before, after] = [frame.items[at - 1], frame.items[at + 1]];
  const isCompared = [before, after].some(
    (other) =>
      other?.kind === "measured" && comparison(lexicon, choice.types[0]!, choice.attribute, "=", other.said) !== null,
  );
  // "which is due first": the order, and not what is asked for.
  const isOrder = head === null && after?.kind === "extreme" && after.dimension === null && after.from === item.to;
  return !isCompared && before?.kind !== "extreme" && !isOrder;
}

/** "when does it rain?": the day of which that is said, and not each hour of it. */
const isElsewhere = (types: readonly string[], names: readonly NamedItem[], chosen: Chosen): boolean =>
  names.length > 0 && names.every((item) => !chosen.get(item)!.types.some((type) => types.includes(type)));

const headIn = (head: NamedItem | null, types: readonly string[], chosen: Chosen): NamedItem | null =>
  head !== null && chosen.get(head)!.types.some((type) => types.includes(type)) ? head : null;

const isTruth = ({ types, attribute }: { types: readonly string[]; attribute: string }, { schema }: Lexicon): boolean =>
  schema.types[types[0]!]!.attributes[attribute]!.type === "boolean";

/** Of some types those to which what else is said fits best. */
function bestTypes(
  types: readonly string[],
  names: readonly NamedItem[],
  except: NamedItem | null,
  chosen: Chosen,
  lexicon: Lexicon,
): { types: string[]; fit: number } | null {
  const others = names.filter((item) => item !== except);
  const fits = types.map((type) =>
    others.reduce((fit, item) => {
      const { relation } = nearest(chosen.get(item)!.types, [type], lexicon);
      return fit * (relation === "beside" && isWide(item, chosen.get(item)!) ? 0.9 : fitOf(relation));
    }, 1),
  );
  const best = Math.max(...fits);
  return best === 0 ? null : { types: types.filter((_, at) => fits[at]! > best - 0.02), fit: best };
}

/** Without a type that is asked for: what the conditions are about; of what only contains, what is in it. */
function inferred(frame: Frame, names: readonly NamedItem[], chosen: Chosen, lexicon: Lexicon): Target[] {
  const beside = names.find(({ role }) => role === "after" || role === "before");
  if (beside !== undefined) return siblings(chosen.get(beside)!.types, lexicon);
  const isLeftOut = (item: NamedItem) => item.isNegated && chosen.get(item)!.kind === "type";
  const others = names.filter((item) => item.than === null && !isLeftOut(item));
  if (others.length < names.length) {
    const without = names.filter(isLeftOut).flatMap((item) => chosen.get(item)!.types);
    return inferred(frame, others, chosen, lexicon).flatMap((target) => {
      const types = target.types.filter((type) => !without.includes(type));
      return types.length === 0 ? [] : [{ ...target, types }];
    });
  }
  const isOfAll = names.every(({ role }) => role === "with");
  const owners = new Set<string>(
    names.filter(({ role }) => isOfAll || role !== "with").flatMap((item) => chosen.get(item)!.types),
  );
  for (const item of names) {
    const { kind, types } = chosen.get(item)!;
    const isInside = (type: string) => item.role === "with" && kind !== "type" && isBelow(type, [...owners], lexicon);
    for (const type of types) if (isInside(type)) owners.add(type);
  }
  for (const item of frame.items) for (const type of ownersOf(item, owners, lexicon)) owners.add(type);
  if (owners.size === 0) return frame.items.some(({ kind }) => kind === "words") ? leaves(frame, lexicon) : [];
  const deepest = deepestOf([...owners], lexicon);
  if (deepest === null) return [];
  const self = { types: deepest, attribute: null, head: null, strength: 0.95 };
  const inside = insideOf(deepest, lexicon);
  if (inside.length === 0 || isItself(frame, deepest, names, chosen)) return [self];
  return [{ types: inside, attribute: null, head: null, strength: 0.95 }];
}

const isBelow = (type: string, owners: readonly string[], lexicon: Lexicon): boolean =>
  owners.length > 0 && nearest(owners, [type], lexicon).relation === "above";

/** What nodes of the types always have in them. */
const insideOf = (types: readonly string[], { schema }: Lexicon): string[] => [
  ...new Set(
    types.flatMap((type) =>
      Object.entries(schema.types[type]!.children)
        .filter(([, { min }]) => min > 0)
        .map(([child]) => child),
    ),
  ),
];

/** Whether a condition or an order is about the types themselves and not what is in them: "sunny days", "days by date". */
function isItself(frame: Frame, types: readonly string[], names: readonly NamedItem[], chosen: Chosen): boolean {
  const own = names.filter((item) => chosen.get(item)!.types.some((type) => types.includes(type)));
  return (
    own.some((item) => chosen.get(item)!.kind === "type" && item.role === "asked" && item.place !== null) ||
    own.some(({ role }) => role === "with" || role === "is") ||
    (frame.refers && frame.referred.length === 0)
  );
}

function siblings(types: readonly string[], { schema }: Lexicon): Target[] {
  const beside = Object.values(schema.types)
    .filter(({ children }) => types.some((type) => Object.hasOwn(children, type)))
    .flatMap(({ children }) => Object.keys(children));
  return beside.length === 0 ? [] : [{ types: [...new Set(beside)], attribute: null, head: null, strength: 0.9 }];
}

/** The types that a comparison or a status may be about. */
function ownersOf(item: Item, named: ReadonlySet<string>, lexicon: Lexicon): string[] {
  if (item.kind === "measured") {
    const dimension =
      item.dimension ??
      ({ money: "money", duration: "duration", time: "time", days: "date", number: null, hours: "time" } as const)[
        item.said.kind
      ];
    return dimension === null ? [] : ownersIn(dimension, named, lexicon);
  }
  if (item.kind === "status")
    return item.status === "unfinished"
      ? finishedValues(lexicon).map(({ type }) => type)
      : ownersIn(item.status === "free" ? "money" : "date", named, lexicon);
  if (item.kind === "extreme" && item.dimension !== null) return ownersIn(item.dimension, named, lexicon);
  return [];
}

/** The types with an attribute of a dimension that are named, or else below those named, or else all. */
function ownersIn(dimension: Dimension, named: ReadonlySet<string>, lexicon: Lexicon): string[] {
  const types = [...new Set(measuresOf(lexicon, dimension).map(({ type }) => type))];
  if ([...named].every((type) => lexicon.schema.roots.includes(type))) {
    const inner = types.filter((type) => !lexicon.schema.roots.includes(type));
    return inner.length > 0 ? inner : types;
  }
  const own = types.filter((type) => named.has(type));
  if (own.length > 0) return own;
  const below = types.filter((type) => nearest([...named], [type], lexicon).relation === "above");
  return below.length > 0 ? below : types;
}

/** The types to which all others fit best. */
function deepestOf(types: readonly string[], lexicon: Lexicon): string[] | null {
  const fits = types.map((type) =>
    types.reduce((sum, other) => sum + (other === type ? 1 : fitOf(nearest([other], [type], lexicon).relation)), 0),
  );
  const depth = types.map(
    (type) => types.filter((other) => nearest([other], [type], lexicon).relation === "above").length,
  );
  const deepest = Math.max(...depth);
  const kept = types.filter((_, at) => depth[at] === deepest);
  const best = Math.max(...types.map((type, at) => (kept.includes(type) ? fits[at]! : 0)));
  return kept.filter((type) => fits[types.indexOf(type)]! >= best - 0.05);
}

/** Where only a wish is said: the types that say the words; else those with most to say. */
function leaves({ items }: Frame, { schema, tree, words }: Lexicon): Target[] {
  const types = Object.keys(schema.types).filter((type) => !schema.roots.includes(type) && tree.typeId(type) >= 0);
  const stems = items
    .flatMap((item) => (item.kind === "words" ? stemsIn(item.text) : []))
    .filter((stem) => !isStopWord(stem));
  const says = (type: string, stem: string) => words.saysInProse(type, stem) || words.has(type, stem);
  const counts = types.map((type) => stems.filter((stem) => says(type, stem)).length);
  const most = Math.max(0, ...counts);
  const saying = types.filter((_, at) => counts[at] === most);
  if (most > 0)
    return [
      { types: saying, attribute: null, head: null, strength: saying.length === 1 && most === stems.length ? 1 : 0.8 },
    ];
  const rich = types.filter((type) => Object.keys(schema.types[type]!.attributes).length > 2);
  const deepest = rich.filter((type) => !rich.some((other) => Object.hasOwn(schema.types[type]!.children, other)));
  return deepest.length === 0 ? [] : [{ types: deepest, attribute: null, head: null, strength: 0.7 }];
}
