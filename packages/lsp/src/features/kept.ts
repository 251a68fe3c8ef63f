/** Memoizes a value derived from an object, for the life of the object. */
export function perObject<K extends WeakKey, T>(make: (key: K) => T): (key: K) => T {
  const boxes = new WeakMap<K, { readonly made: T }>();
  return (key) => {
    let box = boxes.get(key);
    if (box === undefined) {
      box = { made: make(key) };
      boxes.set(key, box);
    }
    return box.made;
  };
}

const MOST = 512;

/** An answer that is kept; a map that has grown to 512 answers starts again. */
export function remember<T>(answers: Map<string, T>, key: string, make: () => T): T {
  const cached = answers.get(key);
  if (cached !== undefined || answers.has(key)) return cached as T;
  const answer = make();
  if (answers.size >= MOST) answers.clear();
  answers.set(key, answer);
  return answer;
}
