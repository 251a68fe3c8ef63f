import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository, sxp } from "./sxp.js";

const EXPORT = "examples/chats/conversations.json";

describe("--mapping", () => {
  it("reads data by a shipped mapping, with its schema by the same name", async () => {
    const { out, err, code } = await sxp([
      ...[
        "run",
        "//Conversation/@title",
        "--data",
        EXPORT,
        "--mapping",
        "chatgpt",
        "--schema",
        "chatgpt",
        "--format",
        "values",
      ],
    ]);
    expect([code, err, out.trim().split("\n")]).toEqual([
      ...[0, "", ["Aphids on the beans", "Which bicycle for the trip", "Sourdough does not rise"]],
    ]);
  });

  it("is for the files of a folder, too", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "sxp-mapping-"));
    cpSync(join(repository, "examples/chats/workshop.jsonl"), join(cwd, "logs/workshop.jsonl"));
    const words = ["run", "//Chat/Turn/@role", "-k", "2", "-f", "values", "--data"];
    const { out, code, err } = await sxp([...words, "logs", "--mapping", "openai"], { cwd });
    expect([code, out, err]).toEqual([0, "system\nuser\n", ""]);
    writeFileSync(join(cwd, "logs/sxp.config.json"), JSON.stringify({ data: { "*.jsonl": { mapping: "openai" } } }));
    expect((await sxp([...words, "logs"], { cwd })).out).toBe("system\nuser\n");
  });

  it("is said to do nothing for a format that it is not for", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "sxp-mapping-"));
    writeFileSync(join(cwd, "a.xml"), "<a/>");
    const { err, code } = await sxp(["run", "/a", "--data", "a.xml", "--mapping", "chatgpt"], { cwd });
    expect([code, err]).toEqual([
      0,
      "a.xml: XML is read without --mapping. Mappings are for JSON, JSON Lines, YAML and CSV.\n",
    ]);
  });

  it("is proposed, and not used, for data that it is for", async () => {
    const { err } = await sxp(["run", "/root", "--data", EXPORT]);
    expect(err).toContain(`${EXPORT}: This looks like an export of ChatGPT: --mapping chatgpt reads it as such.`);
  });

  it("says which names there are", async () => {
    const { err, code } = await sxp(["run", "//Turn", "--data", EXPORT, "--mapping", "chatgtp"]);
    expect([code, err.includes('There is no mapping "chatgtp". Did you mean "chatgpt"?')]).toEqual([1, true]);
  });

  it("ends where the data is of another shape, or the file is not there or wrong", async () => {
    const other = await sxp(["run", "//Turn", "--data", "examples/chats/workshop.jsonl", "--mapping", "chatgpt"]);
    expect([other.code, other.err.includes("SXP4023")]).toEqual([3, true]);
    const missing = await sxp(["run", "//Turn", "--data", EXPORT, "--mapping", "./none.mapping.json"]);
    expect([missing.code, missing.err.includes("there is no such file")]).toEqual([3, true]);
    const wrong = await sxp(["run", "//Turn", "--data", EXPORT, "--mapping", "package.json"]);
    expect([wrong.code, wrong.err.includes("SXP2203")]).toEqual([1, true]);
  });
});

it("a mapping file and a configuration read data the same way, and say what they do not mention", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-mapping-"));
  cpSync(join(repository, "examples/chats"), join(cwd, "chats"), { recursive: true });
  writeFileSync(join(cwd, "log.json"), '[{ "message": "hello", "level": 3 }]');
  const rules = { Log: { children: [{ each: "*", as: "Entry" }] }, Entry: { text: "message" } };
  writeFileSync(join(cwd, "log.mapping.json"), JSON.stringify({ version: 1, root: "Log", rules }));
  const given = await sxp(["run", "//Entry", "--data", "log.json", "--mapping", "log.mapping.json"], { cwd });
  writeFileSync(
    join(cwd, "sxp.config.json"),
    JSON.stringify({ data: { "chats/conv*.json": { mapping: "chatgpt" }, "*.json": { mapping: "log.mapping.json" } } }),
  );
  const configured = await sxp(["run", "//Entry", "--data", "log.json"], { cwd });
  const untimed = (text: string): string => text.replace(/[\d.]+ ms/g, "");
  expect([configured.code, untimed(configured.out)]).toEqual([0, untimed(given.out)]);
  expect(configured.err).toContain('SXP4021: The mapping does not mention "*/level". It is kept as it is.');
  const chats = await sxp(["run", "count(//Turn)", "--data", "chats/conversations.json"], { cwd });
  expect([chats.code, chats.err]).toEqual([0, ""]);
});
