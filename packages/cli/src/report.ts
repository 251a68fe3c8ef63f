import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RunView, redacted } from "@semantic-xpath/inspect";
import { defined } from "@semantic-xpath/values";
import type { ReportOptions } from "@semantic-xpath/views";
import { writeWhole } from "./input/files.js";
import type { Io } from "./io.js";
import { bytesText } from "./render/columns.js";
import { shellLine } from "./render/shellLine.js";
import { CLEAR_LINE } from "./render/terminal.js";
import { EXIT, problem } from "./stop.js";

export interface ReportRequest {
  readonly path: string;
  /** Leaves out the content of the data. */
  readonly redact: boolean;
  /** True if further scores are expensive: then no changes are tried for the page. Default false. */
  readonly isExpensive?: boolean;
  /** The command that made the run: the page says it if it lacks an answer. */
  readonly command?: string;
  /** An earlier run that the page compares it with. */
  readonly comparison?: ReportOptions["comparison"];
}

/** Place of the script and the stylesheet of the page: beside the bundle of a package, or in the build output of the views. */
const ASSETS = ["../page/", "./page/", "../../views/dist/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/**
 * Writes a run as one page that needs nothing else, whole or not at all; the answer says what was written: `run.html: 312 KB`. What makes
 * the page is loaded only here.
 */
export async function writeReport(view: RunView, request: ReportRequest, io: Io): Promise<string> {
  const { path, redact } = request;
  const isShown = io.stderr.isTerminal;
  if (isShown) io.stderr.write(`writing ${path}`);
  try {
    const html = await page(redact ? redacted(view) : view, request);
    await writeWhole(path, html, io);
    return `${path}: ${bytesText(Buffer.byteLength(html))}`;
  } finally {
    if (isShown) io.stderr.write(CLEAR_LINE);
  }
}

async function page(
  view: RunView,
  { redact, isExpensive = false, command, comparison }: ReportRequest,
): Promise<string> {
  const folder = ASSETS.find((candidate) => existsSync(`${candidate}report.js`));
  if (folder === undefined) {
    throw problem(EXIT.input, "there is nothing to make a page with: this installation lacks its folder dist/page.");
  }
  const { reportHtml } = await import("@semantic-xpath/views");
  const { readReportAssets } = await import("@semantic-xpath/views/node");
  const assets = await readReportAssets(folder);
  return reportHtml(view, {
    assets,
    redacted: redact,
    ...(isExpensive && { limits: { changes: 0 } }),
    ...defined({ command, comparison }),
  });
}

/** Options of the run itself. The others concern the output. */
const REPEATED = [
  ...(["data", "format-in", "type-key", "encoding", "mapping", "schema", "query", "param"] as const),
  ...(["scorer", "language", "limit", "min-score", "now", "valid-at"] as const),
];

type Repeated = { readonly [name in (typeof REPEATED)[number]]?: string | number | readonly string[] | undefined };

/**
 * A shell command that makes the same run, for readers of the page.
 *
 * @example runCommand("//Day[1]", { data: "week.xml" }) === "sxp run '//Day[1]' --data week.xml"
 */
export function runCommand(query: string, options: Repeated): string {
  const words = REPEATED.flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => [`--${name}`, String(value)]),
  );
  return shellLine(["sxp", "run", query, ...words]);
}
