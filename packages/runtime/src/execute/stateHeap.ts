/** A node on its way through the program of a best-first run: changed in place by each operation, while it is not in the heap. */
export interface State {
  /** Index of the next operation. */
  at: number;
  node: number;
  /** Weight of the context that the node comes from. */
  base: number;
  /** Product of the step's scores so far. */
  own: number;
  attribute: number;
  /** No result of this state weighs more. */
  bound: number;
  /** No result of this state comes earlier in document order. */
  first: number;
}

/** True if a goes before b: higher bound, then earlier in document order. */
function precedes(a: State, b: State): boolean {
  if (a.bound !== b.bound) return a.bound > b.bound;
  return a.first !== b.first ? a.first < b.first : a.attribute < b.attribute;
}

/** A binary heap of states, the most promising first. */
export class StateHeap {
  private readonly states: State[] = [];

  peek(): State | undefined {
    return this.states[0];
  }

  push(state: State): void {
    const { states } = this;
    let at = states.length;
    states.push(state);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!precedes(state, states[above]!)) break;
      states[at] = states[above]!;
      at = above;
    }
    states[at] = state;
  }

  pop(): State {
    const { states } = this;
    const top = states[0]!;
    const last = states.pop()!;
    if (states.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= states.length) break;
      if (child + 1 < states.length && precedes(states[child + 1]!, states[child]!)) child++;
      if (!precedes(states[child]!, last)) break;
      states[at] = states[child]!;
      at = child;
    }
    states[at] = last;
    return top;
  }
}
