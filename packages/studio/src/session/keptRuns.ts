import {
  askView,
  compareRuns,
  type Inspection,
  type RunView,
  redacted,
  redactedComparison,
  viewOf,
} from "@semantic-xpath/inspect";
import { shortened } from "@semantic-xpath/values";
import type { RunEntry } from "@semantic-xpath/views";
import { studioError } from "./studioError.js";

/**
 * Nodes of the trees of all kept runs: what a run keeps grows with its tree, some 400 bytes a node with a relevance. Beyond it the oldest go; the newest stays,
 * whatever its size.
 */
const NODE_BUDGET = 1_000_000;
const MAX_RUNS = 50;
/** Rows of one answer of a view: what a screen never shows at once. */
export const PAGE_ROWS = 5_000;
export const TITLE_LENGTH = 60;

interface KeptRun {
  /** null: no list has it. It is the tree of a version, or a step of a replay. */
  readonly entry: RunEntry | null;
  readonly inspection: Inspection;
  readonly view: RunView;
}

export interface ViewQuestion {
  readonly run: string;
  readonly method: string;
  readonly params: unknown;
  readonly redacted?: boolean;
}

/** Names of a run from its surroundings. */
interface RunNames {
  readonly scorer: string;
  readonly dataName: string | null;
  readonly at: number;
}

/** The last runs by id, and the trees of versions that were looked at last. */
export class KeptRuns {
  private readonly kept = new Map<string, KeptRun>();

  constructor(
    /** Called when the list is another one. */
    private readonly changed: () => void,
  ) {}

  /** Keeps a run that is listed. */
  keep(id: string, inspection: Inspection, { scorer, dataName, at }: RunNames): void {
    const query = inspection.query.plan.text.trim();
    const entry: RunEntry = {
      id,
      title: shortened(query, TITLE_LENGTH),
      query,
      scorer,
      count: inspection.result.ids.length,
      ...(inspection.result.value !== undefined && { value: inspection.result.value }),
      at,
    };
    this.add(id, { entry, inspection, view: viewOf(inspection, { dataName }) });
  }

  /** Keeps what no list shows: the tree of a version, or a step of a replay. */
  keepUnlisted(id: string, inspection: Inspection, dataName: string): void {
    this.add(id, { entry: null, inspection, view: viewOf(inspection, { dataName }) });
  }

  has(id: string): boolean {
    return this.kept.has(id);
  }

  /** Oldest first. */
  list(): readonly RunEntry[] {
    return [...this.kept.values()].flatMap(({ entry }) => (entry === null ? [] : [entry]));
  }

  /** The run. Throws a `StudioError` (SXP5163) where it is not kept. */
  get(id: string): KeptRun {
    const entry = this.kept.get(id);
    if (entry === undefined) throw studioError("SXP5163", {});
    // A viewed run is kept longest.
    this.kept.delete(id);
    this.kept.set(id, entry);
    return entry;
  }

  ask({ run, method, params, redacted: bars = false }: ViewQuestion, signal?: AbortSignal): Promise<unknown> {
    const { inspection, view } = this.get(run);
    const options = signal === undefined ? {} : { signal };
    const searching: RunView = {
      ...view,
      change: async ({ node }) => inspection.change(node, options),
      nearest: async () => inspection.nearest(options),
      // Without a limit its lists are whole.
      document: ({ limit } = {}) => view.document({ limit: Math.min(limit ?? PAGE_ROWS, PAGE_ROWS) }),
    };
    return askView(bars ? redacted(searching) : searching, method, params, PAGE_ROWS);
  }

  compare(before: string, after: string, bars: boolean): ReturnType<typeof compareRuns> {
    const comparison = compareRuns(this.get(before).inspection, this.get(after).inspection);
    return bars ? redactedComparison(comparison) : comparison;
  }

  forget(id: string): void {
    const isListed = this.isListed(id);
    this.kept.delete(id);
    if (isListed) this.changed();
  }

  private isListed(id: string): boolean {
    return (this.kept.get(id)?.entry ?? null) !== null;
  }

  private add(id: string, kept: KeptRun): void {
    let isListChanged = kept.entry !== null || this.isListed(id);
    this.kept.delete(id);
    this.kept.set(id, kept);
    let nodes = 0;
    for (const { inspection } of this.kept.values()) nodes += inspection.tree.size;
    for (const [oldest, { entry, inspection }] of this.kept) {
      if (this.kept.size === 1 || (this.kept.size <= MAX_RUNS && nodes <= NODE_BUDGET)) break;
      this.kept.delete(oldest);
      isListChanged ||= entry !== null;
      nodes -= inspection.tree.size;
    }
    if (isListChanged) this.changed();
  }
}
