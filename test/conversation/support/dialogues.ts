import { readFileSync } from "node:fs";
import type { Formation } from "@semantic-xpath/conversation";
import {
  type Dialogue,
  type DialogueQuestion,
  memoryMethod,
  openSuite,
  runSuite,
  summarise,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { expect } from "vitest";

/**
 * A dialogue written by hand: `# names` of the speakers, `## day` begins a session, `id speaker: text` is a turn, and
 * `? kind | question @day | turns to give | turns not to give` asks.
 */
export function writtenDialogue(name: string) {
  const text = readFileSync(new URL(`../dialogues/${name}.txt`, import.meta.url), "utf8");
  const sessions: { id: string; date: string; turns: { id: string; speaker: string; text: string }[] }[] = [];
  const questions: DialogueQuestion[] = [];
  let speakers: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) sessions.push({ id: line.slice(3), date: line.slice(3), turns: [] });
    else if (line.startsWith("# ")) speakers = line.slice(2).split(", ");
    else if (line.startsWith("? ")) questions.push(askedIn(line, String(questions.length + 1)));
    else if (line !== "") {
      const [, id, speaker, said] = /^(\d+) ([^:]+): (.*)$/.exec(line)!;
      sessions.at(-1)!.turns.push({ id: id!, speaker: speaker!, text: said! });
    }
  }
  return { id: name, speakers, sessions, questions };
}

function askedIn(line: string, id: string): DialogueQuestion {
  const [kind, asked, include, exclude = ""] = line
    .slice(2)
    .split("|")
    .map((part) => part.trim());
  const [, text, asOf] = /^(.*?)(?: @(\S+))?$/.exec(asked!)!;
  const ids = (part: string) => part.split(",").filter((each) => each !== "");
  return {
    ...{ id, kind: kind!, text: text! },
    ...(asOf !== undefined && { asOf }),
    include: ids(include!).map((group) => group.split("/")),
    exclude: ids(exclude),
  };
}

/** Shares of the questions about dialogues: right with nothing wrong beside it, and wrong turns a question. */
export async function answered(dialogues: readonly Dialogue[], formation: (dialogue: string) => Formation) {
  const text = JSON.stringify({ dialogues });
  const { suite, problems } = await openSuite("dialogues", { ...nodeHost(), readText: async () => text });
  expect(problems.map(({ diagnostic: { message } }) => message)).toEqual([]);
  const method = memoryMethod({ formation: ({ id }) => formation(id) });
  const run = await runSuite(suite!, { methods: [method as never], budgets: [] });
  const [{ metrics, failed }] = summarise(run).methods as [ReturnType<typeof summarise>["methods"][number]];
  expect(failed).toBe(0);
  const { built } = run.methods[0]!;
  return { questions: metrics.clean!.n, right: metrics.clean!.mean, wrong: metrics.excluded!.mean, built };
}
