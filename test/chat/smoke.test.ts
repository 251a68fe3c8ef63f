import { readFileSync } from "node:fs";
import { Conversation } from "@semantic-xpath/chat";
import { Memory, memoryStorage } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";
import { test } from "vitest";

test("smoke", async () => {
  const memory = Memory.create(memoryStorage());
  const p = parseSchema(readFileSync("examples/trip/trip.schema.json", "utf8"));
  if (p.diagnostics.length) console.log(p.diagnostics);
  memory.createTask("trip", readXml(readFileSync("examples/trip/trip.xml", "utf8")), { schema: p.schema!, title: "ACL trip" });
  const c = new Conversation({ memory, now: () => "2026-06-01T09:00:00-04:00", onFault: (e) => console.log(e), id: "c" });
  let out = "";
  for (const r of (process.env.REQS ?? "").split("|")) {
    out += `\n> ${r}\n`;
    for await (const e of c.send(r)) {
      if (e.type === "read") out += `  READ ${e.chosen} ${JSON.stringify(e.readings.map((r) => [r.confidence, r.said, (r as any).query ?? (r as any).update ?? JSON.stringify((r as any).action ?? r.kind)]))}\n`;
      else if (e.type === "text") out += "  " + e.text.replaceAll("\n", "\n  ") + "\n";
      else if (e.type === "question") out += `  ? ${e.question} ${JSON.stringify(e.choices)}\n`;
      else if (e.type === "failed" || e.type === "widened" || e.type === "done" || e.type === "note" || e.type === "moved") out += `  ${JSON.stringify(e)}\n`;
    }
  }
  console.log(out);
}, 60000);
