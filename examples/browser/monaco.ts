import { editor, languages, lsp, Uri } from "monaco-editor";
import { itineraryFiles, TEXT, URI } from "./itinerary.js";
import { type Port, startServer } from "./server.js";

/** Queries in Monaco, which brings a client of the protocol, too. */

globalThis.MonacoEnvironment = { getWorker: () => new Worker("editor.worker.js", { type: "module" }) };
languages.register({ id: "sxp", extensions: [".sxp"] });

const server = startServer(new Worker("worker.js") as Port, await itineraryFiles());
server.start();
new lsp.MonacoLspClient(lsp.createTransportToWorker(server as unknown as Worker));
editor.create(document.querySelector("#editor") as HTMLElement, {
  model: editor.createModel(TEXT, "sxp", Uri.parse(URI)),
  automaticLayout: true,
  minimap: { enabled: false },
  "semanticHighlighting.enabled": true,
});
