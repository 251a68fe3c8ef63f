import type { SourceEntry } from "@semantic-xpath/lsp";
import { type Disposable, LanguageStatusSeverity, languages, Uri, window, workspace } from "vscode";
import type { Session } from "../client/session.js";
import { setting } from "../client/settings.js";
import { fileName } from "../files/names.js";
import { type Resting, whenResting } from "./resting.js";

/** Context of the queries in the open file: data, schema and scorer, each of which can be changed from there. */
export function showStatus(session: Session): Disposable[] {
  const itemFor = (id: "data" | "schema" | "scorer", command: string) => {
    const item = languages.createLanguageStatusItem(`sxp.${id}`, { language: "sxp" });
    item.name = `Semantic XPath: ${id}`;
    item.text = "…";
    item.command = { command, title: "Change" };
    return item;
  };
  const items = { data: itemFor("data", "sxp.chooseData"), schema: itemFor("schema", "sxp.chooseSchema") };
  const scorer = itemFor("scorer", "sxp.chooseScorer");
  const resting: Resting = whenResting(async () => {
    const document = window.activeTextEditor?.document;
    if (document?.languageId !== "sxp") return;
    const environment = await session.compile(document.uri);
    for (const what of ["data", "schema"] as const) {
      const [item, source] = [items[what], environment[what]];
      item.text = sourceText(source, what);
      item.detail = sourceDetail(source);
      item.severity = isWrong(source) ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
      item.busy = source.state === "loading";
    }
    scorer.text = `scorer: ${setting("scorer", document.uri) || "default"}`;
    if (environment.data.state === "loading" || environment.schema.state === "loading") plan();
  });
  const { plan } = resting;

  return [
    ...Object.values(items),
    scorer,
    window.onDidChangeActiveTextEditor(plan),
    workspace.onDidChangeTextDocument(({ document }) => document === window.activeTextEditor?.document && plan()),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("sxp") && plan()),
    session.onChanged(plan),
    resting,
  ];
}

const sourceText = ({ uri, state }: SourceEntry, what: string): string =>
  uri === null
    ? `no ${what}`
    : `${what}: ${fileName(Uri.parse(uri))}${state === "ready" || state === "loading" ? "" : ` (${state})`}`;

const sourceDetail = ({ uri, importedAt }: SourceEntry): string =>
  uri === null ? "" : importedAt !== null ? "imported by the file" : "chosen, or from the settings";

const isWrong = ({ state }: SourceEntry): boolean => state === "missing" || state === "broken";
