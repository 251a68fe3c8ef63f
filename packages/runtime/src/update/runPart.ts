import { type AstNode, print, suggest, walk } from "@semantic-xpath/parser";
import { type NodeData, runError } from "@semantic-xpath/tree";
import type { ArgumentValue } from "../execute/run.js";
import type { QueryValue } from "../execute/valueQuery.js";
import type { RunOptions } from "../runOptions.js";
import type { RunResult } from "../runResult.js";
import type { CompiledUpdate } from "./compiledUpdate.js";
import type { SeenTree } from "./seenTree.js";

/** An argument of an update: a value, the key of a node, or a node to be put in place. */
export type UpdateArgument = ArgumentValue | NodeData;

/** Environment of the parts of one update. */
export interface PartRun {
  readonly update: CompiledUpdate;
  readonly seen: SeenTree;
  readonly params: Readonly<Record<string, UpdateArgument>>;
  readonly options: Pick<RunOptions, "scorer" | "signal" | "budget" | "now">;
}

/** An argument that no parameter takes is a slip, as it is for queries. */
export function checkArguments({ ast, parameters }: CompiledUpdate, params: PartRun["params"]): void {
  const names = new Set(parameters?.map(({ name }) => name));
  walk(ast, (node) => {
    if (node.kind === "ParameterReference") names.add(node.name);
  });
  for (const name of Object.keys(params)) {
    if (names.has(name)) continue;
    const problem = names.size === 0 ? "is not used: the update has no parameters" : "is not a parameter of the update";
    throw runError("SXP4009", { name, problem, suggestions: suggest(name, names) });
  }
}

/** Runs the query of a path or value with those of the arguments that it takes. */
export function runPart({ update, seen, params, options }: PartRun, part: AstNode): Promise<RunResult> {
  const query = update.parts.get(part);
  if (query === undefined) throw new Error(`no query was compiled for ${print(part)}`);
  const ownParams = query.plan.parameters.flatMap(({ name }) =>
    Object.hasOwn(params, name) ? [[name, params[name] as ArgumentValue] as const] : [],
  );
  return query.run(seen.tree, {
    ...options,
    params: Object.fromEntries(ownParams),
    ...(query.isSemantic ? { trace: true } : {}),
  });
}

/** A value as a text: several have spaces between them, as in XQuery; null: there is none. */
export function textOfValue(value: QueryValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? null : value.map(String).join(" ");
}
