/** Properties that are computed when first read and then stay: enumerable, so they are in the JSON as well. */
export function lazily<T extends object>(properties: { readonly [K in keyof T]: () => T[K] }): T {
  const target = {} as T;
  for (const key of Object.keys(properties) as (keyof T)[]) {
    let value: { readonly made: T[keyof T] } | null = null;
    Object.defineProperty(target, key, {
      enumerable: true,
      get: () => {
        value ??= { made: properties[key]() };
        return value.made;
      },
    });
  }
  return target;
}
