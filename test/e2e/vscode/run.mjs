import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "./setup/chromium.mjs";
import { codeServer } from "./setup/codeServer.mjs";

/**
 * Runs the tests in a real VS Code: `npm run test:vscode`, with names of test files behind `--`. Where Chromium or VS Code can't be
 * had it says so and ends well; with `--require` that is a failure too. With `--again` files with a failed test are run once more in new
 * windows, one window at a time, and those of them that fail again a third time: a window on a busy machine can lose a key. Each outcome
 * is told, and what failed every time is a failure. `--images` makes the pictures of the extension's README instead.
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

/** What the passes are called, in the log and as folders of the pictures of those after the first. */
const PASSES = words.includes("--again") ? ["first", "second", "third"] : ["first"];

/**
 * Runs files with these names; those in which a test failed, null if none did. An error outside of every test may have spoiled any of them: then it is the
 * same names.
 */
function run(/** @type {string} */ pass, /** @type {string[]} */ files) {
  const atEnd = `--reporter=${at("../../support/endReporter.ts")}`;
  const reporters = ["--reporter=verbose", atEnd, "--reporter=json", `--outputFile.json=${outcomes}`];
  const isFirst = pass === PASSES[0];
  rmSync(outcomes, { force: true });
  // What is said to have failed is what failed in the last pass.
  if (process.env.SXP_FAILURES) rmSync(process.env.SXP_FAILURES, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--config", at("vitest.e2e.config.ts"), ...reporters, ...(isFirst ? [] : ONE_WINDOW), ...files],
    {
      cwd: at("../../.."),
      stdio: "inherit",
      env: {
        ...process.env,
        ...(!isFirst && { SXP_E2E_PASS: pass }),
        ...(words.includes("--images") && { SXP_E2E_IMAGES: "1" }),
      },
    },
  );
  if (status === 0) return null;
  const failed = failedFiles();
  return failed.length === 0 ? files : failed;
}

const ONE_WINDOW = ["--maxWorkers=1"];

/** Files that failed, by the outcomes that were written, if they were. */
function failedFiles() {
  try {
    const { testResults } = JSON.parse(readFileSync(outcomes, "utf8"));
    return testResults
      .filter((/** @type {{ status: string }} */ file) => file.status !== "passed")
      .map((/** @type {{ name: string }} */ file) => relative(at("../../.."), file.name));
  } catch {
    return [];
  }
}

for (const pass of PASSES) rmSync(at(`../../../test-artifacts/vscode/${pass}`), { recursive: true, force: true });
let files = names.length > 0 || PASSES.length === 1 ? names : ["test/e2e/vscode"];
/** @type {string[]} */
const told = [];
let hasPassed = false;
for (const pass of PASSES) {
  const failed = run(pass, files);
  hasPassed = failed === null;
  told.push(`${hasPassed ? "passed" : "FAILED"} in the ${pass} run: ${(failed ?? files).join(" ")}`);
  if (failed === null) break;
  files = failed;
}
if (told.length > 1) console.log(told.map((line) => `== ${line}`).join("\n"));
rmSync(folder, { recursive: true, force: true });
process.exit(hasPassed ? 0 : 1);
