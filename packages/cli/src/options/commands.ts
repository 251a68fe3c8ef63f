import { format, NOTHING, SCHEMA_FILES, TREE_FILES } from "../spec/shared.js";
import { type CommandSpec, command, options } from "../spec/spec.js";
import { COMPARE } from "./compareCommand.js";
import { DEBUG } from "./debugCommand.js";
import { EMIT } from "./emitCommand.js";
import { LSP } from "./lspCommand.js";
import {
  CACHE_CLEAR,
  CACHE_STATS,
  MODELS_ADD,
  MODELS_BENCH,
  MODELS_CALIBRATE,
  MODELS_LIST,
  MODELS_PULL,
  MODELS_REMOVE,
} from "./modelCommands.js";
import { CHECK, EXPLAIN, FORMAT, RUN } from "./queryCommands.js";
import { REPL } from "./replCommand.js";

export const SCHEMA_INFER_OPTIONS = options([
  { name: "fields", summary: "let child elements that only hold text become attributes (field elements)" },
  {
    name: "output",
    short: "o",
    summary: "write to a file",
    value: { name: "FILE", type: "text", completes: SCHEMA_FILES },
  },
]);

const SCHEMA_INFER = command({
  name: "schema infer",
  summary: "write the schema that data follows",
  description:
    "Reads one tree or several and prints a schema that all of them follow: a start, to be edited. Occurrences are those seen; raise or " +
    "remove a max where more may come.",
  operands: [{ name: "FILE", required: true, multiple: true, completes: TREE_FILES }],
  options: SCHEMA_INFER_OPTIONS,
  examples: [
    { line: "schema infer examples/mealplan/mealplan.json", says: "Print the schema of a tree." },
    {
      line: "schema infer examples/todo/todo.xml --fields",
      says: "A child such as <description> becomes an attribute of its parent.",
    },
    { line: "schema infer examples/itinerary/itinerary.xml -o itinerary.schema.json", says: "Write it to a file." },
  ],
  load: async () => (await import("../commands/schemaInfer.js")).schemaInfer,
});

export const SCHEMA_CHECK_OPTIONS = options([format("text", "json")]);

const SCHEMA_CHECK = command({
  name: "schema check",
  summary: "report mistakes in schema files",
  description: "Reports what is wrong in schema files, with the place, a code and what to do.",
  operands: [{ name: "FILE.schema.json", required: true, multiple: true, completes: SCHEMA_FILES }],
  options: SCHEMA_CHECK_OPTIONS,
  examples: [
    { line: "schema check examples/itinerary/itinerary.schema.json", says: "Check one schema." },
    {
      line: "schema check examples/todo/todo.schema.json examples/mealplan/mealplan.schema.json",
      says: "Check several.",
    },
    { line: "schema check examples/todo/todo.schema.json --format json", says: "For programs." },
  ],
  load: async () => (await import("../commands/schemaCheck.js")).schemaCheck,
});

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

const COMPLETION = command({
  name: "completion",
  summary: "print the script that lets a shell complete sxp",
  description: "Completes commands, options, their values, files, and the names of the queries in a file.",
  operands: [{ name: SHELLS.join("|"), required: true, multiple: false, completes: { kind: "words", words: SHELLS } }],
  options: [],
  examples: [
    {
      line: "completion bash",
      says: 'For this shell: eval "$(sxp completion bash)"; for all: the same line in ~/.bashrc.',
    },
    { line: "completion zsh", says: 'In ~/.zshrc, behind compinit: eval "$(sxp completion zsh)"' },
    { line: "completion fish", says: "Into ~/.config/fish/completions/sxp.fish" },
  ],
  load: async () => (await import("../commands/completion/completion.js")).completion,
});

const DEMO = command({
  name: "demo",
  summary: "see on one screen what this is about",
  description: "Runs a query over an example: what it asks, its plan, what it finds, and why the first one won.",
  operands: [],
  options: [],
  examples: [
    { line: "demo", says: "One screen." },
    { line: "demo --no-color", says: "Without colour." },
    {
      line: `run '//Day[max(/POI[node =~ "quiet park"])]' --data examples/itinerary/itinerary.xml`,
      says: "Then one of your own.",
    },
  ],
  load: async () => (await import("../commands/demo/demo.js")).demo,
});

const HELP = command({
  name: "help",
  summary: "show what a command does, with its options and examples",
  description: "Without COMMAND: all commands.",
  operands: [{ name: "COMMAND", required: false, multiple: true, completes: NOTHING }],
  options: [],
  examples: [
    { line: "help", says: "All commands." },
    { line: "help run", says: "One of them." },
    { line: "help schema infer", says: "One of two words." },
  ],
  load: async () => (await import("../commands/help/help.js")).help,
});

/** Every command, in the order of the help. */
export const COMMANDS = [
  RUN,
  REPL,
  CHECK,
  EXPLAIN,
  COMPARE,
  FORMAT,
  SCHEMA_INFER,
  SCHEMA_CHECK,
  EMIT,
  LSP,
  DEBUG,
  MODELS_LIST,
  MODELS_PULL,
  MODELS_ADD,
  MODELS_REMOVE,
  MODELS_CALIBRATE,
  MODELS_BENCH,
  CACHE_STATS,
  CACHE_CLEAR,
  DEMO,
  COMPLETION,
  HELP,
] as const satisfies readonly AnyCommand[];

/** A command of the table, whatever its options. */
type AnyCommand = Omit<CommandSpec, "load">;

/** The command that the first words name, and how many words that took. */
export function commandNamed(
  words: readonly string[],
): { readonly found: (typeof COMMANDS)[number]; readonly taken: number } | null {
  for (const taken of [2, 1]) {
    const name = words.slice(0, taken).join(" ");
    const found = words.length < taken ? undefined : COMMANDS.find((candidate) => candidate.name === name);
    if (found !== undefined) return { found, taken };
  }
  return null;
}
