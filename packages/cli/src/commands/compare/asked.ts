import { readArguments } from "../../input/arguments.js";
import type { COMPARE_OPTIONS } from "../../options/compareCommand.js";
import { defined } from "../../options/defined.js";
import type { OptionValues } from "../../options/spec.js";
import { usage } from "../../stop.js";

type Options = OptionValues<typeof COMPARE_OPTIONS>;

/** One of the two runs, as the command line asks for it. */
export interface AskedRun {
  readonly query: string;
  readonly name: string | undefined;
  readonly data: string | undefined;
  readonly schema: string | undefined;
  readonly scorer: string | undefined;
  /** Arguments for both runs, as far as they have such a parameter, and those for this one alone. */
  readonly shared: Readonly<Record<string, string>>;
  readonly own: Readonly<Record<string, string>>;
  readonly limit: number | undefined;
  readonly minScore: number | undefined;
}

/** The two runs: the later one differs in what a second query and the options `--with-…` say. */
export function askedRuns(operands: readonly string[], options: Options): readonly [AskedRun, AskedRun] {
  checkOptions(operands, options);
  const before: AskedRun = {
    query: operands[0]!,
    name: options.query,
    data: options.data,
    schema: options.schema,
    scorer: options.scorer,
    shared: readArguments(options.param, "compare"),
    own: {},
    limit: options.limit,
    minScore: options["min-score"],
  };
  const given = options["with-query"];
  const text = operands[1] ?? (given !== undefined && isQuery(given) ? given : undefined);
  const after: AskedRun = {
    ...before,
    own: readArguments(options["with-param"], "compare"),
    ...defined({
      query: text,
      name: given !== undefined && !isQuery(given) ? given : undefined,
      data: options["with-data"],
      schema: options["with-schema"],
      scorer: options["with-scorer"],
      limit: options["with-limit"],
      minScore: options["with-min-score"],
    }),
  };
  return [before, after];
}

/** A name is neither a path nor a file. */
const isQuery = (text: string): boolean => /^[/(]/.test(text) || text.endsWith(".sxp");

function checkOptions(operands: readonly string[], options: Options): void {
  const fail = (message: string): never => {
    throw usage(message, "compare");
  };
  const others = Object.entries(options).filter(([name, value]) => name.startsWith("with-") && isGiven(value));
  if (operands.length === 1 && others.length === 0)
    fail("nothing would be different: add a second query, --with-data FILE, --with-scorer NAME ...");
  const given = options["with-query"];
  if (operands.length > 1 && given !== undefined && isQuery(given))
    fail(`there are two second queries: "${operands[1]}" and "${given}".`);
  for (const name of ["limit", "with-limit"] as const) {
    const limit = options[name];
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
      fail(`--${name} is a whole number from 0 up, not ${limit}.`);
  }
  for (const name of ["min-score", "with-min-score"] as const) {
    const score = options[name];
    if (score !== undefined && !(score >= 0 && score <= 1)) fail(`--${name} is from 0 to 1, not ${score}.`);
  }
  if (options.redact && options.report === undefined) fail("--redact goes with --report FILE.");
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);
