import { readJson, readXml, type Tree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { pairNodes } from "../../../packages/tree/src/pairs/pairNodes.js";
import { countReads } from "../../runtime/execute/support/countReads.js";

/** Each node of the earlier data as `path before → path after, how`; `-` where it is not there any more. */
function told(before: Tree, after: Tree): string[] {
  const pairing = pairNodes(before, after);
  return Array.from({ length: before.size }, (_, i) => {
    const node = i + 1;
    const partner = pairing.after(node);
    const [path, by] = [before.node(node).path, pairing.by(node)];
    if (partner < 0) return `${path} -`;
    const marks = [pairing.isReparented(node) ? " elsewhere" : "", pairing.isEdited(node, "own") ? " edited" : ""];
    return `${path} ${after.node(partner).path} ${by}${marks.join("")}`;
  });
}

const xml = (before: string, after: string): string[] => told(readXml(before), readXml(after));

describe("identity", () => {
  it("is an id wherever its node stands, whatever it says", () =>
    expect(
      xml(
        '<L><P><T id="1">a</T><T id="2">b</T></P><P><T id="3">c</T></P></L>',
        '<L><P><T id="2">b!</T></P><P><T id="3">c</T><T id="1">a</T></P></L>',
      ),
    ).toEqual([
      "/L /L content",
      "/L/P[1] /L/P[1] content",
      "/L/P[1]/T[1] /L/P[2]/T[2] identity elsewhere",
      "/L/P[1]/T[2] /L/P[1]/T identity edited",
      "/L/P[2] /L/P[2] path",
      "/L/P[2]/T /L/P[2]/T[1] identity",
    ]));

  it.each([["uuid"], ["xml:id"], ["KEY"], ["task_id"], ["taskId"], ["name"], ["title"]])("can be called %s", (name) =>
    expect(
      xml(`<L><Task ${name}="a" n="1"/><Task ${name}="b" n="1"/></L>`, `<L><Task ${name}="b" n="2"/></L>`).slice(1),
    ).toEqual(["/L/Task[1] -", "/L/Task[2] /L/Task identity edited"]),
  );

  it("is a name that is unique among siblings where it is not unique in the data", () =>
    expect(
      xml(
        '<W><D name="Mon"><M name="lunch">a</M><M name="dinner">b</M></D><D name="Tue"><M name="lunch">c</M><M name="dinner">d</M></D></W>',
        '<W><D name="Mon"><M name="dinner">B</M></D><D name="Tue"><M name="dinner">D</M><M name="lunch">C</M></D></W>',
      ).filter((line) => line.includes("/M")),
    ).toEqual([
      "/W/D[1]/M[1] -",
      "/W/D[1]/M[2] /W/D[1]/M identity edited",
      "/W/D[2]/M[1] /W/D[2]/M[2] identity edited",
      "/W/D[2]/M[2] /W/D[2]/M[1] identity edited",
    ]));

  it("of an id is not given up for a place: another id is another node", () =>
    expect(xml('<L><T id="1"/><T id="2"/></L>', '<L><T id="9"/><T id="2"/></L>')).toEqual([
      "/L /L content",
      "/L/T[1] -",
      "/L/T[2] /L/T[2] identity",
    ]));

  it("of a name may change where the rest stays, and is another thing where nothing does", () =>
    expect(
      xml(
        '<L><T name="a" at="x">one</T><T name="b" at="y">two</T><T name="c"/></L>',
        '<L><T name="A" at="x">one</T><T name="B" at="z">2</T><T name="c"/></L>',
      ).slice(1),
    ).toEqual(["/L/T[1] /L/T[1] path edited", "/L/T[2] -", "/L/T[3] /L/T[3] identity"]));

  it("is none where ids were all made anew", () =>
    expect(xml('<L><T id="1">a</T><T id="2">b</T></L>', '<L><T id="7">a</T><T id="8">b</T></L>')).toEqual([
      "/L /L content",
      "/L/T[1] /L/T[1] path edited",
      "/L/T[2] /L/T[2] path edited",
    ]));

  it("of JSON is the same", () => {
    const read = (names: readonly string[]): Tree =>
      readJson(JSON.stringify({ type: "L", children: names.map((name) => ({ type: "T", name })) }));
    expect(told(read(["a", "b", "c"]), read(["c", "b"])).slice(1)).toEqual([
      "/L/T[1] -",
      "/L/T[2] /L/T[2] identity",
      "/L/T[3] /L/T[1] identity",
    ]);
  });
});

describe("content", () => {
  it("finds what follows an insertion in front", () =>
    expect(xml("<L><T>a</T><T>b</T></L>", "<L><T>new</T><T>a</T><T>b</T></L>")).toEqual([
      "/L /L content",
      "/L/T[1] /L/T[2] content",
      "/L/T[2] /L/T[3] content",
    ]));

  it("finds a parent that says nothing by what stands below it", () =>
    expect(
      xml(
        "<L><D><T>a</T></D><D><T>b</T><T>c</T></D><D><T>d</T></D></L>",
        "<L><D><T>c</T><T>new</T></D><D><T>d</T></D></L>",
      ),
    ).toEqual([
      "/L /L content",
      "/L/D[1] -",
      "/L/D[1]/T -",
      "/L/D[2] /L/D[1] content",
      "/L/D[2]/T[1] -",
      "/L/D[2]/T[2] /L/D[1]/T[1] content",
      "/L/D[3] /L/D[2] content",
      "/L/D[3]/T /L/D[2]/T content",
    ]));

  it("of a parent that says something else is what more than half of its children say", () => {
    const before = '<L><D n="1"><T>a</T><T>b</T><T>c</T></D></L>';
    const days = (after: string): string[] => xml(before, after).filter((line) => /D(?:\[\d\])? /.test(line));
    expect(days('<L><D n="0"/><D n="2"><T>a</T><T>b</T></D></L>')).toEqual(["/L/D /L/D[2] content edited"]);
    expect(days('<L><D n="0"/><D n="2"><T>a</T></D></L>')).toEqual(["/L/D /L/D[1] path edited"]);
  });

  it("finds what moved to another parent where it is alone with what it says", () =>
    expect(
      xml(
        '<L><D n="1"><T>a</T><T>b</T></D><D n="2"><T>c</T></D></L>',
        '<L><D n="1"><T>b</T></D><D n="2"><T>c</T><T>a</T></D></L>',
      ).filter((line) => line.includes("/T")),
    ).toEqual([
      "/L/D[1]/T[1] /L/D[2]/T[2] content elsewhere",
      "/L/D[1]/T[2] /L/D[1]/T content",
      "/L/D[2]/T /L/D[2]/T[1] content",
    ]));

  it("of equal siblings pairs as many as there are", () =>
    expect(
      xml("<L><T>x</T><T>x</T><T>y</T></L>", "<L><T>y</T><T>x</T></L>").filter((line) => line.endsWith("-")),
    ).toEqual([expect.stringMatching(/^\/L\/T\[[12]\] -$/)]));
});

describe("path", () => {
  it("a field belongs to its parent, although another parent has one that says the same", () =>
    expect(
      xml(
        '<L><T id="1"><status>done</status></T><T id="2"><status>open</status></T></L>',
        '<L><T id="1"><status>open</status></T><T id="2"><status>done</status></T></L>',
      ).filter((line) => line.includes("status")),
    ).toEqual(["/L/T[1]/status /L/T[1]/status path edited", "/L/T[2]/status /L/T[2]/status path edited"]));

  it("a node that says something else is the one between the same neighbours", () =>
    expect(xml("<L><T>a</T><T>b</T><T>c</T></L>", "<L><T>new</T><T>a</T><T>B</T><T>c</T></L>").slice(1)).toEqual([
      "/L/T[1] /L/T[2] content",
      "/L/T[2] /L/T[3] path edited",
      "/L/T[3] /L/T[4] content",
    ]));

  it("is no path between different roots", () =>
    expect(xml("<A><T>a</T></A>", "<B><T>a</T></B>")).toEqual(["/A -", "/A/T -"]));
});

describe("what pairing costs in reads of the trees", () => {
  /** So many days with four stops each; every seventh day is gone in the later data, and every eleventh says something else. */
  const trip = (days: number, isLater: boolean, stop: (day: number, k: number) => string): Tree => {
    const day = (i: number): string =>
      isLater && i % 7 === 0
        ? ""
        : `<Day n="${isLater && i % 11 === 0 ? "new" : i}">${[0, 1, 2, 3].map((k) => stop(i, k)).join("")}</Day>`;
    return readXml(`<Plan>${Array.from({ length: days }, (_, i) => day(i)).join("")}</Plan>`);
  };

  it.each([
    ["with identities", (i: number, k: number) => `<POI id="${i}-${k}"/>`],
    ["with content", (i: number, k: number) => `<POI>stop ${i} ${k}</POI>`],
    ["with the same content again and again", (_: number, k: number) => `<POI>stop ${k}</POI>`],
    ["that say nothing", () => "<POI/>"],
  ])("grows as the data %s does", (_, stop) => {
    const readsOf = (days: number): number => {
      const [before, after] = [countReads(trip(days, false, stop)), countReads(trip(days, true, stop))];
      pairNodes(before.tree, after.tree);
      return before.reads() + after.reads();
    };
    expect(readsOf(1600) / readsOf(400)).toBeLessThan(4.4);
  });
});
