import type { Tree } from "@semantic-xpath/tree";
import type { Turn } from "../dialogue.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import type { Fact } from "../lifecycle/statement.js";
import type { HiddenFact, RecallItem, RecallOptions } from "./recall.js";
import { treeFacts } from "./treeFacts.js";

/** Numbers of parts on each level of a memory. */
export interface LevelCounts {
  readonly themes: number;
  readonly facts: number;
  readonly episodes: number;
  readonly turns: number;
}

/** The answer to a question, the facts that it hid, and the parts of each level that it comes from. */
export interface Opened {
  readonly items: readonly RecallItem[];
  readonly hidden: readonly HiddenFact[];
  readonly tokens: number;
  readonly themes: readonly OpenedTheme[];
  readonly facts: readonly OpenedFact[];
  readonly episodes: readonly OpenedEpisode[];
  readonly turns: readonly OpenedTurn[];
}

export interface OpenedTheme {
  readonly id: string;
  readonly summary: string;
  /** Opened facts that are in it. */
  readonly facts: readonly string[];
}

export interface OpenedFact {
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Turns that state it. */
  readonly turns: readonly string[];
}

export interface OpenedEpisode {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly date: string;
}

export interface OpenedTurn {
  /** Its id in the memory. */
  readonly id: string;
  /** Its id as the caller named it. */
  readonly ref: string;
  readonly speaker: string;
  readonly time: string;
  readonly text: string;
}

/** The numbers of themes, facts, episodes and turns of a memory of conversations. */
export function levelCounts(tree: Tree): LevelCounts {
  const { state } = treeFacts(tree);
  const episodes = [...state.sessions.values()].reduce((sum, session) => sum + session.episodes.length, 0);
  return { themes: themesOf(tree).length, facts: [...state.facts()].length, episodes, turns: state.turns.size };
}

/** Answers a question and says what of each level the answer comes from. A part is listed once, in the order of the answer. */
export function openedBy(tree: Tree, question: string, options: RecallOptions = {}): Opened {
  const { state, recall } = treeFacts(tree);
  const { items, hidden, tokens } = recall(question, options);
  const facts = unique(
    items.flatMap((item) => factsOf(state, item)),
    ({ statement }) => statement.id,
  );
  const ids = new Set(facts.map(({ statement }) => statement.id));
  const sources = [...facts.flatMap((fact) => turnsOf(state, fact)), ...items.flatMap(turnsNamed(state))];
  const turns = unique(sources, ({ id }) => id);
  const episodes = unique(
    turns.flatMap((turn) => state.episodeOf(turn) ?? []),
    ({ id }) => id,
  );
  const themes = themesOf(tree).map(({ members, ...theme }) => ({
    ...theme,
    facts: members.filter((id) => ids.has(id)),
  }));
  return {
    ...{ items, hidden, tokens },
    themes: themes.filter((theme) => theme.facts.length > 0),
    facts: facts.map((fact) => openedFact(state, fact)),
    episodes: episodes.map((episode) => openedEpisode(state, episode)),
    turns: turns.map(({ id, ref, speaker, time, text }) => ({ id, ref, speaker, time, text })),
  };
}

/** The first of each id. */
function unique<T>(all: readonly T[], idOf: (each: T) => string): readonly T[] {
  const byId = new Map<string, T>();
  for (const each of all) if (!byId.has(idOf(each))) byId.set(idOf(each), each);
  return [...byId.values()];
}

/** The fact of an item, or those that it counts. */
const factsOf = (state: ConversationState, { fact, why }: RecallItem): readonly Fact[] =>
  [...(fact === null ? [] : [fact]), ...why.counted].flatMap((id) => state.factOf(id) ?? []);

const turnsOf = (state: ConversationState, { statement, confirmedBy }: Fact): readonly Turn[] =>
  [statement, ...confirmedBy].flatMap(({ draft }) => state.turns.get(draft.turn) ?? []);

/** The turns of an item without a fact, by the names that the caller gave them. */
const turnsNamed =
  (state: ConversationState) =>
  ({ fact, why, sources }: RecallItem): readonly Turn[] => {
    if (fact !== null || why.counted.length > 0) return [];
    const names = new Set(sources);
    return [...state.turns.values()].filter(({ id, ref }) => names.has(ref) || names.has(id));
  };

function openedFact(state: ConversationState, fact: Fact): OpenedFact {
  const { statement, status, validFrom, validTo } = fact;
  const turns = turnsOf(state, fact).map(({ id }) => id);
  return { id: statement.id, text: statement.text, status, validFrom, validTo, turns };
}

const openedEpisode = (state: ConversationState, { id, session, title, summary }: Episode): OpenedEpisode => ({
  ...{ id, title, summary },
  date: state.sessions.get(session)?.date ?? "",
});

interface Theme {
  readonly id: string;
  readonly summary: string;
  readonly members: readonly string[];
}

const themesOf = (tree: Tree): readonly Theme[] =>
  [...tree.node(1).children]
    .filter(({ type }) => type === "Theme")
    .map((theme) => ({
      id: theme.attribute("id") ?? "",
      summary: theme.text,
      members: [...theme.children].flatMap((member) => member.attribute("idref") ?? []),
    }));
