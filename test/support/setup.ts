import fc from "fast-check";
import { afterEach, beforeEach, expect } from "vitest";
import { refuseProcesses } from "./noProcesses.js";
import { runs } from "./runs.js";

refuseProcesses();

// SXP_SEED: the same random cases each time, as in `.ci/run`, where one commit has one answer. Without it each run looks elsewhere.
const { SXP_SEED } = process.env;
fc.configureGlobal({ numRuns: runs(100), ...(SXP_SEED === undefined ? {} : { seed: Number(SXP_SEED) }) });

/** Bytes are compared as bytes: one by one, as objects with keys, a megabyte takes seconds. What differs is left to the usual way, which says where. */
function areSameBytes(one: unknown, other: unknown): true | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  return bytesOf(one).equals(bytesOf(other)) || undefined;
}
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of the processor that the test took in its own process. */
    cpu?: number;
  }
}

let begun = process.cpuUsage();
beforeEach(() => {
  begun = process.cpuUsage();
});
afterEach(({ task }) => {
  const { user, system } = process.cpuUsage(begun);
  task.meta.cpu = (user + system) / 1e6;
});

// Files of a room share what they expect with.
const room = globalThis as { areBytesCompared?: boolean };
if (room.areBytesCompared !== true) expect.addEqualityTesters([areSameBytes]);
room.areBytesCompared = true;
