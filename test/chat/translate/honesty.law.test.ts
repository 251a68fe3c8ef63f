import { type About, translate } from "@semantic-xpath/chat/translate";
import { readXml } from "@semantic-xpath/readers";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const NOW = "2026-11-28T09:00:00Z";
const STAGE = `<Play title="The Glass Orchard">
  <Scene name="The gate" minutes="12" place="garden" night="false"><Prop name="lantern" maker="workshop" fragile="true" cost="35"/><Prop name="barrow" maker="crew" fragile="false" cost="80"/></Scene>
  <Scene name="Supper" minutes="18" place="hall" night="true"><Prop name="plates" maker="workshop" fragile="true" cost="140"/></Scene>
  <Scene name="The storm" minutes="9" place="garden" night="true"><Prop name="umbrella" maker="crew" fragile="false" cost="15"/></Scene>
</Play>`;
const about: About = { tree: readXml(STAGE), now: NOW };

const QUESTIONS = [
  "which props are fragile?",
  "scenes in the garden",
  "props that cost more than 30",
  "the longest scene",
  "how many props are from the workshop",
  "scenes at night",
  "what is the total cost of the props",
] as const;
const EDITS = [
  "set the cost of the lantern to 40",
  "rename Supper to Dinner",
  "delete the umbrella",
  "move the plates to The gate",
  "add a prop called key to Supper",
] as const;

async function read(request: string, of: About = about): Promise<string> {
  const { isClear, readings } = await translate(request, of);
  const [first] = readings;
  return !isClear || first === undefined
    ? "?"
    : first.kind === "query"
      ? first.query
      : first.kind === "update"
        ? first.update
        : first.kind;
}

describe("a request that is clear", () => {
  it.each([...QUESTIONS, ...EDITS])("%s: and compiles", async (request) => {
    const text = await read(request);
    expect(text).not.toBe("?");
    const { diagnostics } = /^[a-z]+ (?:node|value)/.test(text)
      ? compileUpdate(text, { schema: null })
      : compile(text, { schema: null });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.each([...QUESTIONS, ...EDITS])("%s: case, the mark at its end and courtesy change nothing", async (request) => {
    const same = await read(request);
    for (const other of [
      request.toLowerCase().replace(/dinner/, "Dinner"),
      `${request.replace(/\?$/, "")}, please`,
      request.replace(/\?$/, ""),
      `please ${request}`,
    ])
      expect((await read(other)).toLowerCase(), other).toBe(same.toLowerCase());
  });

  it("numbers are the same in words", async () => {
    expect(await read("props that cost more than thirty")).toBe(await read("props that cost more than 30"));
    expect(await read("the first two scenes")).toBe(await read("the first 2 scenes"));
  });
});

it.each(EDITS)("an unknown word in an edit is never passed over: %s", async (request) => {
  const words = request.split(" ");
  const same = await read(request);
  for (let at = 1; at < words.length; at++) {
    const strange = [...words.slice(0, at), "flurbish", ...words.slice(at)].join(" ");
    const text = await read(strange);
    expect(text === "?" || text.toLowerCase().includes("flurbish"), `${strange}: ${text}, and ${same}`).toBe(true);
  }
});

it.each([
  ["which props are fragile?", "which props are not fragile?"],
  ["scenes in the garden", "scenes not in the garden"],
  ["scenes at night", "scenes that are not at night"],
  ["props that cost more than 30", "props that do not cost more than 30"],
])("a denial is never passed over: %s", async (request, denied) => {
  expect(await read(denied)).not.toBe(await read(request));
});

it("other names for types and attributes change names, and nothing else", async () => {
  const names: readonly (readonly [string, string])[] = [
    ["Scene", "Blick"],
    ["Prop", "Torv"],
    ["minutes", "quarn"],
    ["place", "ort"],
    ["fragile", "brok"],
    ["cost", "wump"],
  ];
  const renamed = (text: string): string =>
    names.reduce(
      (all, [name, other]) =>
        all
          .replaceAll(new RegExp(`\\b${name}(?=s?\\b)`, "g"), other)
          .replaceAll(new RegExp(`\\b${name.toLowerCase()}(?=s?\\b)`, "g"), other.toLowerCase()),
      text,
    );
  const other: About = { tree: readXml(renamed(STAGE)), now: NOW };
  for (const request of [
    "which props are fragile?",
    "props whose cost is more than 30",
    "set the cost of the lantern to 40",
    "how many scenes are there",
  ])
    expect(await read(renamed(request), other), request).toBe(renamed(await read(request)));
});

it("500 characters of anything are read in bounded steps", async () => {
  for (const text of [
    "move the lantern to ".repeat(25),
    "not ".repeat(125),
    "and set the cost to 4 ".repeat(23),
    "lantern ".repeat(62),
    "((((\"\"'' ".repeat(55),
  ]) {
    const { readings } = await translate(text.slice(0, 500), about);
    expect(readings.length).toBeLessThanOrEqual(3);
  }
});
