import { cosine, minMax, type Neighbour, type Vector } from "../vectors.js";
import {
  DEFAULT_GATE,
  type GateResult,
  type GateSettings,
  gateEpisodes,
  type Uncertainty,
  XMEMORY_GATE,
} from "./gate.js";
import { pickRepresentatives, type RepresentativeSettings } from "./representatives.js";

/** The levels of a memory with a vector for each node, as adaptive retrieval reads them. */
export interface Levels {
  readonly themes: readonly ThemeLevel[];
  readonly facts: readonly FactLevel[];
  readonly episodes: readonly EpisodeLevel[];
}

export interface ThemeLevel {
  readonly id: string;
  readonly summary: string;
  readonly vector: Vector;
  /** Ids of facts. */
  readonly members: readonly string[];
  readonly neighbours: readonly Neighbour<string>[];
}

export interface FactLevel {
  readonly id: string;
  readonly text: string;
  readonly vector: Vector;
  /** Ids of the episodes that the fact was formed from. */
  readonly episodes: readonly string[];
  readonly neighbours: readonly Neighbour<string>[];
}

export interface EpisodeLevel {
  readonly id: string;
  readonly text: string;
  readonly vector: Vector;
}

export interface AdaptiveSettings {
  /** Facts nearest to the question from which themes and facts are picked. */
  readonly pool: number;
  readonly themes: RepresentativeSettings;
  readonly facts: RepresentativeSettings;
  /** Episodes nearest to the question that join those of the picked facts. */
  readonly nearEpisodes: number;
  /** Episodes of highest priority that are offered to the gate. */
  readonly probes: number;
  /** Weight of the best picked fact of an episode in its priority. */
  readonly factWeight: number;
  readonly gate: GateSettings;
}

const cover = (limit: number, scale: RepresentativeSettings["scale"]): RepresentativeSettings => ({
  limit,
  coverage: 0.7,
  target: 1,
  scale,
});

/** xMemory's constants (arXiv 2602.02007; implementation at commit 375ae1495095). */
export const XMEMORY_RETRIEVAL: AdaptiveSettings = {
  pool: 40,
  themes: cover(5, "total"),
  facts: cover(20, "total"),
  nearEpisodes: 10,
  probes: 10,
  factWeight: 0.5,
  gate: XMEMORY_GATE,
};

/** xMemory's sizes; coverage counts at each step, and an episode is judged beside those selected before it. */
export const DEFAULT_RETRIEVAL: AdaptiveSettings = {
  ...XMEMORY_RETRIEVAL,
  themes: cover(5, "step"),
  facts: cover(20, "step"),
  gate: DEFAULT_GATE,
};

/** The nodes that a question opened, level by level. All lists are in the order in which they were picked. */
export interface AdaptiveResult {
  /** Ids of the facts nearest to the question. */
  readonly pool: readonly string[];
  readonly themes: readonly string[];
  readonly facts: readonly string[];
  /** Episodes offered to the gate, by falling priority, with the fall of uncertainty of those that were checked. */
  readonly probed: readonly { readonly id: string; readonly priority: number; readonly gain: number | null }[];
  readonly episodes: readonly string[];
  /** The episodes that are read with their messages. */
  readonly expanded: readonly string[];
}

/**
 * Adaptive retrieval of xMemory: facts near the question → their themes → representative facts → their episodes → a gate by uncertainty →
 * messages of episodes that help most. Deterministic for given vectors and uncertainty; no facts give an empty result.
 */
