import { factsText, type NodeContext, nodeText, type Tree } from "@semantic-xpath/tree";
import type { ScoreOptions, TextContext } from "./scorer.js";

/** A container of more UTF-16 units says nothing of one of its nodes. */
const MAX_WITHIN = 1 << 17;

/** Context of a text from the node that contains it. */
export function containerContext(tree: Tree, { within, facts }: NodeContext): Pick<TextContext, "within" | "facts"> {
  const text = nodeText(tree, within, MAX_WITHIN);
  return { within: text.length > MAX_WITHIN ? null : text, facts: factsText(tree, within, facts) };
}

/** Selects the contexts for some of the texts of a call. */
export const contextsAt = (
  contexts: ScoreOptions["contexts"],
  places: readonly number[],
): Pick<ScoreOptions, "contexts"> =>
  contexts === undefined ? {} : { contexts: places.map((place) => contexts[place]!) };

/** A text with what it is read with, as a key: the text itself where that is nothing. */
export const keyOf = (text: string, context: TextContext | null | undefined): string =>
  context === null || context === undefined ? text : keyWith(text, digestOf(context));

/** Key of a text with a named context. */
export const keyWith = (text: string, name: string): string => `${text}\0${name}`;

/** Names a context: equal ones have equal names, and others, as good as certainly, others. */
export function digestOf({ facts, within, before, after, by, isDeclared }: TextContext): string {
  const parts = [facts, within ?? "\0", by ?? "\0", "\0before", ...before, "\0after", ...after, String(isDeclared)];
  return parts.map(digestOfText).join(".");
}

let last: { readonly text: string; readonly digest: string } = { text: "", digest: "" };

/** Twice 32 bits of FNV-1a, from two beginnings; of a container, which many texts have one after the other, it is made once. */
export function digestOfText(text: string): string {
  if (text.length < 1024) return digested(text);
  if (last.text !== text) last = { text, digest: digested(text) };
  return last.digest;
}

function digested(text: string): string {
  let [a, b] = [0x811c9dc5, 0xc2b2ae35];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}-${text.length}`;
}
