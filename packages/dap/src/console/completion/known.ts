import { parse } from "@semantic-xpath/parser";
import { check, type Schema, type TypeSet } from "@semantic-xpath/planner";
import { inferSchema, type Tree } from "@semantic-xpath/runtime";
import type { DebugRun } from "../../program/debugRun.js";

/** Maximum number of nodes whose types are read: more rarely add a type. */
const MAX_NODES = 2000;

/** The schema of the query; where it has none, the one that its data follow. */
export const schemaOf = ({ stepper: { query, tree } }: DebugRun): Schema => query.schema ?? inferSchema(tree);

/** The node types that a path leads to from the current nodes; empty: those of the current nodes. null: nothing is known. */
export function typesAt(run: DebugRun, path: string): TypeSet {
  const start = currentTypes(run);
  return path === "" ? start : typesFrom(schemaOf(run), path, start);
}

/** The node types that a path leads to from nodes of some types (null: from the document); empty: there are none. */
export function typesFrom(schema: Schema, path: string, start: TypeSet): TypeSet {
  const { query } = parse(path).ast;
  if (query === null) return null;
  const { types, diagnostics } = check(query, schema, null, start);
  const isNowhere = diagnostics.some(({ code }) => code === "SXP3001");
  return types.get(query) ?? (isNowhere ? [] : null);
}

function currentTypes({ stepper }: DebugRun): TypeSet {
  const { tree, halt } = stepper;
  const entries = halt.stop?.after.entries(0, MAX_NODES) ?? [];
  const types = new Set(entries.flatMap(({ node }) => (node === 0 ? [] : [tree.node(node).type])));
  return types.size === 0 ? null : [...types];
}

/** The most frequent values of an attribute on nodes of some types. */
export function frequentValues(tree: Tree, types: TypeSet, name: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const type of types ?? tree.typeNames.slice(1)) {
    const nodes = tree.postings[tree.typeId(type)] ?? [];
    const stride = Math.max(1, Math.ceil(nodes.length / MAX_NODES));
    for (let i = 0; i < nodes.length; i += stride) {
      const value = tree.node(nodes[i]!).attributes[name];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}
