import { cosine, meanVector, type Neighbour, nearest, type Vector } from "../vectors.js";
import { connectedClusters, principalClusters } from "./clusters.js";
import { type Cluster, themeObjective } from "./objective.js";
import { DEFAULT_THEMES, type ThemeSettings } from "./themeSettings.js";

/** A group of related facts. */
export interface Theme {
  readonly id: string;
  /** Ids of facts, in the order in which they joined. At least one. */
  readonly members: readonly string[];
  /** Mean of the members' vectors, not normalised. */
  readonly centroid: Vector;
}

/** A fact to be put into a theme. */
export interface NewFact {
  readonly id: string;
  readonly vector: Vector;
}

/** A change of the themes. Applied in order to the themes of before, the operations of a plan give the themes of after. */
export type ThemeOperation =
  | { readonly kind: "create"; readonly theme: string; readonly members: readonly string[] }
  | { readonly kind: "attach"; readonly theme: string; readonly fact: string }
  /** Replaces a theme; a part may keep its id. */
  | { readonly kind: "split"; readonly theme: string; readonly parts: readonly ThemePart[] }
  | { readonly kind: "merge"; readonly theme: string; readonly absorbed: string };

export interface ThemePart {
  readonly theme: string;
  readonly members: readonly string[];
}

export interface ThemePlan {
  readonly operations: readonly ThemeOperation[];
  readonly themes: readonly Theme[];
  /** Ids of themes whose members are not those of before: their summaries and neighbours are stale. */
  readonly changed: readonly string[];
}

/** A split examines at least this number of facts; fewer are one cluster. */
const MIN_CLUSTERED = 9;

/**
 * Puts `facts` into themes: attaches each to its nearest theme or a new one, splits what is large or incoherent, merges what is near, and
 * absorbs single facts, by the objective of `themeObjective`. Pure: `newId` is the only source of ids.
 *
 * Facts that have a theme are left there. A member without a vector keeps its theme, and follows the largest part of a split. Only themes
 * that this update touches are split, merged or absorbed, but for a theme of a single fact beside one of them.
 */
export function planThemes(
  themes: readonly Theme[],
  facts: readonly NewFact[],
  vectorOf: (fact: string) => Vector | null,
  newId: () => string,
  settings: ThemeSettings = DEFAULT_THEMES,
): ThemePlan {
  const update = new ThemeUpdate(themes, facts, vectorOf, newId, settings);
  for (const fact of facts) update.attach(fact);
  update.splitTouched();
  update.mergeTouched();
  update.absorbSingles();
  return update.plan();
}

/** The `limit` nearest themes of each theme by centroid, with positive cosines, nearest first. */
export function themeNeighbours(
  themes: readonly Theme[],
  limit = DEFAULT_THEMES.context,
): Map<string, Neighbour<string>[]> {
  return new Map(
    themes.map((theme) => [
      theme.id,
      nearest(
        theme.centroid,
        themes.filter(({ id }) => id !== theme.id).map(({ id, centroid }) => [id, centroid] as const),
        limit,
      ),
    ]),
  );
}

class ThemeUpdate {
  readonly #themes: Map<string, Theme>;
  readonly #before: ReadonlyMap<string, Theme>;
  readonly #owners = new Map<string, string>();
  readonly #touched = new Set<string>();
  readonly #operations: ThemeOperation[] = [];
  readonly #newVectors: ReadonlyMap<string, Vector>;
  readonly #clusters = new WeakMap<Theme, Cluster>();

  constructor(
    themes: readonly Theme[],
    facts: readonly NewFact[],
    readonly stored: (fact: string) => Vector | null,
    readonly newId: () => string,
    readonly settings: ThemeSettings,
  ) {
    this.#themes = new Map(themes.map((theme) => [theme.id, theme]));
    this.#before = new Map(this.#themes);
    for (const { id, members } of themes) for (const member of members) this.#owners.set(member, id);
    this.#newVectors = new Map(facts.map(({ id, vector }) => [id, vector]));
  }

