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
  `${presenceOf(members)} or exists(${members.map((name) => `/${nameOf(name)}`).join("")})`;

/** Condition that members lead to a value from a node. */
export const presenceOf = (members: readonly string[]): string =>
  members.length === 1 ? memberValue(members) : `exists(${memberValue(members)})`;

/** Positions from a first one to one that is left out, both counted from 0, as a bracket. */
export function sliceOf(from: number, until: number | null): string {
  if (from < 0 ? until !== null : until !== null && until <= from) throw new Untranslated();
  return `[${from < 0 ? from : from + 1}:${until ?? ""}]`;
}

/** One position, counted from 0, or from the end by -1. */
export const positionOf = (index: number): string => `[${index < 0 ? index : index + 1}]`;

/** Text without a translation. Never leaves this folder. */
export class Untranslated extends Error {}

/** Conditions that all hold; null: none. */
export const all = (...conditions: readonly (string | null)[]): string => {
  const parts = conditions.filter((each) => each !== null);
  return parts.length === 1 ? parts[0]! : parts.map((each) => (isChoice(each) ? `(${each})` : each)).join(" and ");
};

/** Tests for a condition that is several with `or` between them. */
function isChoice(condition: string): boolean {
  let depth = 0;
  for (const [sign] of condition.matchAll(/"[^"]*"|[()[\]]| or /g)) {
    if (sign === " or " && depth === 0) return true;
    depth += "([".includes(sign) ? 1 : ")]".includes(sign) ? -1 : 0;
  }
  return false;
}
