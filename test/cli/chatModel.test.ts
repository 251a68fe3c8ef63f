import { describe, expect, it } from "vitest";
import { type ChatCall, type Scripted, scriptedServer } from "../support/scriptedServer.js";
import { sxp } from "./sxp.js";

const ITINERARY = [
  ...["--data", "examples/itinerary/itinerary.xml"],
  ...["--schema", "examples/itinerary/itinerary.schema.json"],
];
const REQUEST = "squeeze a breather in where the talks pile up";
const QUERY = '/Itinerary/Day[max(/POI[@category = "conference"])][1]';

/** Plans, edits and answers as a model would; a probe finds that nothing is enforced. */
function model({ system, last }: ChatCall): Scripted {
  if (last.startsWith("Answer with the single word NO")) return "NO";
  if (system.startsWith("You answer")) return "It is done.";
  if (!system.startsWith("You edit")) {
    const said = "a break on the day of most sessions";
    return {
      json: { readings: [{ intent: "edit", said, query: QUERY, changes: ["insert"] }], question: null },
    };
  }
  const [path] = /^\/Itinerary\/Day\[\d+\]/m.exec(last)!;
  const attributes = {
    name: "Coffee break",
    category: "park",
    time_block: "3:00 PM - 3:20 PM",
    minutes: "20",
    cost: "CAD 5",
    travel_method: "walk",
    open_air: "true",
    description: "Sit down.",
    highlights: "coffee",
  };
  return {
    json: { operations: [{ op: "insert", content: { type: "POI", attributes }, position: "last", target: path }] },
  };
}

describe("sxp chat --model", () => {
  it("reads what the translator does not with a model, and says what that took", async () => {
    const server = await scriptedServer(model);
    const { code, out, err } = await sxp(["chat", ...ITINERARY, "--model", `${server.url}#scripted`, "--cost"], {
      stdin: `${REQUEST}\nyes\n`,
    });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Coffee break");
    expect(out).toContain("version 2");
    const data = server.calls.findIndex(({ last }) => last.includes("data begins"));
    expect(JSON.stringify(server.calls.slice(0, data).map(({ body }) => body))).not.toContain("Distillery");
  });

  it("goes on without a model that fails, and says why", async () => {
    const server = await scriptedServer(({ last }) => (last.startsWith("Answer with") ? "NO" : "not JSON"));
    const { out, err } = await sxp(["chat", ...ITINERARY, "--model", `${server.url}#scripted`], {
      stdin: `${REQUEST}\n`,
    });
    expect(out + err).toContain("SXP5107");
    expect(out).not.toContain("version 2");
  });
});
