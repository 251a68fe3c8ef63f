import {
  annotatedFormation,
  type ConversationState,
  ENGLISH_SPACE,
  type Formation,
  openConversation,
  rulesFormation,
  type Vector,
  type VectorSpace,
} from "@semantic-xpath/conversation";
import {
  consolidateMemory,
  detailsOf,
  type Entry,
  entriesOf,
  extractiveSynthesis,
  fidelityOf,
  retrieveEvents,
  type Synthesis,
  survival,
} from "@semantic-xpath/conversation/structmem";
import {
  type AdaptiveSettings,
  DEFAULT_RETRIEVAL,
  HASHED_THEMES,
  type Levels,
  levelsOf,
  retrieveAdaptively,
  scorerUncertainty,
  type ThemeSettings,
  type Uncertainty,
  updateThemes,
} from "@semantic-xpath/conversation/xmemory";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { lexicalScorer } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import {
  type BuildFigures,
  type DialogueSource,
  FAILED_EPISODES,
  type Item,
  type Method,
  type Question,
  type Source,
} from "../format/method.js";

/** Formation of facts, by dialogue. */
export interface MemoryOptions {
  readonly formation: (source: DialogueSource) => Formation;
  /** True if the formation reads the facts of the suite: an upper bound, or a played model. Default false. */
  readonly readsGold?: boolean;
  /** Calls and tokens of the formation so far, where it calls a model; the difference is what building took. */
  readonly spent?: () => BuildFigures;
}

/** Facts by rules of English, without a model. */
export const RULES_MEMORY: MemoryOptions = { formation: () => rulesFormation() };

/** The facts that a suite says are in a dialogue: what a perfect reader would note. */
export const ANNOTATED_MEMORY: MemoryOptions = {
  formation: ({ facts }) =>
    annotatedFormation(
      (facts ?? []).map(({ when, until, ...fact }) => ({
        ...fact,
        ...(when !== undefined && { when }),
        ...(until !== undefined && { until }),
      })),
    ),
  readsGold: true,
};

interface Built {
  readonly memory: Memory;
  readonly talk: ReturnType<typeof openConversation>;
  readonly figures: BuildFigures;
}

const TASK = "conversation";
const NOTHING: BuildFigures = {};

async function built(source: Source, options: MemoryOptions, signal?: AbortSignal): Promise<Built> {
  if (source.kind === "tree") throw new TypeError("A memory is built from a dialogue.");
  const before = options.spent?.() ?? NOTHING;
  const memory = Memory.create(inMemoryJournal());
  const talk = openConversation(memory, { formation: options.formation(source), task: TASK });
  const sessions = source.sessions.map(({ id, date, turns }) => ({ id, date, turns }));
  const { turns, facts, failed } = await talk.add(sessions, signal === undefined ? {} : { signal });
  const failedFacts = [...talk.state.facts()].filter(({ status }) => status === "failed").length;
  const failures = { [FAILED_EPISODES]: failed.length, "failed facts": failedFacts };
  return { memory, talk, figures: { messages: turns, facts, ...failures, ...spentSince(before, options) } };
}

function spentSince(before: BuildFigures, { spent }: MemoryOptions): BuildFigures {
  const after = spent?.() ?? NOTHING;
  const increase = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  return { calls: increase("calls"), input: increase("input"), output: increase("output") };
}

const cannot = (source: Source, { request }: Question): string | null => {
  if (source.kind === "tree") return "a memory is built from a dialogue";
  return request === null ? "the case has no request in words" : null;
};

const idOf = (kind: string, { formation }: MemoryOptions, more: readonly string[]): string =>
  [kind, formation(NO_DIALOGUE).id, ...more].join(" ");
const NO_DIALOGUE: DialogueSource = { kind: "dialogue", id: "", speakers: [], sessions: [], facts: [], digest: "" };

