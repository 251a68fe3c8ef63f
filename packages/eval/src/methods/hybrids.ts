import { getOrMake } from "@semantic-xpath/tree";
import type { Answer, BuildFigures, Item, Method, Usage } from "../format/method.js";

/** The constant of reciprocal rank fusion. */
const DAMPING = 60;

const cannotAny = (methods: readonly Method[]): NonNullable<Method["cannot"]> => {
  return (source, question) => {
    for (const method of methods) {
      const reason = method.cannot?.(source, question) ?? null;
      if (reason !== null) return reason;
    }
    return null;
  };
};

const builtAll = (methods: readonly Method[], states: readonly unknown[]): BuildFigures => {
  const sums = new Map<string, number>();
  for (const [i, method] of methods.entries())
    for (const [name, value] of Object.entries(method.built?.(states[i]) ?? {}))
      sums.set(name, (sums.get(name) ?? 0) + value);
  return Object.fromEntries(sums);
};

const buildAll =
  (methods: readonly Method[]): Method<readonly unknown[]>["build"] =>
  (source, options) =>
    Promise.all(methods.map((method) => method.build(source, options)));

/**
 * Several rankings as one: an entry is worth the sum of 1 / (60 + its place) over the rankings that have it (G. V. Cormack, C. L. A. Clarke and
 * S. Büttcher, SIGIR 2009). Entries are the same where they stand for the same.
 */
export function fusedMethod(methods: readonly Method[], name: string): Method<readonly unknown[]> {
  return {
    id: `fused@1 ${methods.map(({ id }) => `(${id})`).join(" ")}`,
    name,
    ranks: true,
    readsGold: methods.some(({ readsGold }) => readsGold === true),
    cannot: cannotAny(methods),
    build: buildAll(methods),
    built: (states) => builtAll(methods, states),
    async ask(states, question, options) {
      const worth = new Map<string, { item: Item; sum: number }>();
      const usages: Partial<Usage>[] = [];
      for (const [i, method] of methods.entries()) {
        const { items, usage = {} } = await method.ask(states[i], question, options);
        usages.push(usage);
        for (const [place, item] of items.entries()) {
          const { weight: _, ...unweighted } = item;
          const entry = getOrMake(worth, JSON.stringify(item.sources), () => ({ item: unweighted, sum: 0 }));
          entry.sum += 1 / (DAMPING + place + 1);
        }
      }
      const items = [...worth.values()].sort((a, b) => b.sum - a.sum).map(({ item }) => item);
      return { items, usage: summed(usages) };
    },
  };
}

/** The answer of the first method that gives one: that can be asked, asks nothing back, and hands something over. */
export function firstMethod(methods: readonly Method[], name: string): Method<readonly unknown[]> {
  return {
    id: `first@1 ${methods.map(({ id }) => `(${id})`).join(" ")}`,
    name,
    readsGold: methods.some(({ readsGold }) => readsGold === true),
    readsBudget: methods.some(({ readsBudget }) => readsBudget === true),
    cannot: (source, question) => {
      const reasons = methods.map((method) => method.cannot?.(source, question) ?? null);
      return reasons.includes(null) ? null : (reasons[0] ?? null);
    },
    build: buildAll(methods),
    built: (states) => builtAll(methods, states),
    async ask(states, question, options) {
      const usages: Partial<Usage>[] = [];
      let last: Answer = { items: [] };
      for (const [i, method] of methods.entries()) {
        last = await method.ask(states[i], question, options);
        usages.push(last.usage ?? {});
        if (isAnswer(last)) break;
      }
      return { ...last, usage: summed(usages) };
    },
  };
}

const isAnswer = ({ items, value, update, action, everything, instead }: Answer): boolean =>
  instead === "talk" ||
  (instead === undefined &&
    (items.length > 0 || [value, update, action, everything].some((given) => given !== undefined)));

const NAMES = ["calls", "input", "output", "scorerCalls", "scorerPairs"] as const;

const summed = (usages: readonly Partial<Usage>[]): Usage => {
  const [calls, input, output, scorerCalls, scorerPairs] = NAMES.map((name) =>
    usages.reduce((sum, usage) => sum + (usage[name] ?? 0), 0),
  );
  return { calls: calls!, input: input!, output: output!, scorerCalls: scorerCalls!, scorerPairs: scorerPairs! };
};
