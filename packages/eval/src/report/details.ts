import { inspect } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import type { TreeSource } from "../format/method.js";
import type { Case, Suite } from "../format/suite.js";
import type { AnswerSummary, EvalRun } from "../run/results.js";
import { detailKey, type FailureDetail, MAX_TRACES } from "./page.js";
import { isNotRight } from "./words.js";

/** Missing nodes of a failure that are explained. */
const MAX_NODES = 3;
/** Right references of a failure that are listed. */
const MAX_RIGHT = 20;

export interface DetailOptions {
  readonly scorer: Scorer;
  /** A command that explains why a node is not in the result of a query over a source; without a node it runs the query. null: there is none. */
  readonly command?: (query: string, source: TreeSource, missing: string | undefined) => string | null;
}

/**
 * Explains failures. A query has a command that explains its first missing node; for the first hundred it is run again, observed: its trace, and a reason
 * for each missing node. Of any other answer the places of the right references among those that were handed over.
 */
export async function failureDetails(
  suite: Suite,
  run: EvalRun,
  { scorer, command = () => null }: DetailOptions,
): Promise<ReadonlyMap<string, FailureDetail>> {
  const cases = new Map(suite.cases.map((about) => [about.id, about]));
  const details = new Map<string, FailureDetail>();
  let traces = 0;
  for (const result of run.results) {
    const about = cases.get(result.id);
    if (!isNotRight(result) || about === undefined) continue;
    const detail = {
      request: about.question.request,
      right: rightOf(about),
      ...{ whyNot: [], trace: [], command: null },
    };
    details.set(detailKey(result), detail);
    if (result.outcome !== "wrong" || result.answer === null) continue;
    const text = result.answer.query;
    if (text === null || about.source.kind !== "tree") {
      details.set(detailKey(result), { ...detail, whyNot: placesOf(about, result.answer) });
      continue;
    }
    const { references, count } = result.answer;
    const groups = references.length < count ? [] : (about.golds[0]!.references?.include ?? []);
    const missing = groups.find((group) => !group.some((path) => references.includes(path)));
    const again = command(text, about.source, missing?.[0]);
    const isObserved = traces < MAX_TRACES;
    const observed = isObserved ? await observedRun(text, about, about.source, scorer) : { whyNot: [], trace: [] };
    if (isObserved) traces++;
    details.set(detailKey(result), { ...detail, ...observed, command: again });
  }
  return details;
}

async function observedRun(text: string, { golds }: Case, { tree, schema, now }: TreeSource, scorer: Scorer) {
  const { query } = compile(text, { schema });
  if (query === undefined) return { whyNot: [], trace: [] };
  const inspection = await inspect(query, tree, { scorer, now });
  const reasons = (golds[0]!.references?.include ?? []).flat().flatMap((path) => {
    const message = inspection.whyNot(path)?.message;
    return message === undefined ? [] : [`${path}: ${message}`];
  });
  const trace = inspection.result.trace.operators.map(
    (operator) => `${operator.text}: ${operator.rowsIn} → ${operator.rowsOut}`,
  );
  return { whyNot: firstOf(reasons), trace };
}

const firstOf = (lines: readonly string[], most = MAX_NODES): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;

function rightOf({ golds }: Case): readonly string[] {
  const { references, value, instead } = golds[0]!;
  if (instead !== null) return [`a ${instead}`];
  if (value !== undefined) return [JSON.stringify(value)];
  return firstOf(references?.include.map((group) => group.join(" or ")) ?? [], MAX_RIGHT);
}

function placesOf({ golds }: Case, { references, count }: AnswerSummary): readonly string[] {
  const groups = golds[0]!.references?.include ?? [];
  const lines = groups.map((group) => {
    const place = references.findIndex((reference) => group.includes(reference));
    if (place >= 0) return `${references[place]} is at place ${place + 1} of ${count}`;
    const isAll = references.length >= count;
    return `${group[0]} is not ${isAll ? "" : `among the first ${references.length} of ${count} that are `}handed over`;
  });
  return firstOf(lines);
}
