import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { argumentsOf, repository, shown } from "../cli/sxp.js";
import { ROOT } from "../structure/support/sources.js";
import { countedClock } from "../support/countedClock.js";
import { blocksOf, documentText } from "./blocks.js";

const GUIDE = "docs/how-to/wrong-results.md";
/** With it the guide gets the outputs of today, to be read before they are committed. */
const isUpdate = process.env.SXP_UPDATE_GUIDES === "1";

interface Step {
  readonly line: number;
  readonly section: string;
  readonly command: string;
  /** What is shown below it; null where nothing is. */
  readonly output: string | null;
}

const blocks = blocksOf(GUIDE);
const steps = blocks.flatMap(({ info, line, section, text }, i): Step[] => {
  const next = blocks[i + 1];
  const output = next?.info === "text" ? next.text : null;
  return info === "sh" ? [{ line, section, command: text, output }] : [];
});

/** Times differ from run to run; all else is compared. */
const timeless = (text: string): string => text.replaceAll(/\d+(?:\.\d+)? ms/g, "N ms").trim();

const cwd = mkdtempSync(join(tmpdir(), "sxp-wrong-"));
cpSync(join(repository, "examples"), join(cwd, "examples"), {
  recursive: true,
  filter: (path) => !path.endsWith("node_modules"),
});

/** `npx sxp …  [# exit code N]`, its standard input below it, or a file that is written. */
async function take(
  command: string,
): Promise<{ readonly code: number; readonly text: string; readonly wanted: number }> {
  const [, first = "", input = ""] = /^(.*?)(?: <<'END'\n([\s\S]*\n)END)?$/.exec(command) ?? [];
  const file = /^cat > (\S+)$/.exec(first)?.[1];
  if (file !== undefined) {
    writeFileSync(join(cwd, file), input);
    return { code: 0, text: "", wanted: 0 };
  }
  const [, line, wanted] = /^npx sxp (.*?)(?: +# exit code (\d+))?$/.exec(first) ?? [];
  if (line === undefined) throw new Error(`no command of ours: ${first}`);
  // Results as a terminal of 80 columns shows them, which cuts what nodes say.
  const screen = { terminal: "stdout" as const, env: { NO_COLOR: "1" } };
  return { ...(await shown(argumentsOf(line), { cwd, stdin: input, ...screen })), wanted: Number(wanted ?? 0) };
}

describe("the guide to wrong results", () => {
  it("walks through five failures, each with commands and what they say", () => {
    const sections = [...documentText(GUIDE).matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
    expect(sections).toEqual(["1", "2", "3", "4", "5"]);
    for (const number of sections) {
      const own = steps.filter(({ section }) => section.startsWith(`${number}. `));
      expect(own.filter(({ output }) => output !== null).length, number).toBeGreaterThan(0);
    }
  });

  it.each(steps.map((step) => [`${GUIDE}:${step.line}`, step] as const))("%s says what it shows", async (_, step) => {
    // A run that was slow says so.
    countedClock(0.01);
    const { code, text, wanted } = await take(step.command);
    expect(code, text).toBe(wanted);
    if (isUpdate && step.output !== null && timeless(step.output) !== timeless(text)) update(step, text);
    else if (step.output !== null) expect(timeless(step.output)).toBe(timeless(text));
  });

  it("is right about the API", async () => {
    const todo = readFileSync(join(repository, "examples/todo/todo.xml"), "utf8");
    const { query } = compile('//Task[node =~ "waiting for signatures" >= 0.95]');
    const inspection = await inspect(query!, readXml(todo));
    const code = blocks.find(({ info }) => info === "ts")!.text;
    expect(code).toContain(`inspection.causes()[0].message; // ${JSON.stringify(inspection.causes()[0]!.message)}`);
    const { measured } = inspection.whyNot('//Task[@id = "t04"]')!;
    expect(code).toContain(`{ value: ${measured!.value.toFixed(3)}…, needed: ${measured!.needed} }`);
    const { text } = (await inspection.change('//Task[@id = "t04"]'))!;
    const { matches } = await compile(text).query!.run(readXml(todo));
    expect(matches.map(({ node }) => node.attribute("id"))).toContain("t04");
    expect((await inspection.nearest())!.paths.length).toBeGreaterThan(0);
  });
});

function update({ command }: Step, output: string): void {
  const path = join(ROOT, GUIDE);
  const text = readFileSync(path, "utf8");
  const start = text.indexOf("```text\n", text.indexOf(command) + command.length) + "```text\n".length;
  const end = text.indexOf("```", start);
  const lines = output.split("\n").map((line) => line.trimEnd());
  writeFileSync(path, `${text.slice(0, start)}${lines.join("\n").trim()}\n${text.slice(end)}`);
}
