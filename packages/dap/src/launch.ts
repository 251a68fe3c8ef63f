import { suggest } from "@semantic-xpath/parser";
import type { Given } from "./arguments.js";
import { RequestProblem } from "./problem.js";

/** What a launch configuration may say. Exactly one of `program` and `text` is needed. */
export interface LaunchArguments {
  /** The file with the query. */
  readonly program?: string;
  /** Which declared query; may be left out where there is only one. */
  readonly query?: string;
  /** A bare query instead of a file. */
  readonly text?: string;
  /** The tree to run over, and the schema; default: those that the file imports. */
  readonly data?: string;
  readonly schema?: string;
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly limit?: number;
  readonly minScore?: number;
  /** A scorer as `sxp run --scorer` takes it. */
  readonly scorer?: string;
  /** Halt before the first operator. Default: true. */
  readonly stopOnEntry?: boolean;
  /** Continuing halts behind the last operator, with the result; `false`: it ends the session there. Default: true. */
  readonly stopAtEnd?: boolean;
  /** Step through the plan as the optimiser leaves it. Default: false, as the query is written. */
  readonly optimise?: boolean;
  /** Run to the end without halting anywhere. */
  readonly noDebug?: boolean;
}

const KINDS: Readonly<Record<keyof LaunchArguments, (value: unknown) => boolean>> = {
  program: isText,
  query: isText,
  text: isText,
  data: isText,
  schema: isText,
  scorer: isText,
  params: isParams,
  limit: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  minScore: (value) => typeof value === "number" && value >= 0 && value <= 1,
  stopOnEntry: isTruth,
  stopAtEnd: isTruth,
  optimise: isTruth,
  noDebug: isTruth,
};

const WANTED: Readonly<Record<keyof LaunchArguments, string>> = {
  program: "a path",
  query: "the name of a declared query",
  text: "a query",
  data: "a path",
  schema: "a path",
  scorer: "the name of a scorer",
  params: "an object of strings, numbers, true or false by parameter name",
  limit: "a whole number from 0 up",
  minScore: "a number from 0 to 1",
  stopOnEntry: "true or false",
  stopAtEnd: "true or false",
  optimise: "true or false",
  noDebug: "true or false",
};

export const LAUNCH_FIELDS = Object.keys(WANTED) as readonly (keyof LaunchArguments)[];

/** The arguments of a launch request; what editors add of their own is left out. Throws a `RequestProblem` where one does not fit. */
export function readLaunch(given: unknown): LaunchArguments {
  const all: Readonly<Record<string, unknown>> = isObject(given) ? given : {};
  const read: Record<string, unknown> = {};
  for (const [name, isRight] of Object.entries(KINDS)) {
    const value = all[name];
    if (value === undefined || value === null || (value === "" && name !== "text")) continue;
    if (!isRight(value)) throw wrong(name as keyof LaunchArguments, value);
    const variable = REPLACED.has(name) ? VARIABLE.exec(String(value))?.[0] : undefined;
    if (variable !== undefined) throw unreplaced(name, variable);
    read[name] = value;
  }
  if (read.program === undefined && read.text === undefined)
    throw new RequestProblem('The launch configuration needs "program", the file with the query, or "text", a query.');
  if (read.program !== undefined && read.text !== undefined)
    throw new RequestProblem(
      'The launch configuration has both "program", the file with the query, and "text", a query: give one of them.',
    );
  if (read.query !== undefined && read.program === undefined)
    throw new RequestProblem('"query" chooses from the file of "program"; here the query is in "text".');
  return read;
}

/** Fields that are near to one that there is: most likely misspelt. Editors add fields of their own. */
export function launchRemarks(given: Given): readonly string[] {
  const names = Object.keys(given).filter((name) => !Object.hasOwn(WANTED, name) && !OF_EDITORS.has(name));
  return names.flatMap((name) => {
    const [near] = suggest(name, LAUNCH_FIELDS);
    if (near === undefined) return [];
    return [`The launch configuration has "${name}", which means nothing here. Did you mean "${near}"?`];
  });
}

const OF_EDITORS = new Set(["type", "request", "name", "from", "presentation", "memoryView"]);

const REPLACED = new Set(["program", "query", "data", "schema", "scorer"]);
const VARIABLE = /\$\{[^}]*\}/;

const unreplaced = (name: string, variable: string): RequestProblem =>
  new RequestProblem(
    `"${name}" in the launch configuration has the variable ${variable}, which the editor did not replace.`,
  );

/** Characters of a wrong value that are shown. */
const MOST_SHOWN = 40;

function wrong(name: keyof LaunchArguments, value: unknown): RequestProblem {
  const told = JSON.stringify(value) ?? String(value);
  const shown = told.length > MOST_SHOWN ? `${told.slice(0, MOST_SHOWN)}…` : told;
  return new RequestProblem(`"${name}" in the launch configuration must be ${WANTED[name]}, not ${shown}.`);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTruth(value: unknown): boolean {
  return typeof value === "boolean";
}

function isParams(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((one) => ["string", "number", "boolean"].includes(typeof one));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
