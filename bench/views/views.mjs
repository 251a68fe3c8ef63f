import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { inspect, viewOf } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { hostScript } from "./host.mjs";
import { paintTable, scrollTable } from "./tables.mjs";

const CHROMIUM = process.env.SXP_CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const ORIGIN = "http://panel.invalid/";
const RUNS = 7;
const FRAMES = 180;
/** How far one frame scrolls: a slow wheel, a fast wheel, and a dragged scroll bar. */
const SPEEDS = [48, 400, 4_000];

/** The panel in a browser over a large tree: when its first row can be seen, and how long frames take while it scrolls. */
export async function measure({ sizes }) {
  if (!existsSync(CHROMIUM)) {
    progress(`  left out: there is no Chromium at ${CHROMIUM}; SXP_CHROMIUM names another`);
    return { records: [], tables: [] };
  }
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...QUIET] });
  const assets = await panelAssets();
  const paints = [];
  const scrolls = [];
  try {
    for (const size of sizes.filter((candidate) => candidate >= 1e4)) {
      progress(`  ${size} nodes`);
      const host = await hostFor(size);
      const samples = [];
      for (let run = 0; run < RUNS; run++) samples.push(await firstRow(browser, assets, host));
      // The first run fills the caches of the browser.
      paints.push({ size, milliseconds: median(samples.slice(1)) });
      for (const speed of SPEEDS) scrolls.push({ size, speed, ...(await scrolling(browser, assets, host, speed)) });
    }
  } finally {
    await browser.close();
  }
  return { records: { paints, scrolls }, tables: [paintTable(paints), scrollTable(scrolls)] };
}

async function panelAssets() {
  const read = (name) => readFile(fileURLToPath(new URL(`../../packages/views/dist/${name}`, import.meta.url)), "utf8");
  return { script: await read("panel.js"), style: await read("panel.css") };
}

/** A script that answers the panel's questions inside the page, as an editor on the same machine does. */
async function hostFor(size) {
  const tree = readXml(itineraryXml(itinerary(size)));
  const view = viewOf(await inspect(compile('//POI[@travel_method = "Flight"]').query, tree));
  const shape = await view.tree();
  const first = await view.labels({ nodes: Array.from({ length: Math.min(2_000, shape.size) }, (_, i) => i + 1) });
  return hostScript({
    overview: await view.overview(),
    results: await view.results({ from: 0, count: 100 }),
    tree: shape,
    labels: first,
    node: await view.node({ node: 1 }),
    whyNot: await view.whyNot({ node: 1 }),
  });
}

async function opened(browser, { script, style }, host) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const policy = "default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'";
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url === ORIGIN) {
      const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title><link rel="stylesheet" nonce="n" href="panel.css"></head><body><div id="app"></div><script nonce="n" src="panel.js"></script></body></html>`;
      return route.fulfill({ contentType: "text/html", body, headers: { "content-security-policy": policy } });
    }
    if (url.endsWith(".js")) return route.fulfill({ contentType: "text/javascript", body: script });
    if (url.endsWith(".css")) return route.fulfill({ contentType: "text/css", body: style });
    return route.fulfill({ status: 204 });
  });
  await page.addInitScript(host);
  await page.goto(ORIGIN);
  return page;
}

/** Milliseconds from the beginning of the page to the frame in which the first row of the tree has its text. */
async function firstRow(browser, assets, host) {
  const page = await opened(browser, assets, host);
  await page.waitForFunction(() => window.firstRowAt !== undefined);
  const milliseconds = await page.evaluate(() => window.firstRowAt);
  await page.close();
  return milliseconds;
}

/** Frame times while every row is open, and those of a list of the same height with nothing in it. */
async function scrolling(browser, assets, host, speed) {
  const page = await opened(browser, assets, host);
  await page.waitForFunction(() => window.firstRowAt !== undefined);
  await page.getByRole("button", { name: "Expand and collapse" }).click();
  await page.getByRole("menuitem", { name: "Expand all" }).click();
  await page.waitForTimeout(500);
  const frames = (selector) => page.evaluate(scrollFrames, { selector, speed, count: FRAMES });
  const tree = await frames(".tree");
  await page.evaluate(() => {
    const tree = document.querySelector(".tree");
    const empty = document.createElement("div");
    const inside = document.createElement("div");
    empty.id = "empty";
    empty.style.cssText = `height:${tree.clientHeight}px;overflow:auto`;
    inside.style.height = `${tree.scrollHeight}px`;
    empty.append(inside);
    document.body.replaceChildren(empty);
  });
  const empty = await frames("#empty");
  await page.close();
  const late = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  return {
    tree: median(tree),
    treeLate: late(tree),
    empty: median(empty),
    emptyLate: late(empty),
    mean: sum(tree) / sum(empty),
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Runs in the page: the time between frames while an element scrolls by `speed` pixels in each. */
function scrollFrames({ selector, speed, count }) {
  const element = document.querySelector(selector);
  const most = element.scrollHeight - element.clientHeight;
  return new Promise((resolve) => {
    const times = [];
    let before = performance.now();
    let way = speed;
    element.scrollTop = most / 3;
    const frame = (now) => {
      times.push(now - before);
      before = now;
      if (times.length > count) {
        resolve(times.slice(1));
        return;
      }
      if (element.scrollTop + way > most || element.scrollTop + way < 0) way = -way;
      element.scrollTop += way;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
