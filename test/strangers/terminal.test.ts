import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference } from "../../packages/cli/src/repl/editor/render/frame.js";
import { sitting } from "../cli/repl/support/session.js";
import { shown, sxp } from "../cli/sxp.js";
import { isLong, runs } from "../support/runs.js";

/** What does harm in a terminal, or shows a text as another one. */
const ATTACKS = [
  "\u001b[8mhidden\u001b[28m",
  "\u001b]52;c;cm0gLXJmIH4=\u0007",
  "\u001b]0;title\u001b\\",
  "\u001bP+q\u001b\\",
  "\u009b2J",
  "\u009d8;;http://x\u009c",
  "\u0090q",
  "\u0085",
  "\b\b\b",
  "\r",
  "\u0007",
  "\u007f",
  "\u0000",
  "\u202etxt.exe\u202c",
  "\u2066\u2067\u2068\u2069",
  "\u200f\u200e\u061c",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...ATTACKS), fc.constantFrom("park", "lake", " ", '"', "<", "é", "日本")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));

const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;
/** What we write ourselves on a terminal: colours, and a line or the screen taken away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OURS = /\u001b\[(?:[1247]|2[247]|3[1-69])m|\r\u001b\[2K|\u001b\[H\u001b\[2J/g;

const MARKED = "\u001b[31m";

interface Strangers {
  readonly text: string;
  readonly key: string;
  readonly name: string;
}
const strangers: fc.Arbitrary<Strangers> = fc.record({ text, key: text, name: text });

/** A folder with a stranger's data, schema, module and configuration, and command lines over them. */
function commands({ text, key, name }: Strangers): { readonly cwd: string; readonly lines: readonly string[][] } {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-strangers-"));
  const put = (file: string, content: string): void => writeFileSync(join(cwd, file), content);
  const queryText = text.replaceAll('"', "'");
  put(
    "data.json",
    JSON.stringify({
      Plan: {
        Day: [
          { type: name, title: text, [key]: 1 },
          { title: `park ${text}`, text },
        ],
      },
    }),
  );
  put("bad.json", `{ "a": ${text} }`);
  put("bad.xml", `<a>${text}</b>`);
  put(
    "schema.json",
    JSON.stringify({ version: 1, roots: [name], types: { [name]: { attributes: { [key]: { type: text } } } } }),
  );
  put(
    "module.sxp",
    `(: ${text.replaceAll("\u0000", "")} :)\ndeclare query one($p as string) := //Day[@title = "${queryText}"];\ndeclare query two() := //Day;`,
  );
  put("sxp.config.json", JSON.stringify({ scorers: { words: { kind: "lexical" } } }));
  const data = ["-d", "data.json"];
  const relevant = `//Day[node =~ "park ${queryText}"]`;
  const lines = [
    ...["text", "json", "paths"].map((format) => ["run", relevant, ...data, "-f", format]),
    ["run", relevant, ...data, "--tree"],
    ["run", relevant, ...data, "--why", "//Day[1]"],
    ["run", `//Day[@title = "${queryText}"]`, ...data, "--why-not", "//Day[1]"],
    ["run", `//Day[@title = "${queryText}x"]`, ...data],
    ["run", text, ...data],
    ["run", `//${name}`, ...data],
    ["run", "/A", "-d", text.replaceAll("\u0000", "")],
    ["run", "/A", "-d", "bad.json"],
    ["run", "/A", "-d", "bad.xml"],
    ["run", "/A", ...data, "--scorer", text],
    ["run", "/A", ...data, "-s", "schema.json"],
    ["run", "module.sxp", ...data],
    ["run", "module.sxp", ...data, "-q", "one", "-p", `p=${text}`],
    ["run", "module.sxp", ...data, "-q", text],
    ["run", "/A", `--${text}`],
    ["run", "/A", "-k", text],
    ["compare", relevant, `//Day[@title = "${queryText}"]`, ...data],
    ["compare", relevant, "//Day", ...data, "-f", "json"],
    ["check", relevant, "-s", "schema.json"],
    ["check", "module.sxp"],
    ["check", text, "-f", "json"],
    ["explain", relevant],
    ["explain", text],
    ["schema", "infer", "data.json"],
    ["schema", "check", "schema.json"],
    ["schema", "infer", "bad.json"],
    ["emit", "--target", "types", "-s", "schema.json"],
    ["format", "module.sxp"],
    ["format", text],
    ["help", text],
    [text],
    ["cache", text],
    ["models", "remove", text],
    ["repl", "--data", "data.json"],
  ];
  return { cwd, lines };
}

