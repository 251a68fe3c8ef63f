import type { CreateReading, FactsReading, HistoryReading, TalkReading } from "@semantic-xpath/chat/translate";
import type { AskLine } from "./command.js";

type Options = AskLine["options"];
/** A command as one types it, word by word. */
type Words = readonly string[];

/** The folder in commands where the request is about a file, which has no versions yet. */
const NEW_MEMORY = "plans";

/** Commands that make an edit: one command on a memory; a file becomes a memory first. */
export function applying(update: string, options: Options): readonly Words[] {
  const { memory, task = "plan" } = options;
  if (memory !== undefined) return [sxp("memory", "update", memory, task, update)];
  return [...memoryOf(options), sxp("memory", "update", NEW_MEMORY, task, update)];
}

/** A command with the number of a version: `-2` is not an operand. */
type Numbered = (task: string, version: string | number) => string;

/** Commands for an action on versions and tasks of a memory; a file has none. */
export function historyCommands(
  reading: HistoryReading | CreateReading | FactsReading | TalkReading,
  { memory, task: here = "" }: Options,
  numbered: Numbered,
): readonly Words[] {
  if (reading.kind === "talk" || memory === undefined) return [];
  if (reading.kind === "facts") return factCommands(reading, memory, here);
  if (reading.kind === "create")
    return [sxp("memory", "create", memory, reading.name, "--title", reading.title, "--data", "FILE")];
  const { action } = reading;
  const task = "task" in action ? (action.task ?? here) : here;
  switch (action.do) {
    case "show":
      return [sxp("memory", "show", memory, task, "--at", numbered(task, action.version))];
    case "diff":
      return [sxp("memory", "diff", memory, task, numbered(task, action.from), numbered(task, action.to))];
    case "log":
      return [sxp("memory", "log", memory, task)];
    case "tasks":
      return [sxp("memory", "list", memory)];
    case "restore":
    case "revert":
      return [sxp("memory", action.do, memory, task, numbered(task, action.version))];
    case "switch":
      return [sxp("ask", "REQUEST", "--memory", memory, "--task", task)];
  }
}

/** Commands that forget facts; facts are remembered in a chat. */
const factCommands = ({ action }: FactsReading, memory: string, task: string): readonly Words[] =>
  action.do === "forget"
    ? action.facts.map(({ fact }) => sxp("memory", "forget", memory, fact, "--task", task))
    : [sxp("chat", "--memory", memory, "--task", task, "--author", action.speaker)];

/** The commands that put the data into a memory. */
const memoryOf = ({ data, schema }: Options): readonly Words[] => [
  sxp("memory", "init", NEW_MEMORY),
  sxp(
    ...["memory", "create", NEW_MEMORY, "plan"],
    ...data.flatMap((name) => ["--data", name]),
    ...(schema === undefined ? [] : ["--schema", schema]),
  ),
];

const sxp = (...words: string[]): Words => ["sxp", ...words];
