import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds, weighs, gives } = examplesOn(`
<Tasks>
  <Task id="a" status="Todo"><note>20 eggs</note><note>80 apples</note></Task>
  <Task id="b"><status>Done</status><note>50 pears</note></Task>
  <Task id="c" status=""><status>Todo</status></Task>
  <Task id="d"><status>To <b>do</b></status></Task>
</Tasks>`);

const task = (...ids: string[]): string[] => ids.map((id) => `/Tasks/Task[${"abcd".indexOf(id) + 1}]`);

describe("a field", () => {
  it.each<[string, string[]]>([
    ['//Task[status = "Todo"]', task("a")],
    ['//Task[status = "Done"]', task("b")],
    ['//Task[status = ""]', task("c")],
    ['//Task[status = "To do"]', task("d")],
    ["//Task[status]", task("a", "b", "c", "d")],
    ["//Task[@status]", task("a", "c")],
    ['//Task[@status = "Done"]', []],
    ['//Task[note = "80 apples"]', task("a")],
    ['//Task[note != "80 apples"]', task("a", "b")],
    ['//Task[contains(note, "app")]', task("a")],
    ['//Task[not(contains(note, "app"))]', task("b", "c", "d")],
    ['//Task[starts-with(note, "50")]', task("b")],
    ['//Task[ends-with(note, "s")]', task("a", "b")],
    ['//Task[contains-token(note, " apples ")]', task("a")],
    ['//Task[contains-token(note, "APPLES", "case-insensitive")]', task("a")],
    ['//Task[contains-token(note, "apple")]', []],
    ['//Task[contains-token(note, "80 apples")]', []],
    ['//Task[contains-token(@status, "")]', []],
    ["//Task[zoo]", []],
    ['//Task[zoo != "x"]', []],
  ])("%s", (text, paths) => finds(text, paths));
  it("of several children has the best relevance", () =>
    weighs('//Task[note =~ "fruit"]', [
      [task("a")[0]!, 0.8],
      [task("b")[0]!, 0.5],
    ]));
  it("that is an attribute is scored as that alone", () => weighs('//Task[status =~ "x"]', []));
});

describe("values of a node", () => {
  it("the document has no name", async () => {
    const { value } = await compile("name()").query!.run(readXml("<a/>"));
    expect(value).toBe("");
  });
  it.each<[string, string[]]>([
    ['/Tasks/*[name() = "Task"][1]', task("a")],
    ['/Tasks/*[name() != "Task"]', []],
    ['/Tasks/*[contains(name(), "ask")]', task("a", "b", "c", "d")],
    ["/Tasks/*[name()]", task("a", "b", "c", "d")],
    ["//Task[count(/note) = 2]", task("a")],
    ["//Task[count(/note) >= 1]", task("a", "b")],
    ["//Task[count(//b) > 0]", task("d")],
    ["//Task[exists(/note)]", task("a", "b")],
    ["//Task[not(exists(/note))]", task("c", "d")],
    ["//Task[exists(/following-sibling::Task[@id = 'c'])]", task("a", "b")],
    ["//Task[exists(/@status)]", task("a", "c")],
    ["//Task[count(/@status) = 0]", task("b", "d")],
  ])("%s", (text, paths) => finds(text, paths));
});

describe("attribute results", () => {
  it("have values in document order", () => gives("//Task/@id", ["a", "b", "c", "d"]));
  it("leave out nodes without the attribute", () => gives("//Task/@status", ["Todo", ""]));
  it("of all nodes below", () => gives("/Tasks//@id", ["a", "b", "c", "d"]));
  it("of the nodes that a // starts from, too", () => gives('//Task[@id = "a"]//@status', ["Todo"]));
  it("have paths that find them", () => finds("//Task[2]/@id", ["/Tasks/Task[2]/@id"]));
  it("of a name that no node has", () => gives("//Task/@zoo", []));
  it("are in rank order behind a relevance", () => gives('//Task[note =~ "x"]/@id', ["a", "b"]));
  it("are joined by a union, each once", () => gives('//Task[1]/@id | //Task[@id = "a"]/@id', ["a"]));
  it("stand beside nodes in a union", () => gives("//Task[1]/@id | //Task[2]/@id", ["a", "b"]));
  it("are counted in a group", () => gives("(//Task/@id)[-1]", ["d"]));
});

describe("what can't be computed is no error where no node wants it", () => {
  it.each([
    "//Zoo[sum(root()//note) > 1]",
    "//Zoo[order by sum(root()//note)]",
    "//Zoo[exists(root()//Task[sum(/note) > 1])]",
    "//Zoo[agg_max(root()//Task[sum(/note) > 1])]",
    "//Task[zoo][1][sum(root()//note) > 1]",
  ])("%s", (text) => finds(text, []));
});
