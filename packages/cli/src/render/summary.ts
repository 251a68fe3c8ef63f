import type { Match, TreeNode } from "@semantic-xpath/runtime";

/** Attributes that say what a node is called, the more telling first. */
const NAMES = ["name", "title", "label", "heading", "subject", "summary", "theme", "question", "id"];
const PROSE = ["description", "text", "content", "body", "note"];
const MEASURE = /^(?:[+-]?\d+(?:\.\d+)?|true|false)$/;

/**
 * A node in one line, the most telling first: its name, its prose, its short values; numbers are shown with their names.
 * The line is as long as it is; the caller cuts it.
 */
export function summarise(node: TreeNode, dot: string): string {
  const attributes = Object.entries(node.attributes).filter(([, value]) => value.trim() !== "");
  const rank = ([name]: readonly [string, string]): number => {
    const place = NAMES.indexOf(name.toLowerCase());
    return place < 0 ? NAMES.length : place;
  };
  const name = attributes.filter((entry) => rank(entry) < NAMES.length).sort((a, b) => rank(a) - rank(b))[0];
  const others = attributes.filter((entry) => entry !== name);
  const prose = others.filter(([key]) => PROSE.includes(key.toLowerCase())).map(([, value]) => value);
  const rest = others.filter(([key]) => !PROSE.includes(key.toLowerCase()));
  const words = rest.filter(([, value]) => !MEASURE.test(value)).map(([, value]) => value);
  const measures = rest.filter(([, value]) => MEASURE.test(value)).map(([key, value]) => `${key} ${value}`);
  const said = [...(name === undefined ? [] : [name[1]]), node.text, ...prose, ...words, ...measures];
  const parts = said.map((part) => part.replaceAll(/\s+/g, " ").trim()).filter((part) => part !== "");
  return parts.length > 0 ? parts.join(` ${dot} `) : contents(node);
}

/** What stands in a node that says nothing itself: `2 Day, 1 Note`. */
function contents(node: TreeNode): string {
  const counts = new Map<string, number>();
  for (const { type } of node.children) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts.size === 0 ? "(empty)" : Array.from(counts, ([type, number]) => `${number} ${type}`).join(", ");
}

/** The same for a result: an attribute is its value. */
export const summariseMatch = (match: Match, dot: string): string =>
  match.attribute === null ? summarise(match.node, dot) : match.attribute.value.replaceAll(/\s+/g, " ").trim();
