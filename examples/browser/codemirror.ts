import { lintGutter } from "@codemirror/lint";
import { LSPClient, languageServerExtensions } from "@codemirror/lsp-client";
import { colours, type Port, startServer, transportTo } from "@semantic-xpath/studio/editor";
import { basicSetup, EditorView } from "codemirror";
import { takeDrops, withData } from "./drops.js";
import { itineraryFiles, TEXT, URI } from "./itinerary.js";

/** Queries in CodeMirror: everything that its client of the protocol knows, and the server's colours. */

const worker = new Worker("worker.js", { type: "module" }) as Port;
const files = await itineraryFiles();
const server = startServer(worker, files);
/** Milliseconds for an answer, the first of which waits for the worker's program. An editor whose first request ends without one stays without a server. */
const timeout = 60_000;
const client = new LSPClient({ extensions: languageServerExtensions(), timeout }).connect(transportTo(server));
const view = new EditorView({
  doc: TEXT,
  extensions: [basicSetup, lintGutter(), client.plugin(URI, "sxp"), colours(client, URI)],
  parent: document.querySelector("#editor")!,
});
takeDrops(worker, files, (name) => {
  const text = view.state.doc.toString();
  view.dispatch({ changes: { from: 0, to: text.length, insert: withData(text, name) } });
});
