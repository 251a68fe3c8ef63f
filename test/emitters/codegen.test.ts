// @module-tag process
import { generateQueries } from "@semantic-xpath/emitters";
import { parse } from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { compile, foldFields, readTree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { mistakesIn, mistakesOf } from "../support/typescript.js";
import { fileOf as example, schemaOf } from "./examples.js";

const PLAN = schemaOf({
  Plan: { children: { Day: {}, Note: {} } },
  Day: {
    attributes: { n: { type: "number", required: true }, sky: { type: "string", values: ["sun", "rain"] } },
    children: { POI: {}, Trip: {} },
  },
  POI: { attributes: { cost: { type: "money(CAD)" }, open: { type: "boolean" } }, text: true },
  Trip: { attributes: { minutes: { type: "number" } } },
  Note: { text: true },
});
const generate = (text: string, schema: Schema | null = PLAN) => generateQueries(text, { schema, name: "plan.sxp" });

/** Name to type of what a module exports. */
const typesIn = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/^export const (\S+): TypedQuery<(.*)> = /gm)].map(([, name, type]) => [name, type]),
  );

describe("a module of queries", () => {
  it("says what each gives", { tags: "smoke" }, () => {
    const { text, diagnostics } = generate(`
      declare query a() := /Plan/Day/@n; declare query b() := max(//Trip/@minutes); declare query c() := count(//Day);
      declare query d() := distinct-values(//Day/@sky); declare query e() := count(//Day) > 1; declare query f() := //Day/*;
      declare query g() := //POI/text(); declare query h() := (//Day | //Trip/@minutes)[1:3]; declare query i() := //*[2];
      declare query j() := //POI[node =~ "x"][@+1]; declare query k() := //Day except //Day[1]; declare query l() := //*/@n;`);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const none = "Record<never, never>";
    expect(typesIn(text)).toEqual({
      a: `TypedMatches<AttributeMatch<Day, "n", \`\${number}\`>>, ${none}`,
      b: `TypedValue<number | null>, ${none}`,
      c: `TypedValue<number>, ${none}`,
      d: `TypedValue<readonly string[]>, ${none}`,
      e: `TypedValue<boolean>, ${none}`,
      f: `TypedMatches<NodeMatch<POI | Trip>>, ${none}`,
      g: `TypedMatches<TextMatch<POI>>, ${none}`,
      h: `TypedMatches<NodeMatch<Day> | AttributeMatch<Trip, "minutes", \`\${number}\`>>, ${none}`,
      i: `TypedMatches<NodeMatch<Day | Note | POI | Plan | Trip>>, ${none}`,
      j: `TypedMatches<NodeMatch<POI | Trip>>, ${none}`,
      k: `TypedMatches<NodeMatch<Day>>, ${none}`,
      l: `TypedMatches<AttributeMatch<Day, "n", \`\${number}\`>>, ${none}`,
    });
    expect(mistakesIn(text)).toEqual([]);
  });

  it("says what each takes, by declaration and by use", () => {
    const { text } = generate(`
      declare query a($n as number, $s as string) := //Day[@n = $n][@sky = $s]; declare query b($n, $wish) := //Day[$n][node =~ $wish];
      declare query c($v) := //Day[@n = $v];`);
    const parameters = Object.values(typesIn(text)).map((type) => type.slice(type.indexOf(">, ") + 3));
    expect(parameters).toEqual([
      "{ readonly n: number; readonly s: string }",
      "{ readonly n: number; readonly wish: string }",
      "{ readonly v: string | number | boolean }",
    ]);
    expect(mistakesIn(text)).toEqual([]);
  });

  it("has names that TypeScript can take, and comments that end where they should", () => {
    const { text, exports } = generate(
      "(: Ends */ here. :) declare query class() := //Day; declare query day-plan() := //Day; declare query day_plan() := //Day; declare query queries() := //Day;",
    );
    expect(new Set(exports.map(({ identifier }) => identifier)).size).toBe(4);
    expect(text).toContain("/** Ends *\\/ here. */");
    expect(mistakesIn(text)).toEqual([]);
    const strange = schemaOf({ TypedQuery: { children: { Match: {}, class: {} } }, Match: {}, class: {}, "a b": {} });
    expect(mistakesIn(generate("declare query all() := //*;", strange).text)).toEqual([]);
  });

  it("exports a bare query as `query`, and needs no schema", () => {
    const { text } = generate("//Day[$n]", null);
    expect(typesIn(text)).toEqual({ query: "TypedMatches<Match>, { readonly n: number }" });
    expect(mistakesIn(text)).toEqual([]);
  });

  it("is not written where a query has an error", () => {
    const { text, diagnostics } = generate("declare query a() := //Dya;");
    expect(text).toBe("");
    expect(diagnostics.map(({ code }) => code)).toEqual(["SXP2001"]);
  });

  it("gives users results whose types tell them apart", () => {
    const { text } = generate(
      "declare query days($n as number) := //Day[$n]; declare query parts() := //Day/*; declare query mixed() := //Day | //Trip/@minutes;",
    );
    const use = (body: string): string[] =>
      mistakesIn(
        `import { days, parts, mixed } from "./plan.js"; import { type Tree } from "@semantic-xpath/runtime"; declare const tree: Tree;
        export async function use() { ${body} }`,
        { "plan.ts": text },
      );
    const found = "const { matches: [m] } = await";
    expect(
      use(`${found} days.run(tree, { params: { n: 1 } }); const n: \`\${number}\` = m!.node.attributes.n; return n;`),
    ).toEqual([]);
    expect(
      use(
        `${found} parts.run(tree); if (m!.node.type === "POI") return m!.node.attributes.cost; return m!.node.attributes.minutes;`,
      ),
    ).toEqual([]);
    expect(
      use(`${found} mixed.run(tree); return m!.attribute === null ? m!.node.attributes.n : m!.attribute.value;`),
    ).toEqual([]);
    expect(use(`${found} parts.run(tree); return m!.node.attributes.cost;`)).toHaveLength(1);
    expect(use("await days.run(tree);")).toHaveLength(1);
    expect(use('await days.run(tree, { params: { n: "1" } });')).toHaveLength(1);
    expect(
      use(
        `${found} days.run(tree, { params: { n: 1 } }); const sky: "sun" | "rain" = m!.node.attributes.sky; return sky;`,
      ),
    ).toHaveLength(1);
  });

  it.each(["itinerary/itinerary.xml", "todo/todo.xml", "mealplan/mealplan.json"])(
    "of %s holds what its requests give",
    async (dataPath) => {
      const [name] = dataPath.split("/");
      const { schema } = parseSchema(example(`${name}/${name}.schema.json`));
      const tree = foldFields(readTree(example(dataPath)), schema!);
      const text = example(`requests/${name}.sxp`);
      const generated = generateQueries(text, { schema: schema!, name: `${name}.sxp` });
      const { queries } = compile(text, { schema: schema! });
      const lines: string[] = [];
      for (const { parameters, name: declared } of parse(text).ast.declarations) {
        if (parameters.length > 0 || declared.kind !== "Name") continue;
        const identifier = generated.exports.find((one) => one.name === declared.text)!.identifier;
        lines.push(...inhabits(identifier, await queries[declared.text]!.run(tree)));
      }
      expect(lines.length).toBeGreaterThan(5);
      expect(mistakesIn(`${generated.text}${INHABITS}${lines.join("\n")}`)).toEqual([]);
    },
  );
});

