import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { extensionJson, rootText } from "./support/paths.js";

interface Validation {
  readonly contributes: { readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[] };
}

const { contributes } = extensionJson("package.json") as Validation;
const [match] = contributes.jsonValidation.filter(({ url }) => url.endsWith("sxp-suite.json"));

/** What an editor's own JSON service says of a suite, by the description that the extension brings. */
const service = getLanguageService({});
service.configure({
  validate: true,
  schemas: [
    {
      uri: "file:///sxp-suite.json",
      fileMatch: [match!.fileMatch],
      schema: JSON.parse(rootText("packages/eval/schema/suite-schema.json")),
    },
  ],
});

function at(marked: string, name: string) {
  const document = TextDocument.create(`file:///${name}`, "json", 1, marked.replace("<|>", ""));
  return { document, json: service.parseJSONDocument(document), position: document.positionAt(marked.indexOf("<|>")) };
}
const labels = async (marked: string, name = "todo.eval.json"): Promise<string[]> => {
  const { document, position, json } = at(marked, name);
  return (await service.doComplete(document, position, json))!.items.map(({ label }) => label);
};
const problems = async (text: string): Promise<unknown[]> => {
  const { document, json } = at(text, "todo.eval.json");
  return (await service.doValidation(document, json)).map(({ range, message }) => [document.getText(range), message]);
};

describe("an editor's JSON service, by the extension's description of suites", () => {
  it("completes the members of a suite, of a case and of a turn", async () => {
    expect(await labels('{ "<|>" }')).toEqual(expect.arrayContaining(["tree", "memory", "imports", "cases"]));
    const ofCase = await labels('{ "cases": [{ "<|>" }] }');
    expect(ofCase).toEqual(expect.arrayContaining(["id", "request", "query", "include", "exclude", "grades", "turns"]));
    expect(await labels('{ "cases": [{ "id": "a", "turns": [{ "<|>" }] }] }')).not.toContain("dialogue");
  });
  it("points to members that a suite has not, and to values of another kind", async () => {
    expect(await problems('{ "tree": "a.xml", "cases": [{ "id": "a", "request": "x", "include": ["t1"] }] }')).toEqual(
      [],
    );
    expect(await problems('{ "trees": "a.xml" }')).toEqual([['"trees"', "Property trees is not allowed."]]);
    expect(await problems('{ "cases": [{ "id": "a", "include": "t1" }] }')).toHaveLength(1);
  });
  it("leaves other JSON files alone", async () => {
    expect(await labels('{ "<|>" }', "package.json")).not.toContain("cases");
  });
});
