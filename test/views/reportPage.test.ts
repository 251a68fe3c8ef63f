// @module-tag page
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readXml } from "@semantic-xpath/runtime";
import { reportHtml } from "@semantic-xpath/views";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { detail, isLong, someOf } from "../support/runs.js";
import { assets } from "./support/assets.js";
import { seriousFindings } from "./support/axe.js";
import { describeInChromium, shot } from "./support/chromium.js";
import { itinerary, type keptRun as Kept, keptRun, largeTree } from "./support/runs.js";

const MUSEUMS = '//POI[node =~ "museum" >= 0.3]';

type Run = Awaited<ReturnType<typeof Kept>>;

/** The run of most tests, and the pages of runs as they are without further options: made once. */
let known: Promise<Run> | undefined;
const museums = (): Promise<Run> => (known ??= keptRun("1", MUSEUMS, itinerary()));
const pages = new WeakMap<Run, Promise<string>>();

async function pageOf(run: Run, options: Partial<Parameters<typeof reportHtml>[1]>): Promise<string> {
  const make = async () => reportHtml(run.view, { assets: (await assets()).report, at: 0, ...options });
  if (Object.keys(options).length > 0) return make();
  const page = pages.get(run) ?? make();
  pages.set(run, page);
  return page;
}

describeInChromium("the page of a report", (browser) => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-page-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  type Options = BrowserContextOptions & { readonly report?: Partial<Parameters<typeof reportHtml>[1]> };

  /** Opens the report of a run from a file, at an address, without a network. */
  async function opened(run: Run, hash: string, test: (page: Page) => Promise<void>, options: Options = {}) {
    const { report = {}, ...contextOptions } = options;
    const file = join(folder, "report.html");
    writeFileSync(file, await pageOf(run, report));
    const context = await browser().newContext({
      offline: true,
      viewport: { width: 1200, height: 800 },
      ...contextOptions,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (failure) => complaints.push(failure.message));
    await page.goto(`${pathToFileURL(file).href}${hash}`);
    await page.getByRole("tablist", { name: "Views of the run" }).waitFor();
    await test(page);
    expect(complaints).toEqual([]);
    await context.close();
  }

  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute("role") ?? document.activeElement?.classList[0] ?? "");
  const hashOf = (page: Page): Promise<string> => page.evaluate(() => decodeURIComponent(location.hash));

  describe("nodes that it does not explain", () => {
    const report = { limits: { explained: 3 }, command: "sxp run '//POI' --data week.xml" };

    it("are found by what they say, and say it, with the command for the rest", { tags: "smoke" }, async () => {
      const run = await museums();
      const { nodes } = await run.view.search({ text: "ferry", limit: 10 });
      const { path, attributes } = await run.view.node({ node: nodes[0]! });
      await opened(
        run,
        "#view=memory",
        async (page) => {
          await page.getByRole("searchbox", { name: "Search the tree" }).fill("ferry");
          await page.locator(`#node-${nodes[0]}[aria-selected=true]`).waitFor();
          await page.getByRole("status").getByText(`1 of ${nodes.length} nodes found`).waitFor();
          await page.getByText(attributes.at(-1)!.value, { exact: true }).first().waitFor();
          const command = `sxp run '//POI' --data week.xml --why-not '${path}'`;
          expect(await page.locator(".command").innerText()).toBe(command);
          await page.getByRole("button", { name: "Copy command" }).click();
          await page.getByText("Copied the command").waitFor();
          await page.screenshot({ path: shot("report-elsewhere") });
        },
        { report, permissions: ["clipboard-read", "clipboard-write"] },
      );
    });

    detail("say where to ask in words where no command is known", async () => {
      const run = await museums();
      await opened(
        run,
        "#node=/Itinerary/Day[1]",
        async (page) => {
          await page.getByText("This page does not hold the answer for this node.").waitFor();
          expect(await page.locator(".command").count()).toBe(0);
        },
        { report: { limits: { explained: 1 } } },
      );
    });
  });

  describe("its address", () => {
    it("opens a view at a node, and follows what is selected", async () => {
      const run = await museums();
      const node = (await run.view.locate({ path: "/Itinerary/Day[3]/POI[2]" }))!;
      await opened(run, "#view=memory&node=/Itinerary/Day[3]/POI[2]", async (page) => {
        await page.locator(`#node-${node}[aria-selected=true]`).waitFor();
        await page.getByRole("tree", { name: "Memory" }).press("ArrowUp");
        await expect.poll(() => hashOf(page)).not.toContain("/Itinerary/Day[3]/POI[2]");
        expect(await hashOf(page)).toMatch(/^#view=memory&node=\/Itinerary\/Day\[3\]/);
        await page.getByRole("tab", { name: "Execution" }).click();
        await expect.poll(() => hashOf(page)).toContain("view=execution");
        await page.evaluate(() => {
          location.hash = "#node=5";
        });
        await page.locator("#node-5[aria-selected=true]").waitFor();
      });
    });

    detail("stays as it was opened while nothing is chosen", async () => {
      await opened(await museums(), "", async (page) => {
        await page.locator("#result-0.is-selected").waitFor();
        await page.getByRole("grid", { name: "Results" }).press("ArrowDown");
        await expect.poll(() => hashOf(page)).toContain("view=results&node=");
        await page.getByRole("grid", { name: "Results" }).press("ArrowUp");
        await expect.poll(() => hashOf(page)).toBe("");
      });
    });

    const unknown = ["#node=/Nowhere", "#%", "#node=99999", "#view=compare", "#view=nothing", "#node=//POI"];
    it.each(someOf(unknown, 2))("%s opens the results", async (hash) => {
      await opened(await museums(), hash, async (page) => {
        await page.locator("#panel-results #result-0.is-selected").waitFor();
      });
    });
  });

  describe("the keyboard", () => {
    detail("goes on in the view that it was sent to", async () => {
      await opened(await museums(), "", async (page) => {
        await page.getByRole("button", { name: "Show in Memory" }).press("Enter");
        await page.locator("[role=treeitem][aria-selected=true]").waitFor();
        await expect.poll(() => focused(page)).toBe("tree");
        await page.locator(".q-step").last().press("Enter");
        await expect.poll(() => focused(page)).toBe("card-head");
      });
    });

    it("keeps its place when what was pressed goes", async () => {
      await opened(await keptRun("1", '//*[contains(@name, "Museum")]', itinerary()), "", async (page) => {
        await page.getByRole("tab", { name: "Execution" }).click();
        await page.locator(".card-head[aria-expanded]").first().press("Enter");
        const more = page.getByRole("button", { name: /^Show \d+ more$/ });
        await more.waitFor();
        while ((await more.count()) > 0) {
          const shown = await page.locator(".drops li").count();
          await more.press("Enter");
          await expect.poll(() => page.locator(".drops li").count()).toBeGreaterThan(shown);
          await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".more") !== null)).toBe(true);
        }
        await page.getByText(/^All \d+ are shown\.$/).waitFor();
        await page.locator(".drops .path-link").first().press("Enter");
        await expect.poll(() => focused(page)).toBe("tree");
        await page.getByRole("button", { name: "Smallest change that admits it" }).press("Enter");
        await expect.poll(() => focused(page)).toBe("change-box");
      });
    });

    detail("stops at nothing that does nothing", async () => {
      await opened(await keptRun("1", "/Itinerary/Day/POI[1]", itinerary()), "#view=execution", async (page) => {
        await page.locator(".card").first().waitFor();
        for (const head of await page.locator(".card button.card-head").all())
          expect(await head.getAttribute("aria-expanded")).not.toBeNull();
        expect(await page.locator(".card div.card-head").count()).toBeGreaterThan(0);
      });
    });
  });

  describe("on paper", () => {
    it("is every row, nothing cut, in light colours", async () => {
      const run = await keptRun("1", '//*[node =~ "park museum"]', itinerary());
      const { resultCount, treeSize } = await run.view.overview();
      await opened(
        run,
        "",
        async (page) => {
          await page.locator("#result-0.is-selected").waitFor();
          expect(await page.locator(".result").count()).toBeLessThan(resultCount);
          await page.emulateMedia({ media: "print", colorScheme: "dark" });
          await expect.poll(() => page.locator(".result .result-main").count()).toBe(resultCount);
          expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
          expect(await cutOff(page)).toEqual([]);
          await page.screenshot({ path: shot("report-print"), fullPage: true });
          await page.emulateMedia({ media: "screen" });
          await page.getByRole("tab", { name: "Memory" }).click();
          await page.getByRole("button", { name: "Expand and collapse" }).click();
          await page.getByRole("menuitem", { name: "Expand all" }).click();
          await page.locator(".tree-summary").first().waitFor();
          await page.emulateMedia({ media: "print" });
          await expect.poll(() => page.locator(".tree-row .tree-summary").count()).toBe(treeSize);
          expect(await cutOff(page)).toEqual([]);
        },
        { colorScheme: "dark" },
      );
    });
  });

  detail("with the system's few colours tells apart what is selected, and how hot a step is", async () => {
    await opened(
      await museums(),
      "#node=/Itinerary/Day[3]",
      async (page) => {
        const background = (selector: string): Promise<string> =>
          page
            .locator(selector)
            .first()
            .evaluate((element) => getComputedStyle(element).backgroundColor);
        await page.locator(".tree-row.is-selected").waitFor();
        expect(await background(".tree-row.is-selected")).not.toBe(await background(".tree-row:not(.is-selected)"));
        const line = (name: string, selector: string): Promise<string> =>
          page
            .locator(selector)
            .first()
            .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
        expect(await line("border-bottom-color", "[role=tab][aria-selected=true]")).not.toBe(
          await line("border-bottom-color", "[role=tab][aria-selected=false]"),
        );
        expect(await line("text-decoration-line", ".q-step")).toBe("underline");
        await page.screenshot({ path: shot("report-forced-colors") });
      },
      { forcedColors: "active" },
    );
  });

  const zoomed = [
    [320, 256],
    [640, 400],
  ] as const;
  it.each(someOf(zoomed))(
    "can be read at %i by %i, what 1280 wide is when it is zoomed: nothing lies beside the page",
    async (width, height) => {
      const run = await keptRun(
        "1",
        '//POI[min(max(node =~ "park", node =~ "lake"), 1-node =~ "crowded")]',
        itinerary(),
      );
      await opened(
        run,
        "",
        async (page) => {
          for (const view of ["results", "memory", "execution"]) {
            await page.locator(`#tab-${view}`).click();
            await page.locator(`#panel-${view} .scroller`).first().waitFor();
            expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(width);
            const list = page.locator(`#panel-${view} .scroller`).first();
            expect((await list.boundingBox())!.height, view).toBeGreaterThan(100);
          }
        },
        { viewport: { width, height } },
      );
    },
  );

  detail("lets no figure of a card run over another, however wide", async () => {
    const run = await keptRun(
      "1",
      '//Day[@theme =~ "rain"]/POI[node =~ "ferry pier"]',
      largeTree(isLong ? 20_000 : 2_000),
    );
    await opened(run, "#view=execution", async (page) => {
      await page.locator(".card").first().waitFor();
      for (const width of [1_280, 800, 400]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() =>
          [...document.querySelectorAll(".figures")].flatMap((figures) => {
            const room = figures.getBoundingClientRect();
            const boxes = [...figures.querySelectorAll(".figure dt, .figure dd > *")].map((element) => ({
              text: element.textContent,
              ...element.getBoundingClientRect().toJSON(),
            }));
            const isOver = (a: DOMRect, b: DOMRect): boolean =>
              a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            return boxes
              .filter((box, i) => box.right > room.right + 1 || boxes.slice(0, i).some((other) => isOver(box, other)))
              .map(({ text }) => text);
          }),
        );
        expect(over, `${width} wide`).toEqual([]);
      }
    });
  });

  it("keeps the direction of each text to itself", async () => {
    const data =
      '<Root><Note title="שלום park 123." tag="rtl">טיול park.</Note><Note title="\u202eevil" tag="left"/></Root>';
    await opened(await keptRun("1", "//Note", readXml(data)), "", async (page) => {
      for (const selector of [".result-value", ".field-value", ".result-text"]) {
        const bidi = await page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).unicodeBidi);
        expect(bidi).toBe("plaintext");
      }
      const [name, value] = [page.locator(".result .field-name").last(), page.locator(".result .field-value").last()];
      expect((await name.boundingBox())!.x).toBeLessThan((await value.boundingBox())!.x);
    });
  });

  const looks = [
    ["light", "none", 1200],
    ["dark", "none", 400],
    ["light", "active", 1200],
  ] as const;
  it.each(someOf(looks))(
    "has no serious or critical finding of axe: %s, forced colours %s, %i wide",
    async (colorScheme, forcedColors, width) => {
      const run = await keptRun("1", '//Day[avg(/POI[node =~ "museum"])]/POI[node =~ "museum" >= 0.3]', itinerary());
      await opened(
        run,
        "",
        async (page) => {
          for (const view of ["results", "memory", "execution"]) {
            await page.locator(`#tab-${view}`).click();
            await page.locator(`#panel-${view} .scroller`).first().waitFor();
            if (view === "execution") await page.locator(".card-head[aria-expanded]").first().click();
            expect(await seriousFindings(page), view).toEqual([]);
          }
        },
        {
          colorScheme,
          forcedColors,
          viewport: { width, height: 800 },
          bypassCSP: true,
          report: { limits: { explained: 2 } },
        },
      );
    },
  );
});

/** Elements that scroll, and so would lose what is in them on paper. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".scroller, .pane, #app, .query")]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== "visible",
      )
      .map(({ className }) => className),
  );
