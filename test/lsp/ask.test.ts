import { parse } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";
import { declarationOf } from "../../packages/lsp/src/features/run/ask.js";
import { createKit, exampleUri } from "./kit.js";

const uri = exampleUri("itinerary/asked.sxp");
const TEXT = `import schema "itinerary.schema.json";
import data "itinerary.xml";

declare query how_many_parks_are_there() := //POI;
`;
const kit = (text = TEXT, settings: Parameters<typeof createKit>[1] = {}) => createKit({ [uri]: text }, settings);

describe("a request in English", () => {
  it("becomes a declaration behind the others, with the request as its comment", async () => {
    const { service, panics } = kit();
    const answer = await service.ask({ uri, request: "how many parks are there?" });
    expect(answer).toMatchObject({
      problem: null,
      isClear: true,
      at: { line: 3, character: TEXT.trimEnd().split("\n").at(-1)!.length },
    });
    expect(answer.readings[0]!.declaration).toBe(
      `(: how many parks are there? :)\ndeclare query how_many_parks_are_there_2() := ${answer.readings[0]!.text};`,
    );
    expect(panics).toEqual([]);
  });

  it("is a question with readings where none is clear, and an update where it changes something", async () => {
    const answer = await kit().service.ask({ uri, request: "cancel the train" });
    expect(answer).toMatchObject({ problem: null, isClear: false, question: expect.stringMatching(/\S/) });
    expect(answer.readings.length).toBeGreaterThan(1);
    for (const { kind, declaration, text } of answer.readings) {
      expect(kind).toBe("update");
      expect(declaration).toContain(`(: cancel the train :)\ndeclare update cancel_the_train() :=`);
      expect(declaration!.replace(/\s+/g, " ")).toContain(text!.replace(/\s+/g, " "));
    }
  });

  it("says why there is no answer", async () => {
    const ask = async (text: string, settings?: object) =>
      (await kit(text, settings).service.ask({ uri, request: "parks" })).problem;
    expect(await ask(TEXT, { trusted: false })).toContain("not trusted");
    expect(await ask("declare query a() := //POI;")).toContain("No data");
    expect(await ask('import data "none.xml"; declare query a() := //POI;')).toContain("none.xml");
    expect(await ask("//POI")).toContain("without a name");
    const { service } = kit();
    expect((await service.ask({ uri: exampleUri("none.sxp"), request: "parks" })).problem).toContain("no such file");
    expect((await service.ask({ uri, request: "a ".repeat(1500) })).problem).toContain("2000");
  });

  it("gives declarations that can be read, whatever the request says", () => {
    for (const request of [":) (: x", "7 days?", "¿qué?", "declare query", "a\nb", "constructor"]) {
      const text = declarationOf(request, "//POI", new Set(["constructor"]));
      expect(parse(text).diagnostics, text).toEqual([]);
      expect(parse(text).ast.declarations).toHaveLength(1);
    }
  });
});
