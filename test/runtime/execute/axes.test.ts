import { describe, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds } = examplesOn(`
<Plan>
  <Day>
    <POI><Note/></POI>
    <Meal/>
    <POI/>
  </Day>
  <Day>
    <Meal><Note/></Meal>
  </Day>
</Plan>`);

describe("axes", () => {
  it.each<[string, string[]]>([
    ["/Plan", ["/Plan"]],
    ["/Day", []],
    ["/Plan/child::Day", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    ["//Note", ["/Plan/Day[1]/POI[1]/Note", "/Plan/Day[2]/Meal/Note"]],
    ["/descendant::Note", ["/Plan/Day[1]/POI[1]/Note", "/Plan/Day[2]/Meal/Note"]],
    ["/Plan/descendant-or-self::Plan", ["/Plan"]],
    ["//Meal/self::Meal", ["/Plan/Day[1]/Meal", "/Plan/Day[2]/Meal"]],
    ["//Meal/self::POI", []],
    ["//Note/parent::POI", ["/Plan/Day[1]/POI[1]"]],
    ["//Note/parent::*", ["/Plan/Day[1]/POI[1]", "/Plan/Day[2]/Meal"]],
    ["//Note/ancestor::Day", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    ["/Plan/Day[2]/Meal/Note/ancestor::*", ["/Plan", "/Plan/Day[2]", "/Plan/Day[2]/Meal"]],
    ["//Note/ancestor-or-self::Note", ["/Plan/Day[1]/POI[1]/Note", "/Plan/Day[2]/Meal/Note"]],
    ["/Plan/Day[1]/POI[1]/following-sibling::*", ["/Plan/Day[1]/Meal", "/Plan/Day[1]/POI[2]"]],
    ["/Plan/Day[1]/POI[2]/preceding-sibling::POI", ["/Plan/Day[1]/POI[1]"]],
    ["/Plan/Day[1]/Meal/following::Note", ["/Plan/Day[2]/Meal/Note"]],
    ["/Plan/Day[2]/Meal/preceding::Note", ["/Plan/Day[1]/POI[1]/Note"]],
    ["/Plan/Day[2]/preceding::Meal", ["/Plan/Day[1]/Meal"]],
    ["/Plan/following::*", []],
    ["/Plan/preceding::*", []],
  ])("%s", (text, paths) => finds(text, paths));
});

describe("node tests", () => {
  it.each<[string, string[]]>([
    ["/Plan/Day[1]/*", ["/Plan/Day[1]/POI[1]", "/Plan/Day[1]/Meal", "/Plan/Day[1]/POI[2]"]],
    ["/Plan/Day/(POI|Note)", ["/Plan/Day[1]/POI[1]", "/Plan/Day[1]/POI[2]"]],
    ["/Plan/Day/(Meal|Zoo)", ["/Plan/Day[1]/Meal", "/Plan/Day[2]/Meal"]],
    ["//Zoo", []],
    ["/Plan/Zoo/*", []],
  ])("%s", (text, paths) => finds(text, paths));
});

describe("steps without a node test", () => {
  it.each<[string, string[]]>([
    ["//Note/..", ["/Plan/Day[1]/POI[1]", "/Plan/Day[2]/Meal"]],
    ["//Note/../..", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    ["//Meal/.", ["/Plan/Day[1]/Meal", "/Plan/Day[2]/Meal"]],
    ["/./Plan", ["/Plan"]],
    ["/Plan/..", []],
    ["/Plan/../Plan", ["/Plan"]],
    ["/..", []],
    ["/Plan/Day[1]//..", ["/Plan", "/Plan/Day[1]", "/Plan/Day[1]/POI[1]"]],
    ["/Plan/Day[2]//.", ["/Plan/Day[2]", "/Plan/Day[2]/Meal", "/Plan/Day[2]/Meal/Note"]],
  ])("%s", (text, paths) => finds(text, paths));
});

describe("`//` before an explicit axis is descendant-or-self::node() and then that axis", () => {
  it.each<[string, string[]]>([
    ["//child::Meal", ["/Plan/Day[1]/Meal", "/Plan/Day[2]/Meal"]],
    ["//self::Plan", ["/Plan"]],
    ["/Plan//self::Day", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    ["//parent::Day", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    ["//child::Day[2]", ["/Plan/Day[2]"]],
    ["//child::POI[1]", ["/Plan/Day[1]/POI[1]"]],
    ["//following-sibling::Meal", ["/Plan/Day[1]/Meal"]],
  ])("%s", (text, paths) => finds(text, paths));
});

it("a node that several contexts reach is there once", () => finds("//*/ancestor::Plan", ["/Plan"]));

it("a type that the data does not have, behind several contexts, finds nothing", () => finds("//Day/Zoo/POI", []));
