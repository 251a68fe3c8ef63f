import { render } from "preact";
import { App } from "../components/App.js";
import { pageHost } from "../host/pageHost.js";
import type { EmbeddedRun } from "../report/answers.js";

/** A page of its own: draws the run that is in it. */
const run = JSON.parse(document.getElementById("run")!.textContent!) as EmbeddedRun;
const { entry, comparison, isRedacted } = run;
const runs = comparison === null ? [entry] : [comparison.before, entry];
render(
  <App
    host={pageHost(run)}
    shown={{ runs, run: entry.id, progress: null, problem: null, step: null, wish: null }}
    isRedacted={isRedacted}
  />,
  document.getElementById("app")!,
);
