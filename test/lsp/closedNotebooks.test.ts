import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { applyEdits, createKit, file } from "./kit.js";

/** Notebooks that are not open in the editor, among the files of a workspace. */
const SCHEMA = "file:///p/trip.schema.json";
const NOTEBOOK = "file:///p/tour.sxpnb";
const schema =
  '{"version":1,"roots":["Trip"],"types":{"Trip":{"children":{"Stop":{}}},"Stop":{"attributes":{"cost":{"type":"number"}}}}}';
const imports = 'import schema "trip.schema.json";\n';

const renamed = (notebook: string, name = "Waypoint") => {
  const { service, document, position } = file("file:///p/q.sxp", `${imports}declare query q() := //St<|>op;`, {
    [SCHEMA]: schema,
    [NOTEBOOK]: notebook,
  });
  const { changes } = service.rename(document, position, name)!;
  return applyEdits(TextDocument.create(NOTEBOOK, "", 1, notebook), changes![NOTEBOOK] ?? []);
};

describe("a notebook that is not open", () => {
  it.each([
    ["by its front matter", "---\nschema: trip.schema.json\n---\n# Stop\n\n```sxp\n//Stop\n```\n"],
    ["by an import in the cell", `Stop\n\n~~~~ sxp\n${imports}declare query a() := //Stop;\n~~~~\n`],
    ["by a cell of imports before", `\`\`\`sxp\n${imports}\`\`\`\r\n\r\n\`\`\`sxp\r\n//Stop[@cost > 5]\r\n\`\`\``],
  ])("is renamed with the schema that it has %s, and only its cells", (_, notebook) => {
    expect(renamed(notebook)).toBe(notebook.replace("//Stop", "//Waypoint"));
    expect(renamed(notebook, "Way point")).toBe(notebook.replace("//Stop", '//"Way point"'));
  });

  it("with another schema, or none, is left as it is", () => {
    for (const notebook of [
      "---\nschema: other.json\n---\n\n```sxp\n//Stop\n```\n",
      "```sxp\n//Stop\n```\n",
      `\`\`\`sxp\n//Stop\n\`\`\`\n\n\`\`\`sxp\n${imports}\`\`\`\n`,
      "---\n[\n---\n\n```sxp\n//Stop\n```\n",
    ])
      expect(renamed(notebook)).toBe(notebook);
  });

  it("is reported where a change of its schema leaves it behind", () => {
    const notebook = "---\nschema: trip.schema.json\n---\n\n```sxp\n//Stop\n```\n";
    const kit = createKit({
      [SCHEMA]: schema,
      [NOTEBOOK]: notebook,
      "file:///p/q.sxp": `${imports}declare query q() := //Stop;`,
    });
    const look = () =>
      kit.service.diagnostics(TextDocument.create("file:///p/q.sxp", "sxp", 1, kit.files.get("file:///p/q.sxp")!));
    look();
    kit.files.set(SCHEMA, schema.replaceAll("Stop", "Waypoint"));
    look();
    const behind = kit.service.leftBehind().find(({ uri }) => uri === NOTEBOOK);
    expect(behind!.diagnostics).toMatchObject([{ range: { start: { line: 5, character: 2 } } }]);
    expect(kit.panics).toEqual([]);
  });

  it("opens no memory", () => {
    const kit = createKit({
      [NOTEBOOK]: "---\nmemory: trips\ntask: trip\n---\n\n```sxp\n//Stop\n```\n",
      [SCHEMA]: schema,
    });
    kit.service.workspaceSymbols("Stop");
    expect(kit.service.leftBehind()).toEqual([]);
    expect(kit.panics).toEqual([]);
  });
});
