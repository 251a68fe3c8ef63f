// @in-sequence

import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, argumentsOf, copyExamples, repository, sxp } from "../cli/sxp.js";
import { type FakeHub, fakeHub } from "../scorers/node/models/support/hub.js";
import { onnxMissing } from "../support/onnx/modelFolders.js";
import { tinyModelFiles, tinyStaticFiles } from "../support/onnx/tinyModels.js";
import { put } from "../support/put.js";
import { type ChatCall, type Scripted, scriptedServer } from "../support/scriptedServer.js";
import { documentText } from "./blocks.js";
import { type DocumentedCommand, ELSEWHERE, HELP, isServer, SCRIPTS, type Script } from "./documented.js";

/**
 * Law: every documented command runs as it stands, none excepted, and its answer begins as those of its kind do. The commands of
 * docs/reference/cli.md are the examples of the help, each in a folder that is made for its command. Commands that serve are in
 * test/e2e/servers.test.ts.
 */

const missing = await onnxMissing();
const needsOnnx = ({ line }: DocumentedCommand): boolean => /embedding:|calibrate|bench/.test(line);
/** Commands of half a second of the processor or more. */
const isSlow = ({ line }: DocumentedCommand): boolean =>
  /^(?:eval (?!init|compare)|demo|models bench)| --report /.test(line);

