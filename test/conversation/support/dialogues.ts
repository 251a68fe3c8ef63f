import { readFileSync } from "node:fs";
import type { Conversation, SessionInput } from "@semantic-xpath/conversation";

/** A question about a dialogue; an inner list of `include` means any of its turns. */
export interface Asked {
  readonly kind: string;
  readonly text: string;
  readonly asOf: string | null;
  readonly include: readonly (readonly string[])[];
  readonly exclude: readonly string[];
}

export interface WrittenDialogue {
  readonly speakers: readonly string[];
  readonly sessions: readonly SessionInput[];
  readonly questions: readonly Asked[];
}

/**
 * A dialogue written by hand: `## day` begins a session, `id speaker: text` is a turn, and `? kind | question @day | turns to give | turns not to give` asks.
 */
export function writtenDialogue(name: string): WrittenDialogue {
  const text = readFileSync(new URL(`../dialogues/${name}.txt`, import.meta.url), "utf8");
  const sessions: { id: string; date: string; turns: { id: string; speaker: string; text: string }[] }[] = [];
  const questions: Asked[] = [];
  let speakers: readonly string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) sessions.push({ id: line.slice(3), date: line.slice(3), turns: [] });
    else if (line.startsWith("# ")) speakers = line.slice(2).split(", ");
    else if (line.startsWith("? ")) questions.push(askedIn(line));
    else if (line !== "") {
      const [, id, speaker, said] = /^(\d+) ([^:]+): (.*)$/.exec(line)!;
      sessions.at(-1)!.turns.push({ id: id!, speaker: speaker!, text: said! });
    }
  }
  return { speakers, sessions, questions };
}

function askedIn(line: string): Asked {
  const [kind, asked, include, exclude = ""] = line
    .slice(2)
    .split("|")
    .map((part) => part.trim());
  const [, text, asOf] = /^(.*?)(?: @(\S+))?$/.exec(asked!)!;
  const ids = (part: string) => part.split(",").filter((id) => id !== "");
  return {
    kind: kind!,
    text: text!,
    asOf: asOf ?? null,
    include: ids(include!).map((group) => group.split("/")),
    exclude: ids(exclude),
  };
}

/** What a memory hands over for a question, and whether that is all that was asked for and nothing wrong. */
export function judged(talk: Conversation, { text, asOf, include, exclude }: Asked) {
  const { items } = talk.recall(text, asOf === null ? {} : { askedOn: asOf, validAt: asOf });
  const given = new Set(items.flatMap(({ sources }) => sources));
  const wrong = items.filter(({ sources }) => sources.some((turn) => exclude.includes(turn))).length;
  const isAll = include.every((group) => group.some((turn) => given.has(turn)));
  return { isRight: isAll && wrong === 0, isAll, wrong, items };
}