/** Of a query its result as JSON has it. */
const INHABITS = `
type Given<Q> = Q extends { run(...options: never): Promise<infer R> } ? R : never;
type Matches<Q> = Given<Q> extends { readonly matches: readonly { toJSON(): infer J }[] } ? J : never;
type ValueOf<Q> = Given<Q> extends { readonly value: infer V } ? V : undefined;
`;
function inhabits(identifier: string, { matches, value }: { matches: readonly unknown[]; value?: unknown }): string[] {
  return value === undefined
    ? [`export const ${identifier}_: readonly Matches<typeof ${identifier}>[] = ${JSON.stringify(matches)};`]
    : [`export const ${identifier}_: ValueOf<typeof ${identifier}> = ${JSON.stringify(value)};`];
}

const NAMES = ["A", "B", "C", "d e"];
const VALUES: Record<string, readonly string[]> = {
  string: ["", "x y", 'tab\t"quoted"'],
  number: ["1", "-2.50", "1e3"],
  boolean: ["true", "0"],
  date: ["2026-03-14"],
  "money(CAD)": ["CAD 3", "4.50"],
};
const aType = fc.record({
  text: fc.boolean(),
  attributes: fc.dictionary(
    fc.constantFrom("n", "m", "due date"),
    fc.record({ type: fc.constantFrom(...Object.keys(VALUES)), required: fc.boolean() }),
  ),
  children: fc.dictionary(fc.constantFrom(...NAMES), fc.constant({})),
});
const aStep = fc.constantFrom(
  "/*",
  "//*",
  "/..",
  "//A",
  "/B",
  "//C",
  '//"d e"',
  "/(A|B)",
  "/.",
  "//B[1]",
  "//A[@+1]",
  "/descendant-or-self::*",
  "/following::*",
);
const aPath = fc.tuple(
  fc.constantFrom("//*", "//A", "/*", "(//A | //B)[1:2]"),
  fc.array(aStep, { maxLength: 2 }),
  fc.constantFrom("", "", "/@n", "/text()", '/@"due date"'),
);
const aQuery = fc.oneof(
  { weight: 5, arbitrary: aPath.map(([first, steps, last]) => `${first}${steps.join("")}${last}`) },
  fc.tuple(aPath, aPath).map(([[a, b], [c, d]]) => `${a}${b.join("")} | ${c}${d.join("")}`),
  fc.constantFrom(
    "count(//A)",
    "sum(//*/@n)",
    "max(//A/@n)",
    "distinct-values(//B/@m)",
    "count(//A) > 1",
    "exists(//C)",
  ),
);