/** How an output begins, by the beginning and the options of a line; the first that fits. */
const BEGINNINGS: readonly (readonly [line: RegExp, beginning: RegExp])[] = [
  [
    /^(?:repl|chat|format --(?:check|write)|check|codegen (?!.*-o -).*|models (?:list|remove)|cache clear|schema check)\b/,
    /^/,
  ],
  [/^memory export\b/, /^wrote \d+ files? to /],
  [/ (?:-o|--output) (?!-$)/, /^(?:$|#)/],
  [/(?:-f|--format) (?:json|jsonl)\b|--target json-schema/, /^[[{]/],
  [/(?:-f|--format) paths\b/, /^[\d.]+\t\//],
  [/(?:-f|--format) csv\b/, /^rank,weight,/],
  [/(?:-f|--format) values\b/, /^\S/],
  [/^notebook run .*--check/, /^\S+: \d+ cells?, /],
  [/^notebook run\b/, /^── \S+:\d+\n/],
  [/^(?:run|memory query)\b/, /^\S.*\n(?:.* · )?(?:\d+ match(?:es)?|no match|\d+ contributors?)\b.* in \d+ nodes/],
  [/^ask .*--query-only/, /^(?:\/|\w+\()/],
  [/^ask\b/, /^Understood: /],
  [/^explain .*--format mermaid/, /^flowchart TD\n/],
  [/^explain\b/, /^\S.*\n\n/],
  [/^compare\b/, /^before +\S/],
  [/^eval init\b/, /^\{\n {2}"version": 1/],
  [/^eval convert\b/, /^\{\n/],
  [/^eval compare\b/, /^(?:## |No figure changed)/],
  [/^eval\b/, /^## /],
  [/^schema infer .*--into /, /^(?:$|--- )/],
  [/^schema (?:infer|import)\b/, /^\{\n {2}"version": 1,/],
  [/^schema diff\b/, /^.* to .*: (?:no|\d+) changes?/],
  [/^emit --target gbnf/, /^root ::= /],
  [/^emit --target prompt/, /^.*Semantic XPath/],
  [/^convert .*--to xml/, /^</],
  [/^migrate\b/, /^[/([]/],
  [/^memory (?:init|create)\b/, /^made /],
  [/^memory update\b/, /^\w+(?: \(\w+\))?: (?:version \d+, on version \d+|dry run)/],
  [/^memory log\b/, /^● \d+ \(/],
  [
    /^memory (?:merge|revert|restore|import)\b/,
    /^(?:version \d+ of |would change|made |nothing to change|\w+ has all of )/,
  ],
  [/^memory doctor\b/, /^(?:\S+\[\d+m)?whole/],
  [/^memory backup\b/, /^copied to /],
  [/^memory (?:push|pull)\b/, /^(?:copied|nothing new: ) ?\d+ steps?, /],
  [/^demo\b/, /^── 1\. /],
  [/^help\b|^$/, /^(?:sxp|SXP\d{4})\b/],
  [/^completion\b/, /^#/],
  [/^models (?:add|pull)\b/, /^\S+: \S+, |^\S+: .*KB\n/],
  [/./, /^./],
];

/** Commands that may say with exit code 1 that there is something to see. */
const mayFind = ({ line }: DocumentedCommand): boolean => /^(?:format --check|schema diff)\b|--exit-code/.test(line);

const hubFiles = { ...tinyModelFiles(), "onnx/model_quantized.onnx": tinyModelFiles()["onnx/model.onnx"]! };
let hub: FakeHub;
/** A folder with a memory `trips` as pages presuppose it. */
let template: string;
beforeAll(async () => {
  hub = await fakeHub(hubFiles);
  template = place();
  await followed(template, [
    "memory init trips",
    "memory create trips acl --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "memory create trips meals --data examples/mealplan/mealplan.json",
    "memory create trips todo --data examples/todo/todo.xml",
    `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "a museum"' --author ada`,
    `memory update trips todo 'replace value of node //Task[2]/@status with "Waiting"'`,
    "memory branch trips acl draft",
    "memory build talks examples/chats/talk.jsonl",
    `memory update trips acl 'replace value of node /Itinerary/Day[2]/@theme with "walks"' --branch draft`,
  ]);
});
afterAll(() => hub.close());

function place(): string {
  const cwd = join(mkdtempSync(join(tmpdir(), "sxp-documented-")), "here");
  mkdirSync(cwd);
  return cwd;
}

const MODELS = {
  "my-model": tinyModelFiles(),
  "../exports/my-model": tinyModelFiles(),
  "my-static": tinyStaticFiles(),
};
/** Judged pairs, and conversations, as guides show them. */
const shownIn = (document: string, pattern: RegExp): string => pattern.exec(documentText(document))![1]!;
const PAIRS = shownIn("docs/how-to/scorers-and-models.md", /^```jsonl?\n((?:\{.*"relevant".*\}\n)+)^```/m);
const CHAT = shownIn("docs/how-to/your-data.md", /^```json\n(\{\n {2}"messages"[\s\S]*?)^```/m);

/** A folder in which a document is followed: examples, models and data as it names them, and what a reader has made by then. */
async function prepared({ files, commands }: Script): Promise<string> {
  const cwd = place();
  const has = (pattern: RegExp): boolean => commands.some(({ line }) => pattern.test(line));
  if (has(/^(?:format|codegen)\b/)) copyExamples(cwd);
  else symlinkSync(join(repository, "examples"), join(cwd, "examples"), "junction");
  if (has(/^models\b/))
    for (const [model, contents] of Object.entries(MODELS))
      for (const [path, content] of Object.entries(contents)) put(join(cwd, model, path), content);
  put(join(cwd, "pairs.jsonl"), PAIRS);
  put(
    join(cwd, "pairs.json"),
    PAIRS.trim()
      .split("\n")
      .join(",")
      .replace(/^(.*)$/, "[$1]"),
  );
  put(join(cwd, "chat.json"), CHAT);
  for (const [file, content] of files) put(join(cwd, file), content);
  if (has(/\btalks\b/) && !has(/^memory build talks\b/))
    cpSync(join(template, "talks"), join(cwd, "talks"), { recursive: true });
  const talk = readFileSync(join(repository, "examples/chats/talk.jsonl"), "utf8").trim();
  put(join(cwd, "conversations.json"), `[${talk.split("\n").join(",\n")}]`);
  if (has(/^memory create trips\b/) && !has(/^memory init trips$/)) await followed(cwd, ["memory init trips"]);
  else if (has(/\btrips\b/) && !has(/^memory init trips$/))
    cpSync(join(template, "trips"), join(cwd, "trips"), { recursive: true });
  // What is removed, calibrated or measured is there, whatever a document added before.
  const models = new Set(
    commands.flatMap(({ line }) => /^models (?:remove|calibrate|bench) (\S+)/.exec(line)?.[1] ?? []),
  );
  if (!has(/^models (?:add|pull)\b/))
    await followed(
      cwd,
      [...models].map((name) => `models add my-model --name ${name}`),
    );
  return cwd;
}

const envIn = (cwd: string) => ({
  HF_ENDPOINT: hub.url,
  SXP_MODELS_DIR: join(cwd, "models"),
  SXP_CACHE_DIR: join(cwd, "cache"),
});

async function followed(cwd: string, lines: readonly string[]): Promise<void> {
  if (lines.some((line) => line.includes("examples/")))
    symlinkSync(join(repository, "examples"), join(cwd, "examples"), "junction");
  for (const line of lines) {
    const { code, err } = await sxp(argumentsOf(line), { cwd, env: envIn(cwd) });
    expect(code, `${line}: ${err}`).toBe(0);
  }
}

/** A model of a server that enforces no schema, and finds nothing to keep. */
const modelNothing = ({ last }: ChatCall): Scripted =>
  last.startsWith("Answer with the single word NO") ? "NO" : { json: { facts: [], acts: [] } };

let watches = 0;

/** Runs a line; a model at an address is a stand-in's, and what waits for changes sees one and is then ended. */
async function ran({ line, stdin, output }: DocumentedCommand, cwd: string): Promise<Answer> {
  const server = /http:\/\/127\.0\.0\.1:\d+\/v1/.test(line) ? await scriptedServer(modelNothing) : null;
  const words = argumentsOf(line).map((word) => word.replace(/^http:\/\/127\.0\.0\.1:\d+\/v1/, server?.url ?? "$&"));
  const input =
    line === "format -"
      ? "//Day\n"
      : line.endsWith("--pairs -")
        ? PAIRS
        : "text" in stdin
          ? stdin.text
          : readFileSync(join(cwd, stdin.file), "utf8");
  const stop = new AbortController();
  const isWatching = line.startsWith("memory watch");
  const running = sxp(words, {
    cwd,
    stdin: input,
    env: envIn(cwd),
    signal: stop.signal,
    ...(isWatching && { onOut: () => stop.abort() }),
  });
  // Until it watches it sees nothing.
  while (isWatching && !stop.signal.aborted) {
    await sxp(argumentsOf(`memory branch trips acl watched-${watches++}`), { cwd });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const answer = await running;
  if (output !== null) put(join(cwd, output), answer.out);
  return answer;
}

const inProcess = [...SCRIPTS, ...HELP].filter(
  ({ name, commands }) => !Object.hasOwn(ELSEWHERE, name) && !commands.every(isServer),
);

describe.each(inProcess)("$name", (script) => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await prepared(script);
  });

  for (const [i, command] of script.commands.entries()) {
    if (isServer(command)) continue;
    const name = `sxp ${command.line} (${i + 1})`;
    it.skipIf(missing !== undefined && needsOnnx(command))(name, isSlow(command) ? { tags: "slow" } : {}, async () => {
      const { line, code } = command;
      // A run of a suite, as the lines before it in a shell have made it.
      for (const file of line.startsWith("eval compare")
        ? argumentsOf(line).filter((word) => word.endsWith(".json"))
        : [])
        await sxp(argumentsOf(`eval examples/eval/todo.json --method gold --json ${file}`), { cwd, env: envIn(cwd) });
      const answer = await ran(command, cwd);
      const expected = line.startsWith("memory watch") ? [130] : mayFind(command) && code === 0 ? [0, 1] : [code];
      expect(expected, answer.err).toContain(answer.code);
      const [, beginning] = BEGINNINGS.find(([pattern]) => pattern.test(line))!;
      if (answer.code === 0) expect(answer.out).toMatch(beginning);
      else expect(answer.out + answer.err).not.toBe("");
    });
  }
});

describe("every document", () => {
  it("with commands is followed, here or by a test of its own", () => {
    expect(SCRIPTS.length).toBeGreaterThan(20);
    expect(SCRIPTS.flatMap(({ commands }) => commands).length).toBeGreaterThan(200);
    for (const [name, test] of Object.entries(ELSEWHERE))
      expect(readFileSync(join(repository, test), "utf8")).toContain(name);
  });
});
