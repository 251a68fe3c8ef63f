import { kindOfType } from "@semantic-xpath/planner";
import type { NodeId } from "@semantic-xpath/tree";
import { momentOf } from "../clock/clock.js";
import { labelOf, nodeTypeOf } from "../lexicon/labelOf.js";
import { facetsOf } from "../lexicon/segmentWords.js";
import { attributeCalled, attributesOf, isDate, isMoney, isTime, isTimes, lengthAttribute } from "./attributes.js";
import { type Drafted, question } from "./draft.js";
import { childrenOf, targetOf, typesCalled } from "./finder.js";
import { type Known, stemsOf } from "./known.js";
import { mayHold, type Place, placeOfPhrase, placeWords } from "./moving.js";
import { lowerOf, type Phrase, textOf, withoutArticle } from "./phrase.js";
import {
  type Attribute,
  enumerated,
  lengthOf,
  nearerHalf,
  readAttribute,
  startIn,
  timesText,
} from "./readAttribute.js";
import { elementText } from "./text.js";

/** What follows each of these may be a place or a value. */
const CUTS: ReadonlySet<string> = new Set(
  "to into in on onto under for at from with before after between called named titled costing lasting due by saying that as of right just directly :".split(
    " ",
  ),
);

interface Shape {
  readonly known: Known;
  readonly type: string;
  place: Place | null;
  readonly attributes: Map<string, string>;
  /** What it is called, in the words of the request. */
  name: Phrase;
  text: string;
  /** When it begins, in minutes from midnight, where its end is not said with it. */
  start: number | null;
}

/** `add a coffee break to day 2 at 4 pm`: `phrase` is all after the verb. */
export function insert(known: Known, given: Phrase): Drafted {
  const phrase = withPreposition(given);
  const types = Object.keys(known.schema.types).filter(
    (type) =>
      isInside(known, type) &&
      (!needsChildren(known, type) || phrase.some(({ lower }) => typesCalled(known, lower).has(type))),
  );
  const shapes = types.flatMap((type) => shapesOf(known, type, phrase));
  const best = bestShapes(known, shapes);
  if (best.length === 0) return question(`Where should "${textOf(phrase)}" go? I find no place for it.`, 0.5);
  const drafts = best.map(draftOf);
  const [first] = drafts;
  if (drafts.length === 1) return first!;
  const updates = drafts.flatMap((draft) => (draft?.kind === "update" ? [draft] : []));
  return question(
    `Is it ${best
      .slice(0, 3)
      .map(({ type }) => article(type))
      .join(", or ")}?`,
    0.7,
    updates.slice(0, 3),
  );
}

/** `there` as `to there`. */
function withPreposition(phrase: Phrase): Phrase {
  const last = phrase.at(-1)!;
  if (phrase.length < 2 || last.isQuoted || !["there", "here"].includes(last.lower) || CUTS.has(phrase.at(-2)!.lower))
    return phrase;
  return [...phrase.slice(0, -1), { ...last, text: "to", lower: "to" }, last];
}

const article = (type: string): string => `${/^[aeiou]/iu.test(type) ? "an" : "a"} ${type}`;

const isInside = ({ schema }: Known, type: string): boolean =>
  Object.values(schema.types).some(({ children }) => Object.hasOwn(children, type));

/** The ways to take the words as a node of a type: cut at prepositions, each piece a place, a value, or part of the name. */
function shapesOf(known: Known, type: string, phrase: Phrase): readonly Shape[] {
  const pieces = piecesOf(phrase);
  let place: Place | null = null;
  const rest: Phrase[] = [pieces[0]!];
  for (let at = 1; at < pieces.length; at++) {
    const found: ReturnType<typeof longestPlace> = place === null ? longestPlace(known, type, pieces, at) : null;
    if (found === null) rest.push(pieces[at]!);
    else {
      place = found.place;
      at = found.last;
    }
  }
  const shape: Shape = { known, type, place, attributes: new Map(), name: rest[0]!, text: "", start: null };
  let isNaming = true;
  for (const piece of rest.slice(1)) {
    if (fill(shape, piece)) isNaming = false;
    else if (
      isNaming &&
      !shape.name.some(({ isQuoted }) => isQuoted) &&
      (!PLACING.has(piece[0]!.lower) || (shape.name === rest[0] && isWish(known, type, shape.name, piece)))
    )
      shape.name = [...shape.name, ...piece];
    else return [];
  }
  atEdge(shape);
  nameIt(shape);
  endIt(shape);
  return [shape];
}

