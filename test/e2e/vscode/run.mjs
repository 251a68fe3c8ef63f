import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "./setup/chromium.mjs";
import { codeServer } from "./setup/codeServer.mjs";

/**
 * Runs the tests in a real VS Code: `npm run test:vscode`, with names of test files behind `--`. Where Chromium or VS Code can't be
 * had it says so and ends well; with `--require` that is a failure too. With `--again` what `describe` has of a failed
 * test is run up to twice more, one window at a time, and every outcome is printed: a window on a busy machine can lose a key. `--images` makes the pictures of the
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

/**
 * @typedef {{ files: string[], groups: string[] }} Chosen Files by their names, and the outermost `describe` blocks of them that run: all, if the list is empty.
 * @typedef {{ status: string, ancestorTitles: string[], title: string }} Outcome Of one test, as the JSON reporter writes it.
 */

/** Text as a regular expression that matches itself. */
const literally = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Runs tests, `windows` at a time; null if all passed, else what to run again. That is all that was run, if the run came to no outcome or an error came
 * outside of tests. Tests of one `describe` block go on from each other, in one window.
 */
function run(/** @type {Chosen} */ chosen, windows = 2, pass = "") {
  const { files, groups } = chosen;
  // What is said to have failed is what failed in the last pass.
  if (process.env.SXP_FAILURES) rmSync(process.env.SXP_FAILURES, { force: true });
  const atEnd = `--reporter=${at("../../support/endReporter.ts")}`;
  const reporters = ["--reporter=verbose", atEnd, "--reporter=json", `--outputFile.json=${outcomes}`];
  const named = groups.length === 0 ? [] : [`--testNamePattern=^(?:${groups.map(literally).join("|")})`];
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      "run",
      "--config",
      at("vitest.e2e.config.ts"),
      `--maxWorkers=${windows}`,
      ...reporters,
      ...named,
      ...files,
    ],
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
    /** @type {{ testResults: { status: string, name: string, assertionResults: Outcome[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(outcomes, "utf8"));
    const failed = testResults.filter((file) => file.status !== "passed");
    if (failed.length === 0) return chosen;
    const tests = failed.map(({ assertionResults }) => assertionResults.filter(({ status }) => status === "failed"));
    return {
      files: failed.map(({ name }) => name),
      // A file that failed without a test of it is run whole, and so are the others then.
      groups: tests.some((some) => some.length === 0)
        ? []
        : [...new Set(tests.flat().map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title))],
    };
  } catch {
    return chosen;
  }
}

let failed = run({ files: names, groups: [] });
for (const pass of words.includes("--again") ? ["second", "third"] : []) {
  if (failed === null) break;
  const list = [...failed.files, ...failed.groups].join("\n") || "all files";
  console.log(`== FAILED, and run a ${pass} time, one window at a time:\n${list}`);
  rmSync(outcomes, { force: true });
  failed = run(failed, 1, pass);
}
rmSync(folder, { recursive: true, force: true });
process.exit(failed === null ? 0 : 1);
