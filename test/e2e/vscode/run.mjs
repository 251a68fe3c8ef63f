import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium } from "./setup/chromium.mjs";
import { codeServer } from "./setup/codeServer.mjs";

/**
 * Runs the tests in a real VS Code: `npm run test:vscode`, with names of test files behind `--`. Where Chromium or VS Code can't be
 * had it says so and ends well; with `--require` that is a failure too. `--images` makes the pictures of the extension's README
 * instead.
 */
const words = process.argv.slice(2);
const OPTIONS = ["--require", "--images"];
const isRequired = words.includes("--require");
const names = words.includes("--images") ? ["images"] : words.filter((word) => !OPTIONS.includes(word));

const browser = chromium();
const server = await codeServer();
const missing = [browser, server].flatMap((part) => ("missing" in part ? [part.missing] : []));

if (missing.length > 0) {
  console.log(`The VS Code tests were not run: ${missing.join("; ")}.`);
  console.log(
    "Not tested: the extension in a VS Code window, in the extension host and in the browser, and the HTML report.",
  );
  process.exit(isRequired ? 1 : 0);
}

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const vitest = at("../../../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--config", at("vitest.e2e.config.ts"), ...names], {
  cwd: at("../../.."),
  stdio: "inherit",
  env: { ...process.env, ...(words.includes("--images") && { SXP_E2E_IMAGES: "1" }) },
});
process.exit(status ?? 1);
