import { getOrMake } from "@semantic-xpath/tree";

/** What a map has for a key: made and kept when it is first needed. */
export const kept = getOrMake;

/** A function of an object that is computed once for it, and forgotten with it. */
export function remembered<K extends object, V extends NonNullable<unknown> | null>(
  make: (key: K) => V,
): (key: K) => V {
  const store = new WeakMap<K, V>();
  return (key) => kept(store, key, () => make(key));
}

/** A value that is computed when it is first read. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
