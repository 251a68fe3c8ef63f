/** Ends a switch over a closed union: a kind that is not handled fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`unhandled kind: ${JSON.stringify(value)}`);
}
