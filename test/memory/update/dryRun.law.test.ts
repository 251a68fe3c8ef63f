import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainOf, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf, plainOfModel } from "../../tree/edits/edits.js";
import { edit } from "./stores.js";

const draws = fc.array(drawOf(["x", "Day", "__proto__"], fc.constantFrom("", "1", "a  b "), plainTree), {
  minLength: 1,
  maxLength: 5,
});

test("law: a dry run writes nothing, says what the update then does, and that is what the edits make", async () => {
  await fc.assert(
    fc.asyncProperty(plainTree, draws, async (plain, drawn) => {
      const files = inMemoryJournal();
      const memory = Memory.create(files);
      const task = memory.createTask("task", treeOf(plain));
      const model = modelOf(task.head().tree());
      const edits = editsOf(model, drawn);
      const before = files.head();
      const dry = await edit(memory, task, () => edits, { dryRun: true });
      expect([files.head(), task.versions().length]).toEqual([before, 1]);
      const real = await edit(memory, task, () => edits);
      expect(["applied", "unchanged"]).toContain(real.status);
      expect(dry.status).toBe(real.status === "applied" ? "dry run" : "unchanged");
      expect([dry.changes, dry.diff, dry.duplicates]).toEqual([real.changes, real.diff, real.duplicates]);
      if (real.status === "applied") expect(plainOf(task.head().tree())).toEqual(plainOfModel(model));
      expect(Memory.open(files).task("task").head().number).toBe(task.head().number);
    }),
    { numRuns: runs(300, 30) },
  );
});
