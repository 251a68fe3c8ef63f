// @module-tag process
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type EvalRun, randomFrom } from "@semantic-xpath/eval";
import { expect, it } from "vitest";

const SXP = fileURLToPath(new URL("../../../packages/cli/bin/sxp.js", import.meta.url));
const [SHELVES, ITEMS, CASES] = [1_000, 99, 10_000];
const STEMS =
  "amber birch cedar dune ember fjord grove harbor island juniper kelp lagoon meadow north oasis prairie".split(" ");
/** Many words, so that what a case costs is not the length of their lists of nodes. */
const WORDS = STEMS.flatMap((one) => STEMS.map((other) => one + other));
/** Every so many cases look at the whole tree. */
const WIDE = 10;

it("ten thousand cases over a tree of a hundred thousand nodes fit into 512 MB", () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-large-"));
  const random = randomFrom(9);
  const titles: string[] = [];
  const shelves = Array.from({ length: SHELVES }, (_, shelf) => {
    const items = Array.from({ length: ITEMS }, (_, item) => {
      const title = `${random.pick(WORDS)} ${random.pick(WORDS)} ${shelf * ITEMS + item}`;
      titles.push(title);
      return `<Item id="i${shelf}-${item}" title="${title}" price="${random.index(1000)}"/>`;
    });
    return `<Shelf id="s${shelf}" place="${random.pick(WORDS)}">${items.join("")}</Shelf>`;
  });
  writeFileSync(join(folder, "store.xml"), `<Store>${shelves.join("")}</Store>`);
  const cases = Array.from({ length: CASES }, (_, i) => {
    const [shelf, item] = [random.index(SHELVES), random.index(ITEMS)];
    const title = titles[shelf * ITEMS + item]!;
    const include = [`/Store/Shelf[${shelf + 1}]/Item[${item + 1}]`];
    const path = i % WIDE === 0 ? "//Item" : `/Store/Shelf[${shelf + 1}]/Item`;
    return { id: `c${i}`, request: title, query: `${path}[@title = "${title}"]`, include, exclude: [`s${shelf}`] };
  });
  writeFileSync(join(folder, "suite.json"), JSON.stringify({ tree: "store.xml", cases }));
  const says = 'process.on("exit", () => writeFileSync("peak", String(process.resourceUsage().maxRSS)));';
  writeFileSync(join(folder, "peak.mjs"), `import { writeFileSync } from "node:fs";\n${says}\n`);
  const line = ["eval", "suite.json", "-m", "gold", "-m", "bm25", "--json", "run.json", "--report", "page.html"];
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", pathToFileURL(join(folder, "peak.mjs")).href, SXP, ...line],
    { cwd: folder, env: { ...process.env, SXP_CACHE_DIR: join(folder, "cache") }, encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { results } = JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) as EvalRun;
  expect(results.filter(({ outcome }) => outcome === "right")).toHaveLength(2 * CASES);
  expect(Number(readFileSync(join(folder, "peak"), "utf8")) / 1024).toBeLessThan(512);
}, 600_000);
