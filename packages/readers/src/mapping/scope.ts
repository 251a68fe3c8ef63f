/** Variables that a rule sees: its own, and those of what it is in. */
export interface Scope {
  readonly variables: ReadonlyMap<string, string>;
  readonly above: Scope | null;
  /** Remaining steps for all paths of one reading: those of an untrusted mapping could go up and down without end. */
  readonly work: Work;
}

interface Work {
  readonly most: number;
  left: number;
}

/** Values that the paths of a mapping may look at for each one that there is, and in all however few there are. */
const WORK_A_VALUE = 200;
const MIN_WORK = 1_000_000;

/** The scope of a reading of `values` values. */
export function newScope(values: number): Scope {
  const most = values * WORK_A_VALUE + MIN_WORK;
  return { variables: new Map(), above: null, work: { most, left: most } };
}

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