/** `milk first on the list`: the word says where, and is no part of the name. */
function atEdge(shape: Shape): void {
  const last = shape.name.at(-1)!;
  if (
    shape.name.length < 2 ||
    last.isQuoted ||
    shape.place?.placing !== "into" ||
    !["first", "last"].includes(last.lower)
  )
    return;
  shape.name = shape.name.slice(0, -1);
  shape.place = { ...shape.place, placing: last.lower === "first" ? "as first into" : "as last into" };
}

/** The whole interval, where start and length are said apart. */
function endIt({ known, type, attributes, ...shape }: Shape): void {
  const times = attributesOf(known, type).find(({ declared }) => isTimes(declared));
  const length = lengthAttribute(known, type);
  const minutes = length === null ? Number.NaN : Number(attributes.get(length.name));
  if (times !== undefined && shape.start !== null && minutes > 0)
    attributes.set(times.name, timesText(known, times, shape.start, shape.start + minutes));
}

/** `a task to buy stamps` */
const isWish = (known: Known, type: string, name: Phrase, piece: Phrase): boolean =>
  piece[0]!.lower === "to" && typesCalled(known, lowerOf(withoutArticle(name))).has(type);

/** What surely says where something goes, and is no part of a name. */
const PLACING: ReadonlySet<string> = new Set(["to", "into", "onto", "under", "before", "after", "between"]);

function piecesOf(phrase: Phrase): readonly Phrase[] {
  const pieces: Phrase[] = [];
  let start = 0;
  let isTitled = false;
  for (let at = 1; at < phrase.length; at++) {
    const before = phrase[at - 1]!;
    isTitled ||= before.isQuoted;
    // After a title in quotation marks what commas part are values.
    const isPart = isTitled && (before.isQuoted || phrase[at]!.start > before.end + 1);
    if (phrase[at]!.isQuoted || !(isPart || CUTS.has(phrase[at]!.lower))) continue;
    if (before.lower === "due" && !before.isQuoted) continue;
    if (phrase[at]!.lower === "to" && phrase[start]!.lower === "from") continue;
    pieces.push(phrase.slice(start, at));
    start = at;
  }
  return [...pieces, phrase.slice(start)].filter(({ length }) => length > 0);
}

/** The longest run of pieces that says a place: `to day 3` and `after lunch` are one. */
function longestPlace(
  known: Known,
  type: string,
  pieces: readonly Phrase[],
  from: number,
): { readonly place: Place; readonly last: number } | null {
  for (let last = Math.min(pieces.length, from + 5) - 1; last >= from; last--) {
    const piece = pieces.slice(from, last + 1).flat();
    if (
      ["called", "named", "titled", "costing", "lasting", "due", "saying", "that", "as", ":"].includes(piece[0]!.lower)
    )
      continue;
    const place = placeOfPhrase(known, piece, type);
    if (place !== null) return { place, last };
  }
  return null;
}

/** Takes a piece as a value, if it says one. */
function fill(shape: Shape, piece: Phrase): boolean {
  const { known, type, attributes } = shape;
  const { lower } = piece[0]!;
  const rest = piece.slice(lower === "due" && ["on", "by", "at"].includes(piece[1]?.lower ?? "") ? 2 : 1);
  if (rest.length === 0) return false;
  if (["called", "named", "titled"].includes(lower)) {
    shape.text = "";
    const label = labelOf(known, type);
    if (label !== null) attributes.set(label, textOf(rest));
    return label !== null;
  }
  if (["saying", "that", ":"].includes(lower)) return says(shape, rest);
  if (lower === "with") return withValues(shape, rest);
  if (withValues(shape, piece)) return true;
  for (const attribute of attributesOf(known, type)) {
    if (attributes.has(attribute.name) || !suits(known, attribute, lower, rest)) continue;
    const text = timed(known, attribute, rest) ?? readAttribute(known, attribute, rest, null);
    if (text === null) continue;
    attributes.set(attribute.name, text);
    return true;
  }
  return startsAt(shape, lower, rest);
}

