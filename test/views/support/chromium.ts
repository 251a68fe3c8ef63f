import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "../../support/chromium.js";

const PATH = process.env.SXP_CHROMIUM ?? "/usr/bin/chromium";

/** Why tests in a browser are skipped; null where there is one. */
export const noChromium: string | null = existsSync(PATH)
  ? null
  : `there is no Chromium at ${PATH}: install it, or name another with SXP_CHROMIUM`;

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PATH, args: [...CHROMIUM_ARGUMENTS] });
}

const SHOTS = resolve(import.meta.dirname, "../../../test-artifacts/views");

/** Where a picture of a view is kept, to be looked at. */
export function shot(name: string): string {
  mkdirSync(SHOTS, { recursive: true });
  return resolve(SHOTS, `${name}.png`);
}