/** Facts with validity, and their recall: the answer and nothing else, or up to the budget. */
export function memoryMethod(
  options: MemoryOptions,
  name = "memory",
  { isFull = false }: { readonly isFull?: boolean } = {},
): Method<Built> {
  return {
    id: idOf("memory@2", options, isFull ? ["full"] : []),
    name,
    ...(options.readsGold === true && { readsGold: true }),
    readsBudget: true,
    cannot,
    build: (source, { signal }) => built(source, options, signal),
    built: ({ figures }) => figures,
    async ask({ talk }, { request, asOf }, { tokens }) {
      const days = asOf === null ? {} : { askedOn: asOf, validAt: asOf };
      const asking = { tokens, ...days };
      const { items } = isFull ? await talk.recallFull(request!, asking) : talk.recall(request!, asking);
      return { items: items.map(({ text, sources }): Item => ({ text, sources })) };
    },
  };
}

export interface XMemoryOptions extends MemoryOptions {
  /** Default: hashed words, without a model. */
  readonly space?: VectorSpace;
  readonly themes?: ThemeSettings;
  readonly retrieval?: AdaptiveSettings;
  /** Default: by the lexical scorer. */
  readonly uncertainty?: Uncertainty;
  /** Names `themes`, `retrieval` and `uncertainty` where they are not the default ones. */
  readonly settings?: string;
}

interface WithLevels extends Built {
  readonly levels: Levels;
}

/** xMemory: themes of facts, episodes and messages where they help. */
export function xmemoryMethod(options: XMemoryOptions, name = "xmemory"): Method<WithLevels> {
  const { space = ENGLISH_SPACE, themes = HASHED_THEMES, retrieval = DEFAULT_RETRIEVAL, settings = "" } = options;
  const uncertainty = options.uncertainty ?? scorerUncertainty(lexicalScorer());
  return {
    id: idOf("xmemory@1", options, [space.id, settings]),
    name,
    ...(options.readsGold === true && { readsGold: true }),
    cannot,
    async build(source, { signal }) {
      const conversation = await built(source, options, signal);
      await updateThemes({ memory: conversation.memory, task: TASK, space, settings: themes });
      return { ...conversation, levels: await levelsOf(treeOf(conversation), space) };
    },
    built: ({ figures }) => figures,
    async ask({ talk, levels }, { request }) {
      const [vector] = await space.embed([request!]);
      const retrieved = await retrieveAdaptively(levels, { text: request!, vector: vector! }, uncertainty, retrieval);
      const { state } = talk;
      const facts = retrieved.facts.map((id): Item => {
        const { statement, confirmedBy } = state.factOf(id)!;
        const turns = [statement, ...confirmedBy].map(({ draft }) => refOf(state, draft.turn));
        return { text: statement.text, sources: [...new Set(turns)] };
      });
      const episodes = retrieved.episodes.flatMap((id) =>
        episodeItems(state, levels, id, retrieved.expanded.includes(id)),
      );
      return { items: [...facts, ...episodes] };
    },
  };
}

function episodeItems(state: ConversationState, levels: Levels, id: string, isExpanded: boolean): readonly Item[] {
  const turns = [...state.sessions.values()].flatMap(({ episodes }) =>
    episodes.flatMap((episode) => (episode.id === id ? episode.turns : [])),
  );
  if (isExpanded) return turns.map(({ speaker, text, ref }) => ({ text: `${speaker}: ${text}`, sources: [ref] }));
  const text = levels.episodes.find((episode) => episode.id === id)?.text ?? "";
  return [{ text, sources: turns.map(({ ref }) => ref) }];
}

export interface StructMemOptions extends MemoryOptions {
  /** Default: hashed words, without a model. */
  readonly space?: VectorSpace;
  /** Default: the entries as they are. */
  readonly synthesise?: Synthesis;
  /** Names `synthesise` where it is not the default one. */
  readonly synthesis?: string;
}

interface Summary {
  readonly id: string;
  readonly tier: number;
  readonly text: string;
  readonly covers: readonly string[];
}

interface WithSummaries extends Built {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly vectors: ReadonlyMap<string, Vector>;
  readonly summaries: ReadonlyMap<string, Summary>;
  readonly fidelity: BuildFigures;
}

