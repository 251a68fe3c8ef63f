// @module-tag page
import { readXml } from "@semantic-xpath/runtime";

import { beforeAll, expect, it } from "vitest";
import { describeInChromium, shot } from "./support/chromium.js";
import { type KeptRun, openPanel } from "./support/fakeHost.js";
import { keptRun } from "./support/runs.js";

const QUERY = '//POI[node =~ "museum"]';
const BEFORE = `<Plan>
  <Day city="Ottawa"><POI name="Corner Gallery">a small museum</POI><POI name="War Museum">a museum</POI></Day>
  <Day city="Toronto"><POI name="Royal Museum">dinosaurs in a museum</POI><POI name="High Park">trees</POI></Day>
</Plan>`;
/** Without the gallery; one museum is in another day, the content of another one differs, and one is new. */
const AFTER = `<Plan>
  <Day city="Ottawa"><POI name="National Gallery">a museum of art</POI></Day>
  <Day city="Toronto"><POI name="Royal Museum">bats, birds and other animals of a museum</POI><POI name="High Park">trees</POI>
    <POI name="War Museum">a museum</POI></Day>
</Plan>`;

describeInChromium("comparison", (browser) => {
  let runs: KeptRun[];
  beforeAll(async () => {
    runs = [await keptRun("1", QUERY, readXml(BEFORE)), await keptRun("2", QUERY, readXml(AFTER))];
  });
  it("of other data says how each node was found again, where it was, and links to nodes that are there", async () => {
    const { page, show, complaints } = await openPanel(browser(), runs);
    try {
      await show("compare", "2");
      const rows = page.locator(".moves tbody tr");
      await expect.poll(() => rows.count()).toBe(4);
      const row = (text: string) => rows.filter({ hasText: text });
      const moved = row("was at /Plan/Day[1]/POI[2] ·");
      expect(await moved.innerText()).toContain("found by identity");
      expect(await row("its content differs").innerText()).toContain("/Plan/Day[2]/POI[1]");
      const lost = rows.filter({ hasText: "Now: that data does not have it" });
      expect(await lost.innerText()).toContain("/Plan/Day[1]/POI[1]");
      // What is at that path now is another node.
      expect(await lost.getByRole("button").count()).toBe(0);
      // The chart names nodes by what they say.
      await page.locator(".bump-label").filter({ hasText: "Royal Museum" }).first().waitFor();
      expect(await page.locator(".bump-label").filter({ hasText: "/Plan" }).count()).toBe(0);
      await page.screenshot({ path: shot("compare-data"), fullPage: true });
      await moved.getByRole("button").click();
      const found = await runs[1]!.view.locate({ path: "/Plan/Day[2]/POI[3]" });
      await page.locator(`#node-${found}[aria-selected=true]`).waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await page.context().close();
    }
  });

  it("the other way round leads to nodes of the run that the panel shows", async () => {
    const { page, show } = await openPanel(browser(), runs);
    try {
      await show("compare", "2");
      await page.locator(".moves tbody tr").first().waitFor();
      await page.getByRole("button", { name: "Swap the runs" }).click();
      const moved = page.locator(".moves tbody tr").filter({ hasText: "is at /Plan/Day[1]/POI[2] now" });
      await moved.getByRole("button").click();
      const found = await runs[1]!.view.locate({ path: "/Plan/Day[2]/POI[3]" });
      await page.locator(`#node-${found}[aria-selected=true]`).waitFor();
    } finally {
      await page.context().close();
    }
  });
});
