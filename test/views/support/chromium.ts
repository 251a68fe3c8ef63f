import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { CHROMIUM_ARGUMENTS } from "../../support/chromium.js";

/** Without windows at all it takes a quarter less of the processor. */
const SHELL = "/usr/bin/chromium-headless-shell";
const PATH = process.env.SXP_CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");

/** Why tests in a browser are skipped; null where there is one. */
export const noChromium: string | null = existsSync(PATH)
  ? null
  : `there is no Chromium at ${PATH}: install it, or name another with SXP_CHROMIUM`;

/** Milliseconds after which waiting for a page is given up. It ends what hangs: a busy machine may take a minute for a second's work. */
const PATIENCE = 150_000;

/** What Playwright's own test runner uses to go on in one context; outside of its types. */
interface Reusing {
  _newContextForReuse(options?: BrowserContextOptions): Promise<BrowserContext>;
  _disconnectFromReusedContext(reason: string): Promise<void>;
}

/**
 * A browser whose contexts come one after the other: a context that is asked for is the one before, emptied, with its page. A new
 * process for each page would be most of the work of these tests.
 */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: PATH, args: [...CHROMIUM_ARGUMENTS] });
  const reusing = browser as unknown as Reusing;
  browser.newContext = async (options) => {
    const context = await reusing._newContextForReuse(options);
    context.setDefaultTimeout(PATIENCE);
    const another = context.newPage.bind(context);
    let kept: Page | undefined = context.pages()[0];
    context.newPage = async () => {
      const page = kept ?? (await another());
      kept = undefined;
      return page;
    };
    context.close = () => reusing._disconnectFromReusedContext("closed");
    return context;
  };
  return browser;
}

/** Tests in a browser that is started once for all of them; skipped, with the reason in their name, where there is none. */
export function describeInChromium(name: string, tests: (browser: () => Browser) => void): void {
  describe.skipIf(noChromium !== null)(`${name}${noChromium === null ? "" : ` (skipped: ${noChromium})`}`, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await startChromium();
    });
    afterAll(() => browser?.close());
    tests(() => browser!);
  });
}

/** Milliseconds for which a page does not change once it is still, and after which it is taken as it is. */
const STILL = 100;
const MAX_MOVING = 300;

/** Waits until nothing in a page changes or moves. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(
    ([quiet, most]) =>
      new Promise<void>((resolve) => {
        const begun = performance.now();
        let changed = begun;
        const observer = new MutationObserver(() => {
          changed = performance.now();
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const look = (): void => {
          const now = performance.now();
          const isMoving = document
            .getAnimations()
            .some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
          if (now - begun < most && (isMoving || now - changed < quiet)) {
            requestAnimationFrame(look);
            return;
          }
          observer.disconnect();
          resolve();
        };
        requestAnimationFrame(look);
      }),
    [STILL, MAX_MOVING] as const,
  );

const SHOTS = resolve(import.meta.dirname, "../../../test-artifacts/views");

/** Where a picture of a view is kept, to be looked at. */
export function shot(name: string): string {
  mkdirSync(SHOTS, { recursive: true });
  return resolve(SHOTS, `${name}.png`);
}
