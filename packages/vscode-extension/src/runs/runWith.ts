import type { CompiledEntry, CompileResult } from "@semantic-xpath/lsp";
import { type QuickPickItem, ThemeIcon, Uri, window, workspace } from "vscode";
import { type QueryChoice, queryKey } from "../choices.js";
import { setting } from "../client/settings.js";
import { chooseFile } from "../files/chooseFile.js";
import type { Services } from "../services.js";
import { askArgument, askChoice, type WholeChoice } from "./askArguments.js";
import { askScorer } from "./askScorer.js";
import { requestFor, runRequest } from "./runTarget.js";
import type { Target } from "./target.js";

interface Row extends QuickPickItem {
  /** Asks what is chosen instead; undefined: run now. */
  readonly change?: () => Promise<QueryChoice | undefined>;
}

/** Asks for the arguments, then shows everything that a run depends on as a list in which each row can be changed. */
export async function runWith(services: Services, target: Target): Promise<void> {
  const key = queryKey(target.uri.toString(), target.entry.name);
  const before = await askChoice(services.choices, target);
  if (before === undefined) return;
  let choice = before;
  for (;;) {
    const compiled = await services.session.compile(target.uri);
    const row = await window.showQuickPick(rows(services, target, choice, compiled), {
      title: `Run ${target.title}`,
      placeHolder: "Run, or choose what to change",
      ignoreFocusOut: true,
    });
    if (row === undefined) return;
    if (row.change === undefined) break;
    choice = { ...choice, ...(await row.change()) };
    await services.choices.setQuery(key, choice);
  }
  await runRequest(services, requestFor(target, choice), target.title);
}

function rows(services: Services, target: Target, choice: WholeChoice, compiled: CompileResult): Row[] {
  const { uri, entry } = target;
  const file = async (what: "data" | "schema"): Promise<undefined> => {
    await chooseFile(services, what, uri);
    return undefined;
  };
  const inUse = (what: "data" | "schema"): string => {
    const source = compiled[what].uri;
    return source === null ? "none" : workspace.asRelativePath(Uri.parse(source));
  };
  const numberRow = (name: "limit" | "minScore", bounds: Bounds & { readonly label: string }): Row => {
    const before = choice[name] ?? setting(name, uri);
    return {
      label: bounds.label,
      description: String(before),
      detail: bounds.title,
      change: async () => {
        const value = await askNumber(bounds, before);
        return value === undefined ? undefined : { [name]: value };
      },
    };
  };
  return [
    { label: "Run", iconPath: new ThemeIcon("play"), detail: "With what is listed below" },
    ...entry.parameters.map((parameter) => argumentRow(entry, parameter, choice)),
    numberRow("limit", { label: "Limit", title: "The maximum number of results", least: 1, most: 100_000 }),
    numberRow("minScore", { label: "Minimum weight", title: "The minimum weight of a result", least: 0, most: 1 }),
    {
      label: "Scorer",
      description: choice.scorer ?? (setting("scorer", uri) || "the default"),
      detail: "What scores relevance",
      change: async () => {
        const scorer = await askScorer(services.platform.hasNode, choice.scorer);
        return scorer === undefined ? undefined : { scorer };
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
  choice: WholeChoice,
): Row => ({
  label: `$${parameter.name}`,
  description: JSON.stringify(choice.params[parameter.name] ?? ""),
  detail: parameter.type === null ? "Argument" : `Argument, a ${parameter.type}`,
  change: async () => {
    const value = await askArgument(entry.name, parameter, choice.params[parameter.name]);
    return value === undefined ? undefined : { params: { ...choice.params, [parameter.name]: value } };
  },
});

interface Bounds {
  readonly title: string;
  readonly least: number;
  /** Above 1, the number is a whole one. */
  readonly most: number;
}

async function askNumber({ title, least, most }: Bounds, before: number): Promise<number | undefined> {
  const isWhole = most > 1;
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
  return text === undefined ? undefined : Number(text);
}