/** StructMem: events in two voices and consolidations of sessions and weeks. Its figures of building include the fidelity of consolidations. */
export function structMemMethod(options: StructMemOptions, name = "structmem"): Method<WithSummaries> {
  const { space = ENGLISH_SPACE, synthesise = extractiveSynthesis(), synthesis = "extractive" } = options;
  return {
    id: idOf("structmem@1", options, [space.id, synthesis]),
    name,
    ...(options.readsGold === true && { readsGold: true }),
    cannot,
    async build(source, { signal }) {
      const before = options.spent?.() ?? NOTHING;
      const conversation = await built(source, options, signal);
      const target = { memory: conversation.memory, task: TASK, space, synthesise, hasSecondTier: true };
      await consolidateMemory({ ...target, ...(signal && { signal }) });
      const entries = new Map(entriesOf(conversation.talk.state).map((entry) => [entry.id, entry]));
      const summaries = summariesOf(treeOf(conversation));
      const points = [...entries, ...summaries];
      const embedded = await space.embed(points.map(([, { text }]) => text));
      const vectors = new Map(points.map(([id], i) => [id, embedded[i]!]));
      const fidelity = { ...spentSince(before, options), ...fidelityFigures(entries, summaries) };
      return { ...conversation, entries, vectors, summaries, fidelity };
    },
    built: ({ figures, fidelity }) => ({ ...figures, ...fidelity }),
    async ask({ talk, entries, summaries, vectors }, { request }) {
      const [vector] = await space.embed([request!]);
      const vectorsOf = (points: ReadonlyMap<string, unknown>) =>
        new Map([...points.keys()].map((id) => [id, vectors.get(id)!]));
      const retrieved = retrieveEvents(vector!, vectorsOf(entries), vectorsOf(summaries));
      const { state } = talk;
      return {
        items: [
          ...retrieved.entries.map((id): Item => {
            const { text, event } = entries.get(id)!;
            return { text, sources: [refOf(state, event)] };
          }),
          ...retrieved.summaries.map((id): Item => {
            const turns = leavesOf(summaries.get(id)!, entries, summaries).map(({ event }) => refOf(state, event));
            return { text: summaries.get(id)!.text, sources: [...new Set(turns)] };
          }),
        ],
      };
    },
  };
}

const treeOf = ({ memory }: Built): Tree => memory.task(TASK).head().tree();
const refOf = (state: ConversationState, turn: string): string => state.turns.get(turn)!.ref;

function summariesOf(tree: Tree): ReadonlyMap<string, Summary> {
  const nodes = [...tree.node(1).children].filter(({ type }) => type === "Consolidation");
  return new Map(
    nodes.map((node) => {
      const id = node.attribute("id") ?? "";
      const covers = [...node.children].flatMap((child) =>
        child.type === "Covers" ? [child.attribute("idref") ?? ""] : [],
      );
      return [id, { id, tier: Number(node.attribute("tier")), text: node.text, covers }];
    }),
  );
}

/** The entries that a consolidation covers, through those of the tier below. */
function leavesOf(
  { covers }: Summary,
  entries: ReadonlyMap<string, Entry>,
  summaries: ReadonlyMap<string, Summary>,
): readonly Entry[] {
  return covers.flatMap((id) => {
    const entry = entries.get(id);
    if (entry !== undefined) return [entry];
    const summary = summaries.get(id);
    return summary === undefined ? [] : leavesOf(summary, entries, summaries);
  });
}

/**
 * Sums over consolidations, of which tables make shares. `details N`: names and numbers of what a consolidation of tier N covers, `kept details N`: those
 * that it has, so that N is the number of cycles that they survived.
 */
function fidelityFigures(entries: ReadonlyMap<string, Entry>, summaries: ReadonlyMap<string, Summary>): BuildFigures {
  const sums: Record<string, number> = { sentences: 0, "unsupported sentences": 0, links: 0, "spurious links": 0 };
  const add = (name: string, value: number): void => {
    sums[name] = (sums[name] ?? 0) + value;
  };
  const inputs = [...entries.values()];
  for (const summary of summaries.values()) {
    const texts = leavesOf(summary, entries, summaries).map(({ text }) => text);
    const { sentences, unsupportedSentences, links, spuriousLinks } = fidelityOf(summary.text, inputs);
    const details = detailsOf(texts).size;
    add("sentences", sentences);
    add("unsupported sentences", unsupportedSentences);
    add("links", links);
    add("spurious links", spuriousLinks);
    add(`details ${summary.tier}`, details);
    add(`kept details ${summary.tier}`, Math.round(survival(texts, summary.text) * details));
  }
  return sums;
}