/** `at 7 pm` where an interval is wanted: how long it is may be said elsewhere. */
function startsAt(shape: Shape, preposition: string, rest: Phrase): boolean {
  const moment = preposition === "at" ? momentOf(textOf(rest), shape.known.about.now) : null;
  const times = attributesOf(shape.known, shape.type).find(({ declared }) => isTimes(declared));
  if (times === undefined || moment?.time == null || moment.date !== null) return false;
  shape.start = moment.isEitherHalf ? nearerHalf(moment.time, null) : moment.time;
  return true;
}

/** Whether a preposition goes with values of an attribute. */
function suits(known: Known, attribute: Attribute, preposition: string, rest: Phrase): boolean {
  const { declared, name } = attribute;
  if (declared.values !== undefined) return ["on", "by", "in", "as", "at"].includes(preposition);
  const text = lowerOf(rest);
  switch (preposition) {
    case "at":
    case "from":
      return isTimes(declared) || isTime(declared);
    case "on":
    case "due":
    case "by":
      return isDate(declared);
    case "for":
    case "lasting":
      return lengthOf(rest) !== null
        ? lengthAttribute(known, attribute.type)?.name === name
        : isMoney(declared) && /[$€£¥₹\d]|free/u.test(text);
    case "costing":
      return isMoney(declared) || ["cost", "price"].includes(name);
    default:
      return kindOfType(declared.type) === "date" && preposition === "to" && false;
  }
}

/** `from 10:15 to 10:30`, cut at its preposition, and `at 7 pm` of an interval whose length is said as well. */
function timed(known: Known, attribute: Attribute, rest: Phrase): string | null {
  if (!isTimes(attribute.declared)) return null;
  const moment = momentOf(textOf(rest), known.about.now);
  return moment?.time == null || moment.endTime === null
    ? null
    : timesText(known, attribute, moment.time, moment.endTime);
}

/** The own text of nodes that have one, or the attribute that describes. */
function says(shape: Shape, rest: Phrase): boolean {
  const declared = nodeTypeOf(shape.known, shape.type);
  if (declared?.text !== true) return false;
  shape.text = textOf(rest);
  return true;
}

/** `with priority 2 and status open` */
function withValues(shape: Shape, rest: Phrase): boolean {
  const { known, type, attributes } = shape;
  const found: [string, string][] = [];
  let part: Phrase = [];
  for (const word of [...rest, null]) {
    if (word !== null && !(word.lower === "and" && !word.isQuoted)) {
      part = [...part, word];
      continue;
    }
    const value = valueBeside(known, type, part);
    if (value === null) return false;
    found.push(value);
    part = [];
  }
  for (const [name, text] of found) attributes.set(name, text);
  return true;
}

function valueBeside(known: Known, type: string, phrase: Phrase): [string, string] | null {
  for (let at = 1; at < phrase.length; at++)
    for (const [name, said] of [
      [phrase.slice(0, at), phrase.slice(at)],
      [phrase.slice(at), phrase.slice(0, at)],
    ] as const) {
      const attribute = attributeCalled(known, type, name);
      const value =
        attribute === null
          ? null
          : readAttribute(known, attribute, said[0]!.lower === "of" ? said.slice(1) : said, null);
      if (attribute !== null && value !== null) return [attribute.name, value];
    }
  return null;
}

