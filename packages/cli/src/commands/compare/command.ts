import {
  DATA,
  LANGUAGE,
  LIMIT,
  MIN_SCORE,
  NO_CACHE,
  NOW,
  PARAM,
  QUERY_NAME,
  QUERY_OPERAND,
  READING,
  REDACT,
  SCHEMA,
  SCORER,
  TEXT_OR_JSON,
  TIMEOUT,
} from "../../spec/shared.js";
import { type CommandLine, command, type OptionSpec, option, options } from "../../spec/spec.js";

type Other<O extends OptionSpec> = Omit<O, "name" | "short" | "summary"> & {
  readonly name: `with-${O["name"]}`;
  readonly summary: string;
};

/** The option for the later run alone: `--with-data` beside `--data`. */
function other<const O extends OptionSpec>({ short: _, ...option }: O, summary: string): Other<O> {
  return { ...option, name: `with-${option.name}`, summary } as Other<O>;
}

/** Options that may differ in the later run, each beside the one for both. */
const OPTIONS = options([
  DATA,
  other(DATA, "other data"),
  ...READING,
  SCHEMA,
  other(SCHEMA, "another schema"),
  QUERY_NAME,
  {
    ...other(QUERY_NAME, "another query: its name in the file, or its text"),
    value: { ...QUERY_NAME.value, name: "QUERY" },
  },
  PARAM,
  other(PARAM, "another argument; may be repeated"),
  SCORER,
  other(SCORER, "another scorer"),
  LANGUAGE,
  other(LANGUAGE, "another language"),
  LIMIT,
  other(LIMIT, "another limit"),
  MIN_SCORE,
  other(MIN_SCORE, "another minimum score"),
  NO_CACHE,
  TEXT_OR_JSON,
  option("-e, --exit-code", "exit with 1 if the nodes, their order or the value differ"),
  option("--report FILE", "write a page that shows the later run and the comparison"),
  REDACT,
  NOW,
  TIMEOUT,
]);
export type CompareLine = CommandLine<typeof OPTIONS>;

export const compare = command({
  name: "compare",
  summary: "run a query twice, and show the differences",
  description:
    "Runs QUERY twice, the second time with the second QUERY or with the options that start with --with-. Everything else is the same in both runs. " +
    "Nodes of different data are matched by identity, such as an id or a name, else by content, else by place. Each row has rank and weight " +
    "before and after; for nodes that are new or gone it says why.",
  operands: [QUERY_OPERAND, { ...QUERY_OPERAND, usage: `[${QUERY_OPERAND.usage}]` }],
  options: OPTIONS,
  examples: {
    "What does another bracket change?": `compare '//POI[node =~ "museum"]' '//POI[node =~ "museum"][@open_air = "false"]' --data examples/itinerary/itinerary.xml`,
    "The same query with another argument.":
      "compare examples/itinerary/itinerary.sxp --query day_plan --param n=3 --with-param n=4",
    "For continuous integration: 1 if the answer differs.": `compare '//Task[node =~ "urgent repair"]' --data examples/todo/todo.xml --limit 2 --with-min-score 0.5 --exit-code`,
  },
  load: async () => (await import("./compare.js")).compare,
});
