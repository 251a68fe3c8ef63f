interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What a map has for a key: made and kept when it is first needed. */
export function kept<K, V extends NonNullable<unknown> | null>(store: Store<K, V>, key: K, make: () => V): V {
  const known = store.get(key);
  if (known !== undefined) return known;
  const made = make();
  store.set(key, made);
  return made;
}

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
