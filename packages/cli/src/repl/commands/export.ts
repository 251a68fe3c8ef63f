import { jsonText, type RunView, redacted, viewOf } from "@semantic-xpath/inspect";
import { writeText } from "../../input/files.js";
import { writeReport } from "../../report.js";
import { typedPath } from "../session/loading.js";
import { lastRun, misuse, note, type Run, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

const FORMATS = {
  html: "one page that shows the run, without a network",
  json: "the run with its results and its trace, for programs",
  mermaid: "the plan as a flow chart",
} as const;
type Format = keyof typeof FORMATS;
const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

export const exportCommand = replCommand({
  name: "export",
  usage: "html|json|mermaid [FILE]",
  group: "files",
  summary: "write the last run to a file, for others or for programs",
  details:
    "html is one page with the query, plan, tree and scores, which needs no network; without FILE it is run-N.html. json and mermaid are printed if " +
    "no FILE is given. :redact on leaves out what the data says.",
  examples: [
    { line: ":export mermaid", says: "The plan, for a Markdown file.", after: ["//Day[2]/POI"] },
    { line: ":export json run.json", says: "Everything about the run.", after: ['//POI[node =~ "park"]'] },
    { line: ":export html run.html", says: "A page to look at or to send.", after: ['//POI[node =~ "park"]'] },
  ],
  completes: {
    kind: "wordThenFile",
    words: () => Object.entries(FORMATS).map(([word, says]) => ({ word: `${word} `, says })),
  },
  run: async (session, rest) => {
    const [, format = "", written = ""] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
    if (!isFormat(format))
      throw misuse(`:export needs a format: html, json or mermaid${format === "" ? "" : `, not "${format}"`}.`);
    const run = lastRun(session);
    const file = typedPath(session, written);
    if (format === "html") return page(session, run, file === "" ? `run-${run.number}.html` : file);
    const text = await printed(viewFor(session, run), format);
    if (file === "") return say(session, text);
    await writeText(file, text, session);
    note(session, `wrote ${file}`);
  },
});

/** The page that `sxp run --report` writes. */
async function page(session: Session, run: Run, path: string): Promise<void> {
  const view = viewOf(run.inspection, contextOf(run));
  note(session, `wrote ${await writeReport(view, { path, redact: session.settings.redact }, session)}`);
}

async function printed(view: RunView, format: "json" | "mermaid"): Promise<string> {
  if (format === "mermaid") return view.mermaid();
  return `${jsonText(await view.document(), 2)}\n`;
}

function viewFor({ settings }: Session, run: Run): RunView {
  const view = viewOf(run.inspection, contextOf(run));
  return settings.redact ? redacted(view) : view;
}

const contextOf = ({ name, dataName, schemaName }: Run) => ({ name, dataName, schemaName });
