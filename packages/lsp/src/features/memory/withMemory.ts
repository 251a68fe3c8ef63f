import { type Memory, MemoryError } from "@semantic-xpath/memory";
import { CompileError, SemanticXPathError } from "@semantic-xpath/runtime";
import { CONFIG_FILE } from "../host.js";
import type { Workspace } from "../workspace/workspace.js";

const NO_MEMORIES =
  'Memories can\'t be opened here. Export a task with the command "sxp memory export", and open that file.';
const NO_TRUST = "This workspace is not trusted, so no memory is opened.";

/** Runs work on a memory of a trusted workspace. What the memory refuses becomes the sentence of a `problem`. */
export async function withMemory<T>(
  { host, settings }: Workspace,
  memory: string,
  failed: (problem: string) => T,
  work: (store: Memory) => T | Promise<T>,
  { writes = false }: { readonly writes?: boolean } = {},
): Promise<T> {
  if (!settings.trusted) return { ...failed(NO_TRUST), about: "trust" };
  if (host.memories === undefined) return failed(NO_MEMORIES);
  try {
    return await host.memories.use(memory, { writes }, work);
  } catch (error) {
    const problem = sentenceOf(error);
    if (problem === null) throw error;
    return failed(problem);
  }
}

/** The sentence of what the memory refuses; null: it is a failure of ours. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof CompileError || error instanceof MemoryError) return error.message;
  if (error instanceof SemanticXPathError) return error.messageBy(CONFIG_FILE);
  return error instanceof RangeError ? error.message : null;
}
