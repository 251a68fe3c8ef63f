import { type SegmentedTree, segmentedStep } from "@semantic-xpath/tree";
import { oneLine } from "@semantic-xpath/values";

const MAX_LABEL = 60;
const MAX_VALUE = 80;

/** Attributes that name a node, the better first. */
const NAMES = ["name", "title", "label", "summary", "subject", "id"];

/** Name of a node for people: its name or title, else the beginning of its text, else its type and place (`Day 2`). */
export function labelOf(tree: SegmentedTree, node: number): string {
  const { attributes, text } = tree.rowAt(node);
  for (const wanted of NAMES) {
    const name = [...attributes.keys()].find((each) => each.toLowerCase() === wanted);
    const value = name === undefined ? "" : oneLine(attributes.get(name)!);
    if (value !== "") return middleOut(value, MAX_LABEL);
  }
  if (text !== "" && tree.endOf(node) === node + 1) return `"${middleOut(oneLine(text), MAX_LABEL)}"`;
  return placeLabel(tree, node);
}

/** The type and the label of a node, once where they are the same: `POI Museum of Nature`, `Day 2`. */
export function fullLabelOf(tree: SegmentedTree, node: number): string {
  const [type, label] = [tree.typeOf(node), labelOf(tree, node)];
  return label === placeLabel(tree, node) ? label : `${oneLine(type)} ${label}`;
}

/** Most ranges of numbers that a text lists. */
const MAX_RANGES = 4;

/** Ascending numbers as ranges: `1, 4-6`. */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return texts.length <= MAX_RANGES
    ? texts.join(", ")
    : `${texts.slice(0, MAX_RANGES - 1).join(", ")}, …, ${texts.at(-1)}`;
}

/** A value in quotes, in one line, shortened in the middle. */
export const quoted = (value: string): string => `"${middleOut(oneLine(value), MAX_VALUE)}"`;

const placeLabel = (tree: SegmentedTree, node: number): string => {
  const type = tree.typeOf(node);
  const [, ordinal] = /\[(\d+)\]$/.exec(segmentedStep(tree, node)) ?? [];
  return ordinal === undefined ? oneLine(type) : `${oneLine(type)} ${ordinal}`;
};

/** A text of at most `most` characters: the middle is left out. */
function middleOut(text: string, most: number): string {
  if (text.length <= most) return text;
  const [start, end] = [[...text.slice(0, most - 13)], [...text.slice(-12)]];
  // Removes half of a surrogate pair.
  if (isHalf(start.at(-1)!)) start.pop();
  if (isHalf(end[0]!)) end.shift();
  return `${start.join("")}…${end.join("")}`;
}

const isHalf = (character: string): boolean => /^[\ud800-\udfff]$/.test(character);
