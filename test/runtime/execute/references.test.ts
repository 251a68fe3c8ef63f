import { compile, readJson, readXml, type Tree } from "@semantic-xpath/runtime";
import { evaluateXPathToNodes } from "fontoxpath";
import { type Attr, type Node, parseXmlDocument } from "slimdom";
import { describe, expect, test } from "vitest";

async function pathsOf(text: string, tree: Tree): Promise<string[]> {
  const { query, diagnostics } = compile(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (await query!.run(tree)).matches.map(({ path }) => path);
}

const XML = `<M>
  <T id="a"/><T id="b c"/><T id="c"/><E id="c" ref="b"/>
  <N ref="a"/><N ref="c a  c"/><N ref="b c"/><N ref="gone"/><N ref=""/><N>a <r>c</r></N><N r="c"/>
</M>`;

describe("id(…)", () => {
  const tree = readXml(XML);
  test.each<[string, string[]]>([
    ["//N[1]/id(@ref)", ["/M/T[1]"]],
    ["//N[2]/id(@ref)", ["/M/T[1]", "/M/T[3]"]],
    ["//N[3]/id(@ref)", ["/M/T[2]"]],
    ["//N[4]/id(@ref)", []],
    ["//N[5]/id(@ref)", []],
    ["//N[6]/id(text())", ["/M/T[1]"]],
    ["//N[6]/id(.)", ["/M/T[1]", "/M/T[3]"]],
    ["//N/id(r)", ["/M/T[3]"]],
    ["//N/id(@ref)", ["/M/T[1]", "/M/T[2]", "/M/T[3]"]],
    ["//N/id(@ref)[1]", ["/M/T[1]", "/M/T[2]"]],
    ["(//N/id(@ref))[-1]", ["/M/T[3]"]],
    ["//E/id(@ref)", []],
    ['/M/id("c a")', ["/M/T[1]", "/M/T[3]"]],
    ['//N[exists(/id(@ref)/self::T[@id = "c"])]', ["/M/N[2]"]],
    ["//T except //N/id(@ref)", []],
  ])("%s", async (text, paths) => expect(await pathsOf(text, tree)).toEqual(paths));

  test("takes a parameter, also a number", async () => {
    const json = readJson('{ "type": "M", "children": [{ "type": "T", "id": 7 }] }');
    const { query } = compile("/M/id($k)");
    for (const k of [7, "7"]) expect((await query!.run(json, { params: { k } })).matches).toHaveLength(1);
  });

  test("says why it leads nowhere", async () => {
    const { query } = compile("//N/id(@ref)");
    const { trace } = await query!.run(tree, { trace: true });
    const dropped = trace!.operators.find(({ text }) => text.startsWith("id("))!.dropped;
    expect(dropped.map(({ path, detail }) => `${path} ${detail}`)).toEqual([
      '/M/N[4] no node has the id "gone"',
      "/M/N[5] it names no id",
      "/M/N[6] it has no @ref",
      "/M/N[7] it has no @ref",
    ]);
    const nothing = await compile("//T/id(@ref)").query!.run(readXml("<M><T ref='a'/></M>"));
    expect(nothing.stats.empty?.message).toBe('The data has no ids: no node has an attribute "id" or "xml:id".');
  });
});

test("knows the ids of XML", async () =>
  expect(await pathsOf("//N/id(@ref)", readXml('<M><T xml:id="a"/><N ref="a"/></M>'))).toEqual(["/M/T"]));

test("agrees with another engine", async () => {
  const xml = `<M><T id="a"/><T id="b"/><N ref="b a"/><N ref=" a "/><N ref="x"/><N>b</N></M>`;
  const document = parseXmlDocument(xml);
  const numbers = new Map<Node, number>(document.getElementsByTagName("*").map((element, i) => [element, i + 1]));
  const theirs = (xpath: string): number[] =>
    evaluateXPathToNodes(xpath, document).map((node) => numbers.get(node as unknown as Node | Attr)!);
  const tree = readXml(xml);
  const ours = async (text: string) => (await compile(text).query!.run(tree)).matches.map(({ id }) => id);
  for (const [sxp, xpath] of [
    ["//N/id(@ref)", "//N/id(@ref)"],
    ["//N[1]/id(@ref)", "//N[1]/id(@ref)"],
    ["//N/id(.)", "//N/id(.)"],
    ['/M/id("b a x")', 'id("b a x")'],
  ] as const)
    expect(await ours(sxp), sxp).toEqual(theirs(xpath));
});
