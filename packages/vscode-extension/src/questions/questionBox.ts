import { counted, valueLine } from "@semantic-xpath/inspect/numbers";
import { type QuestionMatch, type QuestionResult, REQUESTS } from "@semantic-xpath/lsp";
import { commands, type QuickPickItem, QuickPickItemKind, ThemeIcon, Uri, ViewColumn, window } from "vscode";
import { DATA_NAME, fileName, importPath } from "../files/names.js";
import { named } from "../files/preview.js";
import { revealLocation } from "../panel/reveal.js";
import type { Services } from "../services.js";

/** Milliseconds without a keystroke after which what is typed is asked. */
const REST = 150;
const KEEP = "Keep as Query";

/** A line of the box: a result, another reading of the request, or what is said. */
interface Line extends QuickPickItem {
  readonly match?: QuestionMatch;
  /** Asked instead, when it is picked. */
  readonly query?: string;
  /** Previewed, when it is picked. */
  readonly update?: string;
}

/**
 * Asks about a data file, in English or as a query, and answers while one types. The result under the cursor is shown in the file; *Keep as Query* writes
 * the query into a file beside it and runs it.
 */
export async function askData(services: Services, argument: unknown): Promise<void> {
  const data = await dataFor(services, argument);
  if (data === undefined) {
    await window.showInformationMessage("Open a data file first.");
    return;
  }
  const box = window.createQuickPick<Line>();
  box.title = `Ask ${fileName(data)}`;
  box.placeholder = "what is outdoors on day 7? Or a query: //POI[@minutes > 90]";
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new ThemeIcon("save"), tooltip: KEEP }];
  let resting: NodeJS.Timeout | undefined;
  /** Shows the answer to the text of the box and returns it; null without text, or where the text has changed since. */
  const ask = async (): Promise<QuestionResult | null> => {
    clearTimeout(resting);
    const text = box.value;
    if (text.trim() === "") {
      box.items = [];
      return null;
    }
    box.busy = true;
    const result = await services.session.request(REQUESTS.question, { uri: data.toString(), text });
    // Later text has a request of its own.
    if (text !== box.value) return null;
    box.busy = false;
    box.title = titleOf(data, result);
    box.items = linesOf(result);
    return result;
  };
  await new Promise<void>((resolve) => {
    box.onDidChangeValue(() => {
      clearTimeout(resting);
      resting = setTimeout(() => void ask(), REST);
    });
    box.onDidChangeActive(([line]) => {
      if (line?.match?.source) void revealLocation(line.match.source, true);
    });
    box.onDidAccept(() => {
      const [line] = box.selectedItems;
      if (line?.query !== undefined) {
        box.value = line.query;
        void ask();
        return;
      }
      const request = box.value;
      box.hide();
      if (line?.update !== undefined) void preview(data, line.update, request);
      if (line?.match?.source) void revealLocation(line.match.source);
    });
    // The last answer may be that of an earlier text, so the text of the box is asked again.
    box.onDidTriggerButton(async () => {
      const answer = await ask();
      if (answer?.query == null) return;
      const request = answer.said === null ? null : box.value;
      box.hide();
      await keep(data, answer.query, request);
    });
    box.onDidHide(() => {
      clearTimeout(resting);
      box.dispose();
      resolve();
    });
    box.show();
  });
}

/** The file of a menu or of the editor; of a file of queries the data that it imports. */
async function dataFor({ session }: Services, argument: unknown): Promise<Uri | undefined> {
  if (argument instanceof Uri) return argument;
  const document = window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  if (DATA_NAME.test(document.uri.path)) return document.uri;
  const { data } = await session.compile(document.uri);
  return data.uri === null ? undefined : Uri.parse(data.uri);
}

function titleOf(data: Uri, { query, update, said, confidence, count, value }: QuestionResult): string {
  if (update !== null) return `A change of ${fileName(data)} · Enter shows what it would do`;
  if (query === null) return `Ask ${fileName(data)}`;
  const summary = value === undefined ? counted(count, "result") : valueLine(value);
  const doubt = confidence < 0.8 ? " (a guess)" : "";
  return said === null ? summary : `${summary} · ${query}${doubt}`;
}

/** Ranks are the labels: the box sorts labels by what is typed, and the results have an order of their own. */
function linesOf({ problem, update, said, matches, value, empty, others, caveats }: QuestionResult): Line[] {
  const say = (label: string): Line => ({ label, alwaysShow: true });
  if (problem !== null) return [say(problem)];
  if (update !== null) return [{ ...say(said ?? update), detail: update, update }];
  const results = matches.map((match, i) => ({
    label: `${i + 1}`,
    description: `${match.weight < 1 ? `${match.weight.toFixed(2)}  ` : ""}${match.value ?? match.summary}`,
    detail: match.path,
    alwaysShow: true,
    match,
  }));
  const readings = others.map(({ query, said }) => ({ label: said, description: query, alwaysShow: true, query }));
  return [
    ...(value === undefined ? [] : [say(`= ${valueLine(value)}`)]),
    ...results,
    ...(empty === null ? [] : [say(empty.message)]),
    ...caveats.map(say),
    ...(readings.length === 0 ? [] : [{ label: "or is this meant?", kind: QuickPickItemKind.Separator }, ...readings]),
  ];
}

/** Writes the query into a file beside the data, with the request as its comment, and runs it. */
async function keep(data: Uri, query: string, request: string | null): Promise<void> {
  await writeBeside(data, `declare query found() :=\n  ${query};`, request);
  await commands.executeCommand("sxp.run");
}

/** Writes the update into a file beside the data, and shows what it would do. */
async function preview(data: Uri, update: string, request: string): Promise<void> {
  const uri = await writeBeside(data, `declare update change() :=\n  ${update};`, request);
  await commands.executeCommand("sxp.previewUpdate", { uri: uri.toString(), name: "change", offset: null });
}

async function writeBeside(data: Uri, declaration: string, request: string | null): Promise<Uri> {
  const comment = request === null ? "" : `(: ${request.replaceAll("(:", "( :").replaceAll(":)", ": )")} :)\n`;
  const text = (from: Uri): string => `import data "${importPath(from, data)}";\n\n${comment}${declaration}\n`;
  const document = await named(Uri.joinPath(data, ".."), fileName(data).replace(/\.\w+$/, ""), ".sxp", text);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
  return document.uri;
}
