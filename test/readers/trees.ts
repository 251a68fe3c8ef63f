import type { Diagnostic } from "@semantic-xpath/parser";
import fc from "fast-check";
import type { Tree } from "../../packages/tree/src/tree.js";

/** A node as plain data, for comparing and generating. */
export interface Plain {
  type: string;
  attributes: Record<string, string>;
  text: string;
  children: Plain[];
}

/** The whole tree as plain data. */
export function plainOf(tree: Tree, node = 1): Plain {
  const view = tree.node(node);
  return {
    type: view.type,
    attributes: Object.fromEntries(Object.entries(view.attributes).sort(([a], [b]) => (a < b ? -1 : 1))),
    text: view.text,
    children: view.children.map(({ id }) => plainOf(tree, id)),
  };
}

/** A tree on one line: `Plan(a=1){Day 'text'}`. */
export function line(tree: Tree, node = 1): string {
  const { type, attributes, text, children } = tree.node(node);
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}=${value}`);
  const inner = children.map(({ id }) => line(tree, id));
  return `${type}${pairs.length ? `(${pairs.join(" ")})` : ""}${text && `'${text}'`}${inner.length ? `{${inner.join(" ")}}` : ""}`;
}

const NAMES = ["Plan", "Day", "POI", "xs:any", "_x", "Größe", "a-b.c", "__proto__", "constructor", "𠀀", "toString"];
const name = fc.constantFrom(...NAMES);
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " ", "<", ">", "&", '"', "'", "é", "😀", "]", "-", "\u00a0") }),
  fc.constantFrom("", "n1", "true", "2026-03-14", "007"),
);

/** Random small trees with awkward names, values and texts. */
export const plainTree: fc.Arbitrary<Plain> = fc.letrec<{ node: Plain }>((tie) => ({
  node: fc.record(
    {
      type: name,
      attributes: fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => {
        const sorted = [...new Map(pairs)].sort(([a], [b]) => (a < b ? -1 : 1));
        return Object.fromEntries(sorted);
      }),
      text: value.map((text) => text.replace(/ +/g, " ").replace(/^ | $/g, "")),
      children: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant<Plain[]>([]),
        fc.array(tie("node"), { maxLength: 4 }),
      ),
    },
    { noNullPrototype: true },
  ),
})).node;

/** Cuts a text or bytes at random places. */
export const cuts = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 40 });

export function* cutUp<T extends string | Uint8Array>(whole: T, sizes: readonly number[]): Generator<T> {
  let at = 0;
  for (let i = 0; at < whole.length; i++) {
    const size = sizes[i % sizes.length]! || (i % sizes.length === 0 ? 1 : 0);
    yield whole.slice(at, at + size) as T;
    at += size;
  }
}

export async function* streamOf<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  for (const piece of pieces) yield piece;
}

/** The tree of a text with mistakes, and its problems with what they point at. */
export const tolerantly =
  (read: (text: string, options: { onDiagnostic(diagnostic: Diagnostic): void }) => Tree) =>
  (text: string): [string, ...string[]] => {
    const problems: Diagnostic[] = [];
    const tree = read(text, { onDiagnostic: (diagnostic) => problems.push(diagnostic) });
    return [line(tree), ...problems.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`)];
  };
