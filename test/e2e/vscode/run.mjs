import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "./setup/chromium.mjs";
import { codeServer } from "./setup/codeServer.mjs";

/**
 * Runs the tests in a real VS Code: `npm run test:vscode`, with names of test files behind `--`. Where Chromium or VS Code can't be
 * had it says so and ends well; with `--require` that is a failure too. With `--again` files with a failed test are run up to
 * twice more, one window at a time, and every outcome is printed: a window on a busy machine can lose a key. `--images` makes the pictures of the
 * extension's README instead.
 */
const words = process.argv.slice(2);
const OPTIONS = ["--require", "--images", "--again"];
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
const folder = mkdtempSync(join(tmpdir(), "sxp-e2e-"));
const outcomes = join(folder, "outcomes.json");

/** Runs files with these names, `windows` at a time; null if all passed, else those to run again,
 * which are all of them if the run came to no outcome or an error came outside of tests. */
function run(/** @type {string[]} */ files, windows = 2, pass = "") {
  // What is said to have failed is what failed in the last pass.
  if (process.env.SXP_FAILURES) rmSync(process.env.SXP_FAILURES, { force: true });
  const atEnd = `--reporter=${at("../../support/endReporter.ts")}`;
  const reporters = ["--reporter=verbose", atEnd, "--reporter=json", `--outputFile.json=${outcomes}`];
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--config", at("vitest.e2e.config.ts"), `--maxWorkers=${windows}`, ...reporters, ...files],
    {
      cwd: at("../../.."),
      stdio: "inherit",
      env: {
        ...process.env,
        ...(words.includes("--images") && { SXP_E2E_IMAGES: "1" }),
        ...(pass !== "" && { SXP_E2E_PASS: pass }),
      },
    },
  );
  if (status === 0) return null;
  try {
    const { testResults } = JSON.parse(readFileSync(outcomes, "utf8"));
    const failed = testResults.filter((/** @type {{ status: string }} */ file) => file.status !== "passed");
    return failed.length === 0 ? files : failed.map((/** @type {{ name: string }} */ file) => file.name);
  } catch {
    return files;
  }
}

let failed = run(names);
for (const pass of words.includes("--again") ? ["second", "third"] : []) {
  if (failed === null) break;
  const list = failed.length === 0 ? "all files" : failed.join("\n");
  console.log(`== FAILED, and run a ${pass} time, one window at a time:\n${list}`);
  rmSync(outcomes, { force: true });
  failed = run(failed, 1, pass);
}
rmSync(folder, { recursive: true, force: true });
process.exit(failed === null ? 0 : 1);