/** A tree that follows a schema, as plain nodes. */
function grow(
  types: Record<
    string,
    { text: boolean; attributes: Record<string, { type: string; required: boolean }>; children: object }
  >,
  name: string,
  pick: () => number,
  level = 0,
): object {
  const { text, attributes, children } = types[name]!;
  const given = Object.entries(attributes).filter(([, { required }]) => required || pick() % 2 === 0);
  const below =
    level > 3
      ? []
      : Object.keys(children).flatMap((child) =>
          Array.from({ length: pick() % 3 }, () => grow(types, child, pick, level + 1)),
        );
  return {
    type: name,
    attributes: Object.fromEntries(given.map(([key, { type }]) => [key, VALUES[type]![pick() % VALUES[type]!.length]])),
    ...(text && pick() % 2 === 0 && { text: "some text" }),
    children: below,
  };
}

describe("law: every result inhabits its generated type", () => {
  it("for random schemas, trees that follow them, and queries", async () => {
    const types = fc.record(Object.fromEntries(NAMES.map((name) => [name, aType])));
    await fc.assert(
      fc.asyncProperty(
        types,
        fc.infiniteStream(fc.nat(1000)),
        fc.array(aQuery, { minLength: 8, maxLength: 16 }),
        async (types, stream, texts) => {
          const pick = () => stream.next().value as number;
          const schema = schemaOf(types);
          const tree = readTree(grow(types as never, "A", pick));
          const right = texts.filter((text) =>
            compile(text, { schema }).diagnostics.every(({ severity }) => severity !== "error"),
          );
          const document = right.map((text, i) => `declare query q${i}() := ${text};`).join("\n");
          const generated = generateQueries(document, { schema, name: "law.sxp" });
          const { queries } = compile(document, { schema });
          const lines: string[] = [];
          for (const { name, identifier } of generated.exports) {
            const result = await queries[name!]!.run(tree).catch(() => null);
            if (result !== null) lines.push(...inhabits(identifier, result));
          }
          const used = `${INHABITS}${lines.join("\n")}`;
          const modules = new Map<string, string>();
          if (right.length > 0) modules.set("generated.ts", `${generated.text}${used}`);
          expect(mistakesOf(modules), `${document}\n${JSON.stringify(schema.types)}`).toEqual([]);
        },
      ),
      { numRuns: isLong ? runs(20, 10) : 3 },
    );
  });
});

it("knows the fields of records and the keys of groups", () => {
  const { text, diagnostics } = generate(
    `declare query groups() := (//Day)[group by @sky, substring(@sky, 1, 1) as first];
declare query rows() := (//Day)[group by @sky]/{ @sky, days: count(/Day), wet: max(/Day[node =~ "rain"]), "is long": count(/Day) > 3, numbers: /Day/@n, stops: /Day/{ @n } };`,
  );
  expect(diagnostics).toEqual([]);
  expect(text).toContain("TypedMatches<GroupMatch<{ readonly sky: string | null; readonly first: string | null }>>");
  expect(text).toContain(
    'TypedMatches<RecordMatch<{ readonly sky: string | null; readonly days: number; readonly wet: number; readonly "is long": boolean; readonly numbers: readonly (number)[]; readonly stops: readonly { readonly n: number | null }[] }>>',
  );
});
