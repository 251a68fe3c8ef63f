import type { Tree } from "@semantic-xpath/tree";
import { livingFacts } from "../layer.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { VectorSpace } from "../space.js";
import { readState } from "../tree/readState.js";
import { nearest, type Vector } from "../vectors.js";
import type { Levels } from "./retrieve.js";

/** Neighbours that a theme or a fact has, at most. */
const NEIGHBOURS = 10;

/** The levels of a memory with themes, with vectors of one space and neighbours both ways. */
export async function levelsOf(tree: Tree, space: VectorSpace): Promise<Levels> {
  const state = readState(tree);
  const facts = livingFacts(state);
  const themes = [...tree.node(1).children].filter(({ type }) => type === "Theme");
  const episodes = [...episodesOf(state)];
  const vectors = await space.embed([
    ...themes.map(({ text }) => text),
    ...facts.map(({ statement }) => statement.text),
    ...episodes.map(({ text }) => text),
  ]);
  const themeVectors = vectors.slice(0, themes.length);
  const factVectors = vectors.slice(themes.length, themes.length + facts.length);
  const themeIds = themes.map((theme) => theme.attribute("id") ?? "");
  const factIds = facts.map(({ statement }) => statement.id);
  return {
    themes: themes.map((theme, index) => ({
      id: themeIds[index]!,
      summary: theme.text,
      vector: themeVectors[index]!,
      members: [...theme.children].map((member) => member.attribute("idref") ?? ""),
      neighbours: neighboursOf(index, themeIds, themeVectors),
    })),
    facts: facts.map(({ statement, confirmedBy }, index) => ({
      id: statement.id,
      text: statement.text,
      vector: factVectors[index]!,
      episodes: [
        ...new Set([statement, ...confirmedBy].map(({ draft }) => state.episodeOf(state.turns.get(draft.turn)!)!.id)),
      ],
      neighbours: neighboursOf(index, factIds, factVectors),
    })),
    episodes: episodes.map((episode, index) => ({
      ...episode,
      vector: vectors[themes.length + facts.length + index]!,
    })),
  };
}

function* episodesOf(state: ConversationState): Generator<{ readonly id: string; readonly text: string }> {
  for (const { episodes } of state.sessions.values()) {
    for (const { id, title, summary, turns } of episodes) {
      const talk = turns.map(({ speaker, text }) => `${speaker}: ${text}`);
      yield { id, text: summary === "" ? talk.join("\n") : `${title}. ${summary}` };
    }
  }
}

function neighboursOf(index: number, ids: readonly string[], vectors: readonly Vector[]) {
  const points = ids
    .map((id, position) => [id, vectors[position]!] as const)
    .filter((_, position) => position !== index);
  return nearest(vectors[index]!, points, NEIGHBOURS);
}
