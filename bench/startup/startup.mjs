import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";
import { startupTable } from "./tables.mjs";

const SXP = fileURLToPath(new URL("../../packages/cli/bin/sxp.js", import.meta.url));
const RUNS = 10;

/** Whole processes from start to exit: the command on a small tree, against Node that does nothing. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "sxp-bench-"));
  const data = join(folder, "plan.xml");
  writeFileSync(data, itineraryXml(itinerary(100)));
  const run = (query) => [SXP, "run", query, "--data", data];
  const commands = {
    "node -e 0": ["-e", "0"],
    "sxp --version": [SXP, "--version"],
    "sxp run //POI": run("//POI"),
    'sxp run //POI[node =~ "walk"]': run('//POI[node =~ "walk"]'),
  };
  const records = Object.entries(commands).map(([command, words]) => ({ command, milliseconds: medianRun(words) }));
  rmSync(folder, { recursive: true });
  return { records, tables: [startupTable(records)] };
}

function medianRun(words) {
  const samples = [];
  // The first run reads the files from disk.
  for (let i = 0; i <= RUNS; i++) {
    const before = performance.now();
    const { status, stderr } = spawnSync(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
    if (status !== 0) throw new Error(`node ${words.join(" ")} ended with ${status}: ${stderr}`);
    if (i > 0) samples.push(performance.now() - before);
  }
  return median(samples);
}
