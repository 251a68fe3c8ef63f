import { stepOf, type Tree } from "@semantic-xpath/tree";

const MOST_LABEL = 60;
const MOST_VALUE = 80;

/** Attributes that say what a node is called, the better first. */
const NAMES = ["name", "title", "label", "summary", "subject", "id"];

/** What people call a node: its name or title, else the beginning of its text, else its type and place (`Day 2`). */
export function labelOf(tree: Tree, node: number): string {
  const { attributes, text } = tree.node(node);
  for (const wanted of NAMES) {
    const name = Object.keys(attributes).find((each) => each.toLowerCase() === wanted);
    const value = name === undefined ? "" : oneLine(attributes[name]!);
    if (value !== "") return shortened(value, MOST_LABEL);
  }
  if (text !== "" && tree.end[node]! === node + 1) return `"${shortened(oneLine(text), MOST_LABEL)}"`;
  return placeLabel(tree, node);
}

/** The type and the label of a node, once where they are the same: `POI Museum of Nature`, `Day 2`. */
export function fullLabelOf(tree: Tree, node: number): string {
  const [type, label] = [tree.node(node).type, labelOf(tree, node)];
  return label === placeLabel(tree, node) ? label : `${oneLine(type)} ${label}`;
}

/** A value in quotes, in one line, shortened in the middle. */
export const quoted = (value: string): string => `"${shortened(oneLine(value), MOST_VALUE)}"`;

const placeLabel = (tree: Tree, node: number): string => {
  const { type } = tree.node(node);
  const [, ordinal] = /\[(\d+)\]$/.exec(stepOf(tree, node)) ?? [];
  return ordinal === undefined ? oneLine(type) : `${oneLine(type)} ${ordinal}`;
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 13).join("")}…${points.slice(-12).join("")}`;
}
