import { median } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { COMPILERS } from "./compilers.mjs";
import { PAPER_QUERIES } from "./paperQueries.mjs";
import { compileTable } from "./tables.mjs";

/** Texts of one query; each with names of its own, so that no cache answers. */
const FRESH = 400;
const WARM_UP_ROUNDS = 3;

/** Compiling the paper's queries after warm-up. */
export async function measure() {
  const records = [];
  for (const [compiler, { ours, prepare = (text) => text, compile }] of Object.entries(COMPILERS)) {
    progress(`  ${compiler}`);
    let serial = 0;
    const fresh = (query) =>
      Array.from({ length: FRESH }, () => prepare(renamed(ours ? query.text : query.xpath, serial++)));
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      for (const query of PAPER_QUERIES) for (const text of fresh(query)) compile(text);
    }
    for (const query of PAPER_QUERIES) {
      const samples = fresh(query).map((text) => {
        const before = performance.now();
        compile(text);
        return performance.now() - before;
      });
      records.push({ compiler, query: query.text, microseconds: median(samples) * 1e3 });
    }
  }
  return { records, tables: [compileTable(records)] };
}

const renamed = (text, serial) => text.replaceAll(/\b(Plan|POI)\b/g, (name) => `${name}${serial}`);
