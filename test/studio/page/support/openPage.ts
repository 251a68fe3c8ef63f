import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml, type Tree } from "@semantic-xpath/runtime";
import { serveStudio } from "@semantic-xpath/studio/node";
import type { StudioSession } from "@semantic-xpath/studio/session";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { bundlePage } from "../../../../packages/studio/build.mjs";
import { beLate } from "../../../support/late.js";
import { onceForAll } from "../../../support/once.js";

const EXAMPLES = resolve(import.meta.dirname, "../../../../examples");
const textOf = (path: string): string => readFileSync(resolve(EXAMPLES, path), "utf8");

/** Settings of a browser in which a page is looked at. */
export const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  forced: { forcedColors: "active" },
  narrow: { viewport: { width: 390, height: 844 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

/** A memory of a trip on a clock that ticks minutes, with a few versions. */
export async function tripMemory(tree: Tree = readXml(textOf("itinerary/itinerary.xml"))): Promise<Memory> {
  let minutes = 0;
  const now = (): Date => new Date(Date.UTC(2026, 5, 1, 9, minutes++));
  const memory = Memory.create(inMemoryJournal(), { now });
  const { schema } = parseSchema(textOf("itinerary/itinerary.schema.json"));
  memory.createTask("trip", tree, { title: "A week in Canada", schema: schema! });
  return memory;
}

/** The page, built once for all tests. */
export const page = (): Promise<string> => onceForAll("studio", (folder) => bundlePage(folder));

function answerLate(session: StudioSession): void {
  const answer = session.answer.bind(session);
  session.answer = async (method, params, signal) => {
    const value = await answer(method, params, signal);
    await beLate();
    return value;
  };
}

export interface OpenedPage {
  readonly page: Page;
  /** What the browser complained about: of the policy, of scripts. */
  readonly complaints: string[];
  close(): Promise<void>;
  /** The same studio in another tab. */
  tab(): Promise<Page>;
}

/** The page of a studio behind its real server. */
export async function openPage(
  browser: Browser,
  session: StudioSession,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  answerLate(session);
  const server = await serveStudio(session, { port: 0, folder: await page() });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    ...options,
  });
  const complaints: string[] = [];
  const tab = async (): Promise<Page> => {
    const opened = await context.newPage();
    opened.on("console", (message) => {
      // A question that is refused is what some tests are about.
      if (["error", "warning"].includes(message.type()) && !message.text().includes("status of 4"))
        complaints.push(message.text());
    });
    opened.on("pageerror", (failure) => complaints.push(failure.stack ?? failure.message));
    await opened.goto(server.address);
    await opened.getByRole("textbox", { name: "Your request" }).waitFor();
    return opened;
  };
  return {
    page: await tab(),
    complaints,
    tab,
    async close() {
      await context.close();
      await server.close();
      session.close();
    },
  };
}

/** Runs a test on the page of a studio. It fails if the browser complained about anything. */
export async function onPage(
  browser: Browser,
  session: StudioSession,
  test: (opened: OpenedPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const opened = await openPage(browser, session, options);
  try {
    await test(opened);
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.close();
  }
}

/** Sends a request from the keyboard. */
export async function ask(page: Page, request: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your request" }).fill(request);
  await page.keyboard.press("Enter");
}

const SHOTS = resolve(import.meta.dirname, "../../../../test-artifacts/studio");

/** Where a picture of the page is kept, to be looked at. */
export function shot(name: string): string {
  mkdirSync(SHOTS, { recursive: true });
  return resolve(SHOTS, `${name}.png`);
}
