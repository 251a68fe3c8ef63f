import { commands, extensions, workspace } from "vscode";
import { assert, open, test } from "./kit.js";

/** The extension as VS Code sees it. */
const extension = () => extensions.getExtension("semantic-xpath.semantic-xpath")!;

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly configuration: readonly { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> }[];
}
const contributions = (): Contributions => (extension().packageJSON as { contributes: Contributions }).contributes;

test("a query file starts the extension", async () => {
  const { document } = await open("itinerary/itinerary.sxp");
  assert.equal(document.languageId, "sxp");
  await extension().activate();
  assert.ok(extension().isActive);
});

test("every contributed command has a handler", async () => {
  const registered = new Set(await commands.getCommands(true));
  assert.deepEqual(
    contributions()
      .commands.map(({ command }) => command)
      .filter((id) => !registered.has(id)),
    [],
  );
});

test("every setting is known with its default", () => {
  const settings = workspace.getConfiguration();
  for (const { properties } of [contributions().configuration].flat()) {
    for (const [name, { default: byDefault }] of Object.entries(properties)) {
      assert.deepEqual(settings.inspect(name)?.defaultValue, byDefault, name);
    }
  }
});
