import type { SourceEntry } from "@semantic-xpath/lsp";
import { type Disposable, LanguageStatusSeverity, languages, Uri, window, workspace } from "vscode";
import type { Session } from "../client/session.js";
import { setting } from "../settings.js";

/** How long the text must rest before the status is asked for again. */
const REST = 300;

/** What queries of the open file run over: data, schema and scorer, each of which can be changed from there. */
export function showStatus(session: Session): Disposable[] {
  const [data, schema, scorer] = (["data", "schema", "scorer"] as const).map((id) => {
    const item = languages.createLanguageStatusItem(`sxp.${id}`, { language: "sxp" });
    item.name = `Semantic XPath: ${id}`;
    item.text = "…";
    return item;
  });
  data!.command = { command: "sxp.chooseData", title: "Change" };
  schema!.command = { command: "sxp.chooseSchema", title: "Change" };
  scorer!.command = { command: "sxp.chooseScorer", title: "Change" };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = async (): Promise<void> => {
    const document = window.activeTextEditor?.document;
    if (document?.languageId !== "sxp") return;
    const found = await session.compile(document.uri);
    for (const [item, source, what] of [
      [data!, found.data, "data"],
      [schema!, found.schema, "schema"],
    ] as const) {
      item.text = sourceText(source, what);
      item.detail = sourceDetail(source);
      item.severity = isWrong(source) ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
      item.busy = source.state === "loading";
    }
    scorer!.text = `scorer: ${setting("scorer", document.uri) || "default"}`;
    if (found.data.state === "loading" || found.schema.state === "loading") plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void update().catch(() => undefined), REST);
  };

  return [
    data!,
    schema!,
    scorer!,
    window.onDidChangeActiveTextEditor(plan),
    workspace.onDidChangeTextDocument(({ document }) => document === window.activeTextEditor?.document && plan()),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("sxp") && plan()),
    session.onStarted(plan),
    { dispose: () => clearTimeout(timer) },
  ];
}

const sourceText = ({ uri, state }: SourceEntry, what: string): string =>
  uri === null
    ? `no ${what}`
    : `${what}: ${fileName(uri)}${state === "ready" || state === "loading" ? "" : ` (${state})`}`;

const sourceDetail = ({ uri, isImported }: SourceEntry): string =>
  uri === null ? "" : isImported ? "imported by the file" : "chosen, or from the settings";

const isWrong = ({ state }: SourceEntry): boolean => state === "missing" || state === "broken";

const fileName = (uri: string): string => {
  const { path } = Uri.parse(uri);
  return path.slice(path.lastIndexOf("/") + 1);
};
