import { type CompletionList, commands, languages } from "vscode";
import { assert, eventually, openText, test } from "./kit.js";

test("a query in a TypeScript template is checked and completed", async () => {
  const { document, at } = await openText(
    "itinerary/stops.ts",
    'import { sxp } from "semantic-xpath";\n\nexport const stops = sxp`//Day[/<|>POI[node =~ ${"wish"}]`;\n',
  );
  const problems = await eventually(
    () => languages.getDiagnostics(document.uri).filter(({ source }) => source === "sxp"),
    (found) => found.length > 0,
  );
  assert.equal(problems[0]!.range.start.line, 2);
  await eventually(
    async () =>
      (
        await commands.executeCommand<CompletionList>("vscode.executeCompletionItemProvider", document.uri, at)
      ).items.map(({ label }) => (typeof label === "string" ? label : label.label)),
    (labels) => labels.some((label) => label.includes("POI")),
  );
});
