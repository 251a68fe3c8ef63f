import { inferSchema, readAs } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import type { FormatName } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

/** In the order of time: the zones decide, and what has none is read as UTC. */
const TIMES = [
  "2026-03-14T09:30+05:30",
  "2026-03-14T09:30:00.250+02:00",
  "2026-03-14T08:00:00Z",
  "2026-03-14T09:30",
  "2026-03-14T05:00-05:00",
];
const SHUFFLED = [3, 0, 4, 2, 1].map((at) => TIMES[at]!);

const TEXTS: Readonly<Record<Exclude<FormatName, "markdown">, string>> = {
  xml: `<log>${SHUFFLED.map((at) => `<event at="${at}"/>`).join("")}</log>`,
  json: JSON.stringify({ log: { event: SHUFFLED.map((at) => ({ at })) } }),
  jsonl: SHUFFLED.map((at) => JSON.stringify({ type: "event", at })).join("\n"),
  yaml: `log:\n  event:\n${SHUFFLED.map((at) => `  - at: ${at}\n`).join("")}`,
  html: SHUFFLED.map((at) => `<time at="${at}"></time>`).join(""),
  csv: `at,n\n${SHUFFLED.map((at) => `${at},1\n`).join("")}`,
};
const NODES: Readonly<Record<string, string>> = { html: "time", csv: "row" };

describe.each(Object.entries(TEXTS) as [FormatName, string][])("%s", (format, text) => {
  const type = NODES[format] ?? "event";
  const answer = async (query: string): Promise<(string | undefined)[]> => {
    const tree = await readAs(format, text);
    const { query: compiled, diagnostics } = compile(query, { schema: inferSchema(tree) });
    expect(diagnostics).toEqual([]);
    const { matches } = await compiled!.run(tree);
    return matches.map(({ node }) => node.attributes.at);
  };

  it("keeps the zone of times as it is written", async () => {
    expect((await answer(`//${type}`)).toSorted()).toEqual(SHUFFLED.toSorted());
  });

  it("has times that compare as instants", async () => {
    expect(await answer(`//${type}[@at < "2026-03-14T08:00Z"]`)).toEqual([TIMES[0], TIMES[1]]);
    expect(await answer(`//${type}[@at = "2026-03-14T10:00+02:00"]`)).toEqual([TIMES[2]]);
    expect(await answer(`//${type}[@at > "2026-03-14T04:30-05:00"]`)).toEqual([TIMES[4]]);
  });

  it("has times whose type is inferred", async () => {
    const schema = inferSchema(await readAs(format, text));
    expect(schema.types[type]!.attributes!.at).toMatchObject({ type: "dateTime" });
  });

  it("has times that sort as instants", async () => {
    expect(await answer(`(//${type})[order by @at]`)).toEqual(TIMES);
  });
});