/** What is left of the words is the name, or the text; words of it that are a value of an enumeration say that value. */
function nameIt(shape: Shape): void {
  const { known, type, attributes } = shape;
  const declared = nodeTypeOf(known, type)!;
  const bare = withoutArticle(shape.name);
  const isType = typesCalled(known, lowerOf(bare)).has(type);
  const first = bare.length > 1 && typesCalled(known, lowerOf(bare.slice(0, 1))).has(type) ? bare.slice(1) : bare;
  for (const attribute of attributesOf(known, type)) {
    if (attribute.declared.values === undefined || attributes.has(attribute.name)) continue;
    const value = bare
      .map(({ text }) => enumerated(attribute.declared.values!, text))
      .find((each) => each !== null && !/^\d/u.test(each));
    if (value !== undefined && value !== null) attributes.set(attribute.name, value);
  }
  const label = labelOf(known, type);
  if (isType) shape.name = [];
  else shape.name = first[0]?.lower === "to" && first.length > 1 ? first.slice(1) : first;
  if (label !== null && !attributes.has(label) && shape.name.length > 0)
    attributes.set(label, capital(textOf(shape.name)));
  if (label === null && declared.text && shape.text === "" && shape.name.length > 0 && !saysKind(shape))
    shape.text = textOf(shape.name);
}

/** Whether the name says no more than the type and an enumerated value: `reminder`. */
const saysKind = ({ known, type, name, attributes }: Shape): boolean =>
  name.every(
    ({ lower }) =>
      typesCalled(known, lower).has(type) ||
      [...attributes.values()].some((value) => stemsOf(value).join() === stemsOf(lower).join()),
  );

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Of all shapes those that understand most: a type that is named, a place, values, then what alike nodes are. */
function bestShapes(known: Known, shapes: readonly Shape[]): readonly Shape[] {
  const placed = shapes
    .map(withPlace)
    .filter((shape): shape is Shape => shape !== null && (shape.attributes.size > 0 || shape.text !== ""));
  const scored = placed.map((shape) => [shape, scoreOf(known, shape)] as const);
  const best = Math.max(...scored.map(([, score]) => score));
  return scored.filter(([, score]) => score >= best - 0.01).map(([shape]) => shape);
}

/** Without a place: the only node that may hold it, or what the last turn was about. */
function withPlace(shape: Shape): Shape | null {
  if (shape.place !== null) return shape;
  const { known, type } = shape;
  if (!isMeant(shape)) return null;
  const holders: NodeId[] = [];
  for (let node = 1; node <= known.tree.size && holders.length < 2; node++)
    if (mayHold(known, node, type)) holders.push(node);
  if (holders.length === 1) return { ...shape, place: { placing: "into", node: holders[0]! } };
  return null;
}

/** Whether the words name the type, or it is the only one that can be added at all. */
function isMeant({ known, type, name, attributes }: Shape): boolean {
  const label = labelOf(known, type);
  const others = Object.keys(known.schema.types).filter(
    (each) => each !== type && isInside(known, each) && !needsChildren(known, each),
  );
  const enumerated = [...attributes.keys()].some(
    (key) => key !== label && nodeTypeOf(known, type)?.attributes[key]?.values !== undefined,
  );
  return (
    others.length === 0 ||
    enumerated ||
    name.length === 0 ||
    name.some(({ lower }) => typesCalled(known, lower).has(type))
  );
}

/** Whether nodes of a type can't be without children. */
const needsChildren = (known: Known, type: string): boolean =>
  Object.values(nodeTypeOf(known, type)?.children ?? {}).some(({ min }) => min > 0);

function scoreOf(known: Known, { type, attributes, name, place, text, start }: Shape): number {
  const label = labelOf(known, type);
  const words = new Set(name.flatMap(({ lower }) => stemsOf(lower)));
  const isNamed = [...attributes].some(
    ([key, value]) =>
      key !== label &&
      attributesOf(known, type).some((each) => each.name === key && each.declared.values !== undefined) &&
      stemsOf(value).some((stem) => words.has(stem)),
  );
  const direct = place !== null && known.tree.parent[place.node] !== undefined ? 1 : 0;
  return (
    (attributes.size + (start === null ? 0 : 1)) * 2 +
    (text === "" ? 0 : 2) +
    (isNamed || endsInType(known, type, name) ? 2 : 0) +
    direct +
    likeness(known, type, words) +
    (words.size === 0 ? 3 : 0)
  );
}

