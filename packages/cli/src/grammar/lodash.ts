/**
 * The part of lodash that Chevrotain uses, on the platform's own functions. As there, a collection is an array or an object of values, nothing is
 * an empty one, and an iteratee may be the name of a property.
 */

type Collection<T> = readonly T[] | Readonly<Record<string, T>> | null | undefined;
type Iteratee<T, R> = ((value: T, key: never) => R) | string;

const itself = <T>(value: T): T => value;

function calling<T, R>(iteratee: Iteratee<T, R> | undefined): (value: T, key: unknown) => R {
  if (typeof iteratee === "function") return iteratee as (value: T, key: unknown) => R;
  if (iteratee === undefined) return itself as never;
  return (value) => (value as Record<string, R> | null | undefined)?.[iteratee] as R;
}

const entriesOf = <T>(of: Collection<T>): [unknown, T][] => {
  if (of === null || of === undefined) return [];
  return Array.isArray(of) ? [...of.entries()] : Object.entries(of as Record<string, T>);
};

export const values = <T>(of: Collection<T>): T[] => entriesOf(of).map(([, value]) => value);
export const keys = (of: object | null | undefined): string[] => Object.keys(of ?? {});
export const map = <T, R>(of: Collection<T>, iteratee?: Iteratee<T, R>): R[] => {
  const call = calling(iteratee);
  return entriesOf(of).map(([key, value]) => call(value, key));
};
export const flatMap = <T, R>(of: Collection<T>, iteratee?: Iteratee<T, R | R[]>): R[] =>
  map(of, iteratee).flat() as R[];
export const filter = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): T[] => {
  const call = calling(iteratee);
  return entriesOf(of).flatMap(([key, value]) => (call(value, key) ? [value] : []));
};
export const reject = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): T[] => {
  const call = calling(iteratee);
  return entriesOf(of).flatMap(([key, value]) => (call(value, key) ? [] : [value]));
};
export const find = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): T | undefined => {
  const call = calling(iteratee);
  return entriesOf(of).find(([key, value]) => call(value, key))?.[1];
};
export const some = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): boolean => {
  const call = calling(iteratee);
  return entriesOf(of).some(([key, value]) => call(value, key));
};
export const every = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): boolean => {
  const call = calling(iteratee);
  return entriesOf(of).every(([key, value]) => call(value, key));
};
/** `false` ends it. */
export const forEach = <T>(of: Collection<T>, iteratee: Iteratee<T, unknown>): Collection<T> => {
  const call = calling(iteratee);
  for (const [key, value] of entriesOf(of)) if (call(value, key) === false) break;
  return of;
};
/** Without a first value it begins with that of the collection. */
export const reduce = <T, R>(of: Collection<T>, join: (sum: R, value: T, key: unknown) => R, ...first: [R?]): R => {
  const entries = entriesOf(of);
  let sum = first.length > 0 ? first[0]! : (entries.shift()?.[1] as unknown as R);
  for (const [key, value] of entries) sum = join(sum, value, key);
  return sum;
};
export const groupBy = <T>(of: Collection<T>, iteratee?: Iteratee<T, unknown>): Record<string, T[]> => {
  const call = calling(iteratee);
  const groups: Record<string, T[]> = {};
  for (const [key, value] of entriesOf(of)) {
    const name = String(call(value, key));
    if (!Object.hasOwn(groups, name)) groups[name] = [];
    groups[name]!.push(value);
  }
  return groups;
};
export const pickBy = <T>(of: Readonly<Record<string, T>>, fits: (value: T, key: string) => unknown) =>
  Object.fromEntries(Object.entries(of).filter(([key, value]) => fits(value, key)));
export const includes = (of: Collection<unknown> | string, value: unknown): boolean =>
  typeof of === "string" ? of.includes(String(value)) : values(of).includes(value);
export const isEmpty = (of: unknown): boolean => {
  if (typeof of === "string") return of === "";
  if (of instanceof Map || of instanceof Set) return of.size === 0;
  return typeof of !== "object" || of === null || Object.keys(of).length === 0;
};

export const flatten = <T>(of: readonly (T | T[])[] | null | undefined): T[] => (of ?? []).flat() as T[];
export const compact = <T>(of: readonly T[]): T[] => of.filter(Boolean);
export const uniq = <T>(of: readonly T[]): T[] => [...new Set(of)];
export const first = <T>(of: readonly T[] | null | undefined): T | undefined => of?.[0];
export const last = <T>(of: readonly T[] | null | undefined): T | undefined => of?.at(-1);
export const drop = <T>(of: readonly T[], count = 1): T[] => of.slice(count);
export const dropRight = <T>(of: readonly T[], count = 1): T[] => of.slice(0, Math.max(0, of.length - count));
export const difference = <T>(of: readonly T[], ...others: readonly T[][]): T[] => {
  const without = new Set(others.flat());
  return of.filter((value) => !without.has(value));
};
export const indexOf = <T>(of: readonly T[], value: T): number => of.indexOf(value);

export const has = (of: object | null | undefined, key: PropertyKey): boolean =>
  of !== null && of !== undefined && Object.hasOwn(of, key);
export const assign = Object.assign;
export const defaults = (of: Record<string, unknown>, ...others: readonly object[]): object => {
  for (const other of others)
    for (const [key, value] of Object.entries(other)) if (of[key] === undefined) of[key] = value;
  return of;
};
/** One level deep, with the same prototype. */
export const clone = <T>(of: T): T => {
  if (Array.isArray(of)) return [...of] as T;
  return typeof of === "object" && of !== null ? Object.assign(Object.create(Object.getPrototypeOf(of)), of) : of;
};
export const isArray = Array.isArray;
export const isUndefined = (of: unknown): boolean => of === undefined;
export const isString = (of: unknown): boolean => typeof of === "string";
export const isFunction = (of: unknown): boolean => typeof of === "function";
export const isObject = (of: unknown): boolean => (typeof of === "object" && of !== null) || typeof of === "function";
export const isRegExp = (of: unknown): boolean => of instanceof RegExp;
export const identity = itself;
export const noop = (): void => undefined;
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
