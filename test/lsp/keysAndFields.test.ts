import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { applyEdits, applyTo, file, type MarkedDocument, query, textAt } from "./kit.js";

const NO_FILES = { schema: null, data: null };

const renamed = (marked: MarkedDocument, name: string): string | undefined => {
  const renaming = marked.service.rename(marked.document, marked.position, name);
  return renaming?.problem ?? (renaming ? applyTo(marked.document, renaming) : undefined);
};

const places = ({ service, document, position }: MarkedDocument, declarations = true): string[] =>
  service
    .references(document, position, declarations)
    .map(({ range }) => `${textAt(document, range)}@${document.offsetAt(range.start)}`);

describe("keys of groups", () => {
  it("are renamed with every name that means them", () => {
    const text =
      "(//POI)[group by @category as kind][@kind = 'park' or kind = 'x'][order by @kind]/{ @kind, n: count(/POI) }";
    for (const at of [
      text.indexOf("kind]"),
      text.indexOf("kind ="),
      text.indexOf("kind = 'x'"),
      text.indexOf("kind, n"),
    ])
      expect(renamed(query(`${text.slice(0, at)}<|>${text.slice(at)}`), "sort")).toBe(text.replaceAll("kind", "sort"));
  });

  it("that are named after an attribute get a name of their own where they are named", () => {
    expect(renamed(query("(//POI)[group by @category]/@<|>category"), "kind")).toBe(
      "(//POI)[group by @category as kind]/@kind",
    );
    expect(renamed(query("(//POI)[group by category][cate<|>gory = 'x']"), "a b")).toBe(
      '(//POI)[group by category as "a b"][@"a b" = \'x\']',
    );
  });

  it("of groups of groups are one key as long as nothing renames them", () => {
    const text = "(//POI)[group by @category as a, @name][group by @a]/group/@a";
    expect(renamed(query(text.replace("/@a", "/@<|>a")), "b")).toBe(
      "(//POI)[group by @category as b, @name][group by @b]/group/@b",
    );
    expect(renamed(query("(//POI)[group by @category as a][group by @a as n]/@<|>n"), "m")).toBe(
      "(//POI)[group by @category as a][group by @a as m]/@m",
    );
  });

  it("are found from any of their names, the declaration first", () => {
    const text = "(//POI)[group by @category as k][count(/POI) > 1 and @k != '']/@k";
    expect(places(query(text.replace(/k$/, "<|>k")))).toEqual(["k@30", "k@54", "k@64"]);
    expect(places(query(text.replace(/k$/, "<|>k")), false)).toEqual(["k@54", "k@64"]);
    const { service, document, position } = query(text.replace(/k$/, "<|>k"));
    const [link, ...others] = service.definition(document, position);
    expect(textAt(document, link!.targetSelectionRange)).toBe("k");
    expect(document.offsetAt(link!.targetSelectionRange.start)).toBe(30);
    expect(others).toEqual([]);
    expect(service.highlights(document, position)).toHaveLength(3);
  });

  it("named after an attribute follow it when the schema's attribute is renamed, and others don't", () => {
    const schema = '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{"attributes":{"k":{},"n":{}}}}}';
    const text =
      'import schema "s.json";\ndeclare query a() := (//B)[group by @<|>k]/@k;\ndeclare query b() := (//B)[group by @n as k]/@k;';
    const { service, document, position } = file("file:///p/a.sxp", text, { "file:///p/s.json": schema });
    const edit = service.rename(document, position, "key");
    expect(applyEdits(document, edit!.changes![document.uri]!)).toBe(
      'import schema "s.json";\ndeclare query a() := (//B)[group by @key]/@key;\ndeclare query b() := (//B)[group by @n as k]/@k;',
    );
  });

  it("need no schema", () => {
    expect(renamed(query("(//x)[group by @<|>a][@a = 1]", NO_FILES), "b")).toBe("(//x)[group by @a as b][@b = 1]");
    expect(renamed(query("(//x)[group by @a as <|>k]/@k", NO_FILES), "constructor")).toBe(
      "(//x)[group by @a as constructor]/@constructor",
    );
  });

  it("refuse a name that is taken beside them", () => {
    expect(renamed(query("(//POI)[group by @category as <|>k, @name]"), "name")).toBe(
      '"name" is a name beside it already.',
    );
    expect(renamed(query("(//POI)[group by @category as <|>k]/{ @k, n: 1 }"), "n")).toBe(
      '"n" is a name beside it already.',
    );
  });
});

