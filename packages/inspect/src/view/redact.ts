import type { ScoreAlgebra, Trace, TraceDrop, TraceFactor } from "@semantic-xpath/runtime/internal";
import type { Cause, Change, Comparison, Cost, Nearest, Why, WhyNot } from "../answers.js";
import { barsOf, type Redactor, redactorFor } from "./redactor.js";
import type { NodeContent, NodeLabel, Page, ResultRow, RunOverview, RunView } from "./runView.js";
import { searchTypes } from "./search.js";

/**
 * The same run without what the data says: texts, attribute values and labels are written as bars of their length, and values that
 * messages and suggested changes quote as well. Types, paths, numbers, and the query with its conditions and arguments stay. For
 * showing a run to somebody who may not see the data; a search finds types alone, and a change of it is not for applying.
 */
export function redacted(view: RunView): RunView {
  let made: Promise<Redactor> | null = null;
  const redactor = (): Promise<Redactor> => {
    made ??= makeRedactor(view);
    return made;
  };
  /** What a node says itself, for messages that say it without quotes. */
  const wordsOf = async (node: number): Promise<string[]> => {
    const { text, attributes } = await view.node({ node });
    return [text, ...attributes.map(({ value }) => value)];
  };
  return {
    overview: async () => redactOverview(await redactor(), await view.overview()),
    results: async (request) => eachRow(await view.results(request), redactRow),
    cut: async (request) => {
      const { message } = await redactor();
      return eachRow(await view.cut(request), (drop) => ({ ...drop, detail: message(drop.detail) }));
    },
    dropped: async (request) => {
      const { message } = await redactor();
      return eachRow(await view.dropped(request), (drop) => ({ ...drop, detail: message(drop.detail) }));
    },
    reasons: (request) => view.reasons(request),
    scores: async (request) =>
      eachRow(await view.scores(request), (score) => ({ ...score, algebra: redactAlgebra(score.algebra) })),
    tree: () => view.tree(),
    labels: async (request) => (await view.labels(request)).map(redactLabel),
    node: async (request) => redactContent(await view.node(request)),
    contents: async (request) => (await view.contents(request)).map(redactContent),
    search: async ({ text, limit }) => searchTypes(await view.tree(), text, limit),
    why: async (request) => {
      const why = await view.why(request);
      return why === null ? null : redactWhy((await redactor()).knowing(await wordsOf(request.node)), why);
    },
    whyNot: async (request) => {
      const whyNot = await view.whyNot(request);
      if (whyNot === null) return null;
      const via = await view.locate({ path: whyNot.via });
      const words = [...(await wordsOf(request.node)), ...(via === null ? [] : await wordsOf(via))];
      return redactWhyNot((await redactor()).knowing(words), whyNot);
    },
    change: async (request) => {
      const change = await view.change(request);
      return change === null ? null : redactChange((await redactor()).knowing(await wordsOf(request.node)), change);
    },
    nearest: async () => redactNearest(await redactor(), await view.nearest()),
    locate: (request) => view.locate(request),
    mermaid: (request) => view.mermaid(request),
    document: async (request) => {
      const { overview, results, trace, ...rest } = await view.document(request);
      const using = await redactor();
      return {
        ...rest,
        overview: redactOverview(using, overview),
        results: results.map(redactRow),
        trace: redactTrace(trace, using.message),
      };
    },
  };
}

/** A comparison without the values that its reasons quote. */
export function redactedComparison(comparison: Comparison): Comparison {
  const { before, after, rows } = comparison;
  const paths = rows.flatMap(({ path, pathBefore }) => [path, pathBefore ?? path]);
  const types = new Set(paths.flatMap((path) => path.split(/[/@]|\[\d+\]/)));
  const { message } = redactorFor(`${before.query}\n${after.query}`, types);
  return {
    ...comparison,
    rows: rows.map((row) => ({ ...row, whyNot: row.whyNot === null ? null : message(row.whyNot) })),
    sentences: comparison.sentences.map(message),
  };
}

async function makeRedactor(view: RunView): Promise<Redactor> {
  const [{ text, params }, { types }] = await Promise.all([view.overview(), view.tree()]);
  return redactorFor([text, ...Object.values(params)].join("\n"), new Set(types));
}

function eachRow<T>(page: Page<T>, redact: (row: T) => T): Page<T> {
  return { ...page, rows: page.rows.map(redact) };
}

