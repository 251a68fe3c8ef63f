// @module-tag process
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceEdit } from "vscode-languageserver";
import { type Client, startClient } from "./client.js";
import { bundleServer } from "./serverBundle.js";

const SCHEMA =
  '{"version":1,"roots":["Trip"],"types":{"Trip":{"children":{"Stop":{}}},"Stop":{"attributes":{"cost":{"type":"number"}}}}}';
const QUERY = 'import schema "trip.schema.json";\ndeclare query q() := //Stop[@cost > 5];\n';

/** A schema is edited in an editor, and files of queries are not open there. */
describe("a query that a change of its schema leaves behind", () => {
  let client: Client;
  let folder: string;
  const at = (name: string) => pathToFileURL(join(folder, name)).href;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sxp-behind-"));
    for (const name of ["one.sxp", "two.sxp"]) writeFileSync(join(folder, name), QUERY);
    writeFileSync(join(folder, "trip.schema.json"), SCHEMA);
    writeFileSync(join(folder, "tour.sxpnb"), "---\nschema: trip.schema.json\n---\n\n```sxp\n//Stop\n```\n");
    client = await startClient(await bundleServer(), {
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "trip" }],
    });
  });
  afterAll(() => client.close());

  const codes = (name: string, count: number) =>
    client.diagnostics(at(name), ({ diagnostics }) => diagnostics.length === count);

  it("is reported while its file is closed, as everything while it is open, and no more when the name is back", async () => {
    const quiet = codes("trip.schema.json", 0);
    client.open(at("trip.schema.json"), SCHEMA, "json");
    await quiet;
    const behind = [codes("one.sxp", 1), codes("two.sxp", 1)];
    client.change(at("trip.schema.json"), 2, whole(SCHEMA), SCHEMA.replaceAll("Stop", "Waypoint"));
    const [one] = await Promise.all(behind);
    expect(one!.diagnostics[0]!.message).toContain('Did you mean "Waypoint"?');

    const fixed = codes("one.sxp", 0);
    const text = QUERY.replace("Stop", "Waypoint");
    client.open(at("one.sxp"), text);
    await fixed;
    writeFileSync(join(folder, "one.sxp"), text);
    void client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: at("one.sxp") } });

    const again = codes("two.sxp", 1);
    client.open(at("two.sxp"), readFileSync(join(folder, "two.sxp"), "utf8"));
    await again;
    const still = codes("two.sxp", 1);
    void client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: at("two.sxp") } });
    await still;

    const back = codes("two.sxp", 0);
    const other = codes("one.sxp", 1);
    client.change(at("trip.schema.json"), 3, whole(SCHEMA.replaceAll("Stop", "Waypoint")), SCHEMA);
    await Promise.all([back, other]);
  });

  it("is renamed with the others in a notebook that is not open", async () => {
    const notebook = at("tour.sxpnb");
    const { changes } = await client.connection.sendRequest<WorkspaceEdit>("textDocument/rename", {
      textDocument: { uri: at("trip.schema.json") },
      position: { line: 0, character: SCHEMA.indexOf('"Stop":{"attr') + 2 },
      newName: "Halt",
    });
    expect(Object.keys(changes!)).toContain(notebook);
    expect(changes![notebook]).toMatchObject([{ range: { start: { line: 5, character: 2 } }, newText: "Halt" }]);
  });
});

const whole = (text: string) => ({ start: { line: 0, character: 0 }, end: { line: 0, character: text.length } });
