import { getOrMake } from "@semantic-xpath/tree";

/** A function of an object that is computed once for it, and forgotten with it. */
export function remembered<K extends object, V extends NonNullable<unknown> | null>(
  make: (key: K) => V,
): (key: K) => V {
  const store = new WeakMap<K, V>();
  return (key) => getOrMake(store, key, () => make(key));
}

/** A value that is computed when it is first read. */
export function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
