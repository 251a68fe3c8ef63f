import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, repository, sxp } from "../sxp.js";
import { sitting } from "./support/session.js";

const LOG = '[{ "message": "hello" }, { "message": "bye" }]';
const SCHEMA = JSON.stringify({
  version: 1,
  roots: ["Log"],
  types: { Log: { children: { Entry: {} } }, Entry: { text: true } },
});
const RULES = { Log: { children: [{ each: "*", as: "Entry" }] }, Entry: { text: "message" } };

function project(data?: object): string {
  const cwd = folder({
    "log.json": LOG,
    "other.xml": "<Log><Other/></Log>",
    "log.schema.json": SCHEMA,
    "log.mapping.json": JSON.stringify({ version: 1, root: "Log", rules: RULES }),
  });
  cpSync(join(repository, "examples/chats"), join(cwd, "chats"), { recursive: true });
  if (data !== undefined) writeFileSync(join(cwd, "sxp.config.json"), JSON.stringify({ data }));
  return cwd;
}

describe(":data with --mapping", () => {
  it("reads by a shipped mapping or a file what the command reads", async () => {
    const cwd = project();
    const { type } = sitting({ cwd });
    await type(":data chats/conversations.json --mapping chatgpt");
    const { out } = await sxp(
      ["run", "count(//Turn)", "--data", "chats/conversations.json", "--mapping", "chatgpt", "--format", "values"],
      { cwd },
    );
    expect(Number(out)).toBeGreaterThan(3);
    expect(await type("count(//Turn)")).toContain(out.trim());
    await type(":data --mapping log.mapping.json log.json");
    expect(await type("//Entry")).toContain("2 matches");
  });

  it("says what is wrong, and leaves what was there", async () => {
    const { type } = sitting({ cwd: project() });
    await type(":data log.json --mapping log.mapping.json");
    expect(await type(":data log.json --mapping chatgtp")).toContain('Did you mean "chatgpt"?');
    expect(await type(":data log.json --mapping")).toContain(":data FILE --mapping NAME");
    expect(await type(":data --mapping chatgpt")).toContain(":data FILE --mapping NAME");
    expect(await type("//Entry")).toContain("2 matches");
  });
});

describe("the configuration of the folder", () => {
  it("says how data is read and which schema it follows, until one is chosen", async () => {
    const { type } = sitting({
      cwd: project({ "log.json": { mapping: "log.mapping.json", schema: "log.schema.json" } }),
    });
    await type(":data log.json");
    expect(await type("//Entri")).toContain('Did you mean "Entry"?');
    // Other data have no schema in the configuration.
    await type(":data other.xml");
    expect(await type("//Other")).toContain("1 match");
    await type(":schema log.schema.json");
    await type(":data other.xml");
    expect(await type("//Other")).toContain("SXP2001");
  });
});
