import { pathToFileURL } from "node:url";
import { MemorySession } from "@semantic-xpath/agents";
import { serveStdio } from "@semantic-xpath/agents/node";
import { nodeScorers } from "@semantic-xpath/lsp/scorers";
import { openMemory } from "@semantic-xpath/memory/node";

/** Serves the memory in a folder over standard input and output until the client ends: `sxp mcp --memory FOLDER`, in this program. */
export async function serveMemory([folder = "", ...options]: readonly string[]): Promise<void> {
  const writes = options.includes("--write");
  const memory = openMemory(folder, { readOnly: !writes });
  try {
    const uri = pathToFileURL(folder).href;
    const opened = await nodeScorers(() => [uri]).open(null, `${uri}/memory.db`, "file");
    if (opened.problem !== null) throw new Error(opened.problem);
    const { scorer, budget } = opened;
    await serveStdio(
      new MemorySession({
        ...{ memory, scorer, author: "assistant" },
        grant: { rights: writes ? "write" : "read" },
        limits: { budget: { maxMilliseconds: 10_000, ...budget } },
        onFault: (tool, error) => console.error(`${tool} failed: ${String(error)}`),
      }),
    );
  } finally {
    memory.close();
  }
}
