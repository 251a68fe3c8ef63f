import { isName } from "../tokens/scan.js";

/** A text in quotes. */
export const textOf = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** A name as a step has it, in quotes where it can't stand bare. */
export const nameOf = (name: string): string => (isName(name) ? name : textOf(name));

/** The value that members lead to from a node, the last of them an attribute: `@name`, `/author/@name`. */
export function memberValue(members: readonly string[]): string {
  const steps = members.slice(0, -1).map((name) => `/${nameOf(name)}`);
  const attribute = `@${nameOf(members.at(-1)!)}`;
  return steps.length === 0 ? attribute : `${steps.join("")}/${attribute}`;
}

/** Condition that members lead to something from a node: a value or a node. */
export const existenceOf = (members: readonly string[]): string =>
  `(${memberValue(members)} or exists(${members.map((name) => `/${nameOf(name)}`).join("")}))`;

/** Positions from a first one to one that is left out, both counted from 0, as a bracket. */
export function sliceOf(from: number, until: number | null): string {
  if (from < 0 ? until !== null : until !== null && until <= from) throw new Untranslated();
  return `[${from < 0 ? from : from + 1}:${until ?? ""}]`;
}

/** One position, counted from 0, or from the end by -1. */
export const positionOf = (index: number): string => `[${index < 0 ? index : index + 1}]`;

/** Text without a translation. Never leaves this folder. */
export class Untranslated extends Error {}

/** A condition without parentheses around all of it. */
export function unwrapped(condition: string): string {
  let depth = 0;
  for (const { 0: sign, index } of condition.matchAll(/"[^"]*"|[()]/g)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    const isLast = index === condition.length - 1;
    if (depth === 0) return isLast && condition.startsWith("(") ? unwrapped(condition.slice(1, -1)) : condition;
  }
  return condition;
}
