import { memoryError } from "@semantic-xpath/memory";
import { z } from "zod";
import { ToolFailure } from "../results/failure.js";
import { shownChange } from "./diff.js";
import { tool } from "./tool.js";
import { confirmed, provenanceOf, WRITE, WRITTEN } from "./write.js";

export const revert = tool({
  name: "revert",
  title: "Undo a version, or go back to one",
  description:
    "undo reverts the changes of one version and keeps later ones; restore makes that version the newest again. Either creates a new version.",
  does: "delete",
  input: z.object({
    version: z.union([z.int(), z.string()]),
    mode: z.enum(["undo", "restore"]).optional().describe("default undo"),
    ...WRITE,
  }),
  output: WRITTEN,
  async run(session, input, context) {
    const { scope } = session;
    const task = session.taskNamed(input.task);
    const { version, mode = "undo", dryRun = false, branch = "main", idempotencyKey } = input;
    scope.checkWrite();
    const base = scope.view(task, branch).version.number;
    if (input.ifVersion !== undefined && input.ifVersion !== base)
      throw memoryError("SXP5010", { branch, expected: input.ifVersion, head: base });
    const options = {
      branch,
      ifVersion: base,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      provenance: provenanceOf(session, input),
    };
    const about = { task, base };
    if (mode === "restore") {
      const changes = scope.diff(task, base, version);
      if (dryRun) return { ...about, status: "dry run", changes: changes.map(shownChange) };
      await confirmed(session, { task, branch, base, changes }, context);
      const restored = await session.memory.transactionAsync(() => scope.restore(task, version, options));
      return {
        ...about,
        status: restored.isRepeated ? "repeated" : "applied",
        version: restored.version.number,
        changes: changes.map(shownChange),
      };
    }
    const tried = scope.revert(task, version, { ...options, dryRun: true });
    if (tried.conflicts.length > 0) {
      const message = `Version ${version} can't be undone alone: later versions changed the same.`;
      throw new ToolFailure({
        code: "SXP5011",
        message,
        data: { conflicts: tried.conflicts.map((each) => ({ ...each })) },
      });
    }
    if (tried.isDone) return { ...about, status: "unchanged", changes: [], notes: ["There is nothing left to undo."] };
    if (dryRun) return { ...about, status: "dry run", changes: tried.changes.map(shownChange) };
    await confirmed(session, { task, branch, base, changes: tried.changes }, context);
    const reverted = tried.isRepeated
      ? tried
      : await session.memory.transactionAsync(() => scope.revert(task, version, options));
    return {
      ...about,
      status: reverted.isRepeated ? "repeated" : "applied",
      ...(reverted.version !== null && { version: reverted.version.number }),
      changes: reverted.changes.map(shownChange),
    };
  },
});
