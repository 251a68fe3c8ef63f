import { MODEL, NOW, READING, TEXT_OR_JSON } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";
import { FOLDER } from "./shared.js";

const TASK = option("--task TASK", "the task that holds the conversations. Default: conversation");
const USER = option("--user NAME", "who wrote the messages of the role user, and who asks. Default: User");

const BUILD_OPTIONS = options([
  TASK,
  USER,
  ...READING,
  option("--date DAY", "the day of messages that have no time. Default: today"),
  option(
    "--as WHAT",
    "what to add to the facts: facts (default, nothing more), xmemory (themes), structmem (summaries of stretches of time)",
    { choices: ["facts", "xmemory", "structmem"] },
  ),
  ...MODEL,
  option("--foretell", "with a model: foretell each batch first, and look for what is new; two calls a batch", {
    needs: "model",
  }),
  TEXT_OR_JSON,
]);
export type BuildLine = CommandLine<typeof BUILD_OPTIONS>;

export const build = command({
  name: "memory build",
  summary: "make a memory of facts from conversations",
  description:
    "Reads an export of ChatGPT or Claude, a file of LoCoMo, or messages as JSON or JSON Lines, and keeps each turn with the facts that it states, under the subjects and slots they are about. What is no statement (questions, jokes, hearsay, orders) is not kept, with its reason. Without a model rules of English find the facts. Again it reads only what is new, and tries again what failed. The folder is made if it is not there.",
  operands: [FOLDER, "FILE..."],
  options: BUILD_OPTIONS,
  examples: {
    "Messages of two people.": "memory build talks examples/chats/talk.jsonl",
    "With themes over the facts.": "memory build talks examples/chats/talk.jsonl --as xmemory",
    "An export, and who you are in it.": "memory build talks examples/chats/talk.jsonl --mapping messages --user Ana",
  },
  load: async () => (await import("./talk.js")).build,
});

const RECALL_OPTIONS = options([
  TASK,
  USER,
  option("--tokens N", "the most that is handed over, in tokens of four characters. Default 250", {
    range: { whole: true, least: 1 },
  }),
  option("--valid-at DAY", "what held on this day, or all for every time. Default: today"),
  option("--full", "also the turns that are most relevant, up to the budget"),
  option("--why-not WORDS", "explain why facts with these words, or with this id, are not in the answer"),
  NOW,
  TEXT_OR_JSON,
]);
export type RecallLine = CommandLine<typeof RECALL_OPTIONS>;

export const recall = command({
  name: "memory recall",
  summary: "answer a question from the facts of conversations",
  description:
    "Reads the subject, the slot and the time of a question (now, on a day, before, history, count, when), and hands over what answers it, with who said it, since when it holds, and what it hid. Exit code 1 if nothing answers.",
  operands: [FOLDER, "QUESTION..."],
  options: RECALL_OPTIONS,
  examples: {
    "What holds now.": "memory recall talks 'Where does Ana live now?'",
    "What held before.": "memory recall talks 'Where did Ana live before?'",
    "Why something is not in the answer.": "memory recall talks 'Where does Ana live now?' --why-not Porto",
  },
  load: async () => (await import("./talk.js")).recall,
});

const CORRECTION_OPTIONS = options([
  TASK,
  option("--author WHO", "who corrects it; kept with the version"),
  TEXT_OR_JSON,
]);
export type CorrectionLine = CommandLine<typeof CORRECTION_OPTIONS>;

export const correct = command({
  name: "memory correct",
  summary: "give a fact of a conversation another value",
  description:
    "FACT is an id, as memory show --slots and memory recall print it. The correction wins over the formation, also if the conversation is read again; the turn stays as it was said.",
  operands: [FOLDER, "FACT", "VALUE"],
  options: CORRECTION_OPTIONS,
  examples: {
    "Another value.": "memory correct talks s2/2#1 'Dr. Bell'",
    "Say who corrects it.": "memory correct talks s2/2#1 'Dr. Bell' --author ada",
    "For programs.": "memory correct talks s2/2#1 'Dr. Bell' --format json",
  },
  load: async () => (await import("./talk.js")).correct,
});

export const forget = command({
  name: "memory forget",
  summary: "take a fact of a conversation out of all answers",
  description:
    "FACT is an id, as memory show --slots and memory recall print it. The turn that states it stays; memory prune removes texts for good.",
  operands: [FOLDER, "FACT"],
  options: CORRECTION_OPTIONS,
  examples: {
    "Forget it.": "memory forget talks s1/2#1",
    "Say who wants it.": "memory forget talks s1/2#1 --author ada",
    "For programs.": "memory forget talks s1/2#1 --format json",
  },
  load: async () => (await import("./talk.js")).forget,
});

export const same = command({
  name: "memory same",
  summary: "say that two slots or two people are one",
  description:
    "ID and OTHER are two slots of one subject (ana#job, ana#work) or two subjects (ana/tom, ana/brother-tom), as memory show --slots prints them. ID becomes another name of OTHER, also for what is read later. It is a version of its own, so memory revert takes it back.",
  operands: [FOLDER, "ID", "OTHER"],
  options: CORRECTION_OPTIONS,
  examples: {
    "Ana's brother Tom is Ben.": "memory same talks ana/brother-tom ben",
    "Say who says so.": "memory same talks ana/brother-tom ben --author ada",
    "For programs.": "memory same talks ana/brother-tom ben --format json",
  },
  load: async () => (await import("./talk.js")).same,
});
