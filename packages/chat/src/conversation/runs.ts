import { type Inspection, inspect, type RunView, viewOf } from "@semantic-xpath/inspect";
import { type Memory, prepareQuery } from "@semantic-xpath/memory";
import type { RunOptions, Scorer } from "@semantic-xpath/runtime";
import type { TurnRecord } from "./record.js";

/** The parts of a run that are needed to run it again. */
export interface RunOf {
  readonly query: string;
  readonly task: string;
  /** null: the whole store. */
  readonly version: number | null;
}

/** The runs of a conversation, so that views show exactly what an answer came from. The oldest go first. */
export class Runs {
  private readonly kept = new Map<string, RunView>();

  constructor(
    private readonly memory: Memory,
    private readonly most: number,
  ) {}

  async run(id: string, of: RunOf, options: RunOptions & { readonly scorer?: Scorer }): Promise<Inspection> {
    const inspection = await this.inspected(of, options);
    this.keep(id, of, inspection);
    return inspection;
  }

  /** The run of an id, run again if it is no longer kept; null if no turn has it. */
  async view(id: string, turns: Iterable<TurnRecord>, options: RunOptions): Promise<RunView | null> {
    const cached = this.kept.get(id);
    if (cached !== undefined) return cached;
    for (const { events, at } of turns)
      for (const event of events)
        if (event.type === "retrieved" && event.run === id)
          return this.keep(id, event, await this.inspected(event, { ...options, now: at }));
    return null;
  }

  private keep(id: string, of: RunOf, inspection: Inspection): RunView {
    const view = viewOf(inspection, { dataName: of.version === null ? "memory" : `${of.task} ${of.version}` });
    this.kept.set(id, view);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(old);
    }
    return view;
  }

  private async inspected({ query, task, version }: RunOf, options: RunOptions): Promise<Inspection> {
    const { root: _, within: __, ...run } = options;
    const { ran } = await prepareQuery(this.memory, query, { ...run, ...(version !== null && { task, version }) });
    return inspect(ran.query, ran.tree, ran.options);
  }
}
