import { checkProblem, isJudgedByChecks } from "../format/checks.js";
import type { Answer, Item, Method } from "../format/method.js";
import { sameValue, saysValue } from "../format/sameValue.js";
import type { Case, Expected } from "../format/suite.js";
import { costOf, fitting } from "../measure/cut.js";
import {
  excludedOf,
  type Gold,
  ndcgOf,
  precisionOf,
  type Ranking,
  recallOf,
  reciprocalRankOf,
  type WeightBins,
  weightBins,
} from "../measure/ranking.js";
import type { Tokenizer } from "../measure/tokenizer.js";
import { afterUpdate } from "../treeText.js";
import { sameAction } from "./sameAction.js";
import { sameTree } from "./sameTree.js";

/** Figures of one case by their names; null: it has none of this kind. */
export type Metrics = Readonly<Record<string, number | null>>;

/** `right`: as the suite says. `asked`: a question back where none is right. `wrong`: all else. `open`: nothing in the suite tells. */
export type Outcome = "right" | "asked" | "wrong" | "open";

export interface Judged {
  readonly outcome: Outcome;
  readonly metrics: Metrics;
  /** Reason of a wrong answer, in a sentence; null for a right one. */
  readonly why: string | null;
  /** Calibration of entries with a confidence; absent without any. */
  readonly weights?: WeightBins;
}

export interface Measures {
  /** Tokens. */
  readonly budgets: readonly number[];
  /** Numbers of entries. */
  readonly tops: readonly number[];
  readonly tokenizer: Tokenizer;
}

/**
 * Judges an answer against the gold. Metrics, each in [0, 1] unless said otherwise:
 *
 * - `pass`: by the suite; for a ranking its first entries, as many as are right.
 * - `recall`, `precision`, `excluded` (a number), `clean` (all is there and nothing excluded): of the whole answer, for methods that do not rank.
 * - `mrr`; `ndcg@topK`, `recall@topK`; for a budget of B tokens `recall@B`, `all@B`, `clean@B`, `excluded@B`, `tokens@B`.
 * - `tokens`: of the whole answer, for a ranking of the entries that `pass` judges; `tokens to all`: until everything is there, null if it never is.
 * - `value`: true if the value is given, or contained in the answer.
 * - `calls`, `model input`, `model output`, `scorer pairs`: the effort.
 */
export async function judge(
  method: Pick<Method, "ranks">,
  about: Case,
  answer: Answer,
  measures: Measures,
): Promise<Judged> {
  const verdicts: Verdict[] = [];
  for (const gold of about.golds) verdicts.push(await verdictOf(method, about, answer, gold));
  const place = Math.max(
    0,
    verdicts.findIndex(({ isRight }) => isRight === true),
  );
  const { isRight, why } = verdicts[place]!;
  const gold = about.golds[place]!;
  const isAsked = isRight !== true && answer.instead === "question";
  const outcome: Outcome = isAsked ? "asked" : isRight === null ? "open" : isRight ? "right" : "wrong";
  const { calls = 0, input = 0, output = 0, scorerPairs = 0 } = answer.usage ?? {};
  return {
    outcome,
    why: outcome === "right" || outcome === "open" ? null : why,
    ...weightsOf(answer.items, gold.references),
    metrics: {
      pass: isRight === null ? null : Number(isRight),
      ...(gold.references !== null && referenceMetrics(method, answer, gold.references, measures)),
      ...(gold.value !== undefined &&
        answer.everything === undefined && { value: Number(hasValue(answer, gold.value)) }),
      ...{ calls, "model input": input, "model output": output, "scorer pairs": scorerPairs },
    },
  };
}

function weightsOf(items: readonly Item[], gold: Gold | null): Pick<Judged, "weights"> {
  const right = new Set(gold?.include.flat() ?? []);
  const entries = items.flatMap(({ sources, weight }) =>
    weight === undefined || weight < 0 || weight > 1
      ? []
      : [{ weight, isRight: sources.some((each) => right.has(each)) }],
  );
  return gold === null || entries.length === 0 ? {} : { weights: weightBins(entries) };
}

interface Verdict {
  /** null: nothing in the suite tells. */
  readonly isRight: boolean | null;
  readonly why: string | null;
}

const RIGHT: Verdict = { isRight: true, why: null };
const wrong = (why: string): Verdict => ({ isRight: false, why });

async function verdictOf(method: Pick<Method, "ranks">, about: Case, answer: Answer, gold: Expected): Promise<Verdict> {
  // Retrieval makes no edits and asks nothing; what a model would make of what it hands over is not measured.
  const isRetrieval = answer.everything !== undefined || method.ranks === true;
  if (isRetrieval && (gold.references === null || gold.after !== null || gold.instead !== null))
    return { isRight: null, why: null };
  if (gold.instead !== null)
    return answer.instead === gold.instead ? RIGHT : wrong(`a ${gold.instead} is right, and there was an answer`);
  if (answer.instead !== undefined) return wrong(`it answered with a ${answer.instead}`);
  if (gold.action !== null) {
    const isSame = answer.action !== undefined && about.source.kind === "tree";
    return isSame && sameAction(answer.action!, gold.action, about.source.history)
      ? RIGHT
      : wrong("another action was read");
  }
  if (gold.after !== null || isJudgedByChecks(gold)) return editVerdict(about, answer, gold);
  if (answer.update !== undefined || answer.action !== undefined)
    return wrong("something would be changed, and the case only asks");
  if (gold.references !== null) {
    const isValue = answer.value !== undefined && !Array.isArray(answer.value);
    if (isValue && about.source.kind === "tree") return wrong("it gives a value, and nodes are right");
    return referenceVerdict(method, about, answer, gold.references);
  }
  if (gold.value === undefined) return { isRight: null, why: null };
  // Nodes contain many values, and only one is right; texts of a dialogue are the answer.
  const isRight = about.source.kind === "tree" ? sameValue(answer.value, gold.value) : hasValue(answer, gold.value);
  return isRight
    ? RIGHT
    : wrong(`the value is ${JSON.stringify(answer.value ?? null)}, and not ${JSON.stringify(gold.value)}`);
}

