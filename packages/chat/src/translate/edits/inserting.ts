import type { NodeId } from "@semantic-xpath/tree";
import { labelOf } from "../lexicon/schemaWords.js";
import { type Draft, elementText } from "./drafts.js";
import type { Phrases } from "./phrases.js";
import { pairAt, piecesOf } from "./setting.js";
import { minutesOf, sampleOf } from "./values.js";

/** Costs of doubts about a new node. */
const COSTS = { unnamed: 0.6, inferredType: 0.1, otherType: 0.4, place: 0.4 } as const;
const MAX_TYPES = 3;

const ARTICLES: ReadonlySet<string> = new Set("a an the new another one some my our".split(" "));
const NAMING: ReadonlySet<string> = new Set("called named titled".split(" "));
/** Words after these may be a place or a value. */
const CUTS: ReadonlySet<string> = new Set(
  "to into in on onto under for at before after with called named titled due costing lasting saying that as by from between right straight directly".split(
    " ",
  ),
);
const PLACING: ReadonlySet<string> = new Set(
  "to into in on onto under before after right straight directly".split(" "),
);

interface Place {
  readonly node: NodeId;
  readonly how: "into" | "before" | "after" | "as first into" | "as last into";
}

/** A new node as words describe it: its name, its place, and values. */
interface Shape {
  readonly head: readonly [from: number, to: number];
  name: string | null;
  text: string | null;
  place: Place | null;
  readonly values: (readonly [from: number, to: number])[];
}

/** Insertions from a stretch of words: "a prop called silver key to The gate", "milk to the list", "a task: paint the walls, due May 3". */
export async function insertions(phrases: Phrases, from: number, to: number): Promise<readonly Draft[]> {
  let start = from;
  while (start < to - 1 && ARTICLES.has(phrases.texts[start]!)) start++;
  if (["it", "them", "that", "this", "these", "those"].includes(phrases.texts[start] ?? "it")) return [];
  const shape = await shapeOf(phrases, start, to);
  const drafts: Draft[] = [];
  for (const [place, type] of await typesFor(phrases, shape)) {
    const draft = draftOf(phrases, shape, place, type);
    if (draft === null) continue;
    drafts.push({ ...draft, cost: draft.cost + (drafts.length > 0 ? COSTS.otherType : 0) });
    if (drafts.length === MAX_TYPES) break;
  }
  // Several types tie in strength.
  return drafts.length < 2
    ? drafts
    : drafts.map((draft) => ({ ...draft, cost: Math.max(draft.cost, COSTS.otherType) }));
}

async function shapeOf(phrases: Phrases, from: number, to: number): Promise<Shape> {
  const pieces = cut(phrases, from, to);
  const shape: Shape = { head: [from, pieces[0]![1]], name: null, text: null, place: null, values: [] };
  const head = shape.head[1];
  const type = typeNamed(phrases, from, head)?.types[0] ?? null;
  for (let at = 1; at < pieces.length; at++) {
    const [start, end] = pieces[at]!;
    const word = phrases.texts[start]!;
    if (NAMING.has(word)) {
      shape.name = unquoted(phrases.written(start + 1, end));
      continue;
    }
    const isColon = phrases.words.request
      .slice(phrases.words.all[start - 1]!.span.end, phrases.words.all[start]!.span.start)
      .includes(":");
    // "a visit: vet Ines, fee 40"
    const types =
      type !== null ? [type] : shape.place === null ? [] : childTypes(phrases, phrases.typeOf(shape.place.node));
    const isPair =
      isColon && at < pieces.length - 1 && types.some((each) => pairAt(phrases, each, start, end) !== null);
    if (!isPair && (isColon || ((word === "saying" || word === "that") && end > start + 1))) {
      shape.text = unquoted(phrases.written(isColon ? start : start + 1, end));
      continue;
    }
    if (phrases.words.all[start]!.isQuoted && shape.name === null) {
      shape.name = unquoted(phrases.written(start, end));
      continue;
    }
    const placed = shape.place === null && PLACING.has(word) ? await longestPlace(phrases, pieces, at, type) : null;
    if (placed !== null) {
      shape.place = placed.place;
      at = placed.last;
      continue;
    }
    shape.values.push([start, end]);
  }
  const last = phrases.words.all[head - 1]!;
  if (
    head - from > 1 &&
    !last.isQuoted &&
    shape.place?.how === "into" &&
    (last.text === "first" || last.text === "last")
  )
    return { ...shape, head: [from, head - 1], place: { ...shape.place, how: `as ${last.text} into` } };
  return { ...shape, head: [from, head] };
}

