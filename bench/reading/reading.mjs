import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { itinerary, itineraryJson, itineraryXml } from "../data/itinerary.mjs";
import { timeSync } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { FORMATS } from "./formats.mjs";
import { readingTable } from "./tables.mjs";

/** Every format read into a tree, against the library that its reader stands on. */
export async function measure({ sizes, effort }) {
  const records = [];
  const size = Math.min(1e5, Math.max(...sizes));
  const days = itinerary(size);
  for (const { name, peer, text, ours, bare } of FORMATS) {
    progress(`  ${name}`);
    // As one string in memory, as a file gives it.
    const source = Buffer.from(text(days)).toString();
    const own = timeSync(() => ours(source), effort).steady;
    const alone = timeSync(() => bare(source), effort).steady;
    records.push({ format: name, peer, characters: source.length, nodes: ours(source).size, own, alone });
  }
  return { records, tables: [readingTable(records, peaksOf(itinerary(Math.max(...sizes))))] };
}

/** Bytes a node at the peak of reading, each in a process of its own. */
function peaksOf(days) {
  const folder = mkdtempSync(join(tmpdir(), "sxp-bench-"));
  const texts = { xml: itineraryXml(days), json: JSON.stringify(itineraryJson(days)) };
  const peaks = Object.entries(texts).map(([format, text]) => {
    progress(`  peak of ${format}`);
    const path = join(folder, format);
    writeFileSync(path, text);
    const script = fileURLToPath(new URL("./peak.mjs", import.meta.url));
    return {
      format,
      ...JSON.parse(execFileSync(process.execPath, ["--expose-gc", script, format, path], { encoding: "utf8" })),
    };
  });
  rmSync(folder, { recursive: true });
  return peaks;
}
