import { getOrMake, type IdIndex, idIndex, nodePath, type Tree } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import type { Item, Method } from "../format/method.js";
import type { Suite, SuiteProblem } from "../format/suite.js";
import { ownText } from "../methods/nodes.js";
import { Conversion, type SourceText } from "./conversion.js";

/** Documents by query, the best first: by score, equal ones by name from the last to the first, as trec_eval has it. */
export type TrecRun = ReadonlyMap<string, readonly { readonly document: string; readonly score: number }[]>;

/** Reads a run of TREC: query, "Q0", document, rank, score and name, separated by white space. Ranks are ignored. */
export function readTrecRun(file: SourceText): {
  readonly run: TrecRun | null;
  readonly problems: readonly SuiteProblem[];
} {
  const conversion = new Conversion();
  const run = new Map<string, { document: string; score: number }[]>();
  const seenPairs = new Set<string>();
  for (const line of conversion.lines(file)) {
    const [query, , document, , written, ...more] = line.text.trim().split(/\s+/);
    const score = Number(written);
    if (written === undefined || more.length > 1)
      conversion.lineError(file, line, "has to be query, Q0, document, rank, score and name");
    else if (!Number.isFinite(score))
      conversion.lineError(file, line, `has the score ${JSON.stringify(written)}, and not a number`);
    else if (seenPairs.has(`${query}\t${document}`))
      conversion.lineError(file, line, `names the document ${JSON.stringify(document)} again`);
    else {
      seenPairs.add(`${query}\t${document}`);
      getOrMake(run, query!, () => []).push({ document: document!, score });
    }
  }
  for (const ranking of run.values())
    ranking.sort((a, b) => b.score - a.score || (a.document < b.document ? 1 : a.document > b.document ? -1 : 0));
  return { run: conversion.problems.length === 0 ? run : null, problems: conversion.problems };
}

interface Indexed {
  readonly tree: Tree;
  readonly ids: IdIndex;
}

/** The rankings of a run as a method: of each case of the suite that of the query of its id. Documents are nodes by their id. */
export function trecRunMethod(run: TrecRun, suite: Suite, name: string): Method<Indexed | null> {
  const queries = new Map<string, string[]>();
  for (const { id, question } of suite.cases) getOrMake(queries, question.request ?? "", () => []).push(id);
  const rankingFor = (request: string | null) => {
    const ids = queries.get(request ?? "") ?? [];
    return ids.length === 1 ? run.get(ids[0]!) : undefined;
  };
  return {
    id: `trec run@1 ${digestOf([...run])}`,
    name,
    ranks: true,
    cannot: (source, { request }) => {
      if (source.kind === "dialogue") return "a run of TREC names documents of a tree";
      return rankingFor(request) === undefined ? "the run has no ranking for the query" : null;
    },
    build: async (source) =>
      source.kind === "tree" ? { tree: source.tree, ids: idIndex(source.tree, [{ type: null, name: "id" }]) } : null,
    async ask(state, { request }) {
      const { tree, ids } = state!;
      const items = rankingFor(request)!.map(({ document }): Item => {
        const node = ids.find(document);
        return node > 0
          ? { sources: [nodePath(tree, node)], text: ownText(tree, node) }
          : { sources: [document], text: document };
      });
      return { items };
    },
  };
}