const redactOverview = ({ message }: Redactor, overview: RunOverview): RunOverview => ({
  ...overview,
  empty: overview.empty === null ? null : { ...overview.empty, message: message(overview.empty.message) },
  causes: overview.causes.map(
    (cause): Cause => ({
      ...cause,
      message: message(cause.message),
      advice: cause.advice === null ? null : message(cause.advice),
    }),
  ),
});

const redactRow = (row: ResultRow): ResultRow => ({
  ...row,
  attributes: row.attributes.map(({ name, value }) => ({ name, value: barsOf(value) })),
  text: barsOf(row.text),
  value: row.value === null ? null : barsOf(row.value),
});

const redactLabel = (label: NodeLabel): NodeLabel => ({ ...label, summary: barsOf(label.summary) });

const redactContent = <T extends NodeContent>(content: T): T => ({
  ...content,
  summary: barsOf(content.summary),
  attributes: content.attributes.map(({ name, value }) => ({ name, value: barsOf(value) })),
  text: barsOf(content.text),
});

const redactCosts = ({ message }: Redactor, costs: readonly Cost[]): Cost[] =>
  costs.map((cost) => ({ ...cost, text: message(cost.text) }));

const redactWhy = (redactor: Redactor, why: Why): Why => ({
  ...why,
  factors: redactFactors(why.factors),
  costs: redactCosts(redactor, why.costs),
  sentences: why.sentences.map(redactor.message),
});

const redactWhyNot = (redactor: Redactor, whyNot: WhyNot): WhyNot => ({
  ...whyNot,
  message: isOfValues(whyNot) ? redactor.values(whyNot.message) : redactor.message(whyNot.message),
  measured: isOfValues(whyNot) ? null : whyNot.measured,
  algebra: whyNot.algebra === null ? null : redactAlgebra(whyNot.algebra),
  ranked: whyNot.ranked === null ? null : { ...whyNot.ranked, costs: redactCosts(redactor, whyNot.ranked.costs) },
});

/** A condition that compares no score: what it measured stands in the data. */
const isOfValues = ({ reason, algebra }: WhyNot): boolean => reason === "filter" && algebra === null;

function redactChange(redactor: Redactor, change: Change): Change {
  const { argument } = redactor;
  const write = VALUED.includes(change.kind) ? redactor.values : redactor.message;
  return {
    ...change,
    edits: change.edits.map(({ span, text }) => ({ span, text: write(text) })),
    text: write(change.text),
    params: Object.fromEntries(Object.entries(change.params).map(([name, value]) => [name, argument(value)])),
    message: write(change.message),
  };
}

/** Changes that may write a value of the data into the query. */
const VALUED: readonly Change["kind"][] = ["value", "argument", "several"];

const redactNearest = (redactor: Redactor, nearest: Nearest | null): Nearest | null =>
  nearest === null ? null : { ...nearest, change: redactChange(redactor, nearest.change) };

/** The algebra without the texts that the scorer was asked about; conditions stay. */
function redactAlgebra(algebra: ScoreAlgebra): ScoreAlgebra {
  const { asked, evidence } = algebra;
  return {
    ...algebra,
    operands: algebra.operands.map(redactAlgebra),
    ...(asked && { asked: { ...asked, text: asked.text === null ? null : barsOf(asked.text) } }),
    ...(evidence && { evidence: evidence.map((each) => ({ ...each, factors: redactFactors(each.factors) })) }),
  };
}

const redactFactors = (factors: readonly TraceFactor[]): TraceFactor[] =>
  factors.map(({ path, scores }) => ({
    path,
    scores: scores.map((score) => ({ ...score, algebra: redactAlgebra(score.algebra) })),
  }));

function redactTrace(trace: Trace, message: (text: string) => string): Trace {
  const drop = (each: TraceDrop): TraceDrop => ({ ...each, detail: message(each.detail) });
  return {
    ...trace,
    operators: trace.operators.map((operator) => ({
      ...operator,
      dropped: operator.dropped.map(drop),
      scores: operator.scores.map((score) => ({ ...score, algebra: redactAlgebra(score.algebra) })),
    })),
    results: trace.results.map((result) => ({ ...result, factors: redactFactors(result.factors) })),
    cut: trace.cut.map(drop),
  };
}
