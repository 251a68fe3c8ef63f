import type { UpdateEntry } from "@semantic-xpath/lsp";
import { window } from "vscode";
import { type Choices, type QueryChoice, queryKey } from "../choices.js";
import { problemOfArgument, readArgument } from "./arguments.js";
import type { Target } from "./target.js";

export type Arguments = Readonly<Record<string, string | number>>;

/** Choices of a query, with all of its arguments. */
export type WholeChoice = QueryChoice & Required<Pick<QueryChoice, "params">>;

/** A query or an update. */
type QueryOrUpdate = Pick<Target, "uri"> & { readonly entry: Pick<UpdateEntry, "name" | "parameters"> };

/**
 * Earlier choices of a query, with its arguments: missing ones are requested, one after the other, and all are remembered. Undefined if the user
 * gives up.
 */
export async function askChoice(
  choices: Choices,
  { uri, entry: { name, parameters } }: QueryOrUpdate,
  given: Arguments = {},
): Promise<WholeChoice | undefined> {
  const key = queryKey(uri.toString(), name);
  const before = choices.query(key);
  const params: Record<string, string | number> = {};
  for (const parameter of parameters) {
    const argument = given[parameter.name] ?? before.params?.[parameter.name];
    const value = argument ?? (await askArgument(name, parameter, undefined));
    if (value === undefined) return undefined;
    params[parameter.name] = value;
  }
  const choice = { ...before, params };
  if (parameters.length > 0) await choices.setQuery(key, choice);
  return choice;
}

const PROMPTS = {
  value: "A value",
  string: "A string",
  number: "A number",
  node: "The path of a node, such as /Itinerary/Day[2]/POI[1]",
};

/** Asks for one argument, with the last one given as a start. */
export async function askArgument(
  query: string | null,
  parameter: UpdateEntry["parameters"][number],
  before: string | number | undefined,
): Promise<string | number | undefined> {
  const text = await window.showInputBox({
    title: `${query ?? "Query"}: $${parameter.name}`,
    prompt: PROMPTS[parameter.type ?? "value"],
    value: before === undefined ? "" : String(before),
    ignoreFocusOut: true,
    validateInput: (typed) => problemOfArgument(typed, parameter.type),
  });
  return text === undefined ? undefined : readArgument(text, parameter.type);
}
