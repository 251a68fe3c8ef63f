import { readXml } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { InlayHint, Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { runs } from "../support/runs.js";
import { applyTo, createKit } from "./kit.js";

/** What is said of the queries of a module or a script: of a part of it as of the whole, with the numbers of a run, and with rewritings that leave it right. */

const DATA = `<Trip title="Nara"><Day n="1"><Stop name="Zoo" cost="5"/><Stop name="Sea museum" cost="7"/></Day>
<Day n="2"><Stop name="Bay" cost="5"/><Inn name="Old museum"/></Day></Trip>`;
const FILES = { "file:///w/d.xml": DATA };

const path = fc.constantFrom(
  ...["//Stop", "/Trip/Day", "//Stop[@cost = 5]", "/Trip/Day/Stop[1]", "//Inn", '//Stop[node =~ "museum"]', "//Nope"],
  ...["//*[@name]", '//Day[/Stop/@name = "Bay"]', "(//Stop)[1:2]", "//Day[2]/*", "/Trip/Day[exists(/Inn)]/Stop"],
);
const body = fc.oneof(
  { weight: 2, arbitrary: path },
  fc.tuple(path, fc.constantFrom(" | ", " except ", " intersect "), path).map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom("count", "distinct-values"), path)
    .map(([name, of]) => `${name}(${of}${name === "count" ? "" : "/@name"})`),
  fc.tuple(path, path).map(([one, other]) => `count(${one}) + count(${other})`),
);
const parameter = fc.constantFrom("value", "n", "condition", "other", "value_2");
const tested = fc.tuple(path, parameter).map(([of, name]) => `${of}[@name = $${name}]`);

interface Written {
  readonly uri: string;
  readonly text: string;
  /** Places of the bodies that have no parameter. */
  readonly bodies: readonly { readonly start: number; readonly body: string }[];
}

const moduleText = fc
  .array(
    fc.record({
      body: fc.oneof({ weight: 3, arbitrary: body }, tested),
      parameters: fc.uniqueArray(parameter, { maxLength: 2 }),
      gap: fc.constantFrom("\n", "\n\n(: a comment :)\n"),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all): Written => {
    const bodies: { start: number; body: string }[] = [];
    let text = "";
    for (const [i, { body, parameters, gap }] of all.entries()) {
      const used = /\$(\w+)/.exec(body)?.[1];
      const names = [...new Set([...parameters, ...(used === undefined ? [] : [used])])];
      text += `${gap}declare query q${i}(${names.map((name) => `$${name} as string`).join(", ")}) := `;
      if (used === undefined) bodies.push({ start: text.length, body });
      text += `${body};\n`;
    }
    return { uri: "file:///w/q.sxp", text, bodies };
  });
const bareText = body.map((body): Written => ({ uri: "file:///w/q.sxp", text: body, bodies: [{ start: 0, body }] }));
const scriptText = fc.array(body, { minLength: 1, maxLength: 3 }).map((all): Written => {
  const bodies: { start: number; body: string }[] = [];
  let text = 'import { sxp } from "x";\n';
  for (const [i, body] of all.entries()) {
    text += `const q${i} = sxp\``;
    bodies.push({ start: text.length, body });
    text += `${body}\`;\nconst more${i} = ${i};\n`;
  }
  return { uri: "file:///w/app.ts", text, bodies };
});
const written = fc.oneof({ weight: 3, arbitrary: moduleText }, bareText, { weight: 2, arbitrary: scriptText });

function opened({ uri, text }: Pick<Written, "uri" | "text">) {
  const kit = createKit({ ...FILES, [uri]: text }, { data: "file:///w/d.xml" });
  return { ...kit, document: TextDocument.create(uri, uri.endsWith(".sxp") ? "sxp" : "typescript", 1, text) };
}

/** Tokens by their offsets. */
function tokensOf(document: TextDocument, data: readonly number[]): readonly (readonly number[])[] {
  let [line, character] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, i) => {
    const [lines, characters, length, type, modifiers] = data.slice(5 * i, 5 * i + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    character = lines === 0 ? character + characters : characters;
    line += lines;
    return [document.offsetAt({ line, character }), length, type, modifiers];
  });
}

const whole = (document: TextDocument): Range => ({
  start: { line: 0, character: 0 },
  end: document.positionAt(document.getText().length),
});

it("law: of a range is said what is said there of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(written, fc.nat(), fc.nat(), async (text, one, other) => {
      const { service, document } = opened(text);
      const size = text.text.length + 1;
      const [from, to] = [one % size, other % size].sort((a, b) => a - b) as [number, number];
      const range = { start: document.positionAt(from), end: document.positionAt(to) };
      const tokens = tokensOf(document, service.semanticTokens(document));
      expect(tokensOf(document, service.semanticTokens(document, range))).toEqual(
        tokens.filter(([start, length]) => start! + length! >= from && start! <= to),
      );
      const hints = await service.inlayHints(document, whole(document));
      expect(await service.inlayHints(document, range)).toEqual(
        hints.filter(({ position: { line } }) => range.start.line <= line && line <= range.end.line),
      );
    }),
    { numRuns: runs(300, 25) },
  );
});

it("law: at the end of each query is what a run of it finds", async () => {
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      const { service, document } = opened(text);
      const tree = readXml(DATA);
      const hints: readonly InlayHint[] = await service.inlayHints(document, whole(document));
      for (const { start, body } of text.bodies) {
        const { matches, value } = await compile(body).query!.run(tree);
        const last = hints.filter(({ position }) => document.offsetAt(position) === start + body.length).at(-1);
        const [label = "none"] = [last?.label].flat() as string[];
        const isPath = value === undefined && !/ (?:\||except|intersect) /.test(body);
        const found = value === undefined ? String(matches.length) : String(value);
        if (value !== undefined && typeof value !== "number") expect(label).toMatch(/^= /);
        else expect(label.replace(/ · [\d.]+$/, "")).toBe(isPath ? found : `= ${found}`);
      }
    }),
    { numRuns: runs(300, 25) },
  );
});

it("law: a rewriting leaves a text without errors, and each action once", () => {
  fc.assert(
    fc.property(written, fc.nat(), ({ uri, text }, at) => {
      const { service, document } = opened({ uri, text });
      const errors = (of: typeof service, one: TextDocument): readonly unknown[] =>
        of.diagnostics(one).flatMap(({ severity, code, message }) => (severity === 1 ? [`${code} ${message}`] : []));
      fc.pre(errors(service, document).length === 0);
      const start = document.positionAt(at % (text.length + 1));
      const actions = service.codeActions(document, { start, end: start });
      const titles = actions.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
      for (const { title, edit } of actions) {
        const now = applyTo(document, edit);
        expect(now, title).not.toBe(text);
        const after = opened({ uri, text: now });
        expect(errors(after.service, after.document), `${title}: ${now}`).toEqual([]);
      }
    }),
    { numRuns: runs(500, 60) },
  );
});
