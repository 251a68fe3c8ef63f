import type { Occurrence } from "@semantic-xpath/planner";
import { joinOccurrences } from "../join.js";

/** Content model of one parent: the occurrences of each type. The order of the children is not kept. */
export type Content = ReadonlyMap<string, Occurrence>;

export const NOTHING: Content = new Map();
export const ABSENT: Occurrence = { min: 0, max: 0 };

/** One after the other, in any order. */
export function sequenceOf(parts: readonly Content[]): Content {
  const sum = new Map<string, Occurrence>();
  for (const part of parts)
    for (const [name, { min, max }] of part) {
      const before = sum.get(name) ?? ABSENT;
      sum.set(name, bounded(before.min + min, plus(before.max, max)));
    }
  return sum;
}

/** One of them. */
export function choiceOf(parts: readonly Content[]): Content {
  const choice = new Map<string, Occurrence>();
  const names = new Set(parts.flatMap((part) => [...part.keys()]));
  for (const name of names)
    choice.set(
      name,
      parts.map((part) => part.get(name) ?? ABSENT).reduce((a, b) => joinOccurrences(a, b)),
    );
  return choice;
}

/** A content repeated. */
export function times(content: Content, { min, max }: Occurrence): Content {
  if (min === 1 && max === 1) return content;
  const repeated = new Map<string, Occurrence>();
  if (max === 0) return repeated;
  for (const [name, one] of content)
    repeated.set(
      name,
      bounded(
        one.min * min,
        one.max === 0 ? 0 : max === undefined || one.max === undefined ? undefined : one.max * max,
      ),
    );
  return repeated;
}

/** The children of a node type: what may not be there at all is left out. */
export const childrenOf = (content: Content): Readonly<Record<string, Occurrence>> =>
  Object.fromEntries([...content].filter(([, { max }]) => max !== 0));

/** Greater numbers are not bounds. */
const MOST = Number.MAX_SAFE_INTEGER;

const bounded = (min: number, max: number | undefined): Occurrence =>
  max === undefined || max > MOST ? { min: Math.min(min, MOST) } : { min: Math.min(min, max), max };

const plus = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;
