/** Memoizes a value derived from an object, for the life of the object. */
export function perObject<K extends WeakKey, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly made: T }>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = { made: make(key) };
      known.set(key, found);
    }
    return found.made;
  };
}

const MOST = 512;

/** An answer that is kept; a map that has grown to 512 answers starts again. */
export function remember<T>(answers: Map<string, T>, key: string, make: () => T): T {
  const found = answers.get(key);
  if (found !== undefined || answers.has(key)) return found as T;
  const made = make();
  if (answers.size >= MOST) answers.clear();
  answers.set(key, made);
  return made;
}