async function editVerdict({ source }: Case, answer: Answer, { after: right, checks }: Expected): Promise<Verdict> {
  if (answer.update === undefined || source.kind !== "tree") return wrong("nothing would be changed");
  const after = await afterUpdate(source.tree, answer.update, source);
  if (typeof after === "string") return wrong(`the update can't be made: ${after}`);
  if (right !== null && !sameTree(source.tree, after, await right.tree()))
    return wrong("the tree is another one after the update");
  for (const check of checks) {
    const problem = await checkProblem(check, after, source);
    if (problem !== null) return wrong(`${check}: ${problem}`);
  }
  return RIGHT;
}

function referenceVerdict({ ranks = false }: Pick<Method, "ranks">, about: Case, answer: Answer, gold: Gold): Verdict {
  if (answer.everything !== undefined) return { isRight: null, why: null };
  const all = rankingOf(answer.items);
  const counted = ranks ? all.slice(0, gold.include.length) : all;
  const excluded = excludedOf(counted, gold);
  if (excluded > 0) return wrong(`${excluded} of what must not be handed over is there`);
  const recall = recallOf(counted, gold);
  if (recall < 1) {
    const missing = Math.round((1 - recall) * gold.include.length);
    return wrong(`${missing} of ${gold.include.length} that are right are missing`);
  }
  // Additions of a memory about a dialogue are judged by the excluded ones; a query gives exactly the right nodes.
  if (about.source.kind === "dialogue" || gold.include.length === 0)
    return counted.length > 0 && about.source.kind === "tree"
      ? wrong("nothing is right, and something is handed over")
      : RIGHT;
  const more = counted.length - Math.round(precisionOf(counted, gold) * counted.length);
  return more === 0 ? RIGHT : wrong(`${more} of what is handed over ${more === 1 ? "is" : "are"} not right`);
}

const rankingOf = (items: readonly Item[]): Ranking => items.map(({ sources }) => sources);

function hasValue({ value, items, everything }: Answer, gold: unknown): boolean {
  if (value !== undefined && sameValue(value, gold)) return true;
  return everything === undefined && items.some(({ text }) => saysValue(text, gold));
}

function referenceMetrics(
  { ranks = false }: Pick<Method, "ranks">,
  answer: Answer,
  gold: Gold,
  measures: Measures,
): Metrics {
  if (answer.everything !== undefined) return everythingMetrics(answer.everything, gold, measures);
  const { budgets, tops, tokenizer } = measures;
  const ranking = rankingOf(answer.items);
  const costs = answer.items.map(({ text, sources }) => costOf(tokenizer.count(text), sources.length));
  const metrics: Record<string, number | null> = {
    recall: ranks ? null : recallOf(ranking, gold),
    precision: ranks ? null : precisionOf(ranking, gold),
    excluded: ranks ? null : excludedOf(ranking, gold),
    clean: ranks ? null : cleanOf(ranking, gold),
    mrr: gold.include.length === 0 ? null : reciprocalRankOf(ranking, gold),
    tokens: sumOf(ranks ? costs.slice(0, gold.include.length) : costs),
    "tokens to all": tokensToAll(ranking, costs, gold),
  };
  for (const top of tops) {
    metrics[`recall@top${top}`] = recallOf(ranking.slice(0, top), gold);
    metrics[`ndcg@top${top}`] = ndcgOf(ranking, gold, top);
  }
  for (const budget of budgets) {
    const count = fitting(costs, budget);
    const handed = ranking.slice(0, count);
    Object.assign(metrics, budgetMetrics(budget, handed, gold, costs.slice(0, count)));
  }
  return metrics;
}

const sumOf = (costs: readonly number[]): number => costs.reduce((sum, cost) => sum + cost, 0);

function budgetMetrics(budget: number, given: Ranking, gold: Gold, costs: readonly number[]): Metrics {
  const recall = recallOf(given, gold);
  return {
    [`recall@${budget}`]: recall,
    [`all@${budget}`]: Number(recall === 1),
    [`clean@${budget}`]: cleanOf(given, gold),
    [`excluded@${budget}`]: excludedOf(given, gold),
    [`tokens@${budget}`]: sumOf(costs),
  };
}

const cleanOf = (ranking: Ranking, gold: Gold): number =>
  Number(recallOf(ranking, gold) === 1 && excludedOf(ranking, gold) === 0);

function everythingMetrics(
  { tokens, entries }: NonNullable<Answer["everything"]>,
  gold: Gold,
  { budgets }: Measures,
): Metrics {
  const metrics: Record<string, number | null> = {
    recall: 1,
    precision: Math.min(1, gold.include.length / Math.max(1, entries)),
    excluded: gold.exclude.size,
    clean: Number(gold.exclude.size === 0),
    tokens,
  };
  for (const budget of budgets) if (tokens <= budget) metrics[`recall@${budget}`] = 1;
  return metrics;
}

function tokensToAll(ranking: Ranking, costs: readonly number[], { include }: Gold): number | null {
  const missing = new Set(include);
  let sum = 0;
  for (const [place, entry] of ranking.entries()) {
    if (missing.size === 0) break;
    sum += costs[place]!;
    for (const group of missing) if (group.some((each) => entry.includes(each))) missing.delete(group);
  }
  return missing.size === 0 ? sum : null;
}
