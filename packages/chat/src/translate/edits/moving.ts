import type { NodeId } from "@semantic-xpath/tree";
import { momentOf } from "../clock/clock.js";
import { labelOf, nodeTypeOf } from "../lexicon/labelOf.js";
import { attributeOfKind, isDate, isTime, isTimes } from "./attributes.js";
import { both, type Drafted, drafted, question, updatesIn } from "./draft.js";
import { find, typesCalled } from "./finder.js";
import { isBelow, type Scope, targetOf } from "./found.js";
import { calledOf, type Known, typeOf } from "./known.js";
import { lowerOf, type Phrase, textOf } from "./phrase.js";
import { setTo } from "./setting.js";

/** Where something goes: into a node, or beside one. */
export interface Place {
  readonly placing: "into" | "as first into" | "as last into" | "before" | "after";
  readonly node: NodeId;
  /** What the place that is named has in it, of which each may hold it: which is not said. */
  readonly among?: { readonly named: NodeId; readonly nodes: readonly NodeId[] };
}

/** Whether a node of a type may be in another. */
export function mayHold(known: Known, parent: NodeId, type: string): boolean {
  const declared = nodeTypeOf(known, typeOf(known, parent));
  return declared !== null && Object.hasOwn(declared.children, type);
}

const STARTS: ReadonlySet<string> = new Set(["start", "beginning", "top", "front", "head"]);
const ENDS: ReadonlySet<string> = new Set(["end", "bottom", "back"]);
const JUST: ReadonlySet<string> = new Set(["right", "directly", "immediately", "just", "straight"]);

/** A place that a phrase says for nodes of a type, its preposition first: `to day 3 after lunch`, `before the museum`. Null: it says none. */
export function placeOfPhrase(known: Known, given: Phrase, type: string, scope: Scope = null): Place | null {
  const phrase = given.length > 1 && JUST.has(given[0]!.lower) ? given.slice(1) : given;
  const [first] = phrase;
  if (first === undefined || phrase.length < 2) return null;
  const rest = phrase.slice(1);
  if (first.lower === "before" || first.lower === "after") return beside(known, rest, type, first.lower, scope);
  if (first.lower === "between") return between(known, rest, type, scope);
  return atEnd(known, rest, type, scope) ?? nested(known, rest, type, scope) ?? into(known, rest, type, scope);
}

function beside(known: Known, phrase: Phrase, type: string, placing: "before" | "after", scope: Scope): Place | null {
  const nodes = find(known, phrase, scope).nodes.filter((node) => {
    const parent = known.tree.parent[node]!;
    return parent > 0 && mayHold(known, parent, type);
  });
  return nodes.length === 1 ? { placing, node: nodes[0]! } : null;
}

/** `between lunch and the museum`: after the first, if the other comes next. */
function between(known: Known, phrase: Phrase, type: string, scope: Scope): Place | null {
  const at = phrase.findIndex(({ lower }) => lower === "and");
  if (at < 1) return null;
  const [one, other] = [
    beside(known, phrase.slice(0, at), type, "after", scope),
    beside(known, phrase.slice(at + 1), type, "before", scope),
  ];
  if (one === null || other === null) return null;
  return known.tree.parent[one.node] === known.tree.parent[other.node] ? one : null;
}

/** `the end of day 2`, `the top of the list`, `the top` */
function atEnd(known: Known, given: Phrase, type: string, scope: Scope): Place | null {
  const phrase = given.filter(({ lower }, i) => i > 1 || !["the", "very"].includes(lower));
  const [word, of] = phrase;
  if (word === undefined || !(STARTS.has(word.lower) || ENDS.has(word.lower))) return null;
  const placing = STARTS.has(word.lower) ? "as first into" : "as last into";
  const inside = of?.lower === "of" ? into(known, phrase.slice(2), type, scope) : null;
  return inside === null ? null : { ...inside, placing };
}

/** `day 3 after lunch`, `Friday before the dinner`, `day 2 as the first stop` */
function nested(known: Known, phrase: Phrase, type: string, scope: Scope): Place | null {
  for (let at = 1; at < phrase.length - 1; at++) {
    const { lower } = phrase[at]!;
    if (!["before", "after", "between", "as", "right", "just", "directly"].includes(lower)) continue;
    const inside = into(known, phrase.slice(0, at), type, scope);
    if (inside === null) continue;
    const tail = phrase.slice(at);
    if (lower === "as") return asFirst(inside, tail);
    const place = placeOfPhrase(known, tail, type, [inside.node]);
    if (place !== null) return place;
  }
  return null;
}

