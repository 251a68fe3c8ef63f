import type { Schema } from "@semantic-xpath/planner";
import { atOnce } from "@semantic-xpath/scorers";
import type { NodeId, Tree } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import { makeLexicon } from "../ask/senses.js";
import { labelOf } from "../lexicon/labelOf.js";

import type { TreeWords } from "../lexicon/treeWords.js";
import { stemsIn } from "../words/words.js";
import type { Found } from "./found.js";
import { type Lookups, newLookups } from "./lookups.js";

/** What is known of the tree that a request is about: its schema, and the words of its nodes. */
export interface Known {
  readonly tree: Tree;
  readonly schema: Schema;
  /** Whether somebody wrote the schema; otherwise it was inferred, and requires nothing. */
  readonly isDeclared: boolean;
  readonly about: About;
  readonly words: TreeWords;
  /** What phrases of the request were found to mean, by their place and where they were looked for: patterns try the same ones again. */
  readonly found: Map<string, Found>;
  readonly lookups: Lookups;
}

export function knownOf(about: About, lookups = newLookups()): Known {
  const { world, words } = atOnce(makeLexicon(about));
  const { schema } = world;
  const isDeclared = (about.schema ?? null) !== null;
  return { tree: about.tree, schema, isDeclared, about, words, found: new Map(), lookups };
}

/** The words of a name or value as stems: `time_block` is time and block, `InProgress` in and progress. */
export const stemsOf: (text: string) => readonly string[] = stemsIn;

export const typeOf = ({ tree }: Pick<Known, "tree">, node: NodeId): string => tree.typeNames[tree.type[node]!]!;

/** What a node is called: its label, the beginning of its text, or its type. */
export function calledOf(known: Known, node: NodeId): string {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const own = (label === null ? undefined : known.tree.attribute(node, label)) ?? known.tree.ownText(node);
  const ordinal = known.tree.ordinal[node]!;
  if (own === "" || own === undefined) return ordinal === 0 ? `the ${type}` : `${type} ${ordinal}`;
  return own.length > 60 ? `${own.slice(0, 57)}…` : own;
}
