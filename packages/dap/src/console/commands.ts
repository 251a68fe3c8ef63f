import type { Inspection, Stepper } from "@semantic-xpath/inspect";
import { counted } from "@semantic-xpath/inspect/numbers";
import { treeStatistics } from "@semantic-xpath/runtime";
import { RequestProblem } from "../problem.js";
import type { Program } from "../program/program.js";
import { typedProblem } from "../text/rendered.js";
import { causeLines, resultPage, resultText, thereAre } from "./report.js";

/** Input of a command of the console. */
interface At {
  readonly program: Program;
  readonly stepper: Stepper;
}

interface ConsoleCommand {
  readonly name: string;
  readonly operand: string;
  readonly says: string;
  run(at: At, operand: string, signal: AbortSignal): string | Promise<string>;
}

/** Commands of the debug console: those of the REPL, with the same meaning. */
export const COMMANDS: readonly ConsoleCommand[] = [
  {
    name: "why",
    operand: "PATH or RANK",
    says: "why a node is in the result",
    run: async ({ stepper }, operand) => {
      const inspection = await stepper.inspect();
      const explanation = inspection.why(nodeIn(inspection, operand));
      if (explanation !== null) return [explanation.path, ...explanation.sentences].join("\n");
      const why = inspection.whyNot(nodeIn(inspection, operand))?.message ?? "";
      return `It is not in the result. ${why}`.trimEnd();
    },
  },
  {
    name: "whynot",
    operand: "PATH",
    says: "the first operator that excluded a node, with its numbers",
    run: async ({ stepper, program }, operand) => {
      const inspection = await stepper.inspect();
      const explanation = inspection.whyNot(nodeIn(inspection, operand));
      if (explanation === null) return "It is in the result: ask :why.";
      const { path, via, message, span } = explanation;
      return typedProblem(program.text, `${path}: ${via === path ? "" : `by way of ${via}: `}${message}`, span);
    },
  },
  {
    name: "change",
    operand: "PATH",
    says: "the smallest change that admits a node",
    run: async ({ stepper }, operand, signal) => {
      const inspection = await stepper.inspect();
      const node = nodeIn(inspection, operand);
      if (inspection.why(node) !== null) return "It is in the result already.";
      const change = await inspection.change(node, { signal });
      if (change === null) return "No change was found that admits it.";
      const { message, text, edits, count } = change;
      return [`${message}: ${counted(count, "result")}`, ...(edits.length === 0 ? [] : [text])].join("\n");
    },
  },
  {
    name: "results",
    operand: "FROM",
    says: "the result, from a rank on",
    run: async ({ stepper }, operand) => {
      const inspection = await stepper.inspect();
      return operand === "" ? resultText(inspection) : resultPage(inspection, rankOf(operand) ?? 1);
    },
  },
  {
    name: "causes",
    operand: "",
    says: "what the commonest causes of a disappointing result say about this run",
    run: async ({ stepper }) => {
      const lines = causeLines(await stepper.inspect());
      return lines.length === 0 ? "None of the commonest causes." : lines.join("\n");
    },
  },
  {
    name: "plan",
    operand: "",
    says: "the operators with their bounds",
    run: ({ stepper }) => stepper.query.explain("text", treeStatistics(stepper.tree)),
  },
  { name: "help", operand: "", says: "this list", run: () => helpText() },
];

/** Answer to a line that begins with a colon. */
export async function runCommand(line: string, at: At, signal: AbortSignal): Promise<string> {
  const [, word = "", operand = ""] = /^\s*:\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? [];
  const name = word.toLowerCase().replaceAll("-", "");
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new RequestProblem(`There is no command ":${word}". :help lists them.`, false);
  if (operand === "" && command.operand.startsWith("PATH"))
    throw new RequestProblem(`Write :${command.name} ${command.operand}.`, false);
  try {
    return await command.run(at, operand, signal);
  } catch (error) {
    // A path that finds no node is an error of the one who asked.
    throw error instanceof RangeError ? new RequestProblem(error.message, false) : error;
  }
}

function helpText(): string {
  const usages = COMMANDS.map(({ name, operand }) => `:${name} ${operand}`.trimEnd());
  const columns = Math.max(...usages.map((text) => text.length));
  return [
    ...COMMANDS.map(({ says }, i) => `${usages[i]!.padEnd(columns)}  ${says}`),
    "",
    'Anything else is asked of the current nodes: a path such as //POI[node =~ "museum"], or an',
    'expression of a bracket such as @city = "Ottawa". :why and its like run the query to its end.',
  ].join("\n");
}

function nodeIn(inspection: Inspection, operand: string): string | number {
  const rank = rankOf(operand);
  if (rank === null) return operand;
  const match = inspection.result.matches[rank - 1];
  if (match !== undefined) return match.id;
  throw new RequestProblem(thereAre(inspection), false);
}

const rankOf = (operand: string): number | null => (/^[1-9]\d{0,8}$/.test(operand) ? Number(operand) : null);
