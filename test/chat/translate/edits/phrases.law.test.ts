import { Slices } from "@semantic-xpath/scorers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { makeLexicon } from "../../../../packages/chat/src/translate/ask/senses.js";
import { Phrases } from "../../../../packages/chat/src/translate/edits/phrases.js";
import { readWords } from "../../../../packages/chat/src/translate/words/words.js";
import { runs } from "../../../support/runs.js";
import { EXAMPLES } from "../support/about.js";
import { TABLES } from "./requestTables.js";

const DOMAINS = Object.keys(TABLES) as (keyof typeof TABLES)[];

it("law: what a phrase of a request means does not depend on what was read before it", async () => {
  const lexicons = new Map(
    await Promise.all(
      DOMAINS.map(async (domain) => [domain, await new Slices().all(makeLexicon(EXAMPLES[domain]))] as const),
    ),
  );
  const phrase = fc.record({
    from: fc.nat({ max: 8 }),
    length: fc.integer({ min: 1, max: 4 }),
    isWanted: fc.boolean(),
  });
  const request = fc
    .constantFrom(...DOMAINS)
    .chain((domain) => fc.tuple(fc.constant(domain), fc.constantFrom(...TABLES[domain].map(([text]) => text))));
  await fc.assert(
    fc.asyncProperty(request, fc.array(phrase, { minLength: 2, maxLength: 6 }), async ([domain, text], some) => {
      const words = readWords(text);
      const made = () => new Phrases(words, lexicons.get(domain)!, EXAMPLES[domain]);
      const together = made();
      // Each phrase with every type, and with none.
      for (const { from, length, isWanted } of some.flatMap((one) => [one, { ...one, isWanted: !one.isWanted }])) {
        const to = Math.min(words.all.length, from + length);
        const wanted = isWanted ? () => false : null;
        expect(await together.read(from, to, wanted)).toEqual(await made().read(from, to, wanted));
      }
    }),
    { numRuns: runs(200, 8) },
  );
});
