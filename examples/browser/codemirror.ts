import { lintGutter } from "@codemirror/lint";
import { LSPClient, languageServerExtensions, type Transport } from "@codemirror/lsp-client";
import { basicSetup, EditorView } from "codemirror";
import { colours } from "./colours.js";
import { takeDrops, withData } from "./drops.js";
import { itineraryFiles, TEXT, URI } from "./itinerary.js";
import { type Port, startServer } from "./server.js";

/** Queries in CodeMirror: everything that its client of the protocol knows, and the server's colours. */

/** This client wants texts. */
function transportTo(port: MessagePort): Transport {
  const listeners = new Set<(text: string) => void>();
  port.onmessage = ({ data }) => {
    for (const listen of listeners) listen(JSON.stringify(data));
  };
  return {
    send: (text) => port.postMessage(JSON.parse(text)),
    subscribe: (listen) => void listeners.add(listen),
    unsubscribe: (listen) => void listeners.delete(listen),
  };
}

const worker = new Worker("worker.js") as Port;
const files = await itineraryFiles();
const server = startServer(worker, files);
const client = new LSPClient({ extensions: languageServerExtensions() }).connect(transportTo(server));
const view = new EditorView({
  doc: TEXT,
  extensions: [basicSetup, lintGutter(), client.plugin(URI, "sxp"), colours(client, URI)],
  parent: document.querySelector("#editor")!,
});
takeDrops(worker, files, (name) => {
  const text = view.state.doc.toString();
  view.dispatch({ changes: { from: 0, to: text.length, insert: withData(text, name) } });
});
