import { relationsOf, stemOf } from "@semantic-xpath/scorers";

/** Stems of a memory by the words that they are related to: two stems that share one are about the same topic, more or less. */
export class RelatedStems {
  /** Words of the thesaurus with the stems of the memory that are, or are related to, them. */
  private readonly topics = new Map<string, Map<string, number>>();

  add(stem: string): void {
    for (const [topic, strength] of topicsOf(stem)) {
      const stems = this.topics.get(topic);
      if (stems === undefined) this.topics.set(topic, new Map([[stem, strength]]));
      else stems.set(stem, strength);
    }
  }

  /** Stems of the memory with their nearness to a stem: the product of the strengths on the way over the word that they share. */
  near(stem: string): ReadonlyMap<string, number> {
    const near = new Map<string, number>();
    for (const [topic, strength] of topicsOf(stem))
      for (const [other, back] of this.topics.get(topic) ?? [])
        near.set(other, Math.max(near.get(other) ?? 0, strength * back));
    return near;
  }
}

function topicsOf(stem: string): readonly (readonly [topic: string, strength: number])[] {
  const key = stemOf(stem);
  const related = [...relationsOf(key)].map(([topic, { strength }]) => [topic, strength] as const);
  return [[key, 1], ...related];
}