describe("fields of records", () => {
  it("are renamed, and refuse the name of another", () => {
    expect(renamed(query("//Day/{ @date, st<|>ops: count(/POI) }"), "places")).toBe(
      "//Day/{ @date, places: count(/POI) }",
    );
    expect(renamed(query("//Day/{ @date, st<|>ops: count(/POI) }"), "date")).toBe(
      'The record has a field "date" already.',
    );
    expect(renamed(query("//Day/{ a: /POI/{ <|>a: @name, b: 1 } }"), "c")).toBe("//Day/{ a: /POI/{ c: @name, b: 1 } }");
    expect(renamed(query('//Day/{ "a <|>b": 1, c: 2 }'), "ab")).toBe("//Day/{ ab: 1, c: 2 }");
  });

  it("are where they are declared", () => {
    const { service, document, position } = query("//Day/{ st<|>ops: count(/POI) }");
    expect(service.definition(document, position).map((link) => textAt(document, link.targetRange))).toEqual(["stops"]);
    expect(places(query("//Day/{ st<|>ops: count(/POI) }"))).toEqual(["stops@8"]);
  });
});

describe("signature help of lists", () => {
  const help = (marked: string): string | undefined => {
    const { service, document, position } = query(marked);
    const found = service.signatureHelp(document, position);
    const shown = found?.signatures[found.activeSignature ?? 0];
    const parameter = shown?.parameters?.[found?.activeParameter ?? 0];
    if (shown === undefined) return undefined;
    const [start, end] = parameter!.label as [number, number];
    return `${shown.label} | ${shown.label.slice(start, end)}`;
  };

  it.each([
    ["(//POI)[group by <|>", "group by key as name, … | key"],
    ["(//POI)[group by @category as <|>", "group by key as name, … | name"],
    ["(//POI)[group by @category as k, <|>", "group by key as name, … | key"],
    ["(//POI)[order by @name <|>", "order by value direction, … | value"],
    ["(//POI)[order by @name desc<|>", "order by value direction, … | value"],
    ["//Day/{ <|>", "{ name: value, @attribute, … } | name"],
    ["//Day/{ a: <|>", "{ name: value, @attribute, … } | value"],
    ["//Day/{ a: 1, <|>", "{ name: value, @attribute, … } | name"],
    ["//Day/{ a: /POI/{ b: <|>", "{ name: value, @attribute, … } | value"],
  ])("at %s", (marked, expected) => expect(help(marked)).toBe(expected));

  it("is that of a call within them, and none in other brackets", () => {
    expect(help("(//POI)[group by substring(<|>")).toContain("substring(");
    expect(help("//Day/{ a: sum(<|>")).toContain("sum(");
    expect(help("//Day/{ a: /POI[<|>")).toBeUndefined();
    expect(help("//Day[<|>")).toBeUndefined();
  });
});

const DATA = readXml(`<r>${Array.from("aabbcab", (c, i) => `<I c="${c}" n="${i % 3}"/>`).join("")}</r>`);
const resultOf = async (text: string): Promise<unknown> => {
  const { query: compiled } = compile(text);
  if (!compiled) return null;
  const { matches } = await compiled.run(DATA);
  return matches.map(({ group, record, attribute }) => [
    group && [Object.values(group.key), group.members.map(({ path }) => path)],
    record && Object.values(record),
    attribute?.value,
  ]);
};

it("law: a renamed key leaves the groups and what is asked of them as they are", async () => {
  const key = fc.constantFrom("@c", "c", "substring(@c, 1, 1) as s", "@n as c, @c as m", "@n as z");
  const use = fc.constantFrom(
    "[@K = 'a']",
    "[K != '']",
    "[order by @K]",
    "[group by @K]",
    "/{ @K }",
    "/{ z: @K, n: 1 }",
    "/@K",
  );
  const name = fc.constantFrom("q", "z", "a b", "c", "constructor");
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.array(use, { minLength: 1, maxLength: 3 }),
      name,
      fc.nat(),
      async (made, uses, to, pick) => {
        const of = made.match(/\w+$/)![0];
        const end = uses.findIndex((each) => each.startsWith("/"));
        const text = `(//I)[group by ${made}]${uses
          .slice(0, end < 0 ? 3 : end + 1)
          .join("")
          .replaceAll("K", of)}`;
        const places = [...text.matchAll(new RegExp(`(?<=[@[/]|by )${of}\\b`, "g"))].map(({ index }) => index);
        const at = places[pick % places.length]!;
        const { service, document, position } = query(`${text.slice(0, at)}<|>${text.slice(at)}`, NO_FILES);
        const renaming = service.rename(document, position, to);
        if (renaming?.changes === undefined) return;
        const after = applyTo(document, renaming);
        expect(await resultOf(after), `${text} → ${after}`).toEqual(await resultOf(text));
      },
    ),
    { numRuns: runs(1000, 100) },
  );
});
