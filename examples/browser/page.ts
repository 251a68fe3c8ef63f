import { connect, type Port } from "./client.js";

/** A page with a text area for one query: what is wrong with it is listed below, and what may be typed at the cursor. */

const FILES = {
  "memory:/todo.schema.json":
    '{ "version": 1, "roots": ["List"], "types": { "List": { "children": { "Task": {} } }, "Task": { "attributes": { "title": {}, "done": { "type": "boolean" } } } } }',
  "memory:/todo.xml":
    '<List><Task title="mend the roof" done="false"/><Task title="paint the fence" done="true"/></List>',
};
const URI = "memory:/query.sxp";
const SETTINGS = { schema: "memory:/todo.schema.json", data: "memory:/todo.xml" };

const editor = document.querySelector("textarea") as HTMLTextAreaElement;
const list = (id: string, lines: readonly string[]): void =>
  document.getElementById(id)!.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );

/** A place in the text by line and character, as the protocol counts it. */
function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
}

const client = await connect(new Worker("worker.js") as Port, FILES, SETTINGS);
client.on("textDocument/publishDiagnostics", ({ diagnostics }: { diagnostics: { message: string }[] }) =>
  list(
    "problems",
    diagnostics.map(({ message }) => message),
  ),
);
let version = 1;
client.notify("textDocument/didOpen", {
  textDocument: { uri: URI, languageId: "sxp", version, text: editor.value },
});

async function complete(): Promise<void> {
  const position = positionOf(editor.value, editor.selectionStart);
  const params = { textDocument: { uri: URI }, position };
  const { items } = await client.request<{ items: { label: string }[] }>("textDocument/completion", params);
  list(
    "choices",
    items.slice(0, 12).map(({ label }) => label),
  );
}

editor.addEventListener("input", () => {
  const textDocument = { uri: URI, version: ++version };
  client.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: editor.value }] });
});
document.addEventListener("selectionchange", () => void complete());
await complete();
