import type { CompiledEntry } from "@semantic-xpath/lsp";
import { window } from "vscode";
import { problemOfArgument, readArgument } from "./arguments.js";

export type Arguments = Readonly<Record<string, string | number>>;

/** Asks for the arguments that are not known yet, one after the other; undefined if the user gives up. */
export async function askArguments(
  { name, parameters }: CompiledEntry,
  known: Arguments,
): Promise<Arguments | undefined> {
  let given: Arguments = {};
  for (const parameter of parameters) {
    const before = known[parameter.name];
    const value = before ?? (await askArgument(name, parameter, undefined));
    if (value === undefined) return undefined;
    given = { ...given, [parameter.name]: value };
  }
  return given;
}

/** Asks for one argument, with the last one given as a start. */
export async function askArgument(
  query: string | null,
  parameter: CompiledEntry["parameters"][number],
  before: string | number | undefined,
): Promise<string | number | undefined> {
  const text = await window.showInputBox({
    title: `${query ?? "Query"}: $${parameter.name}`,
    prompt: parameter.type === null ? "A value" : `A ${parameter.type}`,
    value: before === undefined ? "" : String(before),
    ignoreFocusOut: true,
    validateInput: (typed) => problemOfArgument(typed, parameter.type),
  });
  return text === undefined ? undefined : readArgument(text, parameter.type);
}
