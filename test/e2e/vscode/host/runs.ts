import { commands, env, Selection, TabInputWebview, Uri, window, workspace } from "vscode";
import { assert, eventually, open, placeIn, test, uriOf } from "./kit.js";

const panelTab = () =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof TabInputWebview && input.viewType.includes("sxp"));

/** Opens the itinerary's queries with the cursor in one of them. */
async function at(query: string): Promise<void> {
  const { document, editor } = await open("itinerary/itinerary.sxp");
  const place = placeIn(document, `query ${query}<|>(`);
  editor.selection = new Selection(place, place);
}

test("a query runs from a command and opens the panel", async () => {
  await at("busiest_conference_day");
  await commands.executeCommand("sxp.run");
  await eventually(
    () => panelTab()?.label ?? "",
    (label) => label.includes("busiest_conference_day"),
  );
});

test("the panel is there once, and takes the next run", async () => {
  await at("rainy_day");
  await commands.executeCommand("sxp.run");
  await eventually(
    () => panelTab()?.label ?? "",
    (label) => label.includes("rainy_day"),
  );
  await eventually(
    () =>
      window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputWebview).length,
    (count) => count === 1,
  );
});

test("a request in English becomes a query of the file", async () => {
  const { document } = await open("itinerary/itinerary.sxp");
  await commands.executeCommand("sxp.ask", "how many parks are there?");
  const text = await eventually(
    () => document.getText(),
    (now) => now.includes("(: how many parks are there? :)"),
  );
  assert.match(text, /declare query how_many_parks_are_there\(\) :=/);
  await commands.executeCommand("workbench.action.files.revert");
});

test("a query is copied as a test", async () => {
  await env.clipboard.writeText("");
  await at("busiest_conference_day");
  await commands.executeCommand("sxp.copyAsTest");
  const text = await eventually(
    async () => env.clipboard.readText(),
    (copied) => copied !== "",
  );
  assert.match(text, /import .*vitest/);
  assert.match(text, /busiest_conference_day|conference sessions/);
});

test("a schema is inferred from data", async () => {
  await commands.executeCommand("sxp.inferSchema", uriOf("todo/todo.xml"));
  const document = await eventually(
    () =>
      workspace.textDocuments.find((one) => one.languageId.startsWith("json") && one.getText().includes('"TodoList"')),
    Boolean,
  );
  const schema = JSON.parse(document!.getText()) as { types: Record<string, unknown> };
  assert.ok("Task" in schema.types);
});

test("types are generated from a schema", async () => {
  await commands.executeCommand("sxp.generateTypes", uriOf("todo/todo.schema.json"));
  const document = await eventually(
    () =>
      workspace.textDocuments.find(
        (one) => one.languageId === "typescript" && /interface Task\b|type Task\b/.test(one.getText()),
      ),
    Boolean,
  );
  assert.ok(document!.uri instanceof Uri);
});
