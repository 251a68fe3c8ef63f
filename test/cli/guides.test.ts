import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../packages/cli/src/commands/table.js";
import { SCORERS } from "../../packages/cli/src/spec/shared.js";
import { type FakeHub, fakeHub } from "../scorers/node/models/support/hub.js";
import { onnxMissing } from "../support/onnx/modelFolders.js";
import { tinyModelFiles, tinyStaticFiles } from "../support/onnx/tinyModels.js";
import { argumentsOf, copyExamples, repository, sxp } from "./sxp.js";

const missing = await onnxMissing();
const guide = (name: string): string => readFileSync(join(repository, "docs/guides", name), "utf8");
const cliGuide = guide("cli.md");

interface Shown {
  readonly line: string;
  /** A file that is piped in. */
  readonly piped: string | null;
  readonly code: number;
}

/** What a guide shows in fenced blocks of the shell: `[cat FILE |] [npx] sxp …  [# exit code N]`. */
function shownCommands(text: string): Shown[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.split("\n"));
  return blocks.flatMap((shown) => {
    const [, piped, line, code] =
      /^(?:cat (\S+) \| )?(?:npx )?sxp(?: (.*?))?(?: +# exit code (\d+))?$/.exec(shown) ?? [];
    // Servers run until they are stopped: their own tests start them.
    return line === undefined || /^(?:mcp|studio) /.test(line)
      ? []
      : [{ line, piped: piped ?? null, code: Number(code ?? 0) }];
  });
}

const hubFiles = { ...tinyModelFiles(), "onnx/model_quantized.onnx": tinyModelFiles()["onnx/model.onnx"]! };
let hub: FakeHub;
beforeAll(async () => {
  hub = await fakeHub(hubFiles);
});
afterAll(() => hub.close());

/** A copy of the examples, with models beside them, and the pairs that a guide shows. */
function copy(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-guide-"));
  copyExamples(folder);
  for (const [model, files] of Object.entries({ "my-model": tinyModelFiles(), "my-static": tinyStaticFiles() })) {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, model, path)), { recursive: true });
      writeFileSync(join(folder, model, path), content);
    }
  }
  // What `npm install` of the guide puts there, small.
  writeFileSync(join(folder, "pairs.jsonl"), /^```jsonl?\n((?:\{.*"relevant".*\}\n)+)^```/m.exec(text)?.[1] ?? "");
  writeFileSync(join(folder, "chat.json"), /^```json\n(\{\n {2}"messages"[\s\S]*?)^```/m.exec(text)?.[1] ?? "");
  return folder;
}

describe.each(["ask.md", "cli.md", "migrate.md", "models.md", "query-your-chats.md", "keep-a-memory.md"])(
  "the guide %s",
  (name) => {
    const text = guide(name);
    const commands = shownCommands(text);
    const cwd = copy(text);

    it("shows commands", () => {
      expect(commands.length).toBeGreaterThanOrEqual(3);
    });

    it.each(commands)("sxp $line", async ({ line, piped, code }) => {
      if (missing !== undefined && /embedding:|calibrate|bench/.test(line)) return;
      const answer = await sxp(argumentsOf(line), {
        cwd,
        stdin: piped === null ? "" : readFileSync(join(cwd, piped), "utf8"),
        env: { HF_ENDPOINT: hub.url, SXP_MODELS_DIR: join(cwd, "models"), SXP_CACHE_DIR: join(cwd, "cache") },
      });
      expect(answer.code, answer.err).toBe(code);
    });
  },
);

describe("the guide to the command", () => {
  const sections = new Map(cliGuide.split(/^## /m).map((part) => [part.slice(0, part.indexOf("\n")), part]));

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    "has a section on %s with its options",
    (name, command) => {
      const section = sections.get(name);
      expect(section).toBeDefined();
      const rows = [...section!.matchAll(/^\| (?:`-(\w)`, )?`--([\w-]+)(?: ([^`]+))?` \|/gm)];
      expect(rows.map(([, short, option, value]) => ({ short, option, value }))).toEqual(
        command.options.map((option) => ({
          short: option.short,
          option: option.name,
          value: option.value?.name,
        })),
      );
    },
  );

  it("lists every command, with what it is for", () => {
    const overview = /^```text\n([\s\S]*?)^```/m.exec(cliGuide)![1]!;
    const words = overview.split("\n").map((line) => /^sxp ([a-z]+(?: [a-z]+)?)/.exec(line)?.[1]);
    expect(words.filter((word) => word !== undefined)).toEqual(COMMANDS.map(({ name }) => name));
  });

  /** In a block of its own, so that what is not quoted shows here and the whole guide does not. */
  const quotes = (said: string): void =>
    expect([...cliGuide.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, block]) => block)).toContain(said);

  it("quotes what the command says", async () => {
    const said = await sxp([
      "check",
      '//Day[@citty = "Ottawa"]',
      "--schema",
      "examples/itinerary/itinerary.schema.json",
    ]);
    quotes(said.err);
    const nothing = await sxp(["run", "/Itinerary/Days", "--data", "examples/itinerary/itinerary.xml"]);
    quotes(nothing.err);
    const asked = ["run", '//POI[node =~ "museum" >= 0.5]', "--data", "examples/itinerary/itinerary.xml"];
    const terminal = { terminal: true, env: { NO_COLOR: "1" } };
    const whyNot = await sxp([...asked, "--why-not", "/Itinerary/Day[3]/POI[3]"], terminal);
    quotes(whyNot.out.split("\n").slice(3).join("\n"));
    const value = await sxp(["run", "sum(/Itinerary/Day[3]//@minutes)", ...asked.slice(2)], terminal);
    quotes(value.out.split("\n").slice(3).join("\n"));
    const stdin = readFileSync(join(repository, "examples/todo/todo.xml"), "utf8");
    const paths = await sxp(["run", '//Task[@status = "Blocked"]', "--data", "-", "--format", "paths"], { stdin });
    quotes(paths.out);
  });

  it("knows the scorers that there are", () => {
    for (const { form } of SCORERS) expect(cliGuide.includes(`\`${form}\``), form).toBe(true);
  });
});
