import { parseSchema } from "@semantic-xpath/planner";
import { CompileError, compile, query, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { children: { Day: { max: 3 } } },
      Day: { attributes: { index: { type: "number" } }, children: {} },
    },
  }),
);
const tree = readXml('<Plan><Day index="1"/><Day index="2"/></Plan>');
const codes = (text: string) => compile(text, { schema }).diagnostics.map(({ code }) => code);

describe("compile", () => {
  it("gives the query and no diagnostics for a good text", () => {
    const { query, diagnostics, imports, queries } = compile("/Plan/Day", { schema });
    expect(query).toBeDefined();
    expect([diagnostics, imports, queries]).toEqual([[], [], {}]);
  });

  it.each<[string, string]>([
    ["/Plan/Dya", "SXP2001"],
    ["//Dya[@index = 1]", "SXP2001"],
    ["/Day", "SXP2002"],
    ["//Day[@indx = 1]", "SXP2003"],
    ['//Day[@index = "one"]', "SXP2005"],
    ["//Day[0]", "SXP2006"],
    ["//Day[9007199254740992]", "SXP1007"],
    ["//Day[3:2]", "SXP3001"],
    ['//Day[node =~ "x"][1]', "SXP3002"],
    ['//Day[node =~ ""]', "SXP3003"],
  ])("%s has a clear meaning, so it runs, with %s", async (text, code) => {
    expect(codes(text)).toContain(code);
    await expect(compile(text, { schema }).query!.run(tree)).resolves.toBeDefined();
  });

  it.each<[string, string]>([
    ["", "SXP1004"],
    ["/Plan/", "SXP1004"],
    ["//Day[", "SXP1004"],
    ['//Day[@index = "1]', "SXP1002"],
    ["//Day (: ", "SXP1003"],
    ["//Day[@+1]", "SXP2008"],
    ["//Day[@index && 1]", "SXP1010"],
    ["//Day[foo()]", "SXP1012"],
  ])("%j can't run, with %s", (text, code) => {
    expect(codes(text)).toContain(code);
    expect(compile(text, { schema })).not.toHaveProperty("query");
  });

  it("never throws, whatever the text", () => {
    for (const text of ["]", "((((", "\u0000", "💥", "declare", "declare query", "/".repeat(300), "[".repeat(300)])
      expect(compile(text).diagnostics.length).toBeGreaterThan(0);
  });
});

describe("a module", () => {
  const text = `
    import schema "plan.schema.json";
    import data "plan.xml";
    declare query first() := /Plan/Day[1];
    declare query nth($n) := /Plan/Day[$n];
    declare query broken() := /Plan/Day[;
  `;
  it("gives the queries that can run, by name, and what it imports", () => {
    const { queries, imports } = compile(text);
    expect(Object.keys(queries)).toEqual(["first", "nth"]);
    expect(imports.map((found) => found.kind)).toEqual(["Import", "Import"]);
  });
  it("has no query of its own where there are several, unless one is named", () => {
    expect(compile(text)).not.toHaveProperty("query");
    expect(compile(text, { name: "nth" }).query!.plan.parameters.map(({ name }) => name)).toEqual(["n"]);
    expect(compile(text, { name: "zoo" })).not.toHaveProperty("query");
  });
  it("of one query has that", () => {
    expect(compile("declare query only() := /Plan;").query).toBeDefined();
  });
  it("keeps names that objects have anyway", () => {
    const { queries } = compile("declare query constructor() := /Plan; declare query toString() := /Plan;");
    expect(Object.keys(queries)).toEqual(["constructor", "toString"]);
    expect(
      compile("declare query a() := /Plan; declare query b() := /Plan;", { name: "constructor" }),
    ).not.toHaveProperty("query");
  });
});

describe("query", () => {
  it("compiles and runs", async () => {
    expect((await query(tree, "//Day[2]")).map(({ path }) => path)).toEqual(["/Plan/Day[2]"]);
  });
  it("throws all errors with a caret below each", async () => {
    const failure = await query(tree, "/Plan/Dya[@indx = ]", { schema }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompileError);
    const { diagnostics, message, name, text } = failure as CompileError;
    expect([name, text]).toEqual(["CompileError", "/Plan/Dya[@indx = ]"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(["SXP1004", "SXP2001"]));
    expect(message).toContain(
      [
        'query:1:7: error SXP2001: The schema has no node type "Dya". Did you mean "Day"?',
        "  /Plan/Dya[@indx = ]",
        "        ^^^",
      ].join("\n"),
    );
  });
  it("throws for an error that would run, too", async () => {
    await expect(query(tree, "//Day[0]")).rejects.toBeInstanceOf(CompileError);
  });
  it("does not throw for warnings and hints", async () => {
    expect(await query(tree, "//Day[3:2]")).toEqual([]);
  });
});
