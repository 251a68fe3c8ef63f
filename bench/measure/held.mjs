import { setTimeout as wait } from "node:timers/promises";

/**
 * Bytes that the process holds after collecting garbage: the heap and what lies outside of it. Node counts array buffers as
 * external memory already, so they are not added again; they are freed in the background, hence the waiting.
 */
export async function heldBytes() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await wait(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external, total: heapUsed + external };
}
