import { emitOutline } from "@semantic-xpath/emitters";
import type { LanguageModel, ModelAnswer } from "@semantic-xpath/llm";
import type { Schema } from "@semantic-xpath/planner";
import {
  type CompiledUpdate,
  compileUpdate,
  type Operation,
  operationsSchema,
  parseOperations,
  type ResolvedTarget,
  type RunOptions,
} from "@semantic-xpath/runtime";
import { type NodeId, type RunError, runError } from "@semantic-xpath/tree";
import type { ReadOptions } from "../readers.js";
import type { About } from "../translate/about.js";
import type { Change } from "./plan.js";
import { type Checked, repaired } from "./repaired.js";
import { asData, DATA_RULE, shownSubtrees } from "./shownSubtree.js";
import { spread } from "./spread.js";

/** The task of an edit: the nodes that were found for the request, and the changes that it allows. */
interface EditTask {
  readonly request: string;
  readonly said: string;
  readonly changes: readonly Change[];
  readonly nodes: readonly { readonly node: NodeId; readonly path: string }[];
  readonly schema: Schema;
  /** Most tokens of the nodes that the model is shown. */
  readonly maxTokens: number;
}

const INSTRUCTIONS = `You edit a tree as a person requests. Answer with JSON: {"operations": [...]}, the least that does it.
A target is a path to one node, of those that are shown or below them, such as "/Plan/Day[2]/Item[1]"; "…/@name" is an attribute. All paths are as the tree is before.
A node to be made has "type", "attributes" (strings), "text", "children".`;

/**
 * The update that does what was requested, as a model writes it from the nodes that were found. It compiles, its paths lead to nodes, it does nothing that
 * the request was not read as asking for, and touches nothing but what was found. Throws SXP5120 to SXP5122 where the model can't.
 */
export function writeEdit(
  model: LanguageModel,
  task: EditTask,
  about: About,
  options: ReadOptions,
): Promise<{ readonly update: CompiledUpdate; readonly rounds: number }> {
  const subtrees = shownSubtrees(about.tree, task.nodes, task.maxTokens);
  const { request, said, changes } = task;
  const user = { request, meant: said, changes, ...(about.now !== undefined && { now: about.now }) };
  return repaired(
    model,
    {
      messages: [
        { role: "system", content: [INSTRUCTIONS, DATA_RULE, "", "Types:", emitOutline(task.schema)].join("\n") },
        { role: "user", content: `${JSON.stringify(user)}\n${asData(subtrees.text)}` },
      ],
      schema: editSchema(),
      purpose: "edit",
    },
    (answer, rounds) => checkedEdit(answer, rounds, task, about, options),
    options,
  );
}

function editSchema() {
  const { $defs, $schema: _, ...operations } = operationsSchema();
  return {
    name: "operations",
    json: {
      type: "object",
      properties: { operations },
      required: ["operations"],
      additionalProperties: false,
      $defs,
    },
  };
}

async function checkedEdit(
  { value }: ModelAnswer,
  rounds: number,
  task: EditTask,
  about: About,
  { signal }: ReadOptions,
): Promise<Checked<{ readonly update: CompiledUpdate; readonly rounds: number }>> {
  let operations: readonly Operation[];
  try {
    operations = parseOperations((value as { operations: unknown }).operations);
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
  const unasked = operations.find((operation) => !task.changes.includes(changeOf(operation)));
  if (unasked !== undefined) {
    const failure = runError("SXP5121", { change: changeOf(unasked), asked: task.changes });
    return { problems: [failure.diagnostic.message], failure };
  }
  const { update: compiled, diagnostics } = compileUpdate(operations, { schema: about.schema ?? null });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (compiled === undefined || errors.length > 0)
    return { problems: errors.map(({ code, message }) => `${code}: ${message}`) };
  const update = await spread(compiled, about);
  const { targets, diagnostics: findings } = await update.pending(about.tree, runOptions(about, signal));
  const problems = findings
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
  if (problems.length > 0) return { problems };
  const failure = reachOf(update.operations, targets, task, about);
  return failure === null ? { value: { update, rounds } } : { problems: [failure.diagnostic.message], failure };
}

export const runOptions = (
  { scorer, now }: About,
  signal: AbortSignal | undefined,
): Pick<RunOptions, "scorer" | "now" | "signal"> => ({
  ...(scorer !== undefined && { scorer }),
  ...(now !== undefined && { now }),
  ...(signal !== undefined && { signal }),
});

/** Any removal of a node's content is more than setting a value. */
export function changeOf(operation: Operation): Change {
  switch (operation.op) {
    case "insert":
    case "move":
    case "delete":
    case "replace":
      return operation.op;
    case "replaceValue":
      return isValuePath(operation.target) ? "set" : "replace";
    default:
      return "set";
  }
}

const isValuePath = (target: Operation["target"]): boolean =>
  typeof target === "string" && /\/(?:@[^/[\]]+|text\(\))$/.test(target.slice(-200));

/** A target that is neither a found node nor inside one; null if every target is in reach. Insertions may go into the parent of a found node. */
function reachOf(
  operations: readonly Operation[],
  targets: readonly ResolvedTarget[],
  { nodes }: EditTask,
  { tree }: About,
): RunError | null {
  const isFound = (node: NodeId) => nodes.some(({ node: top }) => top <= node && node < tree.end[top]!);
  const isAround = (node: NodeId) => nodes.some(({ node: top }) => tree.parent[top] === node);
  for (const { role, chosen, text, status, primitive } of targets) {
    if (role === "content" || status === "given" || chosen === null) continue;
    const isPlace = role === "destination" || operations[primitive]?.op === "insert";
    if (!isFound(chosen.node) && !(isPlace && isAround(chosen.node))) return runError("SXP5122", { target: text });
  }
  return null;
}