function asFirst(inside: Place, tail: Phrase): Place | null {
  const said = lowerOf(tail);
  if (/^as (?:the )?first\b/u.test(said)) return { ...inside, placing: "as first into" };
  return /^as (?:the )?last\b/u.test(said) ? { ...inside, placing: "as last into" } : null;
}

function into(known: Known, phrase: Phrase, type: string, scope: Scope, isWide = false): Place | null {
  const found = find(known, phrase, scope).nodes;
  const fitting = found.filter((node) => mayHold(known, node, type));
  if (fitting.length === 1) return { placing: "into", node: fitting[0]! };
  if (fitting.length > 1 || found.length !== 1) return null;
  const named = found[0]!;
  const nodes = holdersBelow(known, named, type);
  const [first] = nodes;
  if (first === undefined) return null;
  if (nodes.length === 1) return { placing: "into", node: first };
  return isWide ? { placing: "into", node: first, among: { named, nodes } } : null;
}

/** More holders than that are not gone through. */
const MOST_HOLDERS = 50;

/** The nodes below another that may hold the type. */
function holdersBelow(known: Known, root: NodeId, type: string): readonly NodeId[] {
  const nodes: NodeId[] = [];
  for (let node = root + 1; node < known.tree.end[root]! && nodes.length < MOST_HOLDERS; node++)
    if (mayHold(known, node, type)) nodes.push(node);
  return nodes;
}

/** A place that is too wide, as a category is for a task: what is in it is asked about. Null: the phrase says none. */
export const widePlaceOf = (known: Known, phrase: Phrase, type: string): Place | null =>
  phrase.length < 2 ? null : into(known, phrase.slice(1), type, null, true);

export function placeWords(known: Known, { placing, node }: Place): string {
  const name = calledOf(known, node);
  switch (placing) {
    case "into":
    case "as last into":
      return `at the end of ${name}`;
    case "as first into":
      return `at the beginning of ${name}`;
    default:
      return `${placing} ${name}`;
  }
}

/** Moves a node to where a phrase says, or changes the day or the time that it has. `phrase` begins with its preposition. */
export function move(known: Known, node: NodeId, phrase: Phrase): Drafted {
  const type = typeOf(known, node);
  const place =
    placeOfPhrase(known, phrase, type, siblingScope(known, node, phrase)) ?? placeOfPhrase(known, phrase, type);
  if (place !== null) return moveTo(known, node, place);
  const edge = edgeOf(known, node, phrase);
  if (edge !== null) return moveTo(known, node, edge);
  const rest = phrase.slice(1);
  return (
    toAnother(known, node, rest) ??
    dayAndTime(known, node, rest) ??
    reschedule(known, node, rest) ??
    question(
      `Where should ${calledOf(known, node)} go? I find no place that is "${textOf(rest)}" and may have it.`,
      0.6,
    )
  );
}

const OTHERS = /^(?:another|(?:a |some )?(?:different|other|new)|one of the other|any other) /u;
const MOST_CHOICES = 3;

/** `to another project`: to which is not said. */
function toAnother(known: Known, node: NodeId, phrase: Phrase): Drafted {
  const text = lowerOf(phrase);
  const types = OTHERS.test(text) ? typesCalled(known, text.replace(OTHERS, "")) : new Set<string>();
  if (types.size === 0) return null;
  const { tree } = known;
  const places: NodeId[] = [];
  for (let at = 1; at <= tree.size; at++)
    if (types.has(typeOf(known, at)) && at !== tree.parent[node] && mayHold(known, at, typeOf(known, node)))
      places.push(at);
  if (places.length === 0) return null;
  const drafts = places.slice(0, MOST_CHOICES).map((place) => moveTo(known, node, { placing: "into", node: place }));
  const names = places.slice(0, MOST_CHOICES).map((place) => `"${calledOf(known, place)}"`);
  const more = places.length > MOST_CHOICES ? `, or one of ${places.length - MOST_CHOICES} more` : "";
  return question(
    `Which ${[...types].join(" or ")} should ${calledOf(known, node)} go to: ${names.join(", ")}${more}?`,
    0.8,
    updatesIn(drafts),
  );
}

