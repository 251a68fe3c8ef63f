// @module-tag page
import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { beforeAll, expect, it } from "vitest";
import { VIEW_NAMES, VIEWS } from "../../packages/views/src/viewTable.js";
import { detail, isLong, someOf } from "../support/runs.js";
import { seriousFindings } from "./support/axe.js";
import { describeInChromium } from "./support/chromium.js";
import { type KeptRun, openPanel, type Panel } from "./support/fakeHost.js";
import { itinerary, keptRun, largeTree } from "./support/runs.js";
import { CONTRAST_THEME, DARK_THEME, LIGHT_THEME } from "./support/themes.js";

/** The views of a host that reads no facts. */
const SHOWN = VIEW_NAMES.filter((name) => VIEWS[name].shows !== "facts");

/** The panel under an editor's policy, `default-src 'none'` with nonces, before a host that asks real runs. */
describeInChromium("panel", (browser) => {
  let runs: KeptRun[];
  beforeAll(async () => {
    const tree = itinerary();
    runs = [
      await keptRun("1", '//POI[node =~ "park by the lake"]', tree, { limit: 12 }),
      await keptRun("2", '//POI[node =~ "museum" >= 0.3]', tree),
    ];
  });
  /** A panel that is closed behind the test; the browser must not have complained. */
  async function within(
    shown: readonly KeptRun[],
    test: (panel: Panel) => Promise<void>,
    options: Parameters<typeof openPanel>[2] = {},
  ): Promise<void> {
    const panel = await openPanel(browser(), shown, options);
    try {
      await test(panel);
      expect(panel.complaints).toEqual([]);
    } finally {
      await panel.page.context().close();
    }
  }

  it("says that it is ready, and shows the ranked results with their weights", { tags: "smoke" }, async () => {
    await within(runs, async ({ page, said, show }) => {
      expect(said).toEqual([{ type: "ready" }]);
      await show("results", "1");
      const rows = page.locator("[role=row].result");
      await expect.poll(() => rows.count()).toBe(12);
      const { rows: expected } = await runs[0]!.view.results({ from: 0, count: 12 });
      await expect.poll(() => rows.first().innerText()).toContain(expected[0]!.weight.toFixed(2));
      expect(await rows.first().innerText()).toContain(expected[0]!.path);
    });
  });

  it("shows the facts of a memory of conversations, and of no other tree", async () => {
    const memory = Memory.create(inMemoryJournal());
    const turn = (id: string, text: string) => ({ id, speaker: "Ivo", text });
    await openConversation(memory, { formation: rulesFormation() }).add([
      { id: "A", date: "2026-01-12", turns: [turn("1", "I live in Tartu.")] },
      { id: "B", date: "2026-02-16", turns: [turn("2", "I moved to Narva last week.")] },
    ]);
    const talk = await keptRun("3", "//Turn", memory.task("conversation").head().tree());
    await within([...runs, talk], async ({ page, show }) => {
      await show("facts", "3");
      await page.getByRole("list", { name: "Ivo: home" }).getByText("replaced by Narva").waitFor();
      await page.getByRole("textbox", { name: "A question about what was said" }).fill("Where does Ivo live?");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "The answer" }).getByText("Narva").waitFor();
      await page
        .getByRole("list", { name: "Ivo: home" })
        .getByRole("button", { name: "Show the turn" })
        .first()
        .click();
      await page.locator("[role=tree] [aria-selected=true]").filter({ hasText: "I live in Tartu" }).waitFor();
      await show("facts", "2");
      await page.getByRole("tab", { name: "Memory" }).waitFor();
      expect(await page.getByRole("tab", { name: "Facts" }).count()).toBe(0);
    });
  });

  it("goes through the results by keyboard, and Enter shows one in Memory", async () => {
    await within(runs, async ({ page, show }) => {
      await show("results", "1");
      const grid = page.getByRole("grid", { name: "Results" });
      await page.locator("#result-0.is-selected").waitFor();
      await grid.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.locator("#result-2.is-selected").waitFor();
      expect(await grid.getAttribute("aria-activedescendant")).toBe("result-2");
      await page.keyboard.press("End");
      await page.locator("#result-11.is-selected").waitFor();
      await page.keyboard.press("Enter");
      const { rows } = await runs[0]!.view.results({ from: 11, count: 1 });
      await page.locator(`#node-${rows[0]!.node}[aria-selected=true]`).waitFor();
    });
  });

  detail("shows a result in the data at a click, and goes there at a double click", async () => {
    await within(runs, async ({ page, said, show }) => {
      await show("results", "1");
      const { rows } = await runs[0]!.view.results({ from: 2, count: 1 });
      const { node } = rows[0]!;
      await page.locator("#result-2").click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "reveal", run: "1", node, isFocused: false });
      await page.locator("#result-2.is-selected").dblclick();
      await expect.poll(() => said.at(-1)).toEqual({ type: "reveal", run: "1", node, isFocused: true });
    });
  });

  it("is one stop of Tab in the results, one in the query, and takes the keyboard when a command leads there", async () => {
    await within(runs, async ({ page, send }) => {
      const entries = runs.map(({ entry }) => entry);
      await send({ type: "show", runs: entries, run: "1", view: "results", isFocused: true });
      const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement!.getAttribute("role"));
      await expect.poll(focused).toBe("grid");
      await page.locator("#result-0.is-selected").waitFor();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => page.evaluate(() => document.activeElement!.closest(".result")?.id)).toBe("result-0");
      await page.keyboard.press("ArrowLeft");
      expect(await focused()).toBe("grid");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement!.closest("[role=grid]"))).toBeNull();
      expect(await page.locator('.q-step[tabindex="0"]').count()).toBe(1);
    });
  });

  detail("filters the results, and puts them into another order", async () => {
    await within(runs, async ({ page, show }) => {
      await show("results", "1");
      const { rows } = await runs[0]!.view.results({ from: 0, count: 12 });
      const shown = page.locator("[role=row].result");
      await expect.poll(() => shown.count()).toBe(12);
      await page.getByRole("combobox", { name: "Order of the results" }).selectOption("document");
      const first = rows.toSorted((a, b) => a.node - b.node)[0]!;
      await expect.poll(() => shown.first().innerText()).toContain(first.path);
      await page.getByRole("searchbox", { name: "Filter the results" }).fill(rows[4]!.path);
      await expect.poll(() => shown.count()).toBe(1);
      expect(await shown.innerText()).toContain(rows[4]!.path);
      await page.getByRole("searchbox", { name: "Filter the results" }).fill("no such words");
      await page.getByText("No result has these words.").waitFor();
    });
  });

  detail("moves between tabs with the arrows", async () => {
    await within(runs, async ({ page, show }) => {
      await show("results");
      await page.getByRole("tab", { name: /Results/ }).focus();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tabpanel", { name: "Chart" }).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tabpanel", { name: "Memory" }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("tab-memory");
      await page.keyboard.press("End");
      await page.getByRole("tabpanel", { name: "Compare" }).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tabpanel", { name: "Results" }).waitFor();
    });
  });

  it("walks the tree as the ARIA pattern says", async () => {
    await within(runs, async ({ page, show }) => {
      await show("memory", "2", 1);
      const tree = page.getByRole("tree", { name: "Memory" });
      await page.locator("#node-1[aria-selected=true]").waitFor();
      await tree.focus();
      const selected = (): Promise<string | null> =>
        page.locator("[aria-selected=true][role=treeitem]").getAttribute("id");
      await page.keyboard.press("Home");
      if ((await page.locator("#node-1").getAttribute("aria-expanded")) === "true")
        await page.keyboard.press("ArrowLeft");
      await expect.poll(() => page.getByRole("treeitem").count()).toBe(1);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => page.locator("#node-1").getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("ArrowRight");
      expect(await selected()).toBe("node-2");
      expect(await page.locator("#node-2").getAttribute("aria-level")).toBe("2");
      expect(await page.locator("#node-2").getAttribute("aria-posinset")).toBe("1");
      expect(await page.locator("#node-2").getAttribute("aria-setsize")).toBe("7");
      await page.keyboard.press("End");
      const last = await selected();
      await page.keyboard.press("ArrowLeft");
      if ((await selected()) === last) await page.keyboard.press("ArrowLeft");
      expect(await selected()).not.toBe(last);
      await page.keyboard.press("Home");
      expect(await selected()).toBe("node-1");
      await page.keyboard.type("D");
      await expect.poll(selected).toBe("node-2");
      await page.keyboard.press("*");
      await expect.poll(() => page.locator('[role=treeitem][aria-level="2"][aria-expanded=false]').count()).toBe(0);
    });
  });

  detail("tells states apart by shape and in words, and filters by them", async () => {
    await within(runs, async ({ page, show }) => {
      await show("memory", "2");
      await page.getByRole("button", { name: /^result/ }).click();
      const shape = await runs[1]!.view.tree();
      const results = [...atob(shape.state)].filter((state) => state.charCodeAt(0) === 3).length;
      const rows = page.locator(".tree-row.state-result");
      await expect.poll(() => rows.count()).toBe(results);
      expect(await page.locator(".tree-row.state-result .glyph-result .fill").count()).toBe(results);
      expect(await page.getByRole("treeitem", { name: /, in the result, weight \d\.\d\d$/ }).count()).toBe(results);
      expect(await page.locator(".tree-row.state-dropped").count()).toBe(0);
    });
  });

  it("searches the tree, and goes to the next one found", async () => {
    await within(runs, async ({ page, show }) => {
      await show("memory", "2");
      const box = page.getByRole("searchbox", { name: "Search the tree" });
      await box.fill("ferry");
      const { nodes } = await runs[1]!.view.search({ text: "ferry", limit: 100 });
      expect(nodes.length).toBeGreaterThan(1);
      await page.locator(`#node-${nodes[0]}[aria-selected=true]`).waitFor();
      await box.press("Enter");
      await page.locator(`#node-${nodes[1]}[aria-selected=true]`).waitFor();
      expect(await page.locator(".search-count [aria-hidden]").innerText()).toBe(`2/${nodes.length}`);
      await page.getByRole("status").getByText(`2 of ${nodes.length} nodes found`).waitFor();
    });
  });

  it("says why not, tries the smallest change, and hands it to the editor", async () => {
    await within(runs, async ({ page, said, show }) => {
      const run = runs[1]!;
      const { rows } = await run.view.dropped({ operatorId: operatorWithDrops(run), from: 0, count: 1 });
      const node = (await run.view.locate({ path: rows[0]!.path }))!;
      await show("memory", "2", node);
      const whyNot = (await run.view.whyNot({ node }))!;
      await page.getByText(whyNot.message, { exact: true }).waitFor();
      await page.getByRole("button", { name: "Smallest change that admits it" }).click();
      const change = (await run.view.change({ node }))!;
      await page.getByText(change.message, { exact: true }).waitFor();
      await page.getByRole("button", { name: "Apply" }).click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "apply", run: "2", change });
      await page.getByRole("button", { name: "Copy query" }).click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "copy", text: change.text, what: "the query" });
    });
  });

  detail("shows what an operator dropped, grouped by reason and searchable", async () => {
    await within(runs, async ({ page, show }) => {
      const run = runs[1]!;
      const id = operatorWithDrops(run);
      const { rows, total } = await run.view.dropped({ operatorId: id, from: 0, count: 1_000 });
      await show("execution", "2");
      await page.locator(`#operator-${id} .card-head`).click();
      await page.getByRole("tab", { name: /Dropped/ }).click();
      await expect.poll(() => page.locator(".drops li").count()).toBe(Math.min(100, total));
      await page.getByRole("searchbox", { name: "Search what was dropped" }).fill(rows[0]!.path);
      const found = rows.filter(({ path }) => path.includes(rows[0]!.path)).length;
      await expect.poll(() => page.locator(".drops li").count()).toBe(found);
      expect(await page.locator(".drops li").first().innerText()).toContain(rows[0]!.detail);
    });
  });

  it("marks in what was scored which words are evidence", async () => {
    await within(runs, async ({ page, show }) => {
      await show("results", "1");
      await page.locator(".asked mark").first().waitFor();
      expect(await page.locator(".asked mark").allInnerTexts()).toContainEqual(
        expect.stringMatching(/^(?:park|lake)/i),
      );
    });
  });

  it("writes the algebra with its numbers at every operand", async () => {
    const text = '//POI[min(max(node =~ "park", node =~ "lake"), 1-node =~ "crowded")]';
    const run = await keptRun("3", text, itinerary());
    await within([run], async ({ page, show }) => {
      const { rows } = await run.view.results({ from: 0, count: 1 });
      const why = (await run.view.why({ node: rows[0]!.node }))!;
      const { algebra } = why.factors[0]!.scores[0]!;
      const [most, rest] = algebra.operands as [typeof algebra, typeof algebra];
      const number = (value: number | null): string => value!.toFixed(2);
      await show("results", "3");
      const shown = `min(${number(most.value)}, 1 − ${number(rest.operands[0]!.value)}) = ${number(algebra.value)}`;
      await page.getByText(shown).first().waitFor();
    });
  });

  it("shows progress that can be cancelled, problems, and where a debugger stands", async () => {
    await within(runs, async ({ page, said, send, show }) => {
      await send({ type: "progress", title: "Scoring", pairs: 30, wanted: 120 });
      expect(await page.locator("progress").getAttribute("value")).toBe("30");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "cancel" });
      await show("results", "1");
      await page.locator("#result-0").waitFor();
      await send({ type: "problem", title: "Run", message: "the scorer is not there" });
      await page.getByRole("alert").getByText("the scorer is not there").waitFor();
      // The results of the run before would be taken for those of this one.
      expect(await page.locator(".result").count()).toBe(0);
      await page.getByRole("button", { name: "Show the run before" }).click();
      await page.locator("#result-0").waitFor();
      await show("memory", "2");
      await send({ type: "step", run: "2", text: "Axis descendant::POI", nodes: [2, 3] });
      await page.getByText("Axis descendant::POI").waitFor();
      await expect.poll(() => page.locator("#node-2.is-current").count()).toBe(1);
      await send({ type: "step", run: null, text: "", nodes: [] });
      await expect.poll(() => page.locator(".is-current").count()).toBe(0);
    });
  });

  detail("of a query that is stepped through has the data alone, open at the nodes of the step", async () => {
    const { view, ...kept } = await keptRun("3", "/..", itinerary());
    const overview = async () => ({ ...(await view.overview()), operators: [], heat: [], causes: [], text: "//POI" });
    await within([{ ...kept, view: { ...view, overview } }], async ({ page, send, show }) => {
      await show("results");
      await page.getByRole("tree").waitFor();
      expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Memory"]);
      expect(await page.locator(".stats").count()).toBe(0);
      const node = (await view.locate({ path: "/Itinerary/Day[7]/POI[3]" }))!;
      expect(await page.locator(`#node-${node}`).count()).toBe(0);
      await send({ type: "step", run: "3", text: "Axis child::POI", nodes: [node] });
      await page.locator(`#node-${node}.is-current`).waitFor();
      await page.locator(`#node-${node}`).click();
      await page.getByRole("complementary", { name: "Selected node" }).getByText("POI").first().waitFor();
      expect(await page.locator(".why").count()).toBe(0);
    });
  });

  it("asks for redacted answers, exports them so, and reveals sources and steps", async () => {
    await within(runs, async ({ page, said, show }) => {
      await show("results", "2");
      await page.getByRole("button", { name: /Go to the source of result 1/ }).click();
      await expect.poll(() => said.at(-1)).toMatchObject({ type: "reveal", run: "2" });
      await page
        .locator(".q-step")
        .first()
        .click({ modifiers: ["Alt"] });
      await expect.poll(() => said.at(-1)).toMatchObject({ type: "revealQuery", run: "2", start: 0 });
      const { rows } = await runs[1]!.view.results({ from: 0, count: 1 });
      const name = rows[0]!.attributes[0]!.value;
      await page.getByText(name).first().waitFor();
      await page.getByRole("checkbox", { name: "Redact" }).check();
      await expect.poll(() => page.getByText(name).count()).toBe(0);
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: "Mermaid diagram" }).click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "export", run: "2", format: "mermaid", redacted: true });
    });
  });

  detail("offers no redacted change, whose values may be bars, for applying", async () => {
    await within(runs, async ({ page, show }) => {
      const node = await runs[1]!.view.locate({ path: "/Itinerary/Day[2]" });
      await show("memory", "2", node!);
      const suggest = page.getByRole("button", { name: "Smallest change that admits it" });
      const apply = page.getByRole("button", { name: "Apply" });
      await suggest.click();
      await apply.waitFor();
      await page.getByRole("checkbox", { name: "Redact" }).check();
      await suggest.click();
      await page.getByText("Without redaction it can be applied").waitFor();
      expect(await apply.count()).toBe(0);
    });
  });

  detail("says that a run is not there any more, and leads to the others", async () => {
    await within(runs, async ({ page, said, send }) => {
      const gone = { ...runs[0]!.entry, id: "gone" };
      await send({ type: "show", runs: [gone, runs[1]!.entry], run: "gone", view: "results" });
      await page.getByRole("alert").getByText("there is no run gone").waitFor();
      await page.getByRole("button", { name: "Run again" }).click();
      await expect.poll(() => said.at(-1)).toEqual({ type: "rerun", run: "gone" });
      await page.getByRole("button", { name: `Show ${runs[1]!.entry.title}` }).click();
      await page.locator("#result-0.is-selected").waitFor();
    });
  });

  detail("a click on a step of the query opens its operator", async () => {
    await within(runs, async ({ page, show }) => {
      await show("results", "2");
      await page.locator(".q-step").last().click();
      await page.locator(".card.is-chosen").waitFor();
      expect(await page.getByRole("tab", { name: "Execution" }).getAttribute("aria-selected")).toBe("true");
    });
  });

  detail("compares two runs: moves, what is lost and why, swapped", async () => {
    await within(runs, async ({ page, show }) => {
      await show("compare", "2");
      const { compareRuns } = await import("@semantic-xpath/inspect");
      const { rows } = compareRuns(runs[0]!.inspection, runs[1]!.inspection);
      await expect.poll(() => page.locator(".moves tbody tr").count()).toBe(rows.length);
      const lost = rows.find(({ kind }) => kind === "lost");
      if (lost !== undefined) await page.getByText(lost.whyNot!).first().waitFor();
      expect(await page.locator(".bump-line").count()).toBeGreaterThan(0);
      await page.getByRole("button", { name: "Swap the runs" }).click();
      await expect.poll(() => page.getByRole("combobox", { name: /^Before/ }).inputValue()).toBe("2");
    });
  });

  it("keeps its state over a reload", async () => {
    await within(runs, async ({ page, send, show }) => {
      await show("memory", "2", 5);
      await page.locator("#node-5[aria-selected=true]").waitFor();
      await page.getByRole("tree", { name: "Memory" }).press("ArrowUp");
      await page.locator("[role=treeitem][aria-selected=true]:not(#node-5)").waitFor();
      const selected = await page.locator("[role=treeitem][aria-selected=true]").getAttribute("id");
      await page.reload();
      // The run has another name in an editor that was started anew, and nobody wishes to see a view.
      const again = { ...runs[1]!.entry, id: "1" };
      await send({ type: "show", runs: [again], run: "1" });
      await page.locator(`#${selected}[aria-selected=true]`).waitFor();
      await show("memory", "2", 5);
      await page.locator("#node-5[aria-selected=true]").waitFor();
    });
  });

  it("writes data as text, whatever it looks like", async () => {
    const evil = `<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>`;
    const escaped = evil.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    const tree = readXml(`<Root><Item name="${escaped}">${escaped}</Item></Root>`);
    const run = await keptRun("x", '//Item[node =~ "img"]', tree);
    await within([run], async ({ page, show }) => {
      for (const view of SHOWN) {
        await show(view);
        await page.waitForSelector(`#panel-${view}`);
        if (view === "results") await page.getByText("<img src=x").first().waitFor();
        await page.waitForTimeout(100);
      }
      expect(await page.evaluate(() => "hit" in window)).toBe(false);
      expect(await page.locator("#app img, #app script").count()).toBe(0);
    });
  });

  const themes = [
    ["light", "vscode-light", LIGHT_THEME],
    ["dark", "vscode-high-contrast", CONTRAST_THEME],
    ["light", "", ""],
    ["dark", "", ""],
    ["dark", "vscode-dark", DARK_THEME],
  ] as const;
  it.each(someOf(themes))(
    "has no serious or critical finding of axe, %s %s",
    async (colorScheme, bodyClass, variables) => {
      await within(
        runs,
        async ({ page, show }) => {
          for (const view of SHOWN) {
            await show(view, "2");
            await page.waitForSelector(`#panel-${view}`);
            if (view === "execution") await page.locator(".card-head[aria-expanded]").first().click();
            await page.waitForTimeout(300);
            expect(await seriousFindings(page), view).toEqual([]);
          }
        },
        { colorScheme, bodyClass, variables },
      );
    },
  );

  const large = isLong ? 100_000 : 20_000;
  it(`draws only what is seen of ${large} nodes`, async () => {
    const run = await keptRun("large", '//POI[contains(@name, "Ferry")]', largeTree(large));
    await within([run], async ({ page, show }) => {
      await show("memory");
      const tree = page.getByRole("tree", { name: "Memory" });
      await tree.waitFor();
      await page.getByRole("button", { name: "Expand and collapse" }).click();
      await page.getByRole("menuitem", { name: "Expand all" }).click();
      const { treeSize } = await run.view.overview();
      expect(treeSize).toBeGreaterThan(0.99 * large);
      await expect
        .poll(() => page.locator(".status-line").innerText())
        .toBe(`${spaced(treeSize)} rows of ${spaced(treeSize)} nodes`);
      expect(await page.getByRole("treeitem").count()).toBeLessThan(80);
      await tree.focus();
      await page.keyboard.press("End");
      await page.locator(`#node-${treeSize}[aria-selected=true]`).waitFor();
      expect(await page.locator(`#node-${treeSize}`).isVisible()).toBe(true);
      await expect.poll(() => page.locator(`#node-${treeSize} .tree-summary`).count()).toBe(1);
      await page.keyboard.press("Home");
      await page.locator("#node-1[aria-selected=true]").waitFor();
      await page.locator(".minimap").click({ position: { x: 20, y: 300 } });
      await expect.poll(() => page.locator(".tree-row.is-selected.state-result").count()).toBe(1);
      expect(await page.locator("#app *").count()).toBeLessThan(2_000);
    });
  });

  it.each(someOf([320, 1900]))("fits a panel %i pixels wide", async (width) => {
    await within(
      runs,
      async ({ page, show }) => {
        for (const view of SHOWN) {
          await show(view, "2");
          await page.waitForSelector(`#panel-${view}`);
          await page.waitForTimeout(150);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, view).toBeLessThanOrEqual(width);
        }
      },
      { viewport: { width, height: 700 } },
    );
  });
});

const spaced = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

function operatorWithDrops({ inspection }: KeptRun): number {
  return inspection.result.trace.operators.find(({ dropped }) => dropped.length > 0)!.id;
}
