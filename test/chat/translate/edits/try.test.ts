import { readFileSync } from "node:fs";
import { parseSchema } from "@semantic-xpath/planner";
import { readJson, readXml } from "@semantic-xpath/readers";
import { test } from "vitest";
import { readChanges } from "../../../../packages/chat/src/translate/edits/readEdits.js";
const open = (d: string, f: string, now: string) => ({ now, schema: parseSchema(readFileSync(`examples/${d}/${d}.schema.json`, "utf8")).schema!, tree: (f.endsWith("xml") ? readXml : readJson)(readFileSync(`examples/${d}/${f}`, "utf8")) });
const I = open("itinerary", "itinerary.xml", "2026-06-10T12:00:00-04:00"), T = open("todo", "todo.xml", "2026-09-16T09:00:00+02:00"), M = open("mealplan", "mealplan.json", "2026-09-16T08:00:00+02:00");
test("x", async () => {
  for (const line of readFileSync("/tmp/ed/reqs.txt", "utf8").split("\n")) {
    if (line === "") continue;
    const [d, r, it] = line.split("|");
    const about = { ...(d === "i" ? I : d === "t" ? T : M), ...(it ? { context: { found: [it.split(" ")], requests: [] } } : {}) };
    const o = readChanges(r!, about);
    if (line.startsWith("m|Del")) { const {compileUpdate}= await import("@semantic-xpath/runtime"); console.log(compileUpdate("delete node /MealPlan/Day[1]/Member[2]/Meal[1]/Option[1]", {schema: M.schema}).diagnostics); }
    console.log(`${line}\n` + o.readings.map((x) => `    ${x.confidence.toFixed(2)} ${x.kind === "update" ? (x.isDestructive ? "! " : "") + x.update : x.kind}\n       ${x.said}`).join("\n") + (o.question ? `\n    ? ${o.question}` : ""));
  }
});
