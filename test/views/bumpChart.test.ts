// @module-tag page

import { beforeAll, expect, it } from "vitest";
import { isLong } from "../support/runs.js";
import { describeInChromium, shot } from "./support/chromium.js";
import { type KeptRun, openPanel } from "./support/fakeHost.js";
import { itinerary, keptRun } from "./support/runs.js";

describeInChromium("rank moves", (browser) => {
  let runs: KeptRun[];
  beforeAll(async () => {
    runs = [
      await keptRun("1", '//POI[node =~ "park"]', itinerary(), { limit: 12 }),
      await keptRun("2", '//POI[node =~ "quiet park by the lake"]', itinerary(), { limit: 12 }),
    ];
  });
  it.each(isLong ? [320, 480, 800, 1280] : [320, 1280])("have labels that can be read, %i wide", async (width) => {
    const { page, show, complaints } = await openPanel(browser(), runs, { viewport: { width, height: 800 } });
    await show("compare", "2");
    await page.locator(".bump-words").first().waitFor();
    await expect.poll(() => page.locator(".bump-label").filter({ hasText: "/Itinerary" }).count()).toBe(0);
    const labels = await page.locator(".bump-label").evaluateAll((elements) =>
      elements.map((element) => {
        const words = element.querySelector(".bump-words")!;
        const text = words.firstChild!;
        // What a node is called comes first.
        const name = document.createRange();
        name.setStart(text, 0);
        name.setEnd(text, text.textContent!.indexOf(" · "));
        const isWithin = (inner: DOMRect, outer: DOMRect) =>
          inner.left >= outer.left - 1 &&
          inner.right <= outer.right + 1 &&
          inner.top >= outer.top - 1 &&
          inner.bottom <= outer.bottom + 1;
        const label = element.getBoundingClientRect();
        const side = element.parentElement!.getBoundingClientRect();
        return {
          name: name.toString(),
          isNamed: isWithin(name.getBoundingClientRect(), words.getBoundingClientRect()),
          isInside: isWithin(words.getBoundingClientRect(), label) && isWithin(label, side),
          side: side.left,
          top: label.top,
          bottom: label.bottom,
        };
      }),
    );
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.filter(({ isNamed, isInside }) => !isNamed || !isInside)).toEqual([]);
    const lower = labels.toSorted((a, b) => a.side - b.side || a.top - b.top);
    expect(lower.filter(({ side, top }, i) => side === lower[i - 1]?.side && top < lower[i - 1]!.bottom - 1)).toEqual(
      [],
    );
    // The lines begin and end at the ranks: the drawing is as high as the labels.
    const [chart, side] = [page.locator(".bump svg"), page.locator(".bump-side").first()];
    expect((await chart.boundingBox())!.height).toBeCloseTo((await side.boundingBox())!.height, 0);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await page.locator(".bump").screenshot({ path: shot(`compare-${width}`) });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
