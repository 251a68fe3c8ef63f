import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FIXED = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium of this system: the one that `SXP_CHROMIUM` names, or one of the usual ones. It is started once, since a file of that
 * name may only say how to install it.
 *
 * @returns {{ executable: string } | { missing: string }}
 */
export function chromium() {
  const given = process.env.SXP_CHROMIUM;
  if (given) return runs(given) ? { executable: given } : { missing: `SXP_CHROMIUM is ${given}, which does not start` };
  const paths = (process.env.PATH ?? "").split(delimiter).flatMap((part) => NAMES.map((name) => join(part, name)));
  const executable = [...paths, ...FIXED].find((path) => existsSync(path) && runs(path));
  return executable === undefined
    ? { missing: "no Chromium found: install it (on Debian `apt-get install chromium`) or name it in SXP_CHROMIUM" }
    : { executable };
}

const runs = (/** @type {string} */ path) => spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
