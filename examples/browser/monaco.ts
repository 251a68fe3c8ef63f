import { type Port, startServer } from "@semantic-xpath/studio/editor";
import { editor, languages, lsp, Uri } from "monaco-editor";
import { takeDrops, withData } from "./drops.js";
import { itineraryFiles, TEXT, URI } from "./itinerary.js";

/** Queries in Monaco, which brings a client of the protocol, too. */

globalThis.MonacoEnvironment = { getWorker: () => new Worker("editor.worker.js", { type: "module" }) };
languages.register({ id: "sxp", extensions: [".sxp"] });

const worker = new Worker("worker.js", { type: "module" }) as Port;
const files = await itineraryFiles();
const server = startServer(worker, files);
server.start();
new lsp.MonacoLspClient(lsp.createTransportToWorker(server as unknown as Worker));
const model = editor.createModel(TEXT, "sxp", Uri.parse(URI));
editor.create(document.querySelector("#editor") as HTMLElement, {
  model,
  automaticLayout: true,
  minimap: { enabled: false },
  "semanticHighlighting.enabled": true,
});
takeDrops(worker, files, (name) => model.setValue(withData(model.getValue(), name)));
