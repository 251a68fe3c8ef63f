import fc from "fast-check";
import { expect, it } from "vitest";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { runs } from "../support/runs.js";
import { applyEdits, file } from "./kit.js";

/** An expression over parameters, in a form that a few lines can read again. */
type Expression = { readonly use: string } | { readonly some: string; readonly body: readonly Expression[] };

const NAMES = ["p", "q", "x", "y"];

const expression = fc.letrec<{ all: readonly Expression[]; one: Expression }>((tie) => ({
  all: fc.array(tie("one"), { minLength: 1, maxLength: 3 }),
  one: fc.oneof(
    { maxDepth: 3 },
    fc.record({ use: fc.constantFrom(...NAMES) }),
    fc.record({ some: fc.constantFrom(...NAMES), body: tie("all") }),
  ),
})).all;

const written = (all: readonly Expression[]): string =>
  all
    .map((one) => ("use" in one ? `@v = $${one.use}` : `(some $${one.some} in /B satisfies (${written(one.body)}))`))
    .join(" and ");

const moduleOf = (all: readonly Expression[]): string =>
  `declare query q($p as string, $q as string, $x as string, $y as string) := //A[${written(all)}];`;

/** Each use of a parameter as the place of what binds it: what a text means, whatever the names. */
function meaningOf(text: string): readonly number[] {
  const scopes: { readonly name: string; readonly place: number; readonly depth: number }[] = [];
  const uses: number[] = [];
  let depth = 0;
  let binders = 0;
  for (const [token, declared, bound, used] of text.matchAll(/\$(\w+) as|some \$(\w+) in|\$(\w+)|[()]/g)) {
    const name = declared ?? bound;
    if (name !== undefined) scopes.push({ name, place: binders++, depth: declared === undefined ? depth : 0 });
    else if (used !== undefined) uses.push(scopes.findLast((scope) => scope.name === used)?.place ?? -1);
    else if (token === "(") depth++;
    else if (--depth >= 0) while (scopes.length > 0 && scopes.at(-1)!.depth > depth) scopes.pop();
  }
  return uses;
}

it("law: a parameter that is renamed means what it meant, as every other one does, or the name is refused", () => {
  fc.assert(
    fc.property(expression, fc.nat(), fc.constantFrom(...NAMES, "z"), (all, pick, name) => {
      const text = moduleOf(all);
      const places = [...text.matchAll(/\$\w/g)].map(({ index }) => index + 1);
      const at = places[pick % places.length]!;
      const { service, document, position } = file("file:///p/a.sxp", `${text.slice(0, at)}<|>${text.slice(at)}`);
      const renaming = service.rename(document, position, name);
      if (renaming?.changes === undefined) return;
      const renamed = applyEdits(document, renaming.changes[document.uri] ?? []);
      expect(meaningOf(renamed)).toEqual(meaningOf(text));
    }),
    { numRuns: runs(1000, 200) },
  );
});

const TYPES = ["A", "B", "C", "D", "E"];

it("law: an attribute has the types that queries join it with, one after the other, and no others", () => {
  const pair = fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...TYPES));
  const child = Object.fromEntries(TYPES.map((type) => [type, {}]));
  const types = Object.fromEntries(TYPES.map((type) => [type, { attributes: { n: {} }, children: child }]));
  const schema = JSON.stringify({ version: 1, roots: ["A"], types });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
      const queries = pairs.map(([one, other], i) => `declare query q${i}() := //(${one}|${other})[@n];`);
      const { service, document, position } = file(
        "file:///p/a.sxp",
        'import schema "s.json";\ndeclare query a() := //A[@<|>n];',
        { "file:///p/s.json": schema, "file:///p/b.sxp": `import schema "s.json";\n${queries.join("\n")}` },
      );
      const joined = new Set(["A"]);
      for (let before = 0; before < joined.size; ) {
        before = joined.size;
        for (const both of pairs) if (both.some((type) => joined.has(type))) for (const type of both) joined.add(type);
      }
      const changes = service.rename(document, position, "m")?.changes ?? {};
      expect(changes["file:///p/s.json"]).toHaveLength(joined.size);
    }),
    { numRuns: runs(300, 60) },
  );
});

it("law: hints of a range are those of the document in its lines, the first and the last one included", async () => {
  const lines = ["//A", "/B", "[@n = 1]", "/C"];
  const data = { "file:///p/d.xml": '<A><B n="1"><C/></B><B n="2"/></A>' };
  const settings = { data: "file:///p/d.xml" };
  const { service, document } = file("file:///p/a.sxp", lines.join("\n"), data, settings);
  const hintsIn = async (of: TextDocument, start: number, end: number) =>
    (await service.inlayHints(of, { start: { line: start, character: 0 }, end: { line: end, character: 0 } })).map(
      ({ position, label }) => `${position.line}: ${String(label)}`,
    );
  const all = await hintsIn(document, 0, lines.length);
  expect(all.length).toBeGreaterThanOrEqual(3);
  for (let start = 0; start < lines.length; start++)
    for (let end = start; end < lines.length; end++)
      expect(await hintsIn(document, start, end)).toEqual(
        all.filter((hint) => Number(hint[0]) >= start && Number(hint[0]) <= end),
      );
});
