import { emitGbnf, emitLark, check } from "@semantic-xpath/planner";
import { parse } from "@semantic-xpath/parser";
import { it } from "vitest";
import { writeFileSync } from "node:fs";
import { EXAMPLES, exampleSchema } from "./examples.js";
import { gbnfGenerator, larkGenerator, randomNumbers } from "./generate.js";
import { readGbnf, gbnfRecogniser } from "./readGbnf.js";
import { readLark, larkRecogniser } from "./readLark.js";
it("x", () => {
  for (const name of [...EXAMPLES, null]) {
    const schema = name === null ? null : exampleSchema(name);
    const g = emitGbnf(schema), l = emitLark(schema);
    writeFileSync(`/tmp/${name}.gbnf`, g.text); writeFileSync(`/tmp/${name}.lark`, l.text);
    console.log(name, g.specialisation, g.text.length, g.text.split("::=").length-1, "lark", l.text.length, g.notes);
    for (const n of [1,2,4,5]) console.log("  nesting", n, emitGbnf(schema,{maxNesting:n}).text.length);
    const gg = readGbnf(g.text), ll = readLark(l.text);
    const gen = gbnfGenerator(gg), lgen = larkGenerator(ll);
    const ag = gbnfRecogniser(gg), al = larkRecogniser(ll);
    const codes: Record<string, number> = {};
    let bad = 0, clean=0, len=0; const N=3000;
    const t0=Date.now();
    for (let s = 0; s < N; s++) {
      const r = randomNumbers(s*7919);
      const b = Math.floor(r()*400);
      const text = (s%2 ? gen : lgen)(r, b);
      len += text.length;
      if (s < 10) console.log("   ", text.slice(0,300));
      if (s < 600 && (!ag(text) || !al(text))) { bad++; if (bad < 4) console.log("REFUSED", ag(text), al(text), text); }
      const {ast,diagnostics} = parse(text);
      const all=[...diagnostics, ...check(ast.query!, schema, null).diagnostics];
      if (all.length===0) clean++;
      for (const d of all) codes[d.code+d.severity] = (codes[d.code+d.severity]??0)+1;
    }
    console.log(name, "refused", bad, "clean", clean, "avg len", len/N, codes, Date.now()-t0,"ms");
  }
}, 120000);
