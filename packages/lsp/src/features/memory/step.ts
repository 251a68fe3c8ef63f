import { type Memory, takeStep, treeFile } from "@semantic-xpath/memory";
import type { Workspace } from "../workspace/workspace.js";
import { fileOf } from "./reading.js";
import type { MemoryStepParams, MemoryStepResult } from "./requests.js";
import { withMemory } from "./withMemory.js";

const MAX_CHANGES = 200;
const MAX_CONFLICTS = 200;
/** The author of steps that are done in an editor. */
const AUTHOR = "person";

export const noStep = (problem: string): MemoryStepResult => ({
  problem,
  ...{ status: null, summary: "", head: 0, version: null },
  ...{ changes: [], changeCount: 0, conflicts: [], before: null, after: null },
});

/** Previews a step of a task, or does it. The memory is opened for writing only for a step that is done. */
export const memoryStep = (workspace: Workspace, params: MemoryStepParams): Promise<MemoryStepResult> =>
  withMemory(workspace, params.memory, noStep, (memory) => stepIn(memory, params), {
    writes: params.step.kind === "branch" || (params.apply ?? null) !== null,
  });

async function stepIn(
  memory: Memory,
  { memory: folder, task: name, step, sides, apply }: MemoryStepParams,
): Promise<MemoryStepResult> {
  const task = memory.task(name);
  const options = { author: AUTHOR, apply: apply ?? null, ...(sides !== undefined && { sides }) };
  const { tree, changes, conflicts, ...outcome } = await takeStep(memory, task, step, options);
  return {
    problem: null,
    ...outcome,
    changes: changes.slice(0, MAX_CHANGES).map(({ text }) => text),
    changeCount: changes.length,
    conflicts: conflicts.slice(0, MAX_CONFLICTS).map(({ id, path, text, ours, theirs }) => ({
      ...{ id, path, text, ours, theirs },
    })),
    before: tree === null ? null : fileOf(folder, task, task.version(outcome.head)),
    after: tree === null ? null : treeFile(tree.toTree()).text,
  };
}