  plan(): ThemePlan {
    const themes = [...this.#themes.values()];
    const changed = themes.filter((theme) => !sameMembers(theme, this.#before.get(theme.id)));
    return { operations: this.#operations, themes, changed: changed.map(({ id }) => id) };
  }

  attach({ id, vector }: NewFact): void {
    if (this.#owners.has(id)) return;
    const [closest] = this.#nearestThemes(vector, 1, null);
    const { attach, attachLeniently, maxSize } = this.settings;
    const theme = closest && this.#themes.get(closest.key)!;
    const joins =
      closest !== undefined &&
      (closest.similarity >= attach || (closest.similarity >= attachLeniently && theme!.members.length < maxSize));
    if (!joins) {
      const created = this.newId();
      this.#operations.push({ kind: "create", theme: created, members: [id] });
      this.#put({ id: created, members: [id], centroid: Float64Array.from(vector) });
      return;
    }
    const members = [...theme!.members, id];
    const centroid = Float64Array.from(
      vector,
      (coordinate, index) => (theme!.centroid[index]! * (members.length - 1) + coordinate) / members.length,
    );
    this.#operations.push({ kind: "attach", theme: theme!.id, fact: id });
    this.#put({ id: theme!.id, members, centroid });
    if (members.length > maxSize) {
      const clusters = this.#localClusters(members);
      if (clusters.length > 1) this.#split(theme!.id, clusters, [theme!.id]);
    }
  }

  splitTouched(): void {
    const { minSplitSize, maxSize, minCohesion, renamesWhole } = this.settings;
    for (const id of [...this.#touched]) {
      const { members } = this.#themes.get(id)!;
      if (members.length < minSplitSize) continue;
      const vectors = this.#vectorsOf(members);
      if (members.length <= maxSize && meanCosine(vectors) >= minCohesion) continue;
      const clusters = this.#bestPartition(id);
      if (clusters.length > 1) this.#split(id, clusters, renamesWhole ? [] : [id]);
      else if (renamesWhole) this.#split(id, clusters, []);
    }
  }

  mergeTouched(): void {
    for (let merges = 0; merges < this.settings.maxMerges; merges++) {
      let best: { pair: readonly [Theme, Theme]; gain: number } | null = null;
      for (const pair of this.#touchedPairs(this.settings.merge)) {
        const gain = this.#mergeGain(...pair);
        if (gain > (best?.gain ?? 0)) best = { pair, gain };
      }
      if (best === null) return;
      this.#merge(...best.pair);
    }
  }

  absorbSingles(): void {
    for (;;) {
      const single = this.#bestAbsorption();
      if (single === null) return;
      this.#merge(...single);
    }
  }

  #bestAbsorption(): readonly [Theme, Theme] | null {
    const touched = [...this.#touched].map((id) => this.#themes.get(id)!);
    for (const theme of this.#themes.values()) {
      if (theme.members.length > 1) continue;
      let best: Theme | null = null;
      let greatest = 0;
      for (const other of this.#touched.has(theme.id) ? this.#themes.values() : touched) {
        if (other === theme || other.members.length + 1 > this.settings.maxSize) continue;
        if (cosine(theme.centroid, other.centroid) < this.settings.absorb) continue;
        const gain = this.#mergeGain(other, theme);
        if (gain > greatest) [best, greatest] = [other, gain];
      }
      if (best !== null) return [best, theme];
    }
    return null;
  }

  /** Pairs of a touched theme and any other one of at least `threshold` cosine, each pair once, the earlier theme first. */
  *#touchedPairs(threshold: number): Generator<readonly [Theme, Theme]> {
    const themes = [...this.#themes.values()];
    for (let index = 0; index < themes.length; index++) {
      const theme = themes[index]!;
      if (!this.#touched.has(theme.id)) continue;
      for (let position = 0; position < themes.length; position++) {
        const other = themes[position]!;
        if (position === index || (position < index && this.#touched.has(other.id))) continue;
        if (theme.members.length + other.members.length > this.settings.maxSize) continue;
        if (cosine(theme.centroid, other.centroid) < threshold) continue;
        yield position < index ? [other, theme] : [theme, other];
      }
    }
  }

  #mergeGain(kept: Theme, absorbed: Theme): number {
    const context = new Set<string>();
    for (const theme of [kept, absorbed]) {
      for (const { key } of this.#nearestThemes(theme.centroid, this.settings.context, theme.id)) context.add(key);
    }
    context.delete(kept.id);
    context.delete(absorbed.id);
    const contextClusters = [...context].map((id) => this.#clusterOf(this.#themes.get(id)!));
    const union = this.#union(kept, absorbed);
    const after = this.#objective([...contextClusters, this.#clusterOf(union)]);
    return after - this.#objective([...contextClusters, this.#clusterOf(kept), this.#clusterOf(absorbed)]);
  }

  #union(kept: Theme, absorbed: Theme): Theme {
    const members = [...kept.members, ...absorbed.members];
    const vectors = this.#vectorsOf(members);
    const [n, m] = [kept.members.length, absorbed.members.length];
    const centroid =
      vectors.length > 0
        ? meanVector(vectors)
        : Float64Array.from(
            kept.centroid,
            (coordinate, index) => (coordinate * n + absorbed.centroid[index]! * m) / (n + m),
          );
    return { id: kept.id, members, centroid };
  }

  #merge(kept: Theme, absorbed: Theme): void {
    this.#operations.push({ kind: "merge", theme: kept.id, absorbed: absorbed.id });
    this.#remove(absorbed.id);
    this.#put(this.#union(kept, absorbed));
  }

  /** The better of the two partitions of a theme by the objective over its nearest themes; ties go to the connected clusters. */
  #bestPartition(id: string): string[][] {
    const theme = this.#themes.get(id)!;
    const contextClusters = this.#nearestThemes(theme.centroid, this.settings.context, id).map(({ key }) =>
      this.#clusterOf(this.#themes.get(key)!),
    );
    const quality = (parts: readonly (readonly string[])[]) =>
      this.#objective([
        ...contextClusters,
        ...parts.map((members) => this.#clusterOf(this.#themeOf("", members, theme))),
      ]);
    const connected = this.#localClusters(theme.members);
    const principal = this.#principalClusters(theme.members);
    return quality(principal) > quality(connected) ? principal : connected;
  }

  #localClusters(members: readonly string[]): string[][] {
    if (members.length < MIN_CLUSTERED) return [[...members]];
    return this.#partition(members, (vectors) => connectedClusters(vectors, this.settings.edge, this.settings.maxSize));
  }

  #principalClusters(members: readonly string[]): string[][] {
    if (members.length <= this.settings.maxSize) return [[...members]];
    return this.#partition(members, (vectors) => principalClusters(vectors, this.settings.maxSize));
  }

  /** Partitions the members that have vectors; the others follow the largest part. */
  #partition(members: readonly string[], cut: (vectors: readonly Vector[]) => number[][]): string[][] {
    const placed = members.filter((member) => this.#vectorOf(member) !== null);
    if (placed.length === 0) return [[...members]];
    const parts = cut(this.#vectorsOf(placed)).map((indices) => indices.map((index) => placed[index]!));
    const largest = parts.reduce((left, right) => (right.length > left.length ? right : left));
    largest.push(...members.filter((member) => this.#vectorOf(member) === null));
    return parts;
  }

  #split(id: string, clusters: readonly (readonly string[])[], ids: readonly string[]): void {
    const original = this.#themes.get(id)!;
    const parts = clusters.map((members, index) => ({ theme: ids[index] ?? this.newId(), members }));
    this.#operations.push({ kind: "split", theme: id, parts });
    this.#remove(id);
    for (const { theme, members } of parts) this.#put(this.#themeOf(theme, members, original));
  }

  #themeOf(id: string, members: readonly string[], whole: Theme): Theme {
    const vectors = this.#vectorsOf(members);
    return { id, members, centroid: vectors.length > 0 ? meanVector(vectors) : whole.centroid };
  }

  #clusterOf(theme: Theme): Cluster {
    let cluster = this.#clusters.get(theme);
    if (cluster === undefined) {
      const { members, centroid } = theme;
      cluster = { size: members.length, centroid, vectors: this.#vectorsOf(members) };
      this.#clusters.set(theme, cluster);
    }
    return cluster;
  }

  #objective(clusters: readonly Cluster[]): number {
    return themeObjective(clusters, this.settings.minSeparated);
  }

  #nearestThemes(vector: Vector, limit: number, without: string | null): Neighbour<string>[] {
    const points: (readonly [string, Vector])[] = [];
    for (const { id, centroid } of this.#themes.values()) if (id !== without) points.push([id, centroid]);
    return nearest(vector, points, limit);
  }

  #vectorOf(fact: string): Vector | null {
    return this.#newVectors.get(fact) ?? this.stored(fact);
  }

  #vectorsOf(members: readonly string[]): Vector[] {
    return members.map((member) => this.#vectorOf(member)).filter((vector) => vector !== null);
  }

  #put(theme: Theme): void {
    this.#themes.set(theme.id, theme);
    this.#touched.add(theme.id);
    for (const member of theme.members) this.#owners.set(member, theme.id);
  }

  #remove(id: string): void {
    this.#themes.delete(id);
    this.#touched.delete(id);
  }
}

/** Mean cosine over all ordered pairs of distinct vectors. */
function meanCosine(vectors: readonly Vector[]): number {
  const count = vectors.length;
  let sum = 0;
  for (const left of vectors) for (const right of vectors) sum += cosine(left, right);
  return (sum - count) / (count * (count - 1) + 1e-6);
}

function sameMembers(theme: Theme, other: Theme | undefined): boolean {
  return (
    theme.members.length === other?.members.length &&
    theme.members.every((member, index) => member === other.members[index])
  );
}
