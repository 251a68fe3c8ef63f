import { readFileSync, writeFileSync } from "node:fs";
import { test } from "vitest";
import { staticScorer } from "/tmp/wt/onnx/packages/scorers/src/node/onnx/staticScorer.js";
import { treeOf, itemText } from "./scorers/fused/trees.js";
test("x", async () => {
  const out: string[] = []; const log = (...x: unknown[]) => { out.push(x.join(" ")); writeFileSync("/tmp/onnx/near.txt", out.join("\n")+"\n"); };
  const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const base = JSON.parse(readFileSync("/tmp/onnx/st/texts.json","utf8")) as string[];
  const words = base.flatMap((t) => t.split(" "));
  let s = 7; const r = (n: number) => { s = (s * 48271) % 2147483647; return s % n; };
  const topics = Array.from({ length: 500 }, () => Array.from({ length: 40 }, () => words[r(words.length)]!));
  const texts = Array.from({ length: 100000 }, (_, i) => { const t = topics[i % 500]!; return Array.from({ length: 8 }, (_, j) => j % 2 ? words[r(words.length)] : t[r(40)]).join(" ") + " " + i; });
  const tree = treeOf(texts); const full = texts.map(itemText); const list = { texts: full }; const numbers = Int32Array.from(full.keys());
  const exact = await staticScorer("/tmp/onnx/st/m", { kept: 2 ** 30 });
  let t = cpu(); await exact.score(full, "start", {}); log("embed 1e5 cpu ms", cpu() - t);
  const near = (await staticScorer("/tmp/onnx/st/m", { nearest: "approximate", nearestAmong: ["Item"] })).forTree!(tree);
  t = cpu(); await near.scoreListed!(list, numbers, "start", {}); log("embed + build cpu ms", cpu() - t, near.notes!());
  const conds = topics.slice(0, 12).map((w) => w.slice(0, 4).join(" "));
  let te = 0, tn = 0;
  for (const [i, c] of conds.entries()) { t = cpu(); await exact.score(full, c, {}); te += cpu() - t; t = cpu(); await near.scoreListed!(list, numbers, c, {}); if (i >= 8) tn += cpu() - t; }
  log("exact ms", te / 12, "near ms", tn / 4, near.notes!());
}, 600000);
