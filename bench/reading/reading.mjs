import { itinerary } from "../data/itinerary.mjs";
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
  return { records, tables: [readingTable(records)] };
}
