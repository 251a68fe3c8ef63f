import { mkdtempSync, rmSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readXml } from "@semantic-xpath/readers";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { itinerary, itineraryXml } from "/tmp/wt/segments/bench/data/itinerary.mjs";
const t = (name, f) => { const b = performance.now(); const r = f(); console.log(name, (performance.now() - b).toFixed(2)); return r; };
const size = Number(process.argv[2] ?? 1e5);
const N = Number(process.argv[3] ?? 200);
const dir = mkdtempSync("/tmp/segx-");
const folder = join(dir, "m");
const tree = t("read xml", () => readXml(itineraryXml(itinerary(size))));
let memory = t("create", () => createMemory(folder));
let task = t("createTask", () => memory.createTask("plan", tree));
const du = () => readdirSync(folder).reduce((s, f) => s + statSync(join(folder, f)).size, 0);
console.log("bytes", du(), "per node", du() / size);
const times = [];
let b0 = du();
for (let i = 0; i < N; i++) {
  const node = 2 + ((i * 7919) % (size - 2));
  const b = performance.now();
  task.commit([{ kind: "setAttribute", node, name: "travel_method", value: `T${i}` }]);
  times.push(performance.now() - b);
}
const first = times.slice(0, 3).map((x) => x.toFixed(1));
times.sort((a, b) => a - b);
console.log("commit first", first, "median", times[N >> 1].toFixed(2), "p95", times[Math.floor(N * 0.95)].toFixed(2), "max", times[N - 1].toFixed(1), "bytes/commit", (du() - b0) / N, "files", readdirSync(folder).length);
t("branch", () => task.branch("b1"));
t("branch", () => task.branch("b2"));
for (let i = 0; i < 3; i++) { task.commit([{ kind: "setText", node: 500 + i, text: "x" + i }], { branch: "b1" }); task.commit([{ kind: "setText", node: 5000 + i, text: "y" + i }]); t("merge", () => { const r = task.merge("b1"); if (r.conflicts?.length) console.log("conf"); }); }
memory.close();
for (let i = 0; i < 3; i++) { memory = t("open", () => openMemory(folder)); if (i < 2) memory.close(); }
task = memory.task("plan");
const old = task.version(N >> 1);
t("old key read", () => old.segments.nodeOfKey(777));
t("old childrenOf", () => old.segments.childrenOf(13));
t("old path", () => old.segments.pathOf?.(5000) ?? 0);
t("diff 1", () => task.diff(N >> 1, (N >> 1) + 1).changes.length);
t("diff half", () => task.diff(N >> 1, N).changes.length);
t("log", () => task.log().length);
t("blame", () => task.blame(7919 * 3 % (size - 2) + 2).length);
t("old tree", () => old.tree().size);
t("head tree", () => task.head().tree().size);
rmSync(dir, { recursive: true });
