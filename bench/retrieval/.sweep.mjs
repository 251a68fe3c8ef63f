import { LOCOMO } from "./collections/locomo.mjs";
import { comparison, measureScorer } from "./compare.mjs";
import { readKinds } from "./kinds.mjs";
import { lexical } from "./scorers.mjs";

const variants = JSON.parse(process.argv[2]);
const only = process.argv[3] ? process.argv[3].split(",") : [];
const most = +(process.argv[4] ?? 200);
const kinds = await readKinds({ data: LOCOMO, work: true, most, only });
const f = (x) => x.toFixed(3);
for (const k of kinds) {
  globalThis.EXP = {};
  const base = await measureScorer(k, lexical());
  const out = [];
  for (const [name, exp, set] of variants) {
    globalThis.EXP = exp;
    const c = comparison(await measureScorer(k, lexical(set ?? {})), base, 1000);
    const d = c.difference;
    out.push(`${name} ${d.mean >= 0 ? "+" : ""}${d.mean.toFixed(4)}${d.low > 0 ? "▲" : d.high < 0 ? "▼" : ""}`);
  }
  console.log(k.name.padEnd(24), f(base.reduce((a, b) => a + b, 0) / base.length), out.join("  "));
}
