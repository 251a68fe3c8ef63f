/**
 * The components that show a run: a panel in an editor, and a page of its own.
 *
 * **Panel.** `node packages/views/build.mjs` writes `dist/panel.js` and `dist/panel.css`. An editor loads both into a webview:
 *
 *     <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-X'; style-src 'nonce-X'">
 *     <link rel="stylesheet" nonce="X" href="…/panel.css">
 *     <body><div id="app"></div><script nonce="X" src="…/panel.js"></script></body>
 *
 * (The stylesheet's and the script's nonce suffice: no source of its own, no `unsafe-inline`, no fonts, no images.) Then both sides
 * speak `protocol.ts`: the panel posts `ready`, the editor posts `show`, the panel sends `RunView` questions with `ask`, and the
 * editor answers each with `answer` or `failed` under the same `id`. An `ask` with `redacted: true` wants the answer of
 * `redacted(view)`. Outside an editor, `globalThis.acquireVsCodeApi` may be any function that gives `postMessage`, `getState`
 * and `setState`; messages to the panel are `message` events of the window.
 *
 * **Report.** One self-contained HTML page over the same components:
 *
 *     import { reportHtml } from "@semantic-xpath/views";
 *     import { readReportAssets } from "@semantic-xpath/views/node";
 *     const html = await reportHtml(viewOf(inspection), { assets: await readReportAssets() });
 *
 * `reportHtml` uses nothing of Node's; `readReportAssets(folder)` reads `report.js` and `report.css` from `folder`, by default
 * this package's `dist`. A bundle that moves copies both files beside itself and names their folder. `REPORT_LIMITS` says how much
 * of a run a page holds.
 */
export { remoteView } from "./host/remoteView.js";
export { csvOf } from "./model/listing.js";
export type { HostMessage, NotebookRun, PanelMessage, RendererMessage, RunEntry, ViewName } from "./protocol.js";
export { REPORT_LIMITS, type ReportLimits } from "./report/limits.js";
export { hashOf, htmlPage, inStyle, inText, type ReportOptions, reportHtml } from "./report/reportHtml.js";
