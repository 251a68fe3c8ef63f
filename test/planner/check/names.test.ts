import { applyEdits } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { checksWith, checkText, marked, schemaOf } from "./marked.js";
import { trip } from "./trip.js";

const { expectReports, expectFixes, expectClean } = checksWith(trip);

describe("SXP2001, an unknown node type", () => {
  test("is reported with the nearest name", () =>
    expectReports(marked`/Itinerary/${"Dya"}`, 'SXP2001 The schema has no node type "Dya". Did you mean "Day"?'));
  test("silences the steps and brackets behind it", () =>
    expectReports(
      marked`/Itinerary/${"Spaceship"}/*[@nights = "x"][@+1]/@b`,
      'SXP2001 The schema has no node type "Spaceship".',
    ));
  test("does not hide a second mistake", () =>
    expectReports(
      marked`/Itinerary/${"Dya"}/POI[${"@nmae"} = "x"]`,
      'SXP2001 The schema has no node type "Dya". Did you mean "Day"?',
      'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?',
    ));
  test("may be one of several", () =>
    expectReports(
      marked`//(POI|${"Restaurent"})[@stras = 1]`,
      'SXP2001 The schema has no node type "Restaurent". Did you mean "Restaurant"?',
    ));
  test("may be the name of an attribute", () => {
    expectReports(
      marked`/Itinerary/Task/${"status"}`,
      'SXP2001 The schema has no node type "status". Did you mean "@status"?',
    );
    expectFixes("/Itinerary/Task/status", "/Itinerary/Task/@status");
  });
  test("may be a field that is taken for a node", () => {
    expectReports(
      marked`//Task/${"status"}[. =~ "late"]`,
      'SXP2001 "status" is a field of "Task", not a node type. Write it in a bracket: //Task[status =~ "late"]',
    );
    expectFixes('//Task/status[. =~ "late"]', '//Task[status =~ "late"]');
    expectFixes("//Task[1]/status[node =~ $p > 0.5]", "//Task[1][status =~ $p > 0.5]");
    expectFixes('//Task/status[text() =~ "a ""b"" c"]', '//Task[status =~ "a ""b"" c"]');
    expectFixes('//Itinerary[avg(/Task/status[. =~ "x"])]', '//Itinerary[avg(/Task[status =~ "x"])]');
    expectFixes('//status[. =~ "late"]', '//Task[status =~ "late"]');
  });
  test("may be an attribute that is taken for a node", () => {
    expectReports(
      marked`//POI/${"name"}[. =~ "lake"]`,
      'SXP2001 "name" is an attribute of "POI", not a node type. Write it in a bracket: //POI[@name =~ "lake"]',
    );
    expectFixes('//POI/name[. =~ "lake"]', '//POI[@name =~ "lake"]');
  });
  test.each([
    ['//Task/status[. =~ "x"][1]', "//Task[status"],
    ['//Task/status[. =~ "x"]/..', "//Task[status"],
    ['//Task/child::status[. =~ "x"]', "//Task[status"],
    ['//Task[avg(/status[. =~ "x"])]', " Task[status"],
    ['//Version/../status[. =~ "x"]', "/Task[status"],
    ['//name[. =~ "x"]', "//POI[@name"],
  ])("a field in %s is told without a fix", (text, write) => {
    const [first] = checkText(text, trip).diagnostics;
    expect(first).toMatchObject({ code: "SXP2001", fixes: [] });
    expect(first!.message).toContain(`Write it in a bracket:${write.startsWith(" ") ? "" : " "}${write}`);
  });
  test("that is an alias or a former name is the type, and so is that of an attribute", () => {
    const renamed = schemaOf(
      '{"version":1,"roots":["Trip"],"types":{"Trip":{"children":{"Place":{},"Stopp":{}}},"Stopp":{},"Place":{"aliases":["Stop","constructor"],"attributes":{"price":{"type":"number","aliases":["cost"]}}}}}',
    );
    for (const [text, message, fixed] of [
      ["//Stop", 'The schema has no node type "Stop". Did you mean "Place"?', "//Place"],
      ["//constructor", 'The schema has no node type "constructor". Did you mean "Place"?', "//Place"],
      ["//Place[@cost > 5]", '"Place" has no attribute "cost". Did you mean "price"?', "//Place[@price > 5]"],
      ["//Place[cost > 5]", '"Place" has no attribute "cost". Did you mean "price"?', "//Place[price > 5]"],
    ] as const) {
      const { diagnostics } = checkText(text, renamed);
      expect(diagnostics.map((one) => one.message)).toEqual([message]);
      expect(applyEdits(text, diagnostics[0]!.fixes[0]!.edits)).toBe(fixed);
    }
  });
  test("may stand in an evidence path", () =>
    expectReports(
      marked`//Day[avg(/${"POIs"}[node =~ "x"])]`,
      'SXP2001 The schema has no node type "POIs". Did you mean "POI"?',
    ));
  test("is no property that every object has", () =>
    expectReports(marked`//${"constructor"}`, 'SXP2001 The schema has no node type "constructor".'));
  test("is not reported without a schema", () => checksWith(null).expectClean("/Foo/Bar[@x = 1]/@y"));
});

