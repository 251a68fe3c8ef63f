/** Ends a `switch` over every kind of a union: the compiler complains if one is left out. */
export function assertNever(value: never): never {
  throw new Error(`Not a kind of its union: ${JSON.stringify(value)}`);
}
