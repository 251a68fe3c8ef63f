import { suggest } from "@semantic-xpath/parser";
import type { Arguments } from "./arguments.js";
import { RequestProblem } from "./problem.js";

/** Members of a launch configuration. Exactly one of `program` and `text` is needed. */
export interface LaunchArguments {
  /** The file with the query. */
  readonly program?: string;
  /** Name of the declared query; may be left out if there is only one. */
  readonly query?: string;
  /** A bare query instead of a file. */
  readonly text?: string;
  /** The tree to run over, and the schema; default: those that the file imports, then the schema that the configuration of the data's folder names. */
  readonly data?: string;
  /** For data of several trees: the name of the one to step through. Its weights are those among all trees. */
  readonly source?: string;
  readonly schema?: string;
  /** Mapping of values to nodes: the name of a shipped mapping, or a file. Default: that of the configuration of the data's folder. */
  readonly mapping?: string;
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly limit?: number;
  readonly minScore?: number;
  /** A scorer as `sxp run --scorer` takes it. */
  readonly scorer?: string;
  /** Halt before the first operator. Default: true. */
  readonly stopOnEntry?: boolean;
  /** Continuing halts after the last operator, with the result; `false`: it ends the session there. Default: true. */
  readonly stopAtEnd?: boolean;
  /** Step through the plan as the optimiser leaves it. Default: false, as the query is written. */
  readonly optimise?: boolean;
  /** Run to the end without halting anywhere. */
  readonly noDebug?: boolean;
}

interface Field {
  readonly isRight: (value: unknown) => boolean;
  /** Description of a valid value. */
  readonly expected: string;
  /** True if editors replace variables in it. */
  readonly hasVariables?: true;
}

const TRUTH: Field = { isRight: (value) => typeof value === "boolean", expected: "true or false" };
const text = (expected: string): Field => ({ isRight: (value) => typeof value === "string", expected });
const withVariables = (expected: string): Field => ({ ...text(expected), hasVariables: true });

const FIELDS: Readonly<Record<keyof LaunchArguments, Field>> = {
  program: withVariables("a path"),
  query: withVariables("the name of a declared query"),
  text: text("a query"),
  data: withVariables("a path"),
  source: withVariables("the name of a tree"),
  schema: withVariables("a path"),
  mapping: withVariables("the name of a mapping, or a path"),
  scorer: withVariables("the name of a scorer"),
  params: { isRight: isParams, expected: "an object of strings, numbers, true or false by parameter name" },
  limit: {
    isRight: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    expected: "a whole number from 0 up",
  },
  minScore: {
    isRight: (value) => typeof value === "number" && value >= 0 && value <= 1,
    expected: "a number from 0 to 1",
  },
  stopOnEntry: TRUTH,
  stopAtEnd: TRUTH,
  optimise: TRUTH,
  noDebug: TRUTH,
};

export const LAUNCH_FIELDS = Object.keys(FIELDS) as readonly (keyof LaunchArguments)[];

/** The arguments of a launch request; what editors add of their own is left out. Throws a `RequestProblem` if one does not fit. */
export function readLaunch(given: Arguments): LaunchArguments {
  const read: Record<string, unknown> = {};
  for (const [name, { isRight, expected, hasVariables }] of Object.entries(FIELDS)) {
    const value = given[name];
    if (value === undefined || value === null || (value === "" && name !== "text")) continue;
    const subject = `"${name}" in the launch configuration`;
    if (!isRight(value)) throw new RequestProblem(`${subject} must be ${expected}, not ${shortened(value)}.`);
    const variable = hasVariables && /\$\{[^}]*\}/.exec(String(value))?.[0];
    if (variable)
      throw new RequestProblem(`${subject} has the variable ${variable}, which the editor did not replace.`);
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
export function launchRemarks(given: Arguments): readonly string[] {
  const names = Object.keys(given).filter((name) => !Object.hasOwn(FIELDS, name) && !OF_EDITORS.has(name));
  return names.flatMap((name) => {
    const [near] = suggest(name, LAUNCH_FIELDS);
    if (near === undefined) return [];
    return [`The launch configuration has "${name}", which means nothing here. Did you mean "${near}"?`];
  });
}

const OF_EDITORS = new Set(["type", "request", "name", "from", "presentation", "memoryView"]);

/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 40;

function shortened(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
}

function isParams(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => ["string", "number", "boolean"].includes(typeof one));
}
