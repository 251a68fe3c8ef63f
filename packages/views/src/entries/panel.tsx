import { render } from "preact";
import { App } from "../components/App.js";
import { NOTHING_SHOWN, type Shown } from "../host/host.js";
import { type EditorApi, messageHost } from "../host/messageHost.js";
import type { HostMessage } from "../protocol.js";

declare const acquireVsCodeApi: () => EditorApi;

/** The panel of an editor: draws the content of the editor's messages. */
const root = document.getElementById("app") ?? document.body;
const editor = acquireVsCodeApi();
const host = messageHost(editor, draw);

function draw(shown: Shown): void {
  render(<App host={host} shown={shown} />, root);
}

draw(NOTHING_SHOWN);
addEventListener("message", (event: MessageEvent<HostMessage>) => host.receive(event.data));
editor.postMessage({ type: "ready" });