export async function retrieveAdaptively(
  levels: Levels,
  question: { readonly text: string; readonly vector: Vector },
  uncertainty: Uncertainty,
  settings: AdaptiveSettings = DEFAULT_RETRIEVAL,
): Promise<AdaptiveResult> {
  const facts = levels.facts.map((fact) => ({ ...fact, score: cosine(fact.vector, question.vector) }));
  if (facts.length === 0) return { pool: [], themes: [], facts: [], probed: [], episodes: [], expanded: [] };
  const relevance = minMax(facts.map(({ score }) => score));
  const relevanceOf = new Map(facts.map(({ id }, index) => [id, relevance[index]!]));
  const pool = facts.toSorted((left, right) => right.score - left.score).slice(0, settings.pool);

  const themes = pickThemes(levels.themes, pool, question.vector, settings);
  const members = new Set(themes.flatMap((theme) => theme.members));
  const restricted = themes.length === 0 ? pool : pool.filter(({ id }) => members.has(id));
  const byId = new Map(pool.map((fact) => [fact.id, fact]));
  const candidates = restricted.map((fact) => ({ id: fact.id, score: fact.score, ...asCandidate(fact) }));
  const chosen = pickRepresentatives(candidates, settings.facts).map(({ id }) => byId.get(id)!);

  const probes = episodesByPriority(levels.episodes, chosen, relevanceOf, question.vector, settings);
  const context = [
    ...section(
      "Themes",
      themes.map(({ summary }) => summary),
    ),
    ...section(
      "Facts",
      chosen.map(({ text }) => text),
    ),
  ];
  const gated = await gate(
    probes.map(({ text }) => text),
    context,
    question.text,
    uncertainty,
    settings.gate,
  );
  return {
    pool: pool.map(({ id }) => id),
    themes: themes.map(({ id }) => id),
    facts: chosen.map(({ id }) => id),
    probed: probes.map(({ id, priority }, index) => ({ id, priority, gain: gated.gains[index] ?? null })),
    episodes: gated.selected.map((index) => probes[index]!.id),
    expanded: gated.expanded.map((index) => probes[index]!.id),
  };
}

function pickThemes(
  themes: readonly ThemeLevel[],
  pool: readonly FactLevel[],
  question: Vector,
  settings: AdaptiveSettings,
): ThemeLevel[] {
  const pooled = new Set(pool.map(({ id }) => id));
  const candidates = themes
    .filter(({ members }) => members.some((member) => pooled.has(member)))
    .map((theme) => ({ id: theme.id, score: cosine(theme.vector, question), ...asCandidate(theme) }))
    .sort((left, right) => right.score - left.score);
  const byId = new Map(themes.map((theme) => [theme.id, theme]));
  return pickRepresentatives(candidates, settings.themes).map(({ id }) => byId.get(id)!);
}

function episodesByPriority(
  episodes: readonly EpisodeLevel[],
  facts: readonly FactLevel[],
  relevanceOf: ReadonlyMap<string, number>,
  question: Vector,
  { nearEpisodes, factWeight, probes }: AdaptiveSettings,
): (EpisodeLevel & { readonly priority: number })[] {
  const scored = episodes.map((episode) => ({ ...episode, score: cosine(episode.vector, question) }));
  const ids = new Set(facts.flatMap((fact) => fact.episodes));
  for (const { id } of scored.toSorted((left, right) => right.score - left.score).slice(0, nearEpisodes)) ids.add(id);
  const candidates = scored.filter(({ id }) => ids.has(id));
  if (candidates.length === 0) return [];
  const low = Math.min(...candidates.map(({ score }) => score));
  const range = Math.max(Math.max(...candidates.map(({ score }) => score)) - low, MIN_RANGE);
  return candidates
    .map((episode) => {
      const support = facts.filter((fact) => fact.episodes.includes(episode.id)).map(({ id }) => relevanceOf.get(id)!);
      const priority = (episode.score - low) / range + factWeight * Math.max(0, ...support);
      return { id: episode.id, text: episode.text, vector: episode.vector, priority };
    })
    .sort((left, right) => right.priority - left.priority || (left.id < right.id ? -1 : 1))
    .slice(0, probes);
}

/** Divisor of episode scores that are all equal. */
const MIN_RANGE = 1e-6;

async function gate(
  episodes: readonly string[],
  context: readonly string[],
  question: string,
  uncertainty: Uncertainty,
  settings: GateSettings,
): Promise<GateResult> {
  const measure = (indices: readonly number[]) =>
    uncertainty(
      [
        ...context,
        ...section(
          "Episodes",
          indices.map((index) => episodes[index]!),
        ),
      ].join("\n"),
      question,
    );
  let measured = { count: -1, value: 0 };
  return gateEpisodes(
    episodes.length,
    async (episode, selected) => {
      const basis = settings.isCumulative ? selected : [];
      if (measured.count !== basis.length) measured = { count: basis.length, value: await measure(basis) };
      return measured.value - (await measure([...basis, episode]));
    },
    settings,
  );
}

function section(title: string, lines: readonly string[]): string[] {
  return [`${title}:`, ...(lines.length === 0 ? ["(none)"] : lines.map((line) => `- ${line}`))];
}

function asCandidate({ neighbours }: { readonly neighbours: readonly Neighbour<string>[] }) {
  return { neighbours: neighbours.map(({ key, similarity }) => ({ id: key, similarity })) };
}
