import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createKit, exampleText, exampleUri, type Kit } from "./kit.js";

const uri = "file:///trip/changes.sxp";
const data = "file:///trip/trip.xml";
const XML = `<Trip>
  <!-- kept -->
  <Day n='1'><Stop name="Tower"   cost="5"/></Day>
  <Day n='2'><Stop name="Museum" cost="7"/><Stop name="Museum shop"/></Day>
</Trip>
`;
const TEXT = `import data "trip.xml";
declare update drop($stop as node) := delete node $stop;
declare update note($day as number, $text as string) := insert node <Note>{$text}</Note> as last into /Trip/Day[$day];
declare update museum() := delete node //Stop[node =~ "museum"];
declare update shops() := delete node //Shop;
declare update tower() := replace value of node //Stop[1]/@cost with "6";
declare query stops() := //Stop;
`;

const kit = (text = TEXT, xml = XML): Kit => createKit({ [uri]: text, [data]: xml });
const edited = ({ files }: Kit, edits: Parameters<typeof TextDocument.applyEdits>[1]): string =>
  TextDocument.applyEdits(TextDocument.create(data, "xml", 0, files.get(data)!), edits);

describe("an update of a data file", () => {
  it("is written into its text, which else stays as it is", async () => {
    const own = kit();
    const outcome = await own.service.update({ uri, name: "note", params: { day: 1, text: "rain" } });
    expect(outcome).toMatchObject({ problem: null, status: "ready", data, candidates: [] });
    expect(outcome.summary).toContain("Note");
    const after = edited(own, [...outcome.edits]);
    expect(after).toContain("<Note>rain</Note>");
    expect(after).toContain("<!-- kept -->");
    expect(after).toContain(`<Stop name="Tower"   cost="5"/>`);
    expect(own.files.get(data)).toBe(XML);
  });

  it("may be in no file: then it is about a data file, by the schema that queries read that by", async () => {
    const at = exampleUri("itinerary/itinerary.xml");
    const schema = `import schema "${exampleUri("itinerary/itinerary.schema.json")}";\nimport data "${at}";\n//POI`;
    const own = createKit({ [uri]: schema });
    const drafted = (text: string) => own.service.update({ uri: at, draft: { text, author: "assistant" } });
    const wrong = 'insert node <Note kind="tp"/> into //POI[1]';
    expect(await drafted(wrong)).toMatchObject({ status: "ready" });
    own.service.compile({ uri });
    expect(await drafted(wrong)).toMatchObject({ status: "refused", summary: expect.stringContaining('"tp"') });
    expect(await drafted('replace value of node /Itinerary/Day[1]/@theme with "rest";')).toMatchObject({
      ...{ status: "ready", data: at },
    });
    expect((await drafted("//POI")).problem).not.toBeNull();
    expect(own.panics).toEqual([]);
  });

  it("of a data file whose name needs quotes or encoding is about that one", async () => {
    for (const name of ['a "b" c.xml', "ü%41.xml", "x#y.xml", "a:b.xml"]) {
      const place = `file:///trip/${encodeURIComponent(name).replaceAll("%3A", ":")}`;
      const own = createKit({ [place]: XML });
      const draft = { text: "delete node //Day[1]", author: "assistant" };
      expect(await own.service.update({ uri: place, draft }), name).toMatchObject({ status: "ready", data: place });
    }
  });

  it("takes a node by its path", async () => {
    const own = kit();
    const { edits, report } = await own.service.update({ uri, name: "drop", params: { stop: "/Trip/Day[2]/Stop[1]" } });
    expect(edited(own, [...edits])).not.toContain(`"Museum"`);
    expect(report).toContain("Museum");
    const wrong = await own.service.update({ uri, name: "drop", params: { stop: "//Stop" } });
    expect(wrong).toMatchObject({ about: "arguments", edits: [], status: null });
    expect(wrong.problem).toContain("//Stop");
  });

  it("asks which node is meant, and each answer is an update that means it", async () => {
    const own = kit();
    const outcome = await own.service.update({ uri, name: "museum" });
    expect(outcome).toMatchObject({ status: "unclear", edits: [] });
    expect(outcome.candidates.map(({ path }) => path)).toContain("/Trip/Day[2]/Stop[1]");
    const text = TextDocument.create(uri, "sxp", 0, TEXT);
    for (const { edit, path } of outcome.candidates) {
      own.files.set(uri, TextDocument.applyEdits(text, [edit!]));
      expect(own.files.get(uri)).toContain(`delete node ${path};`);
      expect(await own.service.update({ uri, name: "museum" })).toMatchObject({ status: "ready" });
    }
  });

  it("says why nothing is changed", async () => {
    const own = kit();
    expect(await own.service.update({ uri, name: "shops" })).toMatchObject({ status: "unclear", edits: [] });
    expect((await own.service.update({ uri, name: "other" })).problem).toBe("There is no such update.");
    expect((await own.service.update({ uri, name: "note" })).about).toBeUndefined();
    own.service.configure({ trusted: false });
    expect(await own.service.update({ uri, name: "tower" })).toMatchObject({ about: "trust", edits: [] });
    expect(own.panics).toEqual([]);
  });

  it("is refused where the schema is against it", async () => {
    const text = `import schema "${exampleUri("itinerary/itinerary.schema.json")}";\nimport data "${exampleUri("itinerary/itinerary.xml")}";\ndelete node //Day[1]/@date`;
    const own = createKit({ [uri]: text.replace(/;\ndelete/, ";\ndeclare update gone() := delete").concat(";") });
    const outcome = await own.service.update({ uri });
    expect(outcome.edits).toEqual([]);
    expect(["refused", "invalid", "unclear"]).toContain(outcome.status);
    expect(outcome.summary).not.toBe("");
  });

  it("law: what an example's update leaves reads as the tree that the update says", async () => {
    const xml = exampleText("itinerary/itinerary.xml");
    const head = `import schema "${exampleUri("itinerary/itinerary.schema.json")}";\nimport data "trip.xml";\n`;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 3 }), async (day, stop) => {
        const text = `${head}declare update one() := delete node /Itinerary/Day[${day}]/POI[${stop}]; declare query all() := //POI;`;
        const own = kit(text, xml);
        const before = await own.service.run({ uri, limit: null });
        const { status, edits } = await own.service.update({ uri, name: "one" });
        if (status !== "ready") return;
        own.files.set(data, edited(own, [...edits]));
        const after = await own.service.run({ uri, limit: null });
        expect(after.count).toBe(before.count - 1);
      }),
      { numRuns: 6 },
    );
  });
});

describe("lenses of updates", () => {
  it("preview and apply each", () => {
    const own = kit();
    const lenses = own.service.codeLenses(TextDocument.create(uri, "sxp", 0, TEXT));
    const of = (name: string) =>
      lenses.filter(({ command }) => command!.arguments![0].name === name).map(({ command }) => command!.title);
    expect(of("tower")).toEqual(["Preview", "Apply"]);
    expect(of("stops")).toEqual(["Run", "Explain", "Debug", "Copy as test"]);
  });
});
