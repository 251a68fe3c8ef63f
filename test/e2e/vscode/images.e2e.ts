import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorOf, openFile, suggestions } from "./support/editor.js";
import { command } from "./support/palette.js";
import { paletted } from "./support/paletted.js";
import { choose, panelOf } from "./support/panel.js";
import { openVsCode, type VsCode } from "./support/window.js";

/** Makes the pictures of the extension's README: `node test/e2e/vscode/run.mjs --images`. One that a README shows must not be heavy. */
const MAX_BYTES = 150 * 1024;

const FILE = "itinerary/trip.sxp";
const TEXT = `(: A week of travel: what to see, where to eat. :)
import schema "itinerary.schema.json";
import data "itinerary.xml";

(: Parks or lakes, the less crowded the better. :)
declare query quiet_nature() :=
  /Itinerary/Day/POI[min(max(node =~ "park", node =~ "lake"), 1-node =~ "crowded")];

(: Which day is most about conference sessions? :)
declare query conference_day() := //Day[avg(/POI[node =~ "conference sessions"])];

(: Well rated dinners on days with a museum. :)
declare query dinners() :=
  //Day[max(/POI[node =~ "museum"])]/Restaurant[@meal = "dinner"][@rating >= 4];
`;

describe("the pictures of the README", () => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode("images", {
      size: { width: 1200, height: 750 },
      settings: {
        "workbench.colorTheme": "Default Dark Modern",
        "workbench.sideBar.visible": false,
        "workbench.activityBar.location": "hidden",
        "window.commandCenter": false,
        "window.title": "${activeEditorShort}",
        "editor.minimap.enabled": false,
        "editor.fontSize": 13,
      },
    });
    vscode.write(FILE, TEXT);
    await openFile(vscode, FILE, "query quiet<|>_nature");
    await command(vscode.page, "View: Close Primary Side Bar").catch(() => undefined);
  });
  afterAll(() => vscode?.close());

  const picture = async (name: string): Promise<void> => {
    const path = fileURLToPath(new URL(`../../../packages/vscode-extension/images/${name}.png`, import.meta.url));
    await vscode.page.mouse.move(600, 5);
    const taken = paletted(await vscode.page.screenshot({ animations: "disabled", caret: "initial" }));
    expect(taken.length).toBeLessThan(MAX_BYTES);
    writeFileSync(path, taken);
  };

  it("results", async () => {
    await command(vscode.page, "Semantic XPath: Run Query");
    const panel = await panelOf(vscode.page, "quiet_nature");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "POI" }).first().waitFor();
    await panel.getByRole("heading", { name: "Why it is in the result" }).waitFor();
    await editorOf(vscode.page, FILE).locator(".codelens-decoration a").filter({ visible: true }).first().waitFor();
    await picture("results");
  });

  it("memory", async () => {
    await vscode.page.locator(".tab", { hasText: "Query: quiet_nature" }).click();
    await command(vscode.page, "View: Maximize Editor Group and Hide Side Bars");
    const panel = await panelOf(vscode.page, "quiet_nature");
    await choose(panel, "Memory");
    await panel.getByRole("treeitem").first().waitFor();
    await picture("memory");
  });

  it("execution", async () => {
    const panel = await panelOf(vscode.page, "quiet_nature");
    await choose(panel, "Execution");
    await panel.locator(".operators > li", { hasText: "Relevance" }).getByRole("button").first().click();
    await panel
      .getByRole("button", { name: /^The algebra of/ })
      .first()
      .click();
    await picture("execution");
  });

  it("editor", async () => {
    await command(vscode.page, "View: Close All Editors");
    vscode.write(FILE, TEXT.replace("[@rating >= 4];", '[@cuisine = ""];'));
    await openFile(vscode, FILE, '[@cuisine = "<|>"]');
    await suggestions(vscode.page, "nodes");
    await picture("editor");
  });
});
