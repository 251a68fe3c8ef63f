import { describe, test } from "vitest";
import { checksWith, marked, parameter } from "./marked.js";
import { trip } from "./trip.js";

const { expectReports, expectFixes, expectClean } = checksWith(trip);

describe("SXP2006, position 0", () => {
  test("as an index", () => {
    expectReports(marked`//POI[${"0"}]`, 'SXP2006 "0" selects nothing: positions count from 1. Did you mean "1"?');
    expectFixes("//POI[0]", "//POI[1]");
  });
  test("in a range", () => {
    expectReports(marked`//POI[${"0"}:3]`, 'SXP2006 "0" selects nothing: positions count from 1. Did you mean "1"?');
    expectReports(marked`//POI[2:${"0"}]`, 'SXP2006 "0" selects nothing: positions count from 1. Did you mean "-1"?');
  });
  test("as an offset", () => {
    expectReports(marked`//POI[1][${"@+0"}]`, 'SXP2006 "@+0" goes nowhere: offsets count from 1. Did you mean "@+1"?');
    expectFixes("//POI[1][@-0]", "//POI[1][@-1]");
  });
});

describe("SXP2007, parameters", () => {
  const declared = checksWith(trip, [parameter("topic", "string"), parameter("count", "number"), parameter("any")]);
  test("unknown, with the nearest", () => {
    declared.expectReports(
      marked`//POI[node =~ ${"$topc"}]`,
      'SXP2007 The parameter "$topc" is not declared. Did you mean "$topic"?',
    );
    declared.expectFixes("//POI[node =~ $topc]", "//POI[node =~ $topic]");
  });
  test("of the wrong type", () => {
    declared.expectReports(
      marked`//POI[node =~ ${"$count"}]`,
      'SXP2007 The parameter "$count" is a number, but a string is needed here.',
    );
    declared.expectReports(
      marked`//POI[${"$topic"}:$count]`,
      'SXP2007 The parameter "$topic" is a string, but a number is needed here.',
    );
    declared.expectReports(
      marked`//POI[contains(@name, ${"$count"})]`,
      'SXP2007 The parameter "$count" is a number, but a string is needed here.',
    );
    declared.expectReports(
      marked`//POI[node =~ $topic >= ${"$topic"}]`,
      'SXP2007 The parameter "$topic" is a string, but a number is needed here.',
    );
    declared.expectReports(
      marked`//POI[position() < ${"$topic"}]`,
      'SXP2007 The parameter "$topic" is a string, but a number is needed here.',
    );
  });
  test("of the wrong type for an attribute", () =>
    declared.expectReports(
      marked`//Day[@date > ${"$count"}]`,
      'SXP2007 The parameter "$count" is a number, but a string is needed here.',
    ));
  test("of the right type, or of none", () =>
    declared.expectClean(
      "//POI[node =~ $topic][@name = $topic][@price < $count][count(/Review) > $any][starts-with(@name, $any)]",
    ));
  test("any is allowed in a bare query", () => expectClean("//POI[node =~ $topic >= $x][$k]/.."));
});

describe("SXP2008, an offset without anchor", () => {
  test("in a step", () => {
    expectReports(
      marked`//POI${"[@+1]"}`,
      'SXP2008 "[@+1]" has no bracket before it to move from. Put one before it, e.g. [1][@+1].',
    );
    expectFixes("//POI[@+1]", "//POI[1][@+1]");
  });
  test("in a group whose paths have none either", () => {
    expectReports(
      marked`(//POI)${"[@+1]"}`,
      'SXP2008 "[@+1]" has no bracket before it to move from. Put one before it, e.g. [1][@+1].',
    );
    expectClean("(//POI[1])[@+1]");
    expectClean("((//POI)[1])[@+1]");
  });
  test("behind any bracket it has one", () => expectClean('//POI[node =~ "lunch"][@-1]'));
});

