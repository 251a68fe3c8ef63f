import { CONVERSATION_SCHEMA, openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";

/** `as of` over the tree of a memory of conversations and the plain filter of recall find the same facts. */

const LINES = [
  "I live in Tartu.",
  "I moved to Narva.",
  "Until 20 March 2026 I live in Viljandi.",
  "My orthodontist is Dr. Pell.",
  "My new orthodontist is Dr. Quist.",
  "I no longer have an orthodontist.",
  "My cat is called Zorg.",
  "I work for Halden Rail.",
  "I used to work for the harbour.",
];
const DATES = ["2026-01-12", "2026-02-16", "2026-03-16", "2026-04-20"];
const talks = fc.array(fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: DATES.length,
});
const day = fc.constantFrom("2026-01-11", ...DATES, "2026-03-19", "2026-03-20", "2026-03-21", "2026-12-01");

it("facts that hold on a day are those that recall takes", async () => {
  await fc.assert(
    fc.asyncProperty(talks, day, async (sessions, asked) => {
      const memory = Memory.create(inMemoryJournal());
      const talk = openConversation(memory, { formation: rulesFormation() });
      await talk.add(
        sessions.map((lines, s) => ({
          id: `S${s}`,
          date: DATES[s]!,
          turns: lines.map((text, t) => ({ id: `S${s}.${t}`, speaker: "Noor", text })),
        })),
      );
      const tree = memory.task(memory.tasks()[0]!.name)!.head().tree();
      const find = async (text: string): Promise<string[]> => {
        const { query } = compile(text, { schema: CONVERSATION_SCHEMA });
        return (await query!.run(tree)).matches.map(({ attribute }) => attribute!.value);
      };
      const all = await find("//Fact/@id");
      const expected = all.filter((id) => {
        const { how, status, validFrom, validTo } = talk.state.fact(id)!;
        return (
          how !== "retracted" &&
          !["retracted", "forgotten", "failed"].includes(status) &&
          validFrom.slice(0, 10) <= asked &&
          (validTo === null || validTo.slice(0, 10) > asked)
        );
      });
      expect(await find(`as of "${asked}T23:59:59" //Fact/@id`)).toEqual(expected);
    }),
    { numRuns: runs(60, 12) },
  );
});
