import { type Change, type Commit, type Join, memoryError, type Version } from "@semantic-xpath/memory";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { ToolFailure } from "../results/failure.js";
import { shownChange } from "./diff.js";
import { REFERENCE } from "./shared.js";
import { tool } from "./tool.js";
import { confirmed, provenanceOf, WRITE, WRITTEN } from "./write.js";

export const revert = tool({
  name: "revert",
  title: "Undo a version, or go back to one",
  description:
    "undo reverts one version and keeps later ones; restore makes that version the newest again. Either creates a version.",
  does: "delete",
  input: z.object({
    version: REFERENCE,
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
    const options = defined({ branch, ifVersion: base, idempotencyKey, provenance: provenanceOf(session, input) });
    const answer = (status: string, changes: readonly Change[], newest?: Version | null) => ({
      task,
      base,
      status,
      version: newest?.number,
      changes: changes.map(shownChange),
    });
    const confirmedStep = async (changes: readonly Change[], step: () => Commit | Join) => {
      if (dryRun) return answer("dry run", changes);
      await confirmed(session, { task, branch, base, changes }, context);
      const done = await session.memory.transactionAsync(step);
      return answer(done.isRepeated ? "repeated" : "applied", "changes" in done ? done.changes : changes, done.version);
    };
    if (mode === "restore")
      return confirmedStep(scope.diff(task, base, version), () => scope.restore(task, version, options));
    const tried = scope.revert(task, version, { ...options, dryRun: true });
    if (tried.conflicts.length > 0)
      throw new ToolFailure({
        code: "SXP5011",
        message: `Version ${version} can't be undone alone: later versions changed the same.`,
        data: { conflicts: tried.conflicts },
      });
    if (tried.isDone) return { ...answer("unchanged", []), notes: ["There is nothing left to undo."] };
    return confirmedStep(tried.changes, () => (tried.isRepeated ? tried : scope.revert(task, version, options)));
  },
});
