import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { inferSchema, readXml } from "@semantic-xpath/runtime";
import { serveStudio } from "@semantic-xpath/studio/node";
import { StudioSession } from "@semantic-xpath/studio/session";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { loadTable } from "./tables.mjs";

const CHROMIUM = process.env.SXP_CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PAGE = fileURLToPath(new URL("../../packages/studio/dist/web/page", import.meta.url));
const RUNS = 7;

/** The page in a browser on this machine: when a request can be typed, when the first row of the tree is there, and an answer to a request. */
export async function measure({ sizes }) {
  if (!existsSync(CHROMIUM)) {
    progress(`  left out: there is no Chromium at ${CHROMIUM}; SXP_CHROMIUM names another`);
    return { records: [], tables: [] };
  }
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...QUIET] });
  const loads = [];
  try {
    for (const size of sizes.filter((candidate) => candidate <= 1e5)) {
      progress(`  ${size} nodes`);
      loads.push({ size, ...(await loadsAt(browser, size)) });
    }
  } finally {
    await browser.close();
  }
  return { records: loads, tables: [loadTable(loads)] };
}

async function loadsAt(browser, size) {
  const tree = readXml(itineraryXml(itinerary(size)));
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", tree, { schema: inferSchema(tree) });
  const session = new StudioSession({ memory, title: "bench" });
  const server = await serveStudio(session, { port: 0, folder: PAGE });
  const samples = [];
  for (let run = 0; run < RUNS; run++) samples.push(await load(browser, server.address));
  await server.close();
  session.close();
  // The first run lays out the tree, and fills the caches of the browser.
  const of = (name) => median(samples.slice(1).map((sample) => sample[name]));
  return { first: samples[0].row, field: of("field"), row: of("row"), answer: of("answer") };
}

/** Milliseconds from the beginning of the navigation, and from Enter to the end of an answer. */
async function load(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      window.fieldAt ??= document.querySelector("#request") === null ? undefined : performance.now();
      if (document.querySelector(".tree-summary") === null) requestAnimationFrame(look);
      else window.rowAt = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => window.rowAt !== undefined);
  const { field, row } = await page.evaluate(() => ({ field: window.fieldAt, row: window.rowAt }));
  await page.locator("#request").fill("what is on day 3?");
  const answer = await page.evaluate(async () => {
    const from = performance.now();
    const before = document.querySelectorAll(".turn").length;
    document.querySelector(".composer button[type=submit]").click();
    const over = () => document.querySelectorAll(".turn:is([data-state=answered], [data-state=waiting])").length;
    while (over() <= before) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });
  await context.close();
  return { field, row, answer };
}
