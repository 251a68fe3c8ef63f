/** Variables that a rule sees: its own, and those of what it lies in. */
export interface Scope {
  readonly variables: ReadonlyMap<string, string>;
  readonly above: Scope | null;
  /** What all paths of one reading may still look at: those of a stranger's mapping could go up and down without end. */
  readonly work: { left: number };
}

export const MOST_WORK = 200_000_000;

export const newScope = (): Scope => ({ variables: new Map(), above: null, work: { left: MOST_WORK } });

export const within = (above: Scope, variables: ReadonlyMap<string, string>): Scope => ({
  ...{ variables, above, work: above.work },
});

/** The value of a variable, null if it has none. */
export function variableIn(scope: Scope, name: string): string | null {
  for (let at: Scope | null = scope; at !== null; at = at.above) {
    const value = at.variables.get(name);
    if (value !== undefined) return value;
  }
  return null;
}