describe("SXP3001, always empty", () => {
  const backwards = (text: string) => `SXP3001 "${text}" never selects anything: its end is before its start.`;
  test("ranges that end before they start", () => {
    expectReports(marked`//POI${"[3:2]"}`, backwards("[3:2]"));
    expectReports(marked`//POI${"[-1:-4]"}`, backwards("[-1:-4]"));
    expectClean("//POI[3:-2]");
    expectClean("//POI[-5:7]");
    expectClean("//POI[-4:-1]");
    expectClean("//POI[2:2]");
  });
  test("positions beyond the occurrences of the schema", () => {
    const most = '"Day" has at most 20 "POI"';
    expectReports(marked`//Day/POI${"[21]"}`, `SXP3001 "[21]" never selects anything: ${most}.`);
    expectReports(marked`//Day/POI${"[-21]"}`, `SXP3001 "[-21]" never selects anything: ${most}.`);
    expectReports(marked`//Day/POI${"[21:]"}`, `SXP3001 "[21:]" never selects anything: ${most}.`);
    expectReports(marked`/Itinerary${"[2]"}`, 'SXP3001 "[2]" never selects anything: a tree has 1 root.');
    expectClean("//Day/POI[20]");
    expectClean("//Day/*[21]");
    expectClean("/Itinerary//POI[21]");
    expectClean("//Day/POI[15:30]");
  });
  test("positions beyond an earlier one", () => {
    expectReports(marked`//POI[1]${"[2]"}`, 'SXP3001 "[2]" never selects anything: at most 1 node is left here.');
    expectReports(marked`(//POI)[1:5]${"[6]"}`, 'SXP3001 "[6]" never selects anything: at most 5 nodes are left here.');
    expectClean("//POI[-3:][3]");
  });
  test("a step to nothing", () => {
    expectReports(marked`//Review/${"*"}/@x`, 'SXP3001 "/*" never selects anything: "Review" has no child nodes.');
    expectReports(marked`/Itinerary/../${".."}`, 'SXP3001 "/.." never selects anything: the document has no parent.');
    expectClean("/Itinerary/../Itinerary/Day/../..");
  });
  test("an offset from nodes without siblings", () =>
    expectReports(
      marked`/Itinerary[1]${"[@+1]"}`,
      'SXP3001 "[@+1]" never selects anything: "Itinerary" has no siblings.',
    ));
});

describe("SXP3002, a position by rank", () => {
  const hint = (text: string) =>
    `SXP3002 "${text}" comes after a relevance, so it picks by rank and not by place. Move it before the relevance to pick by place.`;
  test("in a step, with a fix that moves it", () => {
    expectReports(marked`//POI[node =~ "museum"]${"[2]"}`, hint("[2]"));
    expectReports(marked`//POI[@name][node =~ "museum"][@price]${"[1:$k]"}`, hint("[1:$k]"));
    expectFixes('//POI[@name][node =~ "museum"][@price][2]', '//POI[@name][2][node =~ "museum"][@price]');
    expectReports(marked`//POI[node =~ "museum"]${"[last()]"}`, hint("[last()]"));
  });
  test("in a group that has the relevance itself", () =>
    expectReports(marked`(//POI)[node =~ "museum"]${"[1:5]"}`, hint("[1:5]")));
  test("not for the best of a group", () => expectClean('(//POI[node =~ "museum"])[1:5]'));
  test("not behind a comparison, which is crisp", () => expectClean('//POI[node =~ "museum" >= 0.5][2]'));
  test("not before the relevance", () => expectClean('//POI[2][node =~ "museum"]'));
});

describe("SXP3004, a range that keeps everything", () => {
  test.each(["[1:]", "[:-1]", "[1:-1]", "[position()]"])("%s", (range) => {
    expectReports(marked`//POI[@name]${range}`, `SXP3004 "${range}" keeps every node.`);
    expectFixes(`//POI[@name]${range}`, "//POI[@name]");
  });
  test("unless an offset needs it", () => {
    expectClean("//POI[1:][@+1]");
    expectClean("//POI[position()][@+1]");
  });
});
