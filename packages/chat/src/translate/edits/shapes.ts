import { momentOf } from "../clock/clock.js";
import { labelOf, nodeTypeOf } from "../lexicon/labelOf.js";
import { attributeCalled, attributesOf, isDate, isMoney, isTime, isTimes, lengthAttribute } from "./attributes.js";
import { typesCalled } from "./finder.js";
import { type Known, stemsOf } from "./known.js";
import { type Place, placeOfPhrase } from "./moving.js";
import { lowerOf, type Phrase, textOf, withoutArticle, writtenOf } from "./phrase.js";
import { type Attribute, enumerated, lengthOf, nearerHalf, readAttribute, timesText } from "./readAttribute.js";

/** What follows each of these may be a place or a value. */
const CUTS: ReadonlySet<string> = new Set(
  "to into in on onto under for at from with before after between called named titled costing lasting due by saying that as of right just directly :".split(
    " ",
  ),
);

/** A node as words of a request may describe it. */
export interface Shape {
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

/** Reads words as the place of a new node. */
type PlaceOf = (known: Known, phrase: Phrase, type: string) => Place | null;

/** The ways to take the words as a node of a type: cut at prepositions, each piece a place, a value, or part of the name. */
export function shapesOf(
  known: Known,
  type: string,
  phrase: Phrase,
  placeOf: PlaceOf = placeOfPhrase,
): readonly Shape[] {
  const pieces = piecesOf(phrase);
  let place: Place | null = null;
  const rest: Phrase[] = [pieces[0]!];
  for (let at = 1; at < pieces.length; at++) {
    const found: ReturnType<typeof longestPlace> =
      place === null ? longestPlace(known, type, pieces, at, placeOf) : null;
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
    isTitled ||= before.isQuoted || before.lower === ":";
    // After a title in quotation marks or a colon what commas part are values.
    const isPart = isTitled && (before.isQuoted || phrase[at]!.gap === ",");
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
  placeOf: PlaceOf,
): { readonly place: Place; readonly last: number } | null {
  for (let last = Math.min(pieces.length, from + 5) - 1; last >= from; last--) {
    const piece = pieces.slice(from, last + 1).flat();
    if (
      ["called", "named", "titled", "costing", "lasting", "due", "saying", "that", "as", ":"].includes(piece[0]!.lower)
    )
      continue;
    const place = placeOf(known, piece, type);
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
  if (lower === ":" && labelOf(known, type) !== null && isTypeAlone(shape)) {
    shape.name = rest;
    return true;
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

/** `new task in Checkups: book an X-ray`: before the colon is only what it is. */
const isTypeAlone = ({ known, type, name }: Shape): boolean =>
  typesCalled(known, lowerOf(withoutArticle(name).filter(({ lower }) => lower !== "new"))).has(type);

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
      return false;
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
  shape.text = writtenOf(rest);
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

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `there` as `to there`. */
export function withPreposition(phrase: Phrase): Phrase {
  const last = phrase.at(-1)!;
  if (phrase.length < 2 || last.isQuoted || !["there", "here"].includes(last.lower) || CUTS.has(phrase.at(-2)!.lower))
    return phrase;
  return [...phrase.slice(0, -1), { ...last, text: "to", lower: "to" }, last];
}
