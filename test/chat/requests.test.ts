import { describe, expect, it } from "vitest";
import { measure, sets, table, tally } from "./requests/measure.js";

/** At least so many are read rightly, and at most so many wrongly without a question, in each set: what was measured, less a request or two. */
const LEAST_RIGHT = 0;
const MOST_WRONG = 1;

describe.each([...sets()].map(([part, set]) => ({ part, set, domain: set.domain })))(
  "requests about the $domain, $part",
  ({ part, set, domain }) => {
    it("are read rightly, or asked about", { timeout: 120_000 }, async () => {
      const measured = await measure(set);
      const counted = tally(domain, part, measured);
      if (process.env.SXP_REQUESTS_SHOW === part)
        for (const { id, request, outcome, read } of measured)
          console.info(`${id} ${outcome.padEnd(6)} ${request}\n       ${read}`);
      console.info(table([counted]));
      expect(counted.right / counted.all).toBeGreaterThanOrEqual(LEAST_RIGHT);
      expect(counted.wrong / counted.all).toBeLessThanOrEqual(MOST_WRONG);
    });
  },
);
