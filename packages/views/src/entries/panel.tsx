import { render } from "preact";
import { App } from "../components/App.js";
import type { Shown } from "../host/host.js";
import { type EditorApi, messageHost } from "../host/messageHost.js";
import type { HostMessage } from "../protocol.js";

declare const acquireVsCodeApi: () => EditorApi;

/** The panel of an editor: draws what the editor's messages say. */
const root = document.getElementById("app") ?? document.body;
const host = messageHost(acquireVsCodeApi(), draw);

function draw(shown: Shown): void {
  render(<App host={host} shown={shown} />, root);
}

draw({ runs: [], run: null, progress: null, problem: null, step: null, wish: null });
addEventListener("message", (event: MessageEvent<HostMessage>) => host.receive(event.data));
host.ready();
