import type { EmbeddedRun } from "../report/answers.js";
import { embeddedView } from "../report/embeddedView.js";
import type { ExportFormat, Host } from "./host.js";
import { writeAddress } from "./pageAddress.js";

/** The host of a page: its answers are in it, files are downloads. */
export function pageHost(run: EmbeddedRun): Host {
  const view = embeddedView(run);
  const first = run.results.rows[0]?.node ?? null;
  const contents: Readonly<Record<Exclude<ExportFormat, "html">, () => string>> = {
    json: () => `${JSON.stringify(run.document, null, 2)}\n`,
    mermaid: () => run.mermaid,
  };
  return {
    can: {
      reveal: false,
      apply: false,
      rerun: false,
      forget: false,
      redact: false,
      compare: run.comparison !== null,
      exportAs: ["json", "mermaid"],
    },
    view: () => view,
    compare: async (before) => {
      if (run.comparison === null) throw new Error("This page holds one run only.");
      if (before !== run.comparison.before.id) throw new Error("This page holds the comparison the other way round.");
      return run.comparison.comparison;
    },
    elsewhere: (path, question) => (run.command === null ? null : `${run.command} --${question} ${quoted(path)}`),
    reveal() {},
    revealQuery() {},
    copy: (text) => copyText(text),
    exportAs(_run, format) {
      if (format === "html") return;
      save(contents[format](), `run.${format === "json" ? "json" : "mmd"}`);
    },
    apply() {},
    rerun() {},
    forget() {},
    cancel() {},
    restore: () => null,
    keep: ({ tab, node }) => writeAddress(view, tab, tab === "results" && node === first ? null : node),
  };
}

/** As a shell takes it. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** A page that was opened from a file may not have a clipboard: then a selection is copied. */
function copyText(text: string): void {
  const fallBack = (): void => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  if (navigator.clipboard === undefined) fallBack();
  else navigator.clipboard.writeText(text).catch(fallBack);
}

function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
