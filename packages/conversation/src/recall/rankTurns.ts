import { compile } from "@semantic-xpath/runtime";
import { lexicalScorer, type Scorer } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import { stringLiteral } from "@semantic-xpath/values";
import type { Turn } from "../dialogue.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { CONVERSATION_SCHEMA } from "../tree/schema.js";

export interface RankOptions {
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  readonly signal?: AbortSignal;
}

/** The scorer of calls that name none: it keeps the index of a tree between them. */
let shared: Scorer | null = null;

/** The query that finds turns by their relevance for a question, without those of which a person had facts forgotten, which only "all" lets it see. */
export const turnsQuery = (question: string): string =>
  `as of "all" //Turn[not(exists(/Fact[@status = "forgotten"]))][node =~ ${stringLiteral(question)}]`;

/** Turns by their relevance for a question, the most relevant first. */
export async function rankTurns(
  tree: Tree,
  state: ConversationState,
  question: string,
  { scorer, signal }: RankOptions,
): Promise<readonly Turn[]> {
  const { query } = compile(turnsQuery(question), { schema: CONVERSATION_SCHEMA });
  shared ??= lexicalScorer();
  const { matches } = await query!.run(tree, { scorer: scorer ?? shared, ...(signal !== undefined && { signal }) });
  return matches.flatMap(({ node }) => state.turns.get(node.attribute("id") ?? "") ?? []);
}
