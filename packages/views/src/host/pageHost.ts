import { csvOf } from "../model/listing.js";
import type { EmbeddedRun } from "../report/embeddedRun.js";
import { embeddedView } from "../report/embeddedView.js";
import type { Host } from "./host.js";
import { copyText, save } from "./pageActions.js";
import { writeAddress } from "./pageAddress.js";

/** The host of a page: its answers are in it, files are downloads. */
export function pageHost(run: EmbeddedRun): Host {
  const view = embeddedView(run);
  const first = run.results.rows[0]?.node ?? null;
  return {
    can: new Set(["copy", ...(run.comparison === null ? [] : (["compare"] as const))]),
    exports: ["json", "csv", "mermaid"],
    view: () => view,
    compare: async (before) => {
      if (run.comparison === null) throw new Error("This page holds one run only.");
      if (before !== run.comparison.before.id)
        throw new Error("This page holds the comparison in the other direction.");
      return run.comparison.comparison;
    },
    commandFor: (path, question) => run.command && `${run.command} --${question} ${shellQuoted(path)}`,
    send(action) {
      if (action.type === "copy") copyText(action.text);
      if (action.type !== "export") return;
      if (action.format === "json") save(`${JSON.stringify(run.document, null, 2)}\n`, "run.json");
      if (action.format === "csv") save(csvOf(run.results.rows, run.overview), "run.csv");
      if (action.format === "mermaid") save(run.mermaid, "run.mmd");
    },
    restore: () => null,
    keep: ({ tab, node }) => writeAddress(view, tab, tab === "results" && node === first ? null : node),
  };
}

const shellQuoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
