import { memoryError } from "@semantic-xpath/memory";
import type { MemoryProvider } from "../features/host.js";
import { pathOf } from "./pathOf.js";

/** The memories of this machine. What opens them is loaded when first needed. */
export const nodeMemories: MemoryProvider = {
  async use(folder, { writes = false }, work) {
    const path = pathOf(folder);
    if (path === null) throw memoryError("SXP5001", { where: folder, reason: "it is not on this machine" });
    const { openMemory } = await import("@semantic-xpath/memory/node");
    const memory = openMemory(path, { readOnly: !writes });
    try {
      return await work(memory);
    } finally {
      memory.close();
    }
  },
};
