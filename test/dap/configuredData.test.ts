import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dataReading } from "@semantic-xpath/runtime/node";
import { describe, expect, it } from "vitest";
import { repository, sxp } from "../cli/sxp.js";
import { inline } from "./host.js";

function project(data: object): string {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-debugged-"));
  cpSync(join(repository, "examples/chats"), join(cwd, "chats"), { recursive: true });
  writeFileSync(join(cwd, "sxp.config.json"), JSON.stringify({ data }));
  const schema = { version: 1, roots: ["Export"], types: { Export: {}, Turn: {} } };
  writeFileSync(join(cwd, "small.schema.json"), JSON.stringify(schema));
  writeFileSync(join(cwd, "q.sxp"), 'import data "chats/conversations.json";\ndeclare query turns() := //Turn;\n');
  return cwd;
}

const sessionIn = (cwd: string) =>
  inline({}, undefined, {
    readText: async (path) => readFileSync(path, "utf8"),
    resolvePath: (path, from) => resolve(from === null ? cwd : join(from, ".."), path),
    dataReading,
  });

describe("the debugger's rows of mapped data", () => {
  it.each([
    ["as the configuration says", { "chats/conv*.json": { mapping: "chatgpt" } }, {}],
    ["as the launch configuration says", {}, { mapping: "chatgpt" }],
  ])("are those of the command, %s", async (_, data, launch) => {
    const cwd = project(data);
    const words = ["run", "count(//Turn)", "--data", "chats/conversations.json", "--format", "values"];
    const { out } = await sxp([...words, ...("mapping" in launch ? ["--mapping", "chatgpt"] : [])], { cwd });
    expect(Number(out)).toBeGreaterThan(3);
    const { client } = sessionIn(cwd);
    await client.launch({ program: "q.sxp", ...launch });
    await client.move("continue");
    const scopes = Object.values(await client.scopes());
    expect(JSON.stringify(scopes)).toContain(out.trim());
  });

  it.each(["small.schema.json", "chatgpt"])(
    "are checked against the schema of the configuration: %s",
    async (schema) => {
      const cwd = project({ "chats/*.json": { mapping: "chatgpt", schema } });
      const { message } = await sessionIn(cwd).client.ask("launch", {
        text: "//Turm",
        data: "chats/conversations.json",
      });
      expect(message).toContain('Did you mean "Turn"?');
    },
  );

  it("are none where the mapping is none", async () => {
    const cwd = project({ "chats/*.json": { mapping: "none.mapping.json" } });
    const { message } = await sessionIn(cwd).client.ask("launch", { program: "q.sxp" });
    expect(message).toContain("can't be read");
    const other = await sessionIn(cwd).client.ask("launch", { program: "q.sxp", mapping: "chatgtp" });
    expect(other.message).toContain('There is no mapping "chatgtp".');
    const wrong = await sessionIn(cwd).client.ask("launch", { program: "q.sxp", mapping: "sxp.config.json" });
    expect(wrong.message).toContain("SXP22");
  });
});
