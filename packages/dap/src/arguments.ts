import { RequestProblem } from "./problem.js";

/** Arguments of a request: any values, before they are checked. */
export type Arguments = Readonly<Record<string, unknown>>;

export const asGiven = (value: unknown): Arguments =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Arguments) : {};

export const textOf = (given: Arguments, name: string): string | null =>
  typeof given[name] === "string" ? (given[name] as string) : null;

export const integerOf = (given: Arguments, name: string): number | null =>
  Number.isSafeInteger(given[name]) ? (given[name] as number) : null;

export const truthOf = (given: Arguments, name: string): boolean => given[name] === true;

export const listOf = (given: Arguments, name: string): readonly Arguments[] =>
  Array.isArray(given[name]) ? (given[name] as unknown[]).map(asGiven) : [];

export function required<T>(value: T | null, name: string): T {
  if (value === null) throw new RequestProblem(`the request needs "${name}".`, false);
  return value;
}