const unquoted = (text: string): string => text.replace(/^["“«']|["”»']$/g, "");

/** Stretches that begin at a word that may say a place or a value, at a comma or a colon. */
function cut(phrases: Phrases, from: number, to: number): readonly (readonly [number, number])[] {
  const { all, request } = phrases.words;
  const pieces: [number, number][] = [];
  let start = from;
  for (let at = from + 1; at < to; at++) {
    if (all[at]!.isQuoted && all[at - 1]!.isQuoted) continue;
    const gap = request.slice(all[at - 1]!.span.end, all[at]!.span.start);
    const isTitle = all[at]!.isQuoted && !all[at - 1]!.isQuoted && !CUTS.has(all[at - 1]!.text);
    const isCut =
      isTitle ||
      all[at - 1]!.isQuoted ||
      (!all[at]!.isQuoted && CUTS.has(all[at]!.text)) ||
      gap.includes(",") ||
      gap.includes(":");
    if (!isCut || (all[at]!.text === "to" && all[start]!.text === "from") || all[at - 1]!.text === "due") continue;
    pieces.push([start, at]);
    start = at;
  }
  pieces.push([start, to]);
  return pieces;
}

/** The longest run of pieces that names a place: "to day 3 after lunch". */
async function longestPlace(
  phrases: Phrases,
  pieces: readonly (readonly [number, number])[],
  at: number,
  child: string | null,
): Promise<{ readonly place: Place; readonly last: number } | null> {
  let most = at;
  // "to day 3 after lunch" is one place; "to day 3 from 2 pm" is a place and a time.
  while (
    most < pieces.length - 1 &&
    most < at + 2 &&
    ["before", "after", "right", "on", "in", "under", "with", "of"].includes(phrases.texts[pieces[most + 1]![0]]!)
  )
    most++;
  for (let last = most; last >= at; last--) {
    let start = pieces[at]![0];
    while (["right", "straight", "directly"].includes(phrases.texts[start]!)) start++;
    const place = await placeAt(phrases, start, pieces[last]![1], child);
    if (place !== null) return { place, last };
  }
  return null;
}

/** A place that words from a preposition on say: "into day 3", "to the top of Home", "after lunch". */
export async function placeAt(
  phrases: Phrases,
  from: number,
  to: number,
  child: string | null = null,
): Promise<Place | null> {
  const { texts, about, typeOf } = phrases;
  const { world } = phrases.lexicon;
  const isBeside = texts[from] === "before" || texts[from] === "after";
  let start = from + 1;
  let how: Place["how"] = isBeside ? (texts[from] as "before" | "after") : "into";
  const edge = /^(?:the )?(top|start|beginning|front|end|bottom) of /.exec(`${texts.slice(start, to).join(" ")} `);
  if (edge !== null && !isBeside) {
    how = edge[1] === "end" || edge[1] === "bottom" ? "as last into" : "as first into";
    start += edge[0].trim().split(" ").length;
  }
  const holds = (type: string): boolean =>
    child === null
      ? Object.keys(world.place(type).node.children).some((each) => world.has(each))
      : Object.hasOwn(world.place(type).node.children, child);
  const isSibling = (type: string): boolean =>
    [...world.place(type).parents].some(
      (parent) => child === null || Object.hasOwn(world.place(parent).node.children, child),
    );
  for (const target of await phrases.read(start, to, isBeside ? isSibling : holds)) {
    const [node, other] = target.nodes;
    if (node === undefined || other !== undefined || target.attribute !== null || target.cost > COSTS.place) continue;
    if (isBeside ? isSibling(typeOf(node)) : holds(typeOf(node)) || about.tree.end[node]! > node + 1)
      return { node, how };
  }
  return null;
}

/** Types that a new node may have, with where it goes: the named one, else those of its place; the most frequent there first. */
async function typesFor(
  phrases: Phrases,
  { head, place, name, text }: Shape,
): Promise<readonly (readonly [Place, string])[]> {
  const { lexicon, about, typeOf } = phrases;
  const { world } = lexicon;
  const type = typeNamed(phrases, head[0], head[1]);
  const parent =
    place === null
      ? null
      : place.how === "before" || place.how === "after"
        ? about.tree.parent[place.node]!
        : place.node;
  if (parent !== null) {
    return childTypes(phrases, typeOf(parent))
      .filter((child) =>
        type === null ? !world.place(child).isTag && takes(phrases, child, name, text) : type.types.includes(child),
      )
      .sort((a, b) => world.place(b).count - world.place(a).count)
      .map((child) => [place!, child] as const);
  }
  if (type === null && (world.collections()[1] !== undefined || name === null)) {
    const only = world.collections().filter(({ type: each }) => takes(phrases, each, name, text));
    return only.length === 1
      ? only.flatMap(({ type: each }) =>
          parentsOf(phrases, each)
            .slice(0, 1)
            .map((node) => [{ node, how: "into" }, each] as const),
        )
      : [];
  }
  const types = type?.types ?? world.collections().map(({ type: each }) => each);
  return types.flatMap((each) => {
    const parents = parentsOf(phrases, each);
    return parents.length > MAX_TYPES ? [] : parents.map((node) => [{ node, how: "into" }, each] as const);
  });
}

const childTypes = ({ lexicon: { world } }: Phrases, type: string): readonly string[] =>
  Object.keys(world.place(type).node.children).filter((child) => world.has(child));

const takes = ({ lexicon: { world } }: Phrases, type: string, name: string | null, text: string | null): boolean =>
  world.label(type) !== null ||
  (world.place(type).node.text && (text !== null || name !== null)) ||
  textAttribute(world, type) !== null;

const textAttribute = (world: Phrases["lexicon"]["world"], type: string): string | null =>
  ["text", "content", "note", "body", "fact", "observation", "description"].find((each) =>
    Object.hasOwn(world.place(type).node.attributes, each),
  ) ?? null;

/** The nodes that nodes of a type may be in. */
function parentsOf({ lexicon: { world }, about: { tree } }: Phrases, type: string): readonly NodeId[] {
  return [...world.place(type).parents].flatMap((parent) => [...(tree.postings[tree.typeNames.indexOf(parent)] ?? [])]);
}

/** The type that words name, alone or at their beginning or end, and what is left of them. */
function typeNamed(
  phrases: Phrases,
  from: number,
  to: number,
): { readonly types: readonly string[]; readonly rest: readonly [number, number] } | null {
  const { all } = phrases.words;
  const named = (start: number, end: number): readonly string[] =>
    all.slice(start, end).some(({ isQuoted }) => isQuoted)
      ? []
      : (
          phrases.lexicon.phrases.get(
            all
              .slice(start, end)
              .map(({ stem }) => stem)
              .join(" "),
          ) ?? []
        ).flatMap((sense) => (sense.kind === "type" && sense.strength >= 0.95 ? [sense.type] : []));
  for (let length = Math.min(3, to - from); length > 0; length--)
    for (const [start, rest] of [
      [from, [from + length, to]],
      [to - length, [from, to - length]],
    ] as const) {
      const types = named(start, start + length);
      if (types.length > 0) return { types, rest };
    }
  return null;
}

/** Values of a type from words: "with 8 cores and 32 gb ram", "due May 3", "as driver"; null if the words do not fit. */
function valuesIn(
  phrases: Phrases,
  type: string,
  from: number,
  to: number,
): readonly (readonly [string, string])[] | null {
  const start =
    ["with", "as", "on", "at", "by", "for", "costing", "lasting", "in"].includes(phrases.texts[from]!) && from < to - 1
      ? from + 1
      : from;
  const pairs: [string, string][] = [];
  for (const [begin, end] of piecesOf(phrases, start, to)) {
    const pair = pairAt(phrases, type, begin, end);
    if (pair === null) return null;
    pairs.push([pair.attribute, pair.value]);
  }
  return pairs.length === 0 ? null : pairs;
}

/** The values that a request states, by attributes, the label first; null if they are not understood. */
function statedAttributes(
  phrases: Phrases,
  { values: stated }: Shape,
  type: string,
  label: string | null,
): Map<string, string> | null {
  const attributes = new Map<string, string>();
  if (label !== null) attributes.set(label, "");
  for (let at = 0; at < stated.length; at++) {
    const [from, to] = stated[at]!;
    const next = stated[at + 1];
    let values = valuesIn(phrases, type, from, to);
    // Reads a verb as the name of the value that follows it.
    if (values === null && next?.[0] === to) {
      values = valuesIn(phrases, type, from, next[1]);
      at++;
    }
    if (values === null) return null;
    for (const [name, value] of values) {
      // Two values for one attribute: one of them is of another.
      if ((attributes.get(name) ?? "") !== "") return null;
      attributes.set(name, value);
    }
  }
  return attributes;
}

function draftOf(phrases: Phrases, shape: Shape, place: Place, type: string): Draft | null {
  const { lexicon } = phrases;
  const { world } = lexicon;
  const label = world.label(type);
  const attributes = statedAttributes(phrases, shape, type, label);
  if (attributes === null) return null;
  const named = typeNamed(phrases, shape.head[0], shape.head[1]);
  const isType = named?.types.includes(type) === true;
  // "a coffee break": a noun with what is said of it is a name, whatever its type.
  const isCompound =
    isType &&
    named.rest[1] < shape.head[1] &&
    named.rest[0] < named.rest[1] &&
    shape.name === null &&
    shape.text === null &&
    valuesIn(phrases, type, ...named.rest) === null;
  const [from, to] = isType && !isCompound ? named.rest : shape.head;
  let remainder = from >= to ? "" : unquoted(phrases.written(from, to).replace(/^(?:to|that|of) /i, ""));
  // A thing that holds others is seldom begun by a bare noun.
  const isHolder =
    !isType &&
    Object.keys(world.place(type).node.children).some(
      (child) => world.has(child) && !world.place(child).isTag && world.label(child) !== null,
    );
  let cost = isType ? 0 : isHolder ? COSTS.otherType : COSTS.inferredType;
  let text = "";
  if (remainder !== "" && (shape.name !== null || shape.text !== null)) {
    const pairs = valuesIn(phrases, type, from, to);
    if (pairs === null) return null;
    for (const [name, value] of pairs) attributes.set(name, value);
    remainder = "";
  }
  // Without an attribute for names the words may be any of its texts.
  if (remainder !== "" && label !== null && labelOf(world, type) === null) cost += COSTS.unnamed;
  const title = shape.name ?? (remainder === "" ? shape.text : remainder);
  const labelText = title === null || title === "" ? null : title;
  if (labelText !== null) {
    const target = label ?? (world.place(type).node.text ? null : textAttribute(world, type));
    if (target !== null && (attributes.get(target) ?? "") === "") {
      const value = cased(phrases, type, target, labelText);
      if (world.place(type).node.attributes[target]?.values?.includes(value) === false) return null;
      attributes.set(target, value);
    } else if (target === null && world.place(type).node.text) text = labelText;
    else return null;
  }
  if (labelText !== null && shape.text !== null && labelText !== shape.text) {
    const other = world.place(type).node.text ? null : textAttribute(world, type);
    if (world.place(type).node.text) text = shape.text;
    else if (other !== null) attributes.set(other, shape.text);
    else return null;
  }
  if (label !== null && attributes.get(label) === "") attributes.delete(label);
  if (attributes.size === 0 && text === "" && !isType) return null;
  const { how, node } = inTime(phrases, place, type, attributes);
  const update = `insert node ${elementText(type, attributes, text, world.fields)} ${how} ${phrases.path(node)}`;
  const details = [...attributes].map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
  const relation = place.how === "before" || place.how === "after" ? place.how : "to";
  return {
    update,
    said: `add a ${type}${details === "" ? "" : ` (${details})`}${text === "" ? "" : ` "${text}"`} ${relation} ${phrases.called(place.node)}`,
    isDestructive: false,
    cost,
  };
}

/** Before the first sibling that is later, where the siblings are in the order of their times. */
function inTime(
  { lexicon: { world }, about: { tree }, typeOf }: Phrases,
  place: Place,
  type: string,
  values: ReadonlyMap<string, string>,
): Place {
  const timed = Object.keys(world.place(type).node.attributes).find((each) =>
    ["time", "interval"].includes(world.kind(type, each)),
  );
  const ownMinutes = timed === undefined ? null : minutesOf(values.get(timed));
  if (ownMinutes === null || place.how !== "into") return place;
  const siblings: (readonly [node: NodeId, minutes: number])[] = [];
  for (let child = place.node + 1; child < tree.end[place.node]!; child = tree.end[child]!) {
    const minutes = world.has(typeOf(child)) ? minutesOf(world.valueOf(child, timed!)) : null;
    if (minutes !== null) siblings.push([child, minutes]);
  }
  const isSorted = siblings.every(([, minutes], at) => at === 0 || siblings[at - 1]![1] <= minutes);
  const later = siblings.find(([, minutes]) => minutes > ownMinutes);
  return isSorted && later !== undefined ? { node: later[0], how: "before" } : place;
}

/** A name with a capital letter where names in the data have one. */
function cased(phrases: Phrases, type: string, attribute: string, text: string): string {
  const sample = sampleOf(phrases, { type, attribute });
  return sample === null || /^\p{Lu}/u.test(sample) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** A text that is remembered: of the only type that has text, in the only place for it. */
export function remembered(phrases: Phrases, from: number, to: number): readonly Draft[] {
  const { world } = phrases.lexicon;
  const text = phrases.written(from, to).replace(/[.!]$/, "");
  const all = [...world.all].filter(
    ({ type, node, isTag }) =>
      !isTag &&
      (node.text || textAttribute(world, type) !== null) &&
      (world.label(type) === null || world.label(type) === textAttribute(world, type)),
  );
  return all.slice(0, MAX_TYPES).flatMap(({ type, node }) =>
    parentsOf(phrases, type)
      .slice(-1)
      .map((parent) => {
        const attribute = node.text ? null : textAttribute(world, type);
        const element = elementText(
          type,
          attribute === null ? [] : [[attribute, text]],
          attribute === null ? text : "",
        );
        return {
          update: `insert node ${element} as last into ${phrases.path(parent)}`,
          said: `remember as a ${type}: ${text}`,
          isDestructive: false,
          cost: all.length > 1 || parentsOf(phrases, type).length > 1 ? COSTS.otherType : 0,
        };
      }),
  );
}
