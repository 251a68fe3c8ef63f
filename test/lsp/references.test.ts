import { describe, expect, it } from "vitest";
import { applyEdits, exampleText, exampleUri, file, labels, query } from "./kit.js";

const SETTINGS = {
  schema: exampleUri("memory/memory.schema.json"),
  data: exampleUri("memory/memory.xml"),
};
const memory = (text: string) => query(text, SETTINGS);

describe("id(…) in the editor", () => {
  it("is offered as a step with the references that the nodes have", () => {
    expect(labels(memory("//Evidence/<|>"))).toContain("id(@ref)");
    expect(labels(memory("//Observation/<|>"))).toContain("id(@supersedes)");
    expect(labels(memory("//Session/<|>")).filter((label) => label.startsWith("id("))).toEqual([]);
    expect(labels(memory("//Observation[max(/Evidence/<|>"))).toContain("id(@ref)");
  });

  it("offers references first in its parentheses, those of the nodes before it", () => {
    expect(labels(memory("//Turn/id(<|>"))[0]).toBe("@replyTo");
    expect(labels(memory("//Turn/id(@<|>"))[0]).toBe("@replyTo");
    expect(labels(memory("//Observation[exists(/Evidence/id(<|>"))[0]).toBe("@ref");
    expect(labels(memory("//Turn/id(@replyTo <|>"))).toEqual([]);
  });

  it("offers what the nodes have that it leads to", () => {
    expect(labels(memory("//Evidence/id(@ref)/<|>"))).toContain("..");
    expect(labels(memory("//Evidence/id(@ref)[@<|>"))).toContain("@speaker");
    expect(labels(memory("//Observation/id(@supersedes)/<|>"))[0]).toBe("Evidence");
    expect(labels(memory("//Evidence/id(@ref)<|>"))).toContain("[");
  });

  it("is explained by hover and signature help", async () => {
    const { service, document, position } = memory("//Evidence/i<|>d(@ref)");
    const { contents } = (await service.hover(document, position))!;
    const { value } = contents as { value: string };
    expect(value).toContain("The nodes whose ids the attribute `ref` of each node so far names.");
    expect(value).toContain("Turn");
    const call = memory("//Evidence/id(<|>");
    expect(call.service.signatureHelp(call.document, call.position)!.signatures[0]!.label).toBe("id(ids)");
  });

  it("finds the declaration of what it names", () => {
    const { service, document, position } = memory("//Observation[exists(/Evidence/id(@r<|>ef))]");
    const [link] = service.definition(document, position);
    const at = exampleText("memory/memory.schema.json").split("\n")[link!.targetSelectionRange.start.line];
    expect(at).toContain('"ref": { "type": "ref(Turn)"');
  });

  it("is renamed with its attribute, and types with the references to them", () => {
    const schema =
      '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{"attributes":{"id":{"type":"id"},"to":{"type":"ref(B | A)"}}}}}';
    const text = 'import schema "s.json";\ndeclare query a() := //<|>B/id(@to)/id(@to)/@id;';
    const { service, document, position, offset } = file("file:///p/a.sxp", text, { "file:///p/s.json": schema });
    const edit = service.rename(document, position, "Beta");
    const schemaFile = file("file:///p/s.json", schema).document;
    expect(applyEdits(schemaFile, edit!.changes!["file:///p/s.json"]!)).toBe(
      schema.replaceAll('"B"', '"Beta"').replace("ref(B | A)", "ref(Beta | A)"),
    );
    const onAttribute = document.positionAt(offset + "B/id(@t".length);
    const renamed = service.rename(document, onAttribute, "next");
    expect(applyEdits(document, renamed!.changes![document.uri]!)).toContain("//B/id(@next)/id(@next)/@id");
    expect(applyEdits(schemaFile, renamed!.changes!["file:///p/s.json"]!)).toContain('"next":{"type":"ref(B | A)"}');
  });

  it("tells of what is wrong with data", () => {
    const schema =
      '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{"attributes":{"id":{"type":"id"},"to":{"type":"ref(B)"}}}}}';
    const others = {
      "file:///p/s.json": schema,
      "file:///p/q.sxp": 'import schema "s.json";\nimport data "d.xml";\ndeclare query a() := //B/id(@to);',
    };
    const { service, document } = file("file:///p/d.xml", '<A><B id="a" to="b"/></A>', others);
    service.compile({ uri: "file:///p/q.sxp" });
    expect(service.diagnostics(document).map(({ code }) => code)).toEqual(["SXP4025"]);
  });
});
