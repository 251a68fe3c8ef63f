/**
 * Bytes that the process holds after collecting garbage: the heap and what lies outside of it. Node counts array buffers as
 * external memory already, so they are not added again.
 */
export function heldBytes() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, external, arrayBuffers, total: heapUsed + external };
}
