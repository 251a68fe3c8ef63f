/**
 * How many pairs an exact evaluation by bounds has to score when it asks for one pair at a time: minimal probing (Chang and Hwang,
 * SIGMOD 2002). The candidate with the highest upper bound is asked about first; a candidate whose score is known and is the
 * highest bound left is the next result. Written from that sentence alone, over whole chains of nodes, without the engine.
 *
 * `scoreOf(condition, node)` is the truth. Gives the pairs of minimal and of full evaluation, and the best `limit` scores.
 */
export function minimalProbing(nodes, steps, limit, scoreOf) {
  const children = childrenByType(nodes);
  const known = new Map();
  const evaluation = { children, known };
  const chains = chainsOf(children, steps);
  const full = new Set();
  for (const chain of chains) {
    for (const [s, node] of chain.entries()) eachPair(children, steps[s].score, node, (key) => full.add(key));
  }

  const boundOf = (chain) => chain.reduce((bound, node, s) => bound * interval(evaluation, steps[s].score, node)[1], 1);
  const heap = new ChainHeap();
  for (const [order, chain] of chains.entries()) heap.push({ chain, order, bound: 1 });
  const best = [];
  while (heap.size > 0 && best.length < limit) {
    const top = heap.pop();
    const bound = boundOf(top.chain);
    if (bound < top.bound) {
      heap.push({ ...top, bound });
      continue;
    }
    if (bound === 0) break;
    const pair = firstOpenPair(evaluation, steps, top.chain);
    if (pair === null) best.push(bound);
    else {
      known.set(pair.key, scoreOf(pair.condition, pair.node));
      heap.push({ ...top, bound: boundOf(top.chain) });
    }
  }
  return { minimum: known.size, full: full.size, best };
}

const keyOf = (condition, node) => `${condition}${node}`;

function childrenByType(nodes) {
  const children = nodes.map(() => new Map());
  nodes.forEach(({ type, parent }, node) => {
    if (parent < 0) return;
    const ofType = children[parent].get(type);
    if (ofType === undefined) children[parent].set(type, [node]);
    else ofType.push(node);
  });
  return children;
}

/** Every way from the root down the steps. */
function chainsOf(children, steps) {
  let chains = [[0]];
  for (const { type } of steps) {
    chains = chains.flatMap((chain) => (children[chain.at(-1)].get(type) ?? []).map((child) => [...chain, child]));
  }
  return chains.map((chain) => chain.slice(1));
}

function eachPair(children, score, node, visit) {
  switch (score?.kind) {
    case "atom":
      visit(keyOf(score.condition, node));
      return;
    case "not":
      eachPair(children, score.operand, node, visit);
      return;
    case "of":
      for (const operand of score.operands) eachPair(children, operand, node, visit);
      return;
    case "over":
      for (const child of children[node].get(score.type) ?? []) eachPair(children, score.operand, child, visit);
  }
}

/** What a score can still be: an unknown pair counts as anything from 0 to 1. */
function interval(evaluation, score, node) {
  switch (score?.kind) {
    case undefined:
      return [1, 1];
    case "atom": {
      const value = evaluation.known.get(keyOf(score.condition, node));
      return value === undefined ? [0, 1] : [value, value];
    }
    case "not": {
      const [low, high] = interval(evaluation, score.operand, node);
      return [1 - high, 1 - low];
    }
    default: {
      const parts = partsOf(evaluation, score, node).map(([part, at]) => interval(evaluation, part, at));
      if (parts.length === 0) return [0, 0];
      return [0, 1].map((end) =>
        combine(
          score.fn,
          parts.map((part) => part[end]),
        ),
      );
    }
  }
}

const partsOf = ({ children }, score, node) =>
  score.kind === "of"
    ? score.operands.map((operand) => [operand, node])
    : (children[node].get(score.type) ?? []).map((child) => [score.operand, child]);

function combine(fn, values) {
  if (fn === "min") return Math.min(...values);
  if (fn === "max") return Math.max(...values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The first pair, in written order, that can still change the score of a chain; null where the score is known. */
function firstOpenPair(evaluation, steps, chain) {
  for (const [s, node] of chain.entries()) {
    const pair = openPair(evaluation, steps[s].score, node);
    if (pair !== null) return pair;
  }
  return null;
}

function openPair(evaluation, score, node) {
  const [low, high] = interval(evaluation, score, node);
  if (low === high) return null;
  if (score.kind === "atom") return { key: keyOf(score.condition, node), condition: score.condition, node };
  if (score.kind === "not") return openPair(evaluation, score.operand, node);
  const parts = partsOf(evaluation, score, node);
  const intervals = parts.map(([part, at]) => interval(evaluation, part, at));
  const lowest = Math.min(...intervals.map((part) => part[1]));
  const highest = Math.max(...intervals.map((part) => part[0]));
  // An operand of min that is never below the smallest ceiling can't matter, nor one of max that is never above the largest floor.
  const matters = ([from, to]) =>
    from < to && (score.fn === "min" ? from < lowest : score.fn === "max" ? to > highest : true);
  const at = intervals.findIndex(matters);
  return at < 0 ? null : openPair(evaluation, ...parts[at]);
}

/** Chains by bound descending, then in document order. */
class ChainHeap {
  #items = [];

  get size() {
    return this.#items.length;
  }

  push(item) {
    const items = this.#items;
    let at = items.push(item) - 1;
    for (let above = (at - 1) >> 1; at > 0 && goesBefore(item, items[above]); above = (at - 1) >> 1) {
      items[at] = items[above];
      at = above;
    }
    items[at] = item;
  }

  pop() {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0) return top;
    let at = 0;
    for (let child = 1; child < items.length; child = at * 2 + 1) {
      if (child + 1 < items.length && goesBefore(items[child + 1], items[child])) child++;
      if (!goesBefore(items[child], last)) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = last;
    return top;
  }
}

const goesBefore = (a, b) => (a.bound === b.bound ? a.order < b.order : a.bound > b.bound);
