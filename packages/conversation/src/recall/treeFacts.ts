import type { Tree } from "@semantic-xpath/tree";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { compareStatements, type Fact } from "../lifecycle/statement.js";
import { valueKey } from "../lifecycle/values.js";
import { readState } from "../tree/readState.js";
import { type Recall, type RecallOptions, recall } from "./recall.js";
import { TurnIndex } from "./turnIndex.js";

/** The facts of one version of a memory, for questions. */
export interface TreeFacts {
  readonly state: ConversationState;
  recall(question: string, options?: RecallOptions): Recall;
  /** The facts that words mean: those that answer them as a question, of these the ones whose values are named, in order of the conversation. */
  named(words: string, options?: RecallOptions): readonly Fact[];
}

const read = new WeakMap<Tree, TreeFacts>();

/** True for the tree of a memory of conversations. */
export const holdsFacts = (tree: Tree): boolean =>
  tree.root?.type === "Memory" && tree.root.attribute("formation") !== undefined;

/** The facts of a tree. Read once a tree, in linear time. */
export function treeFacts(tree: Tree): TreeFacts {
  const cached = read.get(tree);
  if (cached !== undefined) return cached;
  const state = readState(tree);
  const index = new TurnIndex(state).refresh();
  const ask = (question: string, options?: RecallOptions) => recall(state, index, question, options);
  const facts: TreeFacts = {
    state,
    recall: ask,
    named: (words, options) => {
      const { items } = ask(words, options);
      const answering = items.flatMap(({ fact }) => (fact === null ? [] : [state.factOf(fact)!]));
      const neighbours = items.flatMap(({ why: { slot } }) => (slot === null ? [] : (state.slot(slot)?.facts ?? [])));
      const phrase = ` ${valueKey(words)} `;
      const valued = [...new Set([...answering, ...neighbours])].filter(
        ({ status, statement: { draft } }) =>
          status !== "forgotten" && draft.value !== null && phrase.includes(` ${valueKey(draft.value)} `),
      );
      return (valued.length > 0 ? valued : answering).toSorted((a, b) => compareStatements(a.statement, b.statement));
    },
  };
  read.set(tree, facts);
  return facts;
}
