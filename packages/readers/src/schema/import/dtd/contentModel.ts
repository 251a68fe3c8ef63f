import type { Occurrence } from "@semantic-xpath/planner";
import { ABSENT, type Content, choiceOf, NOTHING, sequenceOf, times } from "../content.js";

/** What an element may hold. */
interface ContentModel {
  readonly children: Content;
  readonly text: boolean;
  /** `ANY`: every declared element. */
  readonly isAny: boolean;
}

const TIMES: Readonly<Record<string, Occurrence>> = { "?": { min: 0, max: 1 }, "*": { min: 0 }, "+": { min: 1 } };
const ONE: Occurrence = { min: 1, max: 1 };

interface Group {
  readonly parts: Content[];
  separator: "," | "|" | null;
}

/**
 * Reads `EMPTY`, `ANY` or `(a, (b | c)*, d?)`; null if it is none of them. It keeps its own stack, so that no model is too deep.
 *
 * @example contentModel("(title, item+)")?.children // Map { "title" → { min: 1, max: 1 }, "item" → { min: 1 } }
 */
export function contentModel(body: string): ContentModel | null {
  const words = body.match(/[()|,?*+]|[^\s()|,?*+]+/g) ?? [];
  if (words.length === 1 && words[0] === "EMPTY") return { children: NOTHING, text: false, isAny: false };
  if (words.length === 1 && words[0] === "ANY") return { children: NOTHING, text: true, isAny: true };
  if (words[0] !== "(") return null;
  const outer: Group = { parts: [], separator: null };
  const open: Group[] = [outer];
  let text = false;
  for (const word of words) {
    const group = open.at(-1)!;
    if (word === "(") open.push({ parts: [], separator: null });
    else if (word === ")") {
      open.pop();
      const above = open.at(-1);
      if (above === undefined) return null;
      above.parts.push(contentOf(group));
    } else if (word === "," || word === "|") {
      if (group.separator !== null && group.separator !== word) return null;
      group.separator = word;
    } else if (Object.hasOwn(TIMES, word)) {
      const last = group.parts.pop();
      if (last === undefined) return null;
      group.parts.push(times(last, TIMES[word]!));
    } else if (word === "#PCDATA") {
      text = true;
      group.parts.push(NOTHING);
    } else group.parts.push(new Map([[word, ONE]]));
  }
  const [whole, ...more] = outer.parts;
  return open.length === 1 && whole !== undefined && more.length === 0 ? { children: whole, text, isAny: false } : null;
}

const contentOf = ({ parts, separator }: Group): Content => (separator === "|" ? choiceOf(parts) : sequenceOf(parts));

/** Any number of each. */
export const anyOf = (names: Iterable<string>): Content =>
  new Map([...names].map((name) => [name, { min: ABSENT.min }]));
