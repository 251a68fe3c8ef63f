import { compileUpdate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { readChanges } from "../../../../packages/chat/src/translate/edits/readChanges.js";
import { askedAfter, EXAMPLES } from "../support/about.js";
import { TABLES } from "./requestTables.js";

describe.each(Object.entries(TABLES))("changes of the %s", (name, rows) => {
  const about = EXAMPLES[name as keyof typeof EXAMPLES];

  it.each(rows.map(([request, update, found]) => ({ request, update, found })))(
    "$request",
    ({ request, update, found }) => {
      const read = readChanges(request, found === undefined ? about : askedAfter(about, found));
      if (update === null) return expect(read).toBeNull();
      if (update === "?") return expect(read?.question).toContain("?");
      expect(read?.question).toBeNull();
      expect(read?.readings.map((reading) => reading.update.replaceAll(",\n", ", "))).toEqual([update]);
    },
  );

  it("each has targets that are there, and says which of them take something away", async () => {
    for (const [request, , found] of rows) {
      const read = readChanges(request, found === undefined ? about : askedAfter(about, found));
      for (const { update, isDestructive, confidence, said } of read?.readings ?? []) {
        const pending = await compileUpdate(update, { schema: about.schema ?? null }).update!.pending(about.tree);
        expect(pending.diagnostics, request).toEqual([]);
        expect(pending.edits.length, request).toBeGreaterThan(0);
        if (/\b(?:delete|replace) node/u.test(update)) expect(isDestructive, request).toBe(true);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(said).not.toBe("");
      }
    }
  });
});
