import type { CreateReading, HistoryReading, TalkReading } from "@semantic-xpath/chat/translate";
import { shellLine } from "../../report.js";
import type { AskLine } from "./command.js";

type Options = AskLine["options"];

/** The folder in commands where the request is about a file, which has no versions yet. */
const NEW_MEMORY = "plans";

/** What one types to make an edit: on a memory one command; a file becomes a memory first. */
export function applying(update: string, options: Options): readonly string[] {
  const { memory, task = "plan" } = options;
  if (memory !== undefined) return [sxp("memory", "update", memory, task, update)];
  return [...memoryOf(options), sxp("memory", "update", NEW_MEMORY, task, update)];
}

/** What one types to do something with versions and tasks. */
export function historyCommand(
  reading: HistoryReading | CreateReading | TalkReading,
  options: Options,
): readonly string[] {
  if (reading.kind === "talk") return [];
  const { memory = NEW_MEMORY, task: here = "plan" } = options;
  const begin = options.memory === undefined ? memoryOf(options) : [];
  if (reading.kind === "create")
    return [...begin, sxp("memory", "create", memory, reading.name, "--title", reading.title, "--data", "FILE")];
  const { action } = reading;
  const task = "task" in action ? (action.task ?? here) : here;
  switch (action.do) {
    case "show":
      return [...begin, sxp("memory", "show", memory, task, "--at", String(action.version))];
    case "diff":
      return [...begin, sxp("memory", "diff", memory, task, String(action.from), String(action.to))];
    case "log":
      return [...begin, sxp("memory", "log", memory, task)];
    case "tasks":
      return [...begin, sxp("memory", "list", memory)];
    case "restore":
    case "revert":
      return [...begin, sxp("memory", action.do, memory, task, String(action.version))];
    case "switch":
      return [...begin, sxp("ask", "REQUEST", "--memory", memory, "--task", task)];
  }
}

/** The commands that put the data into a memory. */
const memoryOf = ({ data, schema }: Options): readonly string[] => [
  sxp("memory", "init", NEW_MEMORY),
  sxp(
    ...["memory", "create", NEW_MEMORY, "plan"],
    ...data.flatMap((name) => ["--data", name]),
    ...(schema === undefined ? [] : ["--schema", schema]),
  ),
];

const sxp = (...words: string[]): string => shellLine(["sxp", ...words]);
