/** In the order in which the keys first occur. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): (readonly [string, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const of = key(item);
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [item]);
    else group.push(item);
  }
  return [...groups];
}