/** `before dinner`: the dinner of the same day comes first. */
const siblingScope = (known: Known, node: NodeId, phrase: Phrase): Scope =>
  ["before", "after", "between", "right", "just", "directly"].includes(phrase[0]!.lower)
    ? [known.tree.parent[node]!]
    : null;

/** `to the end`, `to the top`: of what it is in. */
function edgeOf(known: Known, node: NodeId, phrase: Phrase): Place | null {
  const word = phrase.at(-1)!.lower;
  const parent = known.tree.parent[node]!;
  if (phrase.length > 3 || parent <= 0) return null;
  if (STARTS.has(word)) return { placing: "as first into", node: parent };
  return ENDS.has(word) ? { placing: "as last into", node: parent } : null;
}

/** `first on day 2`, `last`: of a place, or of what it is in. */
export function moveToEdge(known: Known, node: NodeId, phrase: Phrase, edge: "first" | "last"): Drafted {
  const parent = known.tree.parent[node]!;
  const placing = edge === "first" ? "as first into" : "as last into";
  const place = phrase.length === 0 ? { node: parent } : into(known, phrase, typeOf(known, node), null);
  return place === null || place.node <= 0 ? null : moveTo(known, node, { placing, node: place.node });
}

function moveTo(known: Known, node: NodeId, place: Place): Drafted {
  if (place.node === node || isBelow(known, place.node, node))
    return question(`${calledOf(known, node)} can't be put into or beside itself.`, 0.6);
  const said = `move ${calledOf(known, node)} ${placeWords(known, place).replace(/^at /u, "to ")}`;
  const update = `move node ${targetOf(known, node)} ${place.placing} ${targetOf(known, place.node)}`;
  return drafted(update, said);
}

/** `to Friday at 3 pm`: the place by the day, and the time. */
function dayAndTime(known: Known, node: NodeId, phrase: Phrase): Drafted {
  for (let at = phrase.length - 1; at > 0; at--) {
    if (!["at", "from"].includes(phrase[at]!.lower)) continue;
    const type = typeOf(known, node);
    const times = attributeOfKind(known, type, isTimes) ?? attributeOfKind(known, type, isTime);
    const place = into(known, phrase.slice(0, at), type, null);
    if (times === null || place === null) continue;
    const [moved, timed] = [moveTo(known, node, place), setTo(known, node, times, phrase.slice(at + 1))];
    if (moved?.kind !== "update" || timed?.kind !== "update") return timed;
    const isThere = known.tree.parent[node] === place.node;
    return isThere ? timed : both(moved, timed);
  }
  return null;
}

/** `to next Tuesday`, `to 7 pm`: the date or the time that it has. */
function reschedule(known: Known, node: NodeId, phrase: Phrase): Drafted {
  if (phrase.length === 0) return null;
  const type = typeOf(known, node);
  const moment = momentOf(textOf(phrase), known.about.now);
  if (moment === null) return null;
  const attribute =
    moment.date !== null
      ? attributeOfKind(known, type, isDate)
      : (attributeOfKind(known, type, isTimes) ?? attributeOfKind(known, type, isTime));
  return attribute === null ? null : setTo(known, node, attribute, phrase);
}

/** Each takes the place of the other. */
export function swap(known: Known, one: NodeId, other: NodeId): Drafted {
  if (one === other || isBelow(known, one, other) || isBelow(known, other, one))
    return question("Which two should change places?", 0.6);
  const { tree } = known;
  const said = `let ${calledOf(known, one)} and ${calledOf(known, other)} change places`;
  const [first, second] = one < other ? [one, other] : [other, one];
  const isNext = tree.end[first] === second && tree.parent[first] === tree.parent[second];
  const [a, b] = [targetOf(known, first), targetOf(known, second)];
  const update = isNext ? `move node ${b} before ${a}` : `move node ${a} after ${b},\nmove node ${b} after ${a}`;
  const draft = drafted(update, said, 0.9);
  return [one, other].every((node) => isPlace(known, node))
    ? question(`Should ${calledOf(known, one)} and ${calledOf(known, other)} change places, or what is in them?`, 0.7, [
        draft,
      ])
    : draft;
}

/** Lunch and dinner are places for what is in them: their names are of a few that the schema has. */
function isPlace(known: Known, node: NodeId): boolean {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  return label !== null && nodeTypeOf(known, type)?.attributes[label]?.values !== undefined;
}
