import { counted } from "@semantic-xpath/inspect/numbers";
import type { DiffHunk, UpdateResult } from "@semantic-xpath/memory";
import type { ChatEvent } from "./events.js";

/** A part of an event that a surface draws: a terminal, a page, a screen reader. The words are the same everywhere. */
export type Block =
  /** `quiet`: beside the answer. `notice`: a person should know. `error`: it did not work. `answer`: a piece of the answer. */
  | {
      readonly kind: "text";
      readonly tone: "quiet" | "notice" | "error" | "answer";
      readonly text: string;
      readonly code: string | null;
    }
  /** The query that was run, and how much of its result is handed on. */
  | { readonly kind: "query"; readonly query: string; readonly text: string }
  /** The edits of a change (`result`), or the differences of two versions. */
  | {
      readonly kind: "diff";
      readonly text: string;
      readonly hunks: readonly DiffHunk[];
      readonly omitted: number;
      readonly result: UpdateResult | null;
    }
  /** `isYesNo`: the choices are yes and no. */
  | {
      readonly kind: "question";
      readonly text: string;
      readonly choices: readonly string[];
      readonly isYesNo: boolean;
      readonly dryRun: UpdateResult | null;
    }
  | { readonly kind: "cost"; readonly text: string; readonly parts: readonly string[] };

type EventOf<T extends ChatEvent["type"]> = Extract<ChatEvent, { type: T }>;
type Present = { readonly [T in ChatEvent["type"]]: (event: EventOf<T>) => readonly Block[] };

const line = (tone: "quiet" | "notice" | "error" | "answer", text: string, code: string | null = null): Block => ({
  kind: "text",
  tone,
  text,
  code,
});

/** The blocks of each kind of event. */
const PRESENT: Present = {
  began: () => [],
  read: ({ readings, chosen }) => (chosen === null ? [] : [line("quiet", readings[chosen]!.said)]),
  repair: ({ round, problems }) => [
    line("quiet", `The model's text has mistakes (round ${round}): ${problems.join("; ")}`),
  ],
  widened: ({ change }) => [line("notice", `Nothing was found as it was asked. ${change}`)],
  chosen: ({ text }) => [line("quiet", `You chose: ${text}`)],
  retrieved: ({ query, nodes, found }) => [
    {
      kind: "query",
      query,
      text: nodes.length === found ? counted(found, "node") : `${nodes.length} of ${counted(found, "node")}`,
    },
  ],
  question: ({ question, choices, dryRun }) => [
    { kind: "question", text: question, choices, isYesNo: choices.length === 2 && choices[0] === "yes", dryRun },
  ],
  changed: ({ result, omitted }) => [
    {
      kind: "diff",
      text: result.version === null ? `Not saved: ${result.status}.` : `Saved as version ${result.version}.`,
      hunks: result.diff,
      omitted,
      result,
    },
  ],
  compared: ({ task, from, to, diff, omitted }) => [
    { kind: "diff", text: `Versions ${from} and ${to} of ${task}:`, hunks: diff, omitted, result: null },
  ],
  moved: ({ task, version }) => [line("quiet", `Now at ${task}, version ${version}.`)],
  note: ({ code, message }) => [line("notice", message, code)],
  text: ({ text }) => [line("answer", text)],
  cost: ({ cost }) => [
    {
      kind: "cost",
      text: "tokens",
      parts: [
        ...cost.calls.map(({ purpose, input, output }) => `${purpose} ${input} in, ${output} out`),
        `retrieved ${cost.retrieved}, whole memory ${cost.whole}, flat search ${cost.flat}`,
      ],
    },
  ],
  done: ({ state }) => (state === "cancelled" ? [line("notice", "Stopped. Nothing was changed after that.")] : []),
  failed: ({ code, message }) => [line("error", message, code)],
};

/** The blocks of an event, in order; none: it is not shown by itself. */
export const present = (event: ChatEvent): readonly Block[] =>
  (PRESENT[event.type] as (event: ChatEvent) => readonly Block[])(event);

/** The number of changes that are not shown, in words; null: all are shown. */
export const omittedText = (omitted: number): string | null =>
  omitted === 0 ? null : `and ${counted(omitted, "more change")}`;

/** The words of a block for a screen reader; null: the block is only seen. */
export function spoken(block: Block): string | null {
  switch (block.kind) {
    case "text":
      return block.tone === "notice" || block.tone === "error" ? block.text : null;
    case "question":
      return `${block.text} ${block.choices.map((choice, i) => `${i + 1}: ${choice}`).join(". ")}`;
    case "diff":
      return block.result === null ? null : block.text;
    default:
      return null;
  }
}

export type { ChatEvent } from "./events.js";
