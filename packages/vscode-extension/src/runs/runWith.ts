import type { CompiledEntry, CompileResult } from "@semantic-xpath/lsp";
import { type QuickPickItem, ThemeIcon, Uri, window, workspace } from "vscode";
import { type QueryChoice, queryKey } from "../choices.js";
import { chooseFile } from "../files/chooseFile.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";
import { askArgument, askArguments } from "./askArguments.js";
import { askScorer } from "./askScorer.js";
import { requestFor, runRequest } from "./runTarget.js";
import type { Target } from "./target.js";

interface Row extends QuickPickItem {
  /** Asks and changes the choice; undefined: run now. */
  readonly change?: () => Promise<QueryChoice | undefined>;
}

/** Asks for the arguments, then shows everything that a run depends on as a list in which each row can be changed. */
export async function runWith(services: Services, target: Target): Promise<void> {
  const key = queryKey(target.uri.toString(), target.entry.name);
  let choice = services.choices.query(key);
  const params = await askArguments(target.entry, choice.params ?? {});
  if (params === undefined) return;
  choice = { ...choice, params };
  for (;;) {
    const compiled = await services.session.compile(target.uri);
    const row = await window.showQuickPick(rows(services, target, choice, compiled), {
      title: `Run ${target.title}`,
      placeHolder: "Run, or choose what to change",
      ignoreFocusOut: true,
    });
    if (row === undefined) return;
    await services.choices.setQuery(key, choice);
    if (row.change === undefined) break;
    choice = (await row.change()) ?? choice;
    await services.choices.setQuery(key, choice);
  }
  await runRequest(services, requestFor(target, choice, choice.params ?? {}), target.title);
}

function rows(services: Services, target: Target, choice: QueryChoice, compiled: CompileResult): Row[] {
  const { uri, entry } = target;
  const file = async (what: "data" | "schema"): Promise<undefined> => {
    await chooseFile(services, what, uri);
    return undefined;
  };
  const inUse = (what: "data" | "schema"): string => {
    const source = compiled[what].uri;
    return source === null ? "none" : workspace.asRelativePath(Uri.parse(source));
  };
  return [
    { label: "Run", iconPath: new ThemeIcon("play"), detail: "With what stands below" },
    ...entry.parameters.map((parameter) => argumentRow(entry, parameter, choice)),
    {
      label: "Limit",
      description: String(choice.limit ?? setting("limit", uri)),
      detail: "The most results",
      change: () =>
        askNumber("The most results", choice.limit ?? setting("limit", uri), 1, 100_000, true, (limit) => ({
          ...choice,
          limit,
        })),
    },
    {
      label: "Least weight",
      description: String(choice.minScore ?? setting("minScore", uri)),
      detail: "From 0 to 1",
      change: () =>
        askNumber(
          "The least weight of a result",
          choice.minScore ?? setting("minScore", uri),
          0,
          1,
          false,
          (minScore) => ({ ...choice, minScore }),
        ),
    },
    {
      label: "Scorer",
      description: choice.scorer ?? (setting("scorer", uri) || "the default"),
      detail: "What scores relevance",
      change: async () => {
        const scorer = await askScorer(services.platform.hasNode, choice.scorer);
        return scorer === undefined ? undefined : { ...choice, scorer };
      },
    },
    { label: "Data", description: inUse("data"), detail: "The tree that is queried", change: () => file("data") },
    {
      label: "Schema",
      description: inUse("schema"),
      detail: "What names are checked against",
      change: () => file("schema"),
    },
  ];
}

const argumentRow = (
  entry: CompiledEntry,
  parameter: CompiledEntry["parameters"][number],
  choice: QueryChoice,
): Row => ({
  label: `$${parameter.name}`,
  description: JSON.stringify(choice.params?.[parameter.name] ?? ""),
  detail: parameter.type === null ? "Argument" : `Argument, a ${parameter.type}`,
  change: async () => {
    const value = await askArgument(entry.name, parameter, choice.params?.[parameter.name]);
    return value === undefined ? undefined : { ...choice, params: { ...choice.params, [parameter.name]: value } };
  },
});

async function askNumber(
  title: string,
  before: number,
  least: number,
  most: number,
  isWhole: boolean,
  changed: (value: number) => QueryChoice,
): Promise<QueryChoice | undefined> {
  const text = await window.showInputBox({
    title,
    value: String(before),
    ignoreFocusOut: true,
    validateInput(typed) {
      const value = Number(typed);
      const isFit = typed.trim() !== "" && value >= least && value <= most && (!isWhole || Number.isInteger(value));
      return isFit ? null : `Write a ${isWhole ? "whole number" : "number"} from ${least} to ${most}.`;
    },
  });
  return text === undefined ? undefined : changed(Number(text));
}
