/**
 * Adds properties that are computed when first read and then stay: enumerable, so they are in the JSON as well. (Spreading the
 * result into another object would read them all.)
 */
export function lazily<T extends object, L extends object>(
  object: T,
  properties: { readonly [K in keyof L]: () => L[K] },
): T & L {
  for (const key of Object.keys(properties) as (keyof L)[]) {
    let value: { readonly made: L[keyof L] } | null = null;
    Object.defineProperty(object, key, {
      enumerable: true,
      get: () => {
        value ??= { made: properties[key]() };
        return value.made;
      },
    });
  }
  return object as T & L;
}
