import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyFix,
  closeEditors,
  editorOf,
  hover,
  labelsOf,
  noSquiggle,
  openFile,
  quickFixes,
  rename,
  saved,
  squiggle,
  suggestions,
} from "../support/editor.js";
import { command } from "../support/palette.js";
import { problems } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("language");
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const IMPORTS = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n\n';

/** A new module beside the itinerary, opened with the cursor at the mark. */
async function write(file: string, marked: string): Promise<string> {
  const path = `itinerary/${file}`;
  vscode.write(path, IMPORTS + marked.replace("<|>", ""));
  await openFile(vscode, path, IMPORTS + marked);
  return path;
}

describe("while a query is written", () => {
  it("a wrong name is underlined, and its fix is applied", async () => {
    const file = await write("fix.sxp", 'declare query lunches() := /Itinerary/Day/Rest<|>urant[@meal = "lunch"];\n');
    await squiggle(vscode.page, file);
    const listed = await problems(vscode.page);
    await listed.filter({ hasText: "Resturant" }).first().waitFor();
    await vscode.shot("a wrong name");
    await openFile(vscode, file, "Rest<|>urant");
    const titles = await quickFixes(vscode.page);
    await vscode.shot("its fixes");
    await applyFix(vscode.page, titles[0]!);
    await saved(vscode, file, '/Itinerary/Day/Restaurant[@meal = "lunch"]');
    await noSquiggle(vscode.page, file);
  });

  it("a step is completed with what the schema has there", async () => {
    const file = await write("step.sxp", "declare query a() := <|>\n");
    await vscode.page.keyboard.type("/Itinerary/Day/", { delay: 20 });
    const list = vscode.page.locator(".suggest-widget.visible");
    const labels = await until(
      "the children of a day",
      () => labelsOf(list),
      (found) => found.includes("Restaurant"),
    );
    expect(labels.slice(0, 2)).toEqual(["POI", "Restaurant"]);
    await vscode.shot("steps");
    await vscode.page.keyboard.type("Res");
    await until(
      "the one that begins so",
      () => labelsOf(list),
      ([first]) => first === "Restaurant",
    );
    await vscode.page.keyboard.press("Enter");
    await saved(vscode, file, "/Itinerary/Day/Restaurant");
  });

  it("an attribute value is completed with what is allowed", async () => {
    const file = await write("value.sxp", 'declare query a() := //POI[@category = "<|>"];\n');
    const labels = await suggestions(vscode.page, "museum");
    await vscode.shot("values");
    expect(labels.join(" ")).toContain("gallery");
    await vscode.page.keyboard.type("muse");
    await until(
      "the one that begins so",
      () => labelsOf(vscode.page.locator(".suggest-widget.visible")),
      ([first]) => first?.includes("museum") === true,
    );
    await vscode.page.keyboard.press("Enter");
    await saved(vscode, file, '//POI[@category = "museum"]');
  });

  it("a hover says what a step means and what it finds", async () => {
    await write(
      "hover.sxp",
      'declare query a() := //Day[avg(/POI[node =~ "museum"])]/Restau<|>rant[@meal = "dinner"];\n',
    );
    await hover(vscode.page, "A meal.");
    await vscode.shot("hover");
    await vscode.page.keyboard.press("Escape");
  });

  it("a document is formatted", async () => {
    const file = await write("format.sxp", '<|>declare   query a() := //POI  [ @category="museum"   ]/@name;\n');
    await command(vscode.page, "Format Document");
    await saved(vscode, file, 'declare query a() := //POI[@category = "museum"]/@name;\n');
    await vscode.shot("formatted");
  });

  it("colours come from the grammar and from the meaning", async () => {
    const file = await write(
      "colours.sxp",
      '(: what :)\ndeclare query a($n as number) := //POI[node =~ "x" and @minutes > $n];<|>\n',
    );
    const parts = editorOf(vscode.page, file).locator(".view-line", { hasText: "declare" }).locator("span span");
    await until(
      "more than four colours",
      async () => new Set(await parts.evaluateAll((spans) => spans.map((span) => span.className))).size,
      (count) => count > 4,
    );
    await closeEditors(vscode.page);
  });
});

describe("a rename", () => {
  it("of a schema type changes the queries and the schema", async () => {
    const file = "itinerary/itinerary.sxp";
    await openFile(vscode, file, "/Itinerary/Day/P<|>OI[node");
    await rename(vscode.page, "Sight");
    await command(vscode.page, "File: Save All Files");
    await saved(vscode, file, "/Itinerary/Day/Sight[node");
    type Types = Record<string, { children: Record<string, unknown> }>;
    const schema = await until(
      "the schema with the new name",
      () => JSON.parse(vscode.read("itinerary/itinerary.schema.json")) as { types: Types },
      ({ types }) => "Sight" in types,
    );
    await vscode.shot("renamed");
    expect(Object.keys(schema.types)).toContain("Sight");
    expect(Object.keys(schema.types)).not.toContain("POI");
    expect(Object.keys(schema.types.Day!.children)).toEqual(["Sight", "Restaurant"]);
    expect(vscode.read(file)).not.toMatch(/\bPOI\b(?!")/);
    // The cells of a notebook that is not open are renamed too.
    await until(
      "the notebook with the new name",
      () => vscode.read("itinerary/tour.sxpnb"),
      (text) => text.includes("/Sight") && !text.includes("/POI"),
    );
  });
});

it("nothing outside this machine was asked for, and nothing failed", () => {
  expect([...vscode.foreign]).toEqual([]);
  expect(vscode.errors).toEqual([]);
});
