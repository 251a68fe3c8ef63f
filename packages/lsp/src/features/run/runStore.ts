import { type Inspection, type RunView, viewOf } from "@semantic-xpath/inspect";
import { tokenize } from "@semantic-xpath/parser";
import { shorten } from "../words/words.js";
import { fileName } from "../workspace/uris.js";
import { type CheckedQuery, nameOf, type View } from "../workspace/view.js";
import type { DataTexts } from "../workspace/workspace.js";
import { queryText } from "./findQuery.js";
import type { RunEntry, RunParams } from "./requests.js";

/** A run with everything that requests about it need. */
export interface KeptRun extends RunEntry {
  readonly inspection: Inspection;
  /** The data as it was when the query ran, for places in it. */
  readonly texts: DataTexts;
  /** Made when first requested. */
  readonly asView: () => RunView;
}

/** Context of a run. */
interface RunContext {
  readonly view: View;
  readonly checked: CheckedQuery;
  readonly request: RunParams;
  readonly scorer: string;
  readonly texts: DataTexts;
  /** False: only the data are there, for a query that a debugger steps through. */
  readonly isWhole: boolean;
}

interface MemoryRunContext {
  readonly request: RunParams;
  readonly query: string;
  readonly scorer: string;
  readonly dataName: string;
}

/**
 * Nodes of all trees of kept runs, a tree once for each of its runs: the memory of a run grows with its tree.
 * Beyond it the oldest runs are dropped; the newest stays, regardless of its size. Measured: a run with a relevance over 100 000 nodes keeps about
 * 40 MB, so this is at most some 400 MB.
 */
const NODE_BUDGET = 1_000_000;
const TITLE_LENGTH = 60;

/** The last runs by id. Ids are of one session: none is given twice, nor by a server that was restarted. */
export class RunStore {
  private readonly kept = new Map<string, KeptRun>();
  private readonly session = Date.now().toString(36);
  private made = 0;

  constructor(private readonly nodeBudget = NODE_BUDGET) {}

  /** Keeps a run, and lets the oldest go if there are more than `most` of them. */
  keep(inspection: Inspection, of: RunContext, most: number): KeptRun {
    const { view, checked, request, scorer, texts, isWhole } = of;
    const id = this.nextId();
    const query = queryText(view, checked);
    const name = nameOf(checked);
    const named = (uri: string | null): string | null => (uri === null ? null : fileName(uri));
    const context = { name, dataName: named(view.data.uri), schemaName: named(view.schema.uri) };
    let asView: RunView | undefined;
    const run: KeptRun = {
      id,
      title: name ?? shorten(query, TITLE_LENGTH),
      query,
      scorer,
      ...(inspection.result.value !== undefined && isWhole && { value: inspection.result.value }),
      count: inspection.result.ids.length,
      at: Date.now(),
      request,
      start: view.region.start,
      data: view.data.uri,
      schema: view.schema.uri,
      inspection,
      texts,
      asView: () => {
        asView ??= isWhole ? viewOf(inspection, context) : dataView(viewOf(inspection, context), of);
        return asView;
      },
    };
    this.add(run, most);
    return run;
  }

  /** Keeps a run of a query that is in no file, on data that is in none. */
  keepOfMemory(inspection: Inspection, of: MemoryRunContext, most: number): KeptRun {
    const { request, query, scorer, dataName } = of;
    const { ids, value } = inspection.result;
    const id = this.nextId();
    let asView: RunView | undefined;
    const run: KeptRun = {
      ...{ id, title: shorten(query, TITLE_LENGTH), query, scorer },
      ...(value !== undefined && { value }),
      ...{ count: ids.length, at: Date.now(), request, start: 0, data: null, schema: null },
      ...{ inspection, texts: new Map() },
      asView: () => {
        asView ??= viewOf(inspection, { dataName });
        return asView;
      },
    };
    this.add(run, most);
    return run;
  }

  private nextId(): string {
    return `${this.session}-${++this.made}`;
  }

  private add(run: KeptRun, most: number): void {
    this.kept.set(run.id, run);
    this.shrink(Math.max(1, most));
  }

  get(id: string): KeptRun | null {
    return this.kept.get(id) ?? null;
  }

  /** Oldest first. */
  list(): readonly RunEntry[] {
    return [...this.kept.values()].map(({ inspection: _, asView: __, texts: ___, ...entry }) => entry);
  }

  forget(id: string): boolean {
    return this.kept.delete(id);
  }

  clear(): void {
    this.kept.clear();
  }

  private shrink(most: number): void {
    let nodes = 0;
    for (const { inspection } of this.kept.values()) nodes += inspection.tree.size;
    for (const [id, { inspection }] of this.kept) {
      if (this.kept.size === 1 || (this.kept.size <= most && nodes <= this.nodeBudget)) return;
      this.kept.delete(id);
      nodes -= inspection.tree.size;
    }
  }
}

/** Data before a run: the query is there, and no operator has acted yet. */
const dataView = (data: RunView, { view: { text }, checked: { query } }: RunContext): RunView => ({
  ...data,
  async overview() {
    const { span } = query;
    const tokens = tokenize(text).filter((token) => span.start <= token.span.start && token.span.end <= span.end);
    const nothing = { operators: [], heat: [], causes: [], empty: null };
    return { ...(await data.overview()), ...nothing, text, span, tokens };
  },
});
