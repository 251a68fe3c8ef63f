/**
 * A grammar as a pushdown machine that holds all its possible stacks at once, in the way of llama.cpp: written for these tests from the
 * notations' documents, with nothing taken from the emitters.
 */
export type Piece<T> = { readonly rule: string } | { readonly terminal: T };
export interface Grammar<T> {
  readonly start: string;
  readonly rules: ReadonlyMap<string, readonly (readonly Piece<T>[])[]>;
}

/** What is still to be read: the rest of an alternative, then what is below. Equal stacks are the same object. */
interface Stack<T> {
  readonly id: number;
  readonly rest: readonly Piece<T>[];
  readonly at: number;
  readonly below: Stack<T> | null;
}

export type Stacks<T> = ReadonlySet<Stack<T> | null>;

export interface Machine<T> {
  readonly start: Stacks<T>;
  /** What is left when a terminal has been read that `takes` says yes to. */
  readonly read: (stacks: Stacks<T>, takes: (terminal: T) => boolean) => Stacks<T>;
}

/** The null stack: everything has been read. */
export const isDone = (stacks: Stacks<unknown>): boolean => stacks.has(null);

export function expected<T>(stacks: Stacks<T>): T[] {
  return [...stacks].flatMap((stack) => (stack === null ? [] : [terminalOf(stack)]));
}

function terminalOf<T>({ rest, at }: Stack<T>): T {
  const top = rest[at]!;
  if ("rule" in top) throw new Error("a stack is kept with a terminal on top");
  return top.terminal;
}

export function machineOf<T>(grammar: Grammar<T>): Machine<T> {
  checkGrammar(grammar);
  const known = new Map<readonly Piece<T>[], Map<string, Stack<T>>>();
  let count = 0;
  const push = (rest: readonly Piece<T>[], at: number, below: Stack<T> | null): Stack<T> | null => {
    if (at === rest.length) return below;
    const ofRest = known.get(rest) ?? new Map<string, Stack<T>>();
    known.set(rest, ofRest);
    const key = `${at} ${below?.id ?? -1}`;
    const found = ofRest.get(key) ?? { id: count++, rest, at, below };
    ofRest.set(key, found);
    return found;
  };
  const expand = (from: Iterable<Stack<T> | null>): Stacks<T> => {
    const result = new Set<Stack<T> | null>();
    const seen = new Set<Stack<T> | null>();
    const pending = [...from];
    for (let stack = pending.pop(); stack !== undefined; stack = pending.pop()) {
      if (seen.has(stack)) continue;
      seen.add(stack);
      const top = stack?.rest[stack.at];
      if (stack === null || top === undefined || "terminal" in top) {
        result.add(stack);
        continue;
      }
      const below = push(stack.rest, stack.at + 1, stack.below);
      for (const alternative of grammar.rules.get(top.rule)!) pending.push(push(alternative, 0, below));
    }
    return result;
  };
  const root: readonly Piece<T>[] = [{ rule: grammar.start }];
  return {
    start: expand([push(root, 0, null)]),
    read: (stacks, takes) => {
      const next: (Stack<T> | null)[] = [];
      for (const stack of stacks) {
        if (stack !== null && takes(terminalOf(stack))) next.push(push(stack.rest, stack.at + 1, stack.below));
      }
      return expand(next);
    },
  };
}

/** Every rule is there and used, and none starts with itself: the targets refuse such grammars. */
function checkGrammar<T>({ start, rules }: Grammar<T>): void {
  const used = new Set([start]);
  for (const name of used) {
    const alternatives = rules.get(name);
    if (alternatives === undefined) throw new Error(`no rule ${name}`);
    for (const symbol of alternatives.flat()) if ("rule" in symbol) used.add(symbol.rule);
  }
  for (const name of rules.keys()) if (!used.has(name)) throw new Error(`${name} is never used`);
  const nullable = emptyRules(rules);
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`left recursion: ${[...path, name].join(" ")}`);
    if (done.has(name)) return;
    for (const alternative of rules.get(name)!) {
      for (const symbol of alternative) {
        if ("terminal" in symbol) break;
        visit(symbol.rule, [...path, name]);
        if (!nullable.has(symbol.rule)) break;
      }
    }
    done.add(name);
  };
  visit(start, []);
}

function emptyRules<T>(rules: Grammar<T>["rules"]): ReadonlySet<string> {
  const empty = new Set<string>();
  for (let size = -1; size < empty.size; ) {
    size = empty.size;
    for (const [name, alternatives] of rules) {
      if (alternatives.some((each) => each.every((symbol) => "rule" in symbol && empty.has(symbol.rule))))
        empty.add(name);
    }
  }
  return empty;
}
