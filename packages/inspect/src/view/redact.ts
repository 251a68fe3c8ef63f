import type { ScoreAlgebra, Trace, TraceDrop, TraceFactor } from "@semantic-xpath/runtime/internal";
import type { Change, Comparison, Cost, Why, WhyNot } from "../answers.js";
import { once } from "../memo.js";
import { barsOf, type Redactor, redactorFor } from "./redactor.js";
import type { NodeContent, NodeLabel, Page, ResultRow, RunOverview, RunView } from "./runView.js";
import { searchTypes } from "./search.js";

/**
 * The same run without what the data says: texts, attribute values and labels are written as bars of their length, and values that
 * messages and suggested changes quote as well. Types, paths, numbers, and the query with its conditions and arguments stay. For
 * showing a run to somebody who may not see the data; a search finds types alone, and a change of it is not for applying.
 */
export function redacted(view: RunView): RunView {
  const redactor = once(() => makeRedactor(view));
  /** Knows what nodes say themselves, for messages that say it without quotes. */
  const knowing = async (...nodes: readonly (number | null)[]): Promise<Redactor> => {
    const known = await Promise.all(nodes.filter((node) => node !== null).map((node) => view.node({ node })));
    const words = known.flatMap(({ text, attributes }) => [text, ...attributes.map(({ value }) => value)]);
    return (await redactor()).knowing(words);
  };
  return {
    overview: async () => redactOverview(await redactor(), await view.overview()),
    results: async (request) => eachRow(await view.results(request), redactRow),
    cut: async (request) => eachRow(await view.cut(request), redactDrop(await redactor())),
    dropped: async (request) => eachRow(await view.dropped(request), redactDrop(await redactor())),
    reasons: (request) => view.reasons(request),
    scores: async (request) => eachRow(await view.scores(request), redactScore),
    tree: () => view.tree(),
    labels: async (request) => (await view.labels(request)).map(redactLabel),
    node: async (request) => redactContent(await view.node(request)),
    contents: async (request) => (await view.contents(request)).map(redactContent),
    search: async ({ text, limit }) => searchTypes(await view.tree(), text, limit),
    why: async (request) => {
      const why = await view.why(request);
      return why && redactWhy(await knowing(request.node), why);
    },
    whyNot: async (request) => {
      const whyNot = await view.whyNot(request);
      return whyNot && redactWhyNot(await knowing(request.node, await view.locate({ path: whyNot.via })), whyNot);
    },
    change: async (request) => {
      const change = await view.change(request);
      return change && redactChange(await knowing(request.node), change);
    },
    nearest: async () => {
      const nearest = await view.nearest();
      return nearest && { ...nearest, change: redactChange(await redactor(), nearest.change) };
    },
    locate: (request) => view.locate(request),
    mermaid: (request) => view.mermaid(request),
    document: async (request) => {
      const { overview, results, trace, ...rest } = await view.document(request);
      const using = await redactor();
      return {
        ...rest,
        overview: redactOverview(using, overview),
        results: results.map(redactRow),
        trace: redactTrace(trace, using),
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
    rows: rows.map((row) => ({ ...row, whyNot: row.whyNot && message(row.whyNot) })),
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
  empty: overview.empty && { ...overview.empty, message: message(overview.empty.message) },
  causes: overview.causes.map((cause) => ({
    ...cause,
    message: message(cause.message),
    advice: cause.advice && message(cause.advice),
  })),
});

/** The attributes and text of a node. */
const redactSaid = <T extends Pick<NodeContent, "attributes" | "text">>(said: T): T => ({
  ...said,
  attributes: said.attributes.map(({ name, value }) => ({ name, value: barsOf(value) })),
  text: barsOf(said.text),
});

const redactRow = (row: ResultRow): ResultRow => ({ ...redactSaid(row), value: row.value && barsOf(row.value) });

const redactLabel = <T extends NodeLabel>(label: T): T => ({ ...label, summary: barsOf(label.summary) });

const redactContent = <T extends NodeContent>(content: T): T => redactLabel(redactSaid(content));

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
  algebra: whyNot.algebra && redactAlgebra(whyNot.algebra),
  ranked: whyNot.ranked && { ...whyNot.ranked, costs: redactCosts(redactor, whyNot.ranked.costs) },
});

/** A condition that compares no score: what it measured is in the data. */
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

/** The algebra without the texts that were scored; conditions stay. */
function redactAlgebra(algebra: ScoreAlgebra): ScoreAlgebra {
  const { asked, evidence } = algebra;
  return {
    ...algebra,
    operands: algebra.operands.map(redactAlgebra),
    ...(asked && { asked: redactAsked(asked) }),
    ...(evidence && { evidence: evidence.map((each) => ({ ...each, factors: redactFactors(each.factors) })) }),
  };
}

const redactAsked = ({ condition, text, explanation }: NonNullable<ScoreAlgebra["asked"]>) => ({
  condition,
  text: text && barsOf(text),
  ...(explanation && {
    explanation: {
      ...explanation,
      terms: explanation.terms.map((term) => ({ ...term, matched: term.matched && barsOf(term.matched) })),
    },
  }),
});

const redactFactors = (factors: readonly TraceFactor[]): TraceFactor[] =>
  factors.map(({ path, scores }) => ({
    path,
    scores: scores.map(redactScore),
  }));

const redactScore = <T extends { readonly algebra: ScoreAlgebra }>(score: T): T => ({
  ...score,
  algebra: redactAlgebra(score.algebra),
});

const redactDrop =
  ({ message }: Redactor) =>
  (drop: TraceDrop): TraceDrop => ({ ...drop, detail: message(drop.detail) });

function redactTrace(trace: Trace, redactor: Redactor): Trace {
  const drop = redactDrop(redactor);
  return {
    ...trace,
    operators: trace.operators.map((operator) => ({
      ...operator,
      dropped: operator.dropped.map(drop),
      scores: operator.scores.map(redactScore),
    })),
    results: trace.results.map((result) => ({ ...result, factors: redactFactors(result.factors) })),
    cut: trace.cut.map(drop),
  };
}
