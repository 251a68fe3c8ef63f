import { redacted, viewOf } from "@semantic-xpath/inspect";
import { writeText } from "../../input/files.js";
import { writeReport } from "../../report.js";
import { typedPath } from "../session/loading.js";
import { lastRun, misuse, note, say } from "../session/session.js";
import type { ReplCommand } from "./command.js";

const FORMATS = {
  html: "one page that shows the run, without a network",
  json: "the run with its results and its trace, for programs",
  mermaid: "the plan as a flow chart",
} as const;
type Format = keyof typeof FORMATS;
const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

export const exportCommand: ReplCommand = {
  name: "export",
  usage: "html|json|mermaid [FILE]",
  summary: "write the last run to a file, for others or for programs",
  details:
    "html is one page with the query, plan, tree and scores, which needs no network; without FILE it is run-N.html. json and mermaid are printed if " +
    "no FILE is given. :redact on leaves out what the data says.",
  examples: [
    ["The plan, for a Markdown file.", "//Day[2]/POI", ":export mermaid"],
    ["Everything about the run.", '//POI[node =~ "park"]', ":export json run.json"],
    ["A page to look at or to send.", '//POI[node =~ "park"]', ":export html run.html"],
  ],
  words: () => Object.entries(FORMATS).map(([word, says]) => ({ word: `${word} `, says })),
  files: (typed) => {
    const from = typed.indexOf(" ") + 1;
    return isFormat(typed.slice(0, Math.max(0, from - 1))) ? { from, endings: [] } : null;
  },
  run: async (session, rest) => {
    const [, format = "", written = ""] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
    if (!isFormat(format))
      throw misuse(`:export needs a format: html, json or mermaid${format === "" ? "" : `, not "${format}"`}.`);
    const run = lastRun(session);
    const { number, name, dataName, schemaName } = run;
    const { redact } = session.settings;
    const view = viewOf(run.inspection, { name, dataName, schemaName });
    const file = typedPath(session, written);
    if (format === "html") {
      // The page that `sxp run --report` writes.
      const path = file || `run-${number}.html`;
      return note(session, `wrote ${await writeReport(view, { path, redact }, session)}`);
    }
    const shown = redact ? redacted(view) : view;
    const text = format === "mermaid" ? await shown.mermaid() : `${JSON.stringify(await shown.document(), null, 2)}\n`;
    if (file === "") return say(session, text);
    await writeText(file, text, session);
    note(session, `wrote ${file}`);
  },
};
