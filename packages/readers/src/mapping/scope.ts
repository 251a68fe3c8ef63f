/** Variables that a rule sees: its own, and those of what it lies in. */
export interface Scope {
  readonly variables: ReadonlyMap<string, string>;
  readonly above: Scope | null;
}

export const NO_SCOPE: Scope = { variables: new Map(), above: null };

/** The value of a variable, null if it has none. */
export function valueOf(scope: Scope, name: string): string | null {
  for (let at: Scope | null = scope; at !== null; at = at.above) {
    const value = at.variables.get(name);
    if (value !== undefined) return value;
  }
  return null;
}
