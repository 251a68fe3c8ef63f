import type { Schema } from "@semantic-xpath/planner";
import { cachedScorer, lexicalScorer, memoryCache, type ScoreCache, type Scorer } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import type { Memory } from "../store/memory.js";
import { type Catalogue, type CatalogueVersion, catalogueOf } from "./catalogue.js";
import { historySchema } from "./historySchema.js";
import { Layout } from "./layout.js";

/** Nodes of layouts that are kept for the next query. */
const KEPT_NODES = 4_000_000;
/** Catalogues that are kept: one for each choice of tasks that are seen. */
const KEPT_CATALOGUES = 8;

/** What queries on a store leave behind for the next ones: the catalogue, trees that were laid out, and scores. */
export class History {
  private readonly catalogues = new Map<string, Catalogue>();
  private readonly numbers = new WeakMap<Catalogue, number>();
  private readonly schemas = new WeakMap<Catalogue, { readonly schema: Schema | null }>();
  private readonly layouts = new Map<string, Layout>();
  private readonly cached = new WeakMap<ScoreCache, WeakMap<Scorer, Scorer>>();
  private count = 0;
  private nodes = 0;
  private readonly scorer = lexicalScorer();
  private readonly scores = memoryCache();

  constructor(private readonly memory: Memory) {}

  /** Of all tasks, or of those with these names. */
  catalogue(tasks?: readonly string[]): Catalogue {
    const seen = tasks === undefined ? null : new Set(tasks);
    const key = seen === null ? "" : JSON.stringify([...seen].sort());
    const before = this.catalogues.get(key) ?? null;
    const catalogue = catalogueOf(this.memory, before, (name) => seen === null || seen.has(name));
    this.catalogues.delete(key);
    this.catalogues.set(key, catalogue);
    if (this.catalogues.size > KEPT_CATALOGUES) this.catalogues.delete(this.catalogues.keys().next().value!);
    return catalogue;
  }

  /** What queries on a catalogue are checked against; null if a version has no schema. */
  schema(catalogue: Catalogue): Schema | null {
    return getOrMake(this.schemas, catalogue, () => {
      const versions = catalogue.tasks.flatMap((task) => task.versions);
      return { schema: historySchema(versions.flatMap(({ version }) => (version.isPruned ? [] : [version.schema]))) };
    }).schema;
  }

  layOut(catalogue: Catalogue, opened: ReadonlySet<CatalogueVersion>): Layout {
    const number = getOrMake(this.numbers, catalogue, () => this.count++);
    const key = `${number}: ${[...opened].map(({ node }) => node).sort((a, b) => a - b)}`;
    let layout = this.layouts.get(key);
    if (layout === undefined) {
      layout = new Layout(catalogue, opened);
      this.nodes += layout.tree.size;
    } else this.layouts.delete(key);
    this.layouts.set(key, layout);
    for (const [oldest, old] of this.layouts) {
      if (this.nodes <= KEPT_NODES || oldest === key) break;
      this.layouts.delete(oldest);
      this.nodes -= old.tree.size;
    }
    return layout;
  }

  /** A scorer that is asked once for what does not change; by default the lexical one, which needs no cache. */
  scorerOf(scorer: Scorer = this.scorer, cache: ScoreCache | null = this.scores): Scorer {
    if (cache === null) return scorer;
    const known = getOrMake(this.cached, cache, () => new WeakMap<Scorer, Scorer>());
    return getOrMake(known, scorer, () => cachedScorer(scorer, cache));
  }

  /** Gives everything up that was kept: of what was pruned nothing stays. */
  forget(): void {
    this.catalogues.clear();
    this.layouts.clear();
    this.nodes = 0;
  }
}

const histories = new WeakMap<Memory, History>();

export const historyOf = (memory: Memory): History => getOrMake(histories, memory, () => new History(memory));
