import type { Files, Port } from "@semantic-xpath/studio/editor";

/**
 * Files that are dropped on the page lie beside the queries, whatever their format: the server loads the reader that it needs. `imported` is called
 * with the name of the first.
 */
export function takeDrops(worker: Port, files: Files, imported: (name: string) => void): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const dropped = [...(event.dataTransfer?.files ?? [])];
    const uris: string[] = [];
    for (const file of dropped) {
      const uri = `memory:/${encodeURIComponent(file.name)}`;
      files[uri] = await file.text();
      uris.push(uri);
    }
    const changes = uris.map((uri) => ({ uri, type: 2 }));
    worker.postMessage({ jsonrpc: "2.0", method: "workspace/didChangeWatchedFiles", params: { changes } });
    if (dropped[0] !== undefined) imported(dropped[0].name);
  });
}

/** The queries over other data: what they import goes, and with it the schema, which is not of that. */
export const withData = (text: string, name: string): string =>
  `import data "${name.replaceAll('"', '""')}";\n${text.replaceAll(/^import (?:schema|data) .*\n/gm, "")}`;