describe("SXP2002, a type out of reach", () => {
  test("is reported with the shortest way down", () => {
    expectReports(marked`/Itinerary/${"POI"}`, 'SXP2002 "Itinerary" has no child "POI". Write "/Day/POI" to reach it.');
    expectFixes("/Itinerary/POI", "/Itinerary/Day/POI", "/Itinerary//POI");
  });
  test("may be the first step", () => {
    expectReports(
      marked`/${"Day"}/POI`,
      'SXP2002 The root is "Itinerary", not "Day". Write "/Itinerary/Day" to reach it.',
    );
    expectFixes("/Day/POI", "/Itinerary/Day/POI", "//Day/POI");
  });
  test("may be above", () => {
    expectReports(
      marked`//Review/${"Day"}`,
      'SXP2002 "Review" has no child "Day". Write "/ancestor::Day" to reach it.',
    );
    expectFixes("//Review/Day", "//Review/ancestor::Day");
  });
  test("may be beside", () =>
    expectReports(
      marked`//POI//${"Restaurant"}`,
      'SXP2002 "POI" has no descendant "Restaurant". Write "/../Restaurant" to reach it.',
    ));
  test("may be meant of the whole tree, as XPath reads it", () => {
    expectReports(
      marked`//POI[@price = min(//${"POI"}/@price)]`,
      'SXP2002 "POI" has no descendant "POI". Write "root()//POI" to reach it.',
    );
    expectFixes(
      "//POI[@price = min(//POI/@price)]",
      "//POI[@price = min(root()//POI/@price)]",
      "//POI[@price = min(/../POI/@price)]",
    );
  });
  test("may be nowhere near; then the nearest names that are there", () =>
    expectReports(marked`//Version/parent::${"Day"}`, 'SXP2002 "Version" has no parent "Day".'));
  test("counts the axis", () => {
    expectReports(
      marked`//Day/following-sibling::${"POI"}`,
      'SXP2002 "Day" has no following sibling "POI". Write "/POI" to reach it.',
    );
    expectReports(marked`//Day/self::${"POI"}`, 'SXP2002 "Day" is not "POI". Write "/POI" to reach it.');
    expectClean("//POI/following-sibling::Restaurant/preceding::Task");
  });
  test("is one message, and the path goes on behind it", () =>
    expectReports(
      marked`/Itinerary/${"POI"}/Review`,
      'SXP2002 "Itinerary" has no child "POI". Write "/Day/POI" to reach it.',
    ));
  test("may stand in an evidence path of a union", () =>
    expectReports(
      marked`(//Day|//Task)[exists(/${"Itinerary"})]`,
      'SXP2002 "Day" or "Task" has no child "Itinerary". Write "/ancestor::Itinerary" to reach it.',
    ));
});

describe("SXP2003 and SXP2004, attributes and fields", () => {
  test("unknown on the only type", () => {
    expectReports(marked`//POI[${"@nmae"} = "x"]`, 'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?');
    expectReports(marked`//POI/${"@nmae"}`, 'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?');
    expectReports(marked`//POI[${"@nmae"} =~ "x"]`, 'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?');
    expectReports(
      marked`//POI[contains(${"@nmae"}, "x")]`,
      'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?',
    );
    expectReports(marked`//POI[${"@nmae"}]`, 'SXP2003 "POI" has no attribute "nmae". Did you mean "name"?');
  });
  test("a field may be an attribute or a child type", () => {
    expectClean('//Task[note =~ "call"][status = "Todo"][@status = "Todo"][Version]');
    expectReports(marked`//Task[${"nite"} =~ "call"]`, 'SXP2003 "Task" has no attribute "nite". Did you mean "note"?');
  });
  test("a child type is no attribute", () => {
    expectReports(marked`//Task[${"@note"} =~ "call"]`, 'SXP2003 "Task" has no attribute "note". Did you mean "note"?');
    expectFixes('//Task[@note =~ "call"]', '//Task[note =~ "call"]');
  });
  test("on some types it is a warning", () => {
    expectReports(
      marked`//Day/*[${"@price"} < 10]`,
      'SXP2004 "Restaurant" has no attribute "price", so it never matches there.',
    );
    expect(checkText("//Day/*[@price < 10]", trip).diagnostics[0]!.severity).toBe("warning");
  });
  test("a bare existence test asks just that", () => expectClean("//Day/*[@price and not(@stars)]"));
  test("behind // it belongs to any node below", () => expectClean("/Itinerary/Task//@status"));
  test("with a set of types that all have it, nothing is reported", () => expectClean('//Day/*[@name = "x"]/@name'));
});