/** Whether the last word is the type's: a coffee break is a break. */
const endsInType = (known: Known, type: string, name: Phrase): boolean =>
  name.length > 0 && typesCalled(known, name.at(-1)!.lower).has(type);

/** Nodes of a type that are looked at: so many say what such nodes are like. */
const MOST_ALIKE = 400;

/** How many nodes of a type have one of the words, as a part of them: in [0, 1). Of many nodes some are looked at, all over the tree. */
function likeness(known: Known, type: string, words: ReadonlySet<string>): number {
  const nodes = known.tree.postings[known.tree.typeId(type)] ?? [];
  const stride = Math.max(1, Math.ceil(nodes.length / MOST_ALIKE));
  let [all, alike] = [0, 0];
  for (let at = 0; at < nodes.length; at += stride) {
    const node = nodes[at]!;
    all++;
    const values = Object.values(known.tree.node(node).attributes).flatMap((value) =>
      value.length > 300 ? [] : stemsOf(value),
    );
    if ([...values, ...facetsOf(known, node).flat()].some((stem) => words.has(stem))) alike++;
  }
  return all === 0 ? 0 : (0.99 * alike) / all;
}

function draftOf(shape: Shape): Drafted {
  const { known, type, attributes, text } = shape;
  const place = inOrder(shape);
  const order = attributesOf(known, type).map(({ name }) => name);
  const pairs = [...attributes].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const missing = attributesOf(known, type).filter(
    ({ name, declared }) => declared.required && known.isDeclared && !attributes.has(name),
  );
  if (known.schema.strict === true && missing.length > 0)
    return question(
      `What should ${missing
        .slice(0, 5)
        .map(({ name }) => `"${name}"`)
        .join(", ")} of the new ${type} be?`,
      0.8,
    );
  const times = attributesOf(known, type).find(({ declared }) => isTimes(declared));
  if (shape.start !== null && times !== undefined && !attributes.has(times.name))
    return question(`How long is the new ${type}, or until when?`, 0.85);
  const [open] = missing;
  if (missing.length === 1 && open!.declared.values !== undefined && open!.declared.values.length <= 6)
    return question(
      `What is its ${open!.name}: ${open!.declared.values.join(", ")}?`,
      0.85,
      open!.declared.values.flatMap((value) => {
        const draft = draftOf({ ...shape, attributes: new Map([...attributes, [open!.name, value]]) });
        return draft?.kind === "update" ? [draft] : [];
      }),
    );
  const left = missing.length === 0 ? "" : `; not said, and left out: ${missing.map(({ name }) => name).join(", ")}`;
  const what = pairs.map(([name, value]) => `${name} ${value}`).join(", ") || text;
  const update = `insert node ${elementText(type, pairs, text)} ${place.placing} ${targetOf(known, place.node)}`;
  return {
    kind: "update",
    update,
    said: `add ${article(type)} (${what}) ${placeWords(known, place)}${left}`,
    parts: [],
    isDestructive: false,
    sureness: missing.length === 0 ? 0.95 : 0.8,
  };
}

/** Where the siblings are in the order of the clock, what has a time goes between them. */
function inOrder({ known, place, attributes, type }: Shape): Place {
  const given = place!;
  if (given.placing !== "into") return given;
  const times = attributesOf(known, type).find(({ declared }) => isTimes(declared) || isTime(declared));
  const own = times === undefined ? null : startIn(times, attributes.get(times.name) ?? null);
  if (times === undefined || own === null) return given;
  const starts = childrenOf(known, given.node).flatMap((child) => {
    const start = startIn(times, known.tree.attribute(child, times.name) ?? null);
    return start === null ? [] : [{ child, start }];
  });
  if (starts.some(({ start }, i) => i > 0 && start < starts[i - 1]!.start)) return given;
  const next = starts.find(({ start }) => start > own);
  return next === undefined ? given : { placing: "before", node: next.child };
}
