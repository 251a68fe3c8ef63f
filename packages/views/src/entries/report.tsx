import { render } from "preact";
import { App } from "../components/App.js";
import { NOTHING_SHOWN } from "../host/host.js";
import { readAddress } from "../host/pageAddress.js";
import { pageHost } from "../host/pageHost.js";
import type { EmbeddedRun } from "../report/embeddedRun.js";

/** A page of its own: draws the run that is in it, at the view and the node that its address names. */
const run = JSON.parse(document.getElementById("run")!.textContent!) as EmbeddedRun;
const { entry, comparison, isRedacted } = run;
const runs = comparison === null ? [entry] : [comparison.before, entry];
const root = document.getElementById("app") ?? document.body;
const host = pageHost(run);
let at = 0;

async function draw(): Promise<void> {
  const { view, node } = await readAddress(host.view(entry.id, false), host.can.has("compare"));
  const viewState = { ...NOTHING_SHOWN, runs, run: entry.id, wish: { view, node, isFocused: false, at: ++at } };
  render(<App host={host} shown={viewState} isRedacted={isRedacted} />, root);
}

addEventListener("hashchange", draw);
draw();
