import { labelOf, type SequenceEntry, type SequenceView, type WatchValue } from "@semantic-xpath/inspect";
import type { Tree } from "@semantic-xpath/runtime";
import { counted, numberText, weightText } from "../text/numbers.js";
import { algebraShown } from "./algebra.js";
import { type Inside, lazyLines, pages, type Shown } from "./variable.js";

/** A weighted sequence: one line per entry, made for the page that is looked at. */
export const sequenceInside = (tree: Tree, sequence: SequenceView): Inside =>
  pages(sequence.count, (from, count) =>
    sequence.entries(from, count).map((entry, i) => entryShown(tree, String(from + i + 1), entry)),
  );

/** `12 nodes, the best 0.9100 /Itinerary/Day[2]` */
export function sequenceText(sequence: SequenceView): string {
  const best = bestOf(sequence);
  const total = counted(sequence.count, "entry", "entries");
  if (best === null || best.weight === 1) return sequence.count === 1 ? `${total}: ${best?.path}` : total;
  return `${total}, the best ${weightText(best.weight)} ${best.path}`;
}

/** Entries are made to be compared: not of a whole large tree. */
const MOST_COMPARED = 2000;

/** The entry that weighs most; null if there is none, or too many to look at. */
export function bestOf(sequence: SequenceView): SequenceEntry | null {
  if (sequence.count > MOST_COMPARED) return null;
  let best: SequenceEntry | null = null;
  for (const entry of sequence.entries(0, sequence.count))
    if (best === null || entry.weight > best.weight) best = entry;
  return best;
}

const entryText = (tree: Tree, { node, path, weight, value }: SequenceEntry): string =>
  [weightText(weight), path, value === null ? summaryOf(tree, node) : JSON.stringify(value)].join("  ").trimEnd();

function entryShown(tree: Tree, name: string, entry: SequenceEntry): Shown {
  const shown = {
    name,
    value: entryText(tree, entry),
    type: entry.node === 0 ? "document" : tree.node(entry.node).type,
  };
  if (entry.node === 0) return shown;
  return { ...shown, inside: lazyLines(() => [...scoreLines(entry), ...nodeLines(tree, entry.node)]) };
}

function scoreLines(entry: SequenceEntry): readonly Shown[] {
  const algebra = entry.algebra();
  return algebra === null ? [] : [algebraShown(algebra.text, algebra)];
}

/** What a node says: its attributes as expressions name them, its text, and its children one by one. */
function nodeLines(tree: Tree, id: number): readonly Shown[] {
  const node = tree.node(id);
  const attributes = Object.entries(node.attributes).map(
    ([name, value]): Shown => ({ name: `@${name}`, value: JSON.stringify(value), type: "string" }),
  );
  const text: Shown[] = node.text === "" ? [] : [{ name: "text()", value: JSON.stringify(node.text), type: "string" }];
  const children = node.children.length;
  if (children === 0) return [...attributes, ...text];
  const inside = pages(children, (from, count) =>
    node.children.slice(from, from + count).map((child, i) => ({
      name: String(from + i + 1),
      value: `${child.path}  ${summaryOf(tree, child.id)}`.trimEnd(),
      type: child.type,
      inside: lazyLines(() => nodeLines(tree, child.id)),
    })),
  );
  return [...attributes, ...text, { name: "children", value: String(children), inside }];
}

const summaryOf = (tree: Tree, node: number): string => (node === 0 ? "the document" : labelOf(tree, node).summary);

/** What a watch gave, in one line and to be opened. */
export function watchShown(tree: Tree, name: string, value: Exclude<WatchValue, { kind: "problem" }>): Shown {
  if (value.kind === "sequence") {
    return {
      name,
      value: sequenceText(value.sequence),
      type: "sequence",
      inside: sequenceInside(tree, value.sequence),
    };
  }
  const { values, of } = value;
  const inside = pages(values.length, (from, pageSize) =>
    values.slice(from, from + pageSize).map((one, i) => ({
      name: String(from + i + 1),
      value: `${valueText(of, one)}  ${one.path}  ${summaryOf(tree, one.node)}`.trimEnd(),
      type: tree.node(one.node).type,
      inside: lazyLines(() => nodeLines(tree, one.node)),
    })),
  );
  return { name, value: valuesText(value), type: TYPES[of], inside };
}

type Values = Extract<WatchValue, { kind: "values" }>;
const TYPES: Readonly<Record<Values["of"], string>> = {
  truth: "boolean",
  score: "score",
  number: "number",
  text: "string",
};

function valueText(of: Values["of"], { value, text }: Values["values"][number]): string {
  switch (of) {
    case "truth":
      return String(value === 1);
    case "score":
      return weightText(value);
    case "number":
      return String(value);
    case "text":
      return text === null ? "absent" : JSON.stringify(text);
  }
}

/** Values that are shown side by side. */
const MOST_VALUES = 8;

function valuesText({ values, of, count }: Values): string {
  const total =
    values.length < count ? `the first ${values.length} of ${counted(count, "node")}` : counted(count, "node");
  if (count === 0) return "no nodes to ask";
  if (of === "truth") return `true for ${values.filter(({ value }) => value === 1).length} of ${total}`;
  if (of === "score") {
    const best = values.reduce((top, one) => (one.value > top.value ? one : top));
    return best.value === 0 ? `${total}, all 0` : `${total}, the best ${numberText(best.value)} ${best.path}`;
  }
  const shown = values.slice(0, MOST_VALUES).map((one) => valueText(of, one));
  return [...shown, ...(count > shown.length ? [`… of ${total}`] : [])].join(", ");
}
