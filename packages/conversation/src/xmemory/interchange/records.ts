import * as z from "zod/mini";

/**
 * The records of xMemory's files (implementation at commit 375ae1495095). Members that are not listed are kept, in the order of the file.
 * Times are ISO texts: local wall-clock without a zone in episodes and facts, UTC in themes.
 */

const Metadata = z.record(z.string(), z.unknown());

export const Message = z.looseObject({
  message_id: z.string(),
  /** The speaker's name. */
  role: z.string(),
  content: z.string(),
  timestamp: z.optional(z.nullable(z.string())),
  metadata: z.optional(Metadata),
});

export const Episode = z.looseObject({
  episode_id: z.string(),
  user_id: z.optional(z.string()),
  title: z.optional(z.string()),
  content: z.string(),
  original_messages: z.optional(z.array(Message)),
  message_count: z.optional(z.number()),
  boundary_reason: z.optional(z.nullable(z.string())),
  created_at: z.optional(z.nullable(z.string())),
  timestamp: z.optional(z.nullable(z.string())),
  metadata: z.optional(Metadata),
  tags: z.optional(z.array(z.string())),
});

export const Semantic = z.looseObject({
  memory_id: z.string(),
  user_id: z.optional(z.string()),
  content: z.string(),
  knowledge_type: z.optional(z.string()),
  created_at: z.optional(z.nullable(z.string())),
  updated_at: z.optional(z.nullable(z.string())),
  /** Ids of episodes. */
  source_episodes: z.array(z.string()),
  confidence: z.optional(z.number()),
  metadata: z.optional(Metadata),
  tags: z.optional(z.array(z.string())),
  revision_count: z.optional(z.number()),
});

export const ThemeRecord = z.looseObject({
  theme_id: z.string(),
  summary: z.string(),
  /** Vector of the summary. */
  embedding: z.optional(z.array(z.number())),
  /** Ids of facts. */
  semantic_ids: z.array(z.string()),
  created_at: z.optional(z.nullable(z.string())),
  updated_at: z.optional(z.nullable(z.string())),
  /** Mean of the members' vectors. */
  centroid: z.array(z.number()),
  member_count: z.number(),
  neighbors: z.array(z.string()),
  /** Cosines, parallel to `neighbors`. */
  neighbor_sims: z.array(z.number()),
});

/** Nearest facts of each fact, nearest first. */
export const FactNeighbours = z.record(z.string(), z.array(z.object({ id: z.string(), sim: z.number() })));

export type MessageRecord = z.infer<typeof Message>;
export type EpisodeRecord = z.infer<typeof Episode>;
export type SemanticRecord = z.infer<typeof Semantic>;
export type ThemeFileRecord = z.infer<typeof ThemeRecord>;
export type FactNeighbourRecords = z.infer<typeof FactNeighbours>;

type Loose = Record<string, unknown>;

/** An episode as older files spell it: `id` for `episode_id`, `summary` for `content`. */
export const asEpisode = (record: Loose): Loose => aliased(record, { episode_id: ["id"], content: ["summary"] });

/** A fact as older files spell it: `id`, `summary`, `episode_ids`, a text in place of a list. */
export const asSemantic = (record: Loose): Loose =>
  aliased(record, { memory_id: ["id"], content: ["summary"], source_episodes: ["episode_ids"] }, ["source_episodes"]);

/** A theme as older files spell it, without centroid, count or neighbours. */
export function asTheme(record: Loose): Loose {
  const theme = aliased(record, { theme_id: ["id"], semantic_ids: ["member_semantic_ids"], summary: ["content"] }, [
    "semantic_ids",
  ]);
  const members = Array.isArray(theme.semantic_ids) ? theme.semantic_ids.length : 0;
  return {
    ...theme,
    centroid: theme.centroid ?? theme.embedding ?? [],
    member_count: theme.member_count ?? Math.max(members, 1),
    neighbors: theme.neighbors ?? [],
    neighbor_sims: theme.neighbor_sims ?? [],
  };
}

function aliased(
  record: Loose,
  aliases: Readonly<Record<string, readonly string[]>>,
  lists: readonly string[] = [],
): Loose {
  const named = new Map(Object.entries(record));
  for (const [name, others] of Object.entries(aliases)) {
    const alias = others.find((other) => named.has(other));
    if (!named.has(name) && alias !== undefined) named.set(name, named.get(alias));
  }
  for (const name of lists) {
    const value = named.get(name);
    if (typeof value === "string") named.set(name, [value]);
  }
  return Object.fromEntries(named);
}
