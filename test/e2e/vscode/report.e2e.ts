import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/until.js";
import { artifactsOf, startBrowser } from "./support/window.js";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { path: artifacts } = artifactsOf("report");

let browser: Browser;
let folder: string;
beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "sxp-report-"));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the report of a run with the `sxp` command and opens it, with the network cut off. */
async function report(name: string, ...words: string[]) {
  const file = join(folder, `${name}.html`);
  execFileSync(process.execPath, [process.env.SXP_E2E_COMMAND!, "run", ...words, "--report", file], {
    cwd: at("."),
    stdio: "pipe",
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await context.setOffline(true);
  const page = await context.newPage();
  const errors: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.getByRole("tab", { name: "Results" }).waitFor();
  const shot = (step: string) => page.screenshot({ path: join(artifacts, `${name}-${step}.png`) });
  return { page, errors, asked, shot, file };
}

const views = async (page: Page, shot: (step: string) => Promise<unknown>): Promise<void> => {
  for (const view of ["Results", "Memory", "Execution"]) {
    await page.getByRole("tab", { name: view }).click();
    await page.locator(`#panel-${view.toLowerCase()}`).waitFor();
    await shot(view.toLowerCase());
  }
};

describe("the report of a run", () => {
  it("shows every view without asking for anything", async () => {
    const { page, errors, asked, shot, file } = await report(
      "busiest",
      "examples/itinerary/itinerary.sxp",
      "--query",
      "busiest_conference_day",
    );
    await views(page, shot);
    await page.emulateMedia({ colorScheme: "dark" });
    await shot("dark");
    expect(errors).toEqual([]);
    expect(asked).toEqual([pathToFileURL(file).href]);
    await page.context().close();
  });

  it("says of every node why it is in the result, or why not", async () => {
    const { page, errors, shot } = await report(
      "soup",
      '//Restaurant[description =~ "soup" >= 0.4]',
      "--data",
      "examples/itinerary/itinerary.xml",
    );
    await page.getByRole("tab", { name: "Memory" }).click();
    await page.getByRole("button", { name: "Expand and collapse" }).click();
    await page.getByRole("menuitem", { name: "Expand all" }).click();
    const tree = page.getByRole("tree", { name: "Memory" });
    await tree.focus();
    await page.keyboard.press("Home");
    const answers = new Set<string>();
    const status = page.locator(".memory .status-line");
    const count = await until("the number of nodes", async () => /of (\d[\d,]*)/.exec(await status.innerText()));
    const size = Number(count![1]!.replace(",", ""));
    for (let node = 1; node <= size; node++) {
      await tree.locator(`#node-${node}[aria-selected="true"]`).waitFor();
      const heading = page.locator("aside .why h3");
      await heading.waitFor();
      answers.add((await heading.innerText()).split("\n")[0]!);
      if (node === 8) await shot("why-not");
      await page.keyboard.press("ArrowDown");
    }
    expect([...answers].map((text) => text.replace(/(result).*/s, "$1")).sort()).toEqual([
      "Why it is in the result",
      "Why it is not in the result",
    ]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("of a run that found nothing says what would find something", async () => {
    const { page, errors, shot } = await report(
      "nothing",
      '//Restaurant[description =~ "soup" >= 0.99]',
      "--data",
      "examples/itinerary/itinerary.xml",
    );
    await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
    await shot("results");
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
