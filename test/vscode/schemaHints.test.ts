import { LANGUAGE_NAMES } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { extensionJson, rootText } from "./support/paths.js";

const FORMAT = "file:///dist/schemas/sxp-schema.json";
const CONDITIONAL = "file:///schemas/if-sxp-schema.json";

/** What an editor's own JSON service says of a file `trip.schema.json`, by the descriptions that the extension brings. */
const service = getLanguageService({
  workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
  schemaRequestService: async (uri) =>
    uri === FORMAT ? rootText("packages/planner/schema/sxp-schema.json") : expect.unreachable(uri),
});
service.configure({
  validate: true,
  schemas: [
    { uri: CONDITIONAL, fileMatch: ["*.schema.json"], schema: extensionJson("schemas/if-sxp-schema.json") },
    { uri: FORMAT, fileMatch: ["*.sxp-schema.json"] },
  ],
});

/** A schema with `<|>` where the cursor is. */
function at(marked: string) {
  const offset = marked.indexOf("<|>");
  const document = TextDocument.create("file:///trip.schema.json", "json", 1, marked.replace("<|>", ""));
  const json = service.parseJSONDocument(document);
  return { document, json, position: document.positionAt(offset) };
}
const labels = async (marked: string): Promise<string[]> => {
  const { document, position, json } = at(marked);
  return (await service.doComplete(document, position, json))!.items.map(({ label }) => label);
};
const hovered = async (marked: string): Promise<string> => {
  const { document, position, json } = at(marked);
  return JSON.stringify((await service.doHover(document, position, json))?.contents);
};
const problems = async (text: string): Promise<unknown[]> => {
  const { document, json } = at(text);
  return (await service.doValidation(document, json)).map(({ message }) => message);
};

const top = (members: string) =>
  `{ "version": 1, ${members} "roots": ["Turn"], "types": { "Turn": { "text": true } } }`;
const turn = (members: string) => `{ "version": 1, "roots": ["Turn"], "types": { "Turn": { ${members} } } }`;

describe("an editor's JSON service, by the extension's description of schemas", () => {
  it("completes the language and its names", async () => {
    expect(await labels(top('"<|>",'))).toContain("language");
    const names = await labels(top('"language": <|>,'));
    for (const name of LANGUAGE_NAMES) expect(names).toContain(`"${name}"`);
  });
  it("says what the language is for, and which there are not", async () => {
    expect(await hovered(top('"lang<|>uage": "de",'))).toContain("scorers that compare words");
    expect(await problems(top('"language": "de-CH",'))).toEqual([]);
    expect(await problems(top('"language": "klingon",'))).toHaveLength(1);
  });
  it("completes the context of a type and what is in it", async () => {
    expect(await labels(turn('"<|>"'))).toContain("context");
    expect(await labels(turn('"context": <|>'))).toEqual(expect.arrayContaining(["true", "false"]));
    expect(await labels(turn('"context": { "<|>" }'))).toEqual(
      expect.arrayContaining(["within", "facts", "neighbours", "by"]),
    );
  });
  it("says what a context is, and what is none", async () => {
    expect(await hovered(turn('"con<|>text": true'))).toContain("beside their own text");
    expect(await hovered(turn('"context": { "neigh<|>bours": 2 }'))).toContain("How many nodes");
    expect(await problems(turn('"context": { "neighbours": 1, "facts": ["date"] }'))).toEqual([]);
    expect(await problems(turn('"context": { "neighbors": 1 }'))).not.toEqual([]);
  });
});
