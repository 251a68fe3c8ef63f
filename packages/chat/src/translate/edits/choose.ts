import type { NodeId } from "@semantic-xpath/tree";
import { type Draft, type Drafted, question } from "./draft.js";
import { find, withoutAll } from "./finder.js";
import { type Scope, targetOf } from "./found.js";
import { calledOf, type Known } from "./known.js";
import { type Phrase, textOf } from "./phrase.js";

const MOST_CHOICES = 3;
/** More nodes at once are no edit that somebody says in a sentence. */
export const MOST_NODES = 200;
/** Of more candidates than that it is not tried which of them the change is possible for. */
const MOST_TRIED = 20;

/**
 * The update for the one node that a phrase means, or for all where it means many. Where several fit, a question with an update for each; where
 * none does, a question.
 */
export function forTarget(
  known: Known,
  phrase: Phrase,
  make: (node: NodeId) => Drafted,
  { scope = null }: { readonly scope?: Scope } = {},
): Drafted {
  const { nodes, isMany, sureness, isNone = false } = find(known, phrase, scope);
  if (isNone) return question(`There is nothing to change: I find no ${textOf(withoutAll(phrase))} here.`, 0.9);
  if (nodes.length === 0)
    return question(`I find nothing here that is called "${textOf(phrase)}". What do you mean?`, 0.4);
  if (nodes.length === 1)
    return sureness < LEAST ? unsure(known, phrase, nodes[0]!, make(nodes[0]!)) : lowered(make(nodes[0]!), sureness);
  const drafts = nodes.slice(0, isMany ? MOST_NODES + 1 : MOST_TRIED).map(make);
  const updates = drafts.filter((draft): draft is Draft => draft?.kind === "update");
  if (updates.length === 0) return drafts[0] ?? null;
  if (isMany && updates.length === nodes.length && nodes.length <= MOST_NODES) return together(updates, sureness);
  if (updates.length === 1 && !isMany && nodes.length <= MOST_TRIED)
    return lowered(updates[0]!, Math.min(0.6, sureness));
  const names = nodes.slice(0, MOST_CHOICES).map((node) => placeOf(known, node));
  const more = nodes.length > MOST_CHOICES ? `, or one of ${nodes.length - MOST_CHOICES} more` : "";
  return question(
    `Which "${textOf(phrase)}" do you mean: ${names.join(", ")}${more}?`,
    0.8,
    updates.slice(0, MOST_CHOICES),
  );
}

/** A node that fits less surely is asked about. */
const LEAST = 0.6;

const unsure = (known: Known, phrase: Phrase, node: NodeId, draft: Drafted): Drafted =>
  draft?.kind === "update"
    ? question(`By "${textOf(phrase)}", do you mean ${placeOf(known, node)}?`, 0.75, [draft])
    : draft;

const lowered = (draft: Drafted, sureness: number): Drafted =>
  draft?.kind === "update" ? { ...draft, sureness: draft.sureness * sureness } : draft;

/** Steps that the paths of one update may have together. */
const MOST_STEPS = 256;

/** Many edits in one update: a person looks at them first. */
export function together(drafts: readonly Draft[], sureness: number): Drafted {
  const [first] = drafts;
  const update = drafts.map((draft) => draft.update).join(",\n");
  if (update.split("/").length > MOST_STEPS)
    return question(
      `That would change ${drafts.length} nodes, more than one update can name. Which of them first?`,
      0.85,
    );
  return {
    ...first!,
    update,
    said: `${first!.said}, and ${drafts.length - 1} more like it`,
    isDestructive: true,
    sureness: sureness * first!.sureness,
  };
}

/** What a node is called, and what it is in. */
function placeOf(known: Known, node: NodeId): string {
  const parent = known.tree.parent[node]!;
  const own = `"${calledOf(known, node)}"`;
  return parent <= 1 ? own : `${own} in ${calledOf(known, parent)} (${targetOf(known, node)})`;
}
