import { inMemoryJournal, Memory, type UpdateSource } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { compileUpdate, type Operation, operationsOf, parseOperations, updateOf } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operationsJson } from "../../runtime/update/operationsJson.js";
import { isLong, runs } from "../../support/runs.js";
import { bytesOf } from "./stores.js";

/** The operations of a JSON value, null where it is none. */
function operationsIn(value: unknown): readonly Operation[] | null {
  try {
    return parseOperations(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

test("law: any JSON is operations, of which the text says the same, or a RangeError says why not", () => {
  let said = 0;
  fc.assert(
    fc.property(operationsJson, (value) => {
      const operations = operationsIn(value);
      if (operations === null) return;
      const { text, diagnostics } = updateOf(operations);
      for (const { code, span } of [...diagnostics, ...compileUpdate(operations).diagnostics]) {
        expect(code).toMatch(/^SXP\d{4}$/);
        expect(span.start).toBeLessThanOrEqual(span.end);
      }
      if (diagnostics.length > 0) return;
      said++;
      const again = updateOf(operationsOf(updateOf(operations).update));
      expect([again.text, again.diagnostics]).toEqual([text, []]);
    }),
    { numRuns: runs(1_000) },
  );
  // Of a few cases all may be wrong.
  if (isLong) expect(said).toBeGreaterThan(0);
});

test("law: an update of any JSON is made, or says why not and writes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(operationsJson, async (value) => {
      const files = inMemoryJournal();
      const memory = Memory.create(files, { now: () => new Date(0) });
      const task = memory.createTask("t", readXml('<Plan a="1"><Day n="1">x <POI/> y</Day><Day/></Plan>'));
      const before = bytesOf(files);
      const { status, diagnostics } = await memory.update("t", value as UpdateSource, { params: { n: 2 } });
      if (status === "applied") {
        expect(task.versions()).toHaveLength(2);
        expect(Memory.open(files).task("t").head().tree().size).toBe(task.head().tree().size);
        return;
      }
      expect(bytesOf(files)).toBe(before);
      for (const { code, message } of diagnostics) {
        expect(code).toMatch(/^SXP\d{4}$/);
        expect(message).not.toMatch(/\n\s+at |\.ts:\d|undefined|\[object/);
      }
      if (status !== "unchanged") expect(diagnostics.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(600, 110) },
  );
});
