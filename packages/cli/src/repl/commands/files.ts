import { dirname, relative, resolve } from "node:path";
import { jsonText, redacted, viewOf } from "@semantic-xpath/inspect";
import { format, type Token, tokenize } from "@semantic-xpath/parser";
import { isFile, readText, writeText } from "../../input/files.js";
import { count } from "../../render/columns.js";
import { writeReport } from "../../report.js";
import { declarationOf } from "../session/definitions.js";
import { dataText, loadModule, schemaText, typedPath } from "../session/loading.js";
import { change, lastRun, misuse, note, type Session, say } from "../session/session.js";
import { filesWith, type ReplCommand } from "./command.js";

const FORMATS = {
  html: "one page that shows the run, without a network",
  json: "the run with its results and its trace, for programs",
  mermaid: "the plan as a flow chart",
} as const;
type Format = keyof typeof FORMATS;
const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

export const files: readonly ReplCommand[] = [
  {
    name: "load",
    usage: "FILE.sxp",
    summary: "read queries from a file, with the data and schema it imports",
    details: "Its queries can be run by their names. The file is read again when it changes. See :def",
    examples: [
      ["Queries, data and schema.", ":load examples/todo/todo.sxp"],
      ["Run one of them.", ":load examples/todo/todo.sxp", "quick_wins"],
    ],
    files: filesWith("sxp"),
    run: async (session, rest) => {
      if (rest === "") throw misuse(":load needs a file: :load FILE.sxp");
      change(session, "load", await loadModule(session, typedPath(session, rest)));
      note(session, loadedText(session));
    },
  },
  {
    name: "save",
    usage: "FILE.sxp [!]",
    summary: "write the queries with names to a file",
    details:
      "Imports of data and schema are written, too. The last query goes along as last_query if it has no name. A file that is there is left alone " +
      "if it was not loaded, or has comments that belong to no query, unless an exclamation mark follows. The file can be loaded, run, checked and opened in an editor.",
    examples: [
      ["What was found out, for later.", "//POI[2]", ":save session.sxp !"],
      ["Go on with it.", ":def parks = //POI[node =~ $wish]", ":save session.sxp !", ":load session.sxp"],
    ],
    files: filesWith("sxp"),
    run: async (session, rest) => {
      const isForced = /\s*!$/.test(rest);
      const path = typedPath(session, rest.replace(/\s*!$/, ""));
      if (path === "") throw misuse(":save needs a file: :save FILE.sxp");
      const isOwn = session.settings.module !== null && same(session, path, session.settings.module);
      if (!isForced && !isOwn && (await isFile(path, session)))
        throw misuse(`"${path}" is there already. To write over it: :save ${path} !`);
      const declarations = declarationsOf(session);
      if (declarations.length === 0)
        throw misuse("There is no query to save yet. Run one, or give one a name with :def");
      const before = isOwn ? await readText(path, session).catch(() => "") : "";
      const text = moduleText(session, path, declarations, headOf(before));
      if (!isForced && commentsIn(text).length < commentsIn(before).length)
        throw misuse(
          `"${path}" has comments that belong to no query and would be lost. To write over it: :save ${path} !`,
        );
      await writeText(path, text, session);
      const { definitions } = session.settings;
      const owned = new Map([...definitions].map(([name, one]) => [name, { ...one, file: path }] as const));
      const imported = { data: session.settings.data?.path ?? null, schema: session.settings.schema?.path ?? null };
      session.settings = { ...session.settings, definitions: owned, module: path, imported };
      note(session, `saved ${count(declarations.length, "query", "queries")} to ${path}`);
    },
  },
  {
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
      const report = redact ? redacted(view) : view;
      const text = format === "mermaid" ? await report.mermaid() : `${jsonText(await report.document(), 2)}\n`;
      if (file === "") return say(session, text);
      await writeText(file, text, session);
      note(session, `wrote ${file}`);
    },
  },
];

/** Present queries, and their data. */
export function loadedText({ settings }: Session): string {
  const { data, schema, definitions } = settings;
  const queries = count(definitions.size, "query", "queries");
  return [
    ...(definitions.size > 0 ? [`queries: ${queries}, listed by :def`] : []),
    ...(data === null ? [] : [`data: ${dataText(data)}`]),
    ...(schema === null ? [] : [`schema: ${schemaText(schema)}`]),
  ].join("\n");
}

const same = ({ cwd }: Session, a: string, b: string): boolean => resolve(cwd, a) === resolve(cwd, b);

function declarationsOf({ settings, runs }: Session): readonly string[] {
  const named = [...settings.definitions.values()].map(({ comment, text }) =>
    comment === "" ? text : `(: ${comment} :)\n${text}`,
  );
  const last = runs.findLast(({ name }) => name === null);
  return last === undefined
    ? named
    : [...named.filter((text) => !/\bquery last_query\(/.test(text)), declarationOf("last_query", last.asked)];
}

const commentsIn = (text: string): readonly Token[] => tokenize(text).filter(({ kind }) => kind === "comment");

/** Comments of a file before its imports, with the line ends after them. */
function headOf(text: string): string {
  const first = tokenize(text).find(({ kind }) => kind !== "comment");
  const isImport = first !== undefined && text.slice(first.span.start, first.span.end) === "import";
  return isImport ? text.slice(0, first.span.start) : "";
}

/** Imports are paths as seen from the file. */
function moduleText({ settings, cwd }: Session, path: string, declarations: readonly string[], head: string): string {
  const folder = dirname(resolve(cwd, path));
  const imports = (["schema", "data"] as const).flatMap((what) => {
    const from = settings[what]?.path;
    if (from === undefined) return [];
    // A module imports one path: a file, a folder or a pattern.
    if (what === "data" && settings.data!.paths.length > 1) return [];
    return [`import ${what} "${relative(folder, resolve(cwd, from)).replaceAll("\\", "/")}";`];
  });
  const parts = [imports.join("\n"), ...declarations].filter((part) => part !== "");
  const text = `${head}${parts.join("\n\n")}\n`;
  return format(text) ?? text;
}
