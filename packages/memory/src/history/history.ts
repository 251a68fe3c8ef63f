import type { Schema } from "@semantic-xpath/planner";
import { cachedScorer, lexicalScorer, memoryCache, type ScoreCache, type Scorer } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import type { Store } from "../store/store.js";
import { type Catalogue, type CatalogueVersion, catalogueOf } from "./catalogue.js";
import { historySchema } from "./historySchema.js";
import { Layout } from "./layout.js";
import { type Visible, wholeStore } from "./shown.js";

/** Nodes of layouts that are kept for the next query. */
const KEPT_NODES = 4_000_000;

/** State shared by queries on a store: the catalogue, trees of opened versions, and scores. */
class History {
  private catalogues = new WeakMap<Visible, Catalogue>();
  private readonly numbers = new WeakMap<Catalogue, number>();
  private readonly schemas = new WeakMap<Catalogue, { readonly schema: Schema | null }>();
  private readonly layouts = new Map<string, Layout>();
  private readonly cached = new WeakMap<ScoreCache, WeakMap<Scorer, Scorer>>();
  private count = 0;
  private nodes = 0;
  /** Shows all. */
  readonly everything: Visible;
  private generation: number;
  private scorer = lexicalScorer();
  private indexing = new WeakMap<Scorer, Scorer>();
  private scores: ScoreCache;

  constructor(private readonly memory: Store) {
    this.everything = wholeStore(memory);
    this.generation = memory.generation;
    this.scores = this.openScores();
    memory.onPrune(() => this.forget());
  }

  private openScores(): ScoreCache {
    return this.memory.openScores?.() ?? memoryCache();
  }

  /** Drops the shared state after a prune by any process. */
  private look(): void {
    if (this.memory.generation !== this.generation) this.forget();
  }

  /** The catalogue of the visible part. */
  catalogue(scope: Visible = this.everything): Catalogue {
    this.look();
    const catalogue = catalogueOf(this.memory, this.catalogues.get(scope) ?? null, scope);
    this.catalogues.set(scope, catalogue);
    return catalogue;
  }

  /** The schema for queries on a catalogue; null if a version has no schema. */
  schema(catalogue: Catalogue): Schema | null {
    return getOrMake(this.schemas, catalogue, () => ({ schema: historySchema(schemasOf(catalogue)) })).schema;
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
  scorerOf(given?: Scorer, kept?: ScoreCache | null): Scorer {
    this.look();
    const [scorer, cache] = [this.keptScorer(given ?? this.scorer), kept === undefined ? this.scores : kept];
    if (cache === null) return scorer;
    const scorers = getOrMake(this.cached, cache, () => new WeakMap<Scorer, Scorer>());
    return getOrMake(scorers, scorer, () => cachedScorer(scorer, cache));
  }

  /** The scorer with the store's derived data for its index. */
  private keptScorer(scorer: Scorer): Scorer {
    const { openDerived } = this.memory;
    if (openDerived === null || scorer.keptIn === undefined) return scorer;
    return getOrMake(this.indexing, scorer, () => scorer.keptIn!(openDerived));
  }

  /** Gives everything up that was kept: of what was pruned nothing stays. */
  private forget(): void {
    this.generation = this.memory.generation;
    this.catalogues = new WeakMap();
    this.layouts.clear();
    this.nodes = 0;
    this.scorer = lexicalScorer();
    this.scores = this.openScores();
  }
}

function schemasOf({ scope, tasks }: Catalogue): readonly (Schema | null)[] {
  // For a part of a task: the schema of that part in its newest version, without its surroundings.
  if (scope.root !== null) return tasks.map(({ task }) => scope.find(task.name)?.schema ?? null);
  const versions = tasks.flatMap((task) => task.versions);
  return versions.flatMap(({ version }) => (version.isPruned ? [] : [version.schema]));
}

const histories = new WeakMap<Store, History>();

export const historyOf = (memory: Store): History => getOrMake(histories, memory, () => new History(memory));
