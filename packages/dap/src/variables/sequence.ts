import { labelOf, type SequenceEntry, type SequenceView, type WatchValue } from "@semantic-xpath/inspect";
import { counted, weightText } from "@semantic-xpath/inspect/numbers";
import type { Tree } from "@semantic-xpath/runtime";
import { algebraShown, numberText } from "./algebra.js";
import { type Inside, lazyLines, numbered, pageOf, pages, quoted, type Variable } from "./variable.js";

/** A weighted sequence: one line per entry, made for the page that is looked at. */
export const sequenceInside = (tree: Tree, sequence: SequenceView): Inside =>
  pages(sequence.count, (from, count) =>
    pageOf(from, sequence.entries(from, count), (entry) => entryShown(tree, entry)),
  );

/** `12 nodes, the best 0.9100 /Itinerary/Day[2]` */
export function sequenceText(sequence: SequenceView): string {
  const best = bestOf(sequence);
  const total = counted(sequence.count, "entry", "entries");
  if (best === null || best.weight === 1) return sequence.count === 1 ? `${total}: ${best?.path}` : total;
  return `${total}, the best ${weightText(best.weight)} ${best.path}`;
}

/** Entries are made to be compared: not of a whole large tree. */
const MAX_COMPARED = 2000;

/** The entry that weighs most; null if there is none, or too many to look at. */
export function bestOf(sequence: SequenceView): SequenceEntry | null {
  if (sequence.count > MAX_COMPARED) return null;
  let best: SequenceEntry | null = null;
  for (const entry of sequence.entries(0, sequence.count))
    if (best === null || entry.weight > best.weight) best = entry;
  return best;
}

function entryShown(tree: Tree, entry: SequenceEntry): Omit<Variable, "name"> {
  const { node, path, weight, value, members, algebra } = entry;
  if (members !== null) {
    const line = `${weightText(weight)}  ${path}  ${counted(members.count, "member")}`;
    return { value: line, type: "group", inside: sequenceInside(tree, members) };
  }
  const says = value === null ? summaryOf(tree, node) : JSON.stringify(value);
  const line = [weightText(weight), path, says].join("  ").trimEnd();
  if (node === 0) return { value: line, type: "document" };
  return nodeShown(tree, node, line, () => {
    const score = algebra();
    return score === null ? [] : [algebraShown(score.text, score)];
  });
}

/** A line about a node, with the content of the node inside, after its other lines. */
const nodeShown = (
  tree: Tree,
  id: number,
  value: string,
  before: () => readonly Variable[] = () => [],
): Omit<Variable, "name"> => ({
  value: value.trimEnd(),
  type: tree.node(id).type,
  inside: lazyLines(() => [...before(), ...nodeLines(tree, id)]),
});

/** Content of a node: its attributes as expressions name them, its text, and its children one by one. */
function nodeLines(tree: Tree, id: number): readonly Variable[] {
  const node = tree.node(id);
  const lines = Object.entries(node.attributes).map(([name, value]) => quoted(`@${name}`, value));
  if (node.text !== "") lines.push(quoted("text()", node.text));
  const { children } = node;
  const inside = numbered(children, (child) =>
    nodeShown(tree, child.id, `${child.path}  ${summaryOf(tree, child.id)}`),
  );
  return children.length === 0 ? lines : [...lines, { name: "children", value: String(children.length), inside }];
}

const summaryOf = (tree: Tree, node: number): string => (node === 0 ? "the document" : labelOf(tree, node).summary);

/** Value of a watch, in one line that may open. */
export function watchShown(tree: Tree, name: string, value: Exclude<WatchValue, { kind: "problem" }>): Variable {
  if (value.kind === "sequence") {
    const { sequence } = value;
    return { name, value: sequenceText(sequence), type: "sequence", inside: sequenceInside(tree, sequence) };
  }
  const { values, of } = value;
  const inside = numbered(values, (one) =>
    nodeShown(tree, one.node, `${valueText(of, one)}  ${one.path}  ${summaryOf(tree, one.node)}`),
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
const MAX_VALUES = 8;

function valuesText({ values, of, count }: Values): string {
  const total =
    values.length < count ? `the first ${values.length} of ${counted(count, "node")}` : counted(count, "node");
  if (count === 0) return "no nodes to ask";
  if (of === "truth") return `true for ${values.filter(({ value }) => value === 1).length} of ${total}`;
  if (of === "score") {
    const best = values.reduce((top, one) => (one.value > top.value ? one : top));
    return best.value === 0 ? `${total}, all 0` : `${total}, the best ${numberText(best.value)} ${best.path}`;
  }
  const valueTexts = values.slice(0, MAX_VALUES).map((one) => valueText(of, one));
  return [...valueTexts, ...(count > valueTexts.length ? [`… of ${total}`] : [])].join(", ");
}
