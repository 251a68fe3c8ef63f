import { RequestProblem } from "./problem.js";

/** Arguments of a request: any values, before they are checked. */
export type Given = Readonly<Record<string, unknown>>;

export const asGiven = (value: unknown): Given =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Given) : {};

export const textOf = (given: Given, name: string): string | null =>
  typeof given[name] === "string" ? (given[name] as string) : null;

export const integerOf = (given: Given, name: string): number | null =>
  Number.isSafeInteger(given[name]) ? (given[name] as number) : null;

export const truthOf = (given: Given, name: string): boolean => given[name] === true;

export const listOf = (given: Given, name: string): readonly Given[] =>
  Array.isArray(given[name]) ? (given[name] as unknown[]).map(asGiven) : [];

export function wanted<T>(value: T | null, name: string): T {
  if (value === null) throw new RequestProblem(`the request needs "${name}".`, false);
  return value;
}
