import { runError } from "@semantic-xpath/tree";
import type { Reading } from "../translate/translation.js";
import { answer, writeAnswer } from "./answering.js";
import { changeFacts } from "./changeFacts.js";
import { create } from "./creating.js";
import { type Consent, changedMeanwhile, edit, SHOWN_AGAIN } from "./editing.js";
import { goThroughHistory } from "./past.js";
import { readRequest } from "./reading.js";
import type { AskedAbout, Pending } from "./record.js";
import type { Turn } from "./turn.js";

/** Reads the request of a turn and performs it, or asks a question. */
export async function takeTurn(turn: Turn): Promise<void> {
  const { requestLength: limit } = turn.host.limits;
  const { length } = turn.record.request;
  if (length > limit) throw runError("SXP5130", { length, limit });
  await turn.host.memory.refreshAsync();
  const { by, translation, asksForChange } = await readRequest(turn);
  turn.signal.throwIfAborted();
  const { readings, isClear, question } = translation;
  const [first] = readings;
  const chosen = isClear && first !== undefined ? 0 : null;
  turn.emit({ type: "read", by, readings, chosen });
  if (chosen !== null) return follow(turn, first!, { isOwnWish: asksForChange });
  if (first !== undefined && readings.length > 0) {
    const prompt = question ?? "What is meant?";
    return turn.ask(
      { kind: "reading", readings },
      prompt,
      readings.map(({ said }) => said),
    );
  }
  turn.ask(null, question ?? "I don't see what that asks for. Say it in other words?", []);
}

/** Goes on with a turn that waited. Throws a `ChatError` (SXP5144) for a choice that is not there. */
export async function goOn(turn: Turn, pending: Pending, choice: number): Promise<void> {
  const isYes = choice === 0;
  if (pending.kind !== "reading" && pending.kind !== "target" && !isYes) return turn.say("Nothing was changed.");
  if ("about" in pending && pending.about !== null) {
    const since = await changedSince(turn, pending.about);
    if (since !== null) {
      turn.say(`${changedMeanwhile(since)} ${SHOWN_AGAIN}`);
      return follow(turn, pending.reading, { isOwnWish: false });
    }
  }
  switch (pending.kind) {
    case "reading":
      return follow(turn, pending.readings[choice]!, { isOwnWish: true });
    case "target": {
      const reading = { ...pending.reading, update: pending.updates[choice]! };
      return edit(turn, reading, { isOwnWish: true });
    }
    case "update":
      return edit(turn, pending.reading, { isOwnWish: true, shownOn: pending.about.version, allow: pending.allow });
    case "history":
      return goThroughHistory(turn, pending.reading, { isOwnWish: true, isSure: true });
    case "create":
      return create(turn, pending.reading, { isOwnWish: true, isSure: true });
    case "facts":
      return changeFacts(turn, pending.reading, { isSure: true });
  }
}

/** Changes, in words, that others have made of the version that a question is about; null: it is still the newest. */
async function changedSince({ host: { memory, limits } }: Turn, { task: name, branch, version, time }: AskedAbout) {
  await memory.refreshAsync();
  const task = memory.task(name);
  const head = task.head(branch);
  const isThere = task.versions()[version - 1]?.time === time;
  if (isThere && head.number === version) return null;
  return isThere
    ? task
        .diff(version, head.number)
        .changes.slice(0, limits.lines)
        .map(({ text }) => text)
    : [];
}

function follow(turn: Turn, reading: Reading, consent: Consent): Promise<void> {
  switch (reading.kind) {
    case "query":
      return answer(turn, reading);
    case "update":
      return edit(turn, reading, consent);
    case "create":
      return create(turn, reading, consent);
    case "history":
      return goThroughHistory(turn, reading, consent);
    case "facts":
      return changeFacts(turn, reading);
    case "talk":
      return talk(turn, reading.said);
  }
}

const HELP =
  "I answer questions about this memory, change it, and go back to what it was: try “what is on day 2?”, “move it to day 3”, “what changed?”, “undo that”.";

async function talk(turn: Turn, said: string): Promise<void> {
  const tree = turn.head().tree();
  if (turn.host.writer !== null && (await writeAnswer(turn, { said, query: "", widened: null, tree, nodes: [] })))
    return;
  turn.say(HELP);
}