const script = ({ text, name }: Strangers): string =>
  [
    `//Day[node =~ "park ${text.replace(/["\n]/g, "")}"]`,
    ":why 1",
    ":tree",
    `:data ${name}`,
    text,
    `:${text}`,
    ":help",
    ":trace",
    ":schema",
    ":def",
  ].join("\n");

describe("strangers' texts write nothing to a terminal but characters", () => {
  it("whatever the command", async () => {
    await fc.assert(
      fc.asyncProperty(strangers, async (given) => {
        const { cwd, lines } = commands(given);
        for (const line of lines) {
          const world = { cwd, stdin: script(given), env: { FORCE_COLOR: "1" } };
          const { text: printed } = await shown(line, { ...world, terminal: true });
          expect([line, CONTROLS.exec(printed.replace(OURS, ""))?.[0]]).toEqual([line, undefined]);
        }
      }),
      { numRuns: isLong ? runs(30, 5) : 4 },
    );
  });

  it("nor into a pipe, but for queries in their layout, which keep every character", async () => {
    await fc.assert(
      fc.asyncProperty(strangers, async (given) => {
        const { cwd, lines } = commands(given);
        for (const line of lines) {
          const { out, err } = await sxp(line, { cwd, stdin: script(given) });
          if (line[0] !== "format") expect([line, CONTROLS.exec(out)?.[0]]).toEqual([line, undefined]);
          expect([line, CONTROLS.exec(err)?.[0]]).toEqual([line, undefined]);
        }
      }),
      { numRuns: isLong ? runs(10, 5) : 3 },
    );
    const stdin = `//Day[@title = "${ATTACKS[0]}"]\n`;
    expect((await sxp(["format", "-"], { stdin })).out).toBe(stdin);
    expect((await shown(["format", "-"], { stdin, terminal: true })).text).toContain("\\u001b[8mhidden");
  });

  it("in JSON they stay what they are", async () => {
    const stdin = JSON.stringify({ A: { x: ATTACKS.join("") } });
    const { out } = await sxp(["run", "/A", "-d", "-", "-f", "json"], { stdin });
    expect(out).toContain("\\u009b2J");
    expect(out).not.toMatch(CONTROLS);
    expect(JSON.parse(out).matches[0].node.attributes.x).toBe(ATTACKS.join(""));
  });

  it("even if they guess our colours, which are marked", async () => {
    const stdin = JSON.stringify({ A: { x: `${MARKED}red` } });
    const { text: printed } = await shown(["run", "/A", "-d", "-"], {
      stdin,
      terminal: true,
      env: { FORCE_COLOR: "1" },
    });
    expect(printed).toContain("\\u001b[31mred");
  });

  it("at the prompt", async () => {
    await fc.assert(
      fc.asyncProperty(strangers, async (given) => {
        const { cwd } = commands(given);
        const { type } = sitting({ cwd, color: true, isInteractive: true });
        for (const input of [":data data.json", ...script(given).split("\n")]) {
          expect([input, CONTROLS.exec((await type(input)).replace(OURS, ""))?.[0]]).toEqual([input, undefined]);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it("in what is typed or pasted", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const frame = { rows: [{ text: `<<${typed}>>`, width: 3 }], cursor: { row: 0, column: 0 }, columns: 80 };
        expect(/<<(.*)>>/s.exec(difference(null, frame))![1]).not.toMatch(CONTROLS);
      }),
    );
  });
});
