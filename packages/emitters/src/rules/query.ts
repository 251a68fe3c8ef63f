import { choice, many, type Part, sequence } from "../grammar/part.js";
import type { State, StateSpace } from "../states/state.js";
import { type Grammar, stateRule } from "./conditions.js";
import { at, bracketContent, movesPart, steps } from "./paths.js";

/** Groups within groups. */
const GROUP_DEPTH = 2;

/** A whole query: paths joined by `|`, each of which may start with a group. */
export function query(grammar: Grammar, space: StateSpace): Part {
  const path = choice(
    steps(grammar, space.start, 0)!,
    ...groups(grammar, space),
    openGroup(grammar, space, GROUP_DEPTH),
  );
  return joined(path);
}

const joined = (path: Part): Part => sequence(path, many(sequence(" | ", path)));

/** A group of any paths. What it has found is a mixture: with a schema, positions and relevance may follow, but no step. */
function openGroup(grammar: Grammar, space: StateSpace, depth: number): Part {
  return grammar.book.rule(`group ${depth}`, () => {
    const path = steps(grammar, space.start, 0)!;
    const inside = depth > 1 ? choice(path, openGroup(grammar, space, depth - 1)) : path;
    return sequence("(", joined(inside), ")", at(grammar, space.mixture, 0));
  });
}

/** A group of paths that all go down, by names, to one type: anything that may follow a step to that type may follow. */
function groups(grammar: Grammar, space: StateSpace): Part[] {
  const isReachable = reachability();
  return space.single
    .filter((target) => isReachable(space.start, target))
    .map((target) =>
      stateRule(grammar, target, "group", () =>
        sequence("(", joined(down(grammar, space.start, target, isReachable)), ")", at(grammar, target, 0)),
      ),
    );
}

type Reachable = (from: State, target: State) => boolean;

/** Steps down from one state to another, with brackets. */
function down(grammar: Grammar, from: State, target: State, isReachable: Reachable): Part {
  return stateRule(grammar, from, `down to ${target.name}`, () => {
    const options: Part[] = [];
    for (const to of plainTargets(from)) {
      const step = sequence(plainStep(grammar, from, to), brackets(grammar, to));
      if (to === target) options.push(step);
      if (isReachable(to, target)) options.push(sequence(step, down(grammar, to, target, isReachable)));
    }
    return choice(...options);
  });
}

const plainTargets = (from: State): ReadonlySet<State> =>
  new Set(from.moves().flatMap(({ isPlain, to }) => (isPlain ? [to] : [])));

const plainStep = (grammar: Grammar, from: State, to: State): Part =>
  stateRule(grammar, from, `down ${to.name}`, () =>
    movesPart(
      grammar,
      from.moves().filter((move) => move.isPlain && move.to === to),
    ),
  );

const brackets = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "brackets", () => many(sequence("[", bracketContent(grammar, state, 1), "]")));

/** Whether plain steps lead from one state to another. */
function reachability(): Reachable {
  const known = new Map<State, ReadonlySet<State>>();
  const from = (state: State): ReadonlySet<State> => {
    const found = known.get(state);
    if (found !== undefined) return found;
    const reached = new Set<State>();
    const pending = [state];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const to of plainTargets(next)) {
        if (reached.has(to)) continue;
        reached.add(to);
        pending.push(to);
      }
    }
    known.set(state, reached);
    return reached;
  };
  return (state, target) => from(state).has(target);
}
