import { expect, it } from "vitest";
import { DOMAINS, domainOf, type Judged, judged, totalsOf } from "./judge.js";

/**
 * Data of domains for which no rule was written, in the manner of strangers. Errors were read of the first half only (`seen`); of the other only sums.
 */
it.each([true, false])(
  "requests about domains are read rightly or asked about (errors were read: %s)",
  async (isSeen) => {
    const all: Judged[] = [];
    for (const { about, cases, ...domain } of DOMAINS.map(domainOf))
      if (domain.isSeen === isSeen) for (const each of cases) all.push(await judged(about, each, cases));
    const totals = totalsOf(all);
    const says = JSON.stringify(totals);
    expect(totals.right / totals.answerable, says).toBeGreaterThanOrEqual(0.5);
    expect(totals.wrong / totals.cases, says).toBeLessThanOrEqual(0.08);
    expect(totals.mustAskRight, says).toBeGreaterThanOrEqual(totals.mustAsk - 1);
  },
);
