import { compile } from "@semantic-xpath/runtime";
import type { NodeId } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import { typesCalled } from "../edits/finder.js";
import { targetOf } from "../edits/found.js";
import { calledOf, type Known, knownOf, typeOf } from "../edits/known.js";
import { type Phrase, phraseOf } from "../edits/phrase.js";
import { bareRequest } from "../edits/request.js";
import { labelOf } from "../lexicon/labelOf.js";
import { quoted } from "../write/write.js";
import { followUp } from "./followUp.js";
import { foundBefore, referredTo } from "./referredTo.js";

/** A request with what it refers to put in. */
export interface InContext {
  readonly request: string;
  /** Text of a query that what is found must be in as well; null: nothing of the kind. */
  readonly among: string | null;
  /** What a reading calls the one thing that is meant, and the path that is surely it. */
  readonly one: { readonly called: string; readonly path: string } | null;
}

/**
 * A question that leans on earlier turns as one that stands alone: `which of those are museums?` is about what was found, `how long does it
 * take?` about the one, `and for Grete?` is the last question for somebody else. Null: it leans on nothing.
 */
export function inContext(request: string, about: About): InContext | null {
  if ((about.context?.requests.length ?? 0) === 0 && (about.context?.found.length ?? 0) === 0) return null;
  const known = knownOf(about);
  const phrase = phraseOf(request);
  const whole = followUp(known, bareRequest(phrase));
  if (whole !== null) return { request: whole, among: null, one: null };
  return amongThose(known, request, phrase) ?? named(known, request, phrase);
}

const THOSE: ReadonlySet<string> = new Set(["those", "these", "them", "they"]);

/** `which of those …`: what was found, as the query that found it, or node by node. */
function amongThose(known: Known, request: string, phrase: Phrase): InContext | null {
  const at = phrase.findIndex(({ lower, isQuoted }) => THOSE.has(lower) && !isQuoted);
  const [nodes = []] = foundBefore(known);
  if (at < 0 || nodes.length === 0) return null;
  const isOf = at > 0 && phrase[at - 1]!.lower === "of";
  const start = isOf ? phrase[at - 1]!.start : phrase[at]!.start;
  const rest = `${request.slice(0, start)}${request.slice(phrase[at]!.end)}`.replaceAll(/ {2,}/gu, " ");
  return { request: rest, among: queryOf(known, nodes), one: null };
}

const MOST_PATHS = 20;

/** A query that finds these nodes: each by its path; of many the query that found them. */
function queryOf(known: Known, nodes: readonly NodeId[]): string | null {
  if (nodes.length <= MOST_PATHS) return nodes.map((node) => targetOf(known, node)).join(" | ");
  const text = known.about.context?.requests[0]?.text ?? null;
  return text !== null && compile(text, { schema: null }).diagnostics.every(({ severity }) => severity !== "error")
    ? text
    : null;
}

/** Longer phrases refer to nothing. */
const LONGEST = 3;

/** `it`, `the first one`, `that project` by what it is called. */
function named(known: Known, request: string, phrase: Phrase): InContext | null {
  for (let length = LONGEST; length > 0; length--)
    for (let at = 0; at + length <= phrase.length; at++) {
      const words = phrase.slice(at, at + length);
      if (length === 1 && words[0]!.lower === "that" && at < phrase.length - 1) continue;
      const nodes = referredTo(known, words)?.nodes ?? [];
      if (nodes.length !== 1) continue;
      const own = nameOf(known, nodes[0]!, length > 1 && words[0]!.lower === "that");
      const text = `${request.slice(0, words[0]!.start)}${own}${request.slice(words.at(-1)!.end)}`;
      return { request: text, among: null, one: oneOf(known, nodes[0]!) };
    }
  return null;
}

function nameOf(known: Known, node: NodeId, isTyped: boolean): string {
  const type = typeOf(known, node);
  const called = calledOf(known, node).replaceAll('"', "");
  const says = called.split(" ").some((word) => typesCalled(known, word).has(type));
  if (labelOf(known, type) === null || says) return called;
  return isTyped ? `the ${type} "${called}"` : `"${called}"`;
}

function oneOf(known: Known, node: NodeId): InContext["one"] {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const value = label === null ? undefined : known.tree.attribute(node, label);
  return value === undefined
    ? null
    : { called: `//${type}[@${label} = ${quoted(value)}]`, path: targetOf(known, node) };
}
