import type { Reading, Translation } from "@semantic-xpath/chat/translate";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import { alternativeLines, questionLines, readingText, understoodLines } from "../../render/readings.js";
import { withEntry } from "../editor/history.js";
import { abortable, dataOf, execute, prepare, scoringOf } from "../session/execute.js";
import { previewUpdate } from "../session/previewUpdate.js";
import { failure, misuse, note, type Session, say } from "../session/session.js";
import { showRun } from "../session/showRun.js";
import type { ReplCommand } from "./command.js";

/** Paths of a run that `those` and `the second one` may mean. */
const MAX_FOUND = 50;
/** Runs before, of which requests may speak. */
const MAX_TURNS = 3;

export const ask: ReplCommand = {
  name: "ask",
  usage: "REQUEST|N",
  summary: "say in English what to look for, and see the query",
  details:
    "Shows what was understood and the query that it became, runs it, and puts it into the history: arrow up brings it back to be changed. If no reading " +
    "is clear it asks, and :ask N goes on with one. Edits are previewed, not made: the prompt only reads.",
  examples: [
    ["A question in plain words.", ":ask which stops are parks?"],
    ["How much altogether?", ":ask how many parks are there?"],
  ],
  words: ({ asked }) =>
    (asked?.readings ?? []).map((reading, i) => ({ word: String(i + 1), says: readingText(reading) })),
  run: async (session, rest) => {
    if (rest === "") throw misuse(":ask needs a request, such as :ask what is outdoors on day 7?");
    const chosen = /^\d{1,2}$/.test(rest) ? readingNumbered(session, Number(rest)) : null;
    if (chosen !== null) return goOn(session, chosen);
    const translation = await translated(session, rest);
    session.asked = translation;
    const [reading] = translation.readings;
    if (reading === undefined || !translation.isClear) {
      note(session, questionLines(translation, session.errors, ":ask N goes on with one of them."));
      throw failure("");
    }
    say(session, understoodLines(translation, reading, session.screen));
    say(session, alternativeLines(translation, reading, session.screen));
    await goOn(session, reading);
  },
};

function readingNumbered({ asked }: Session, number: number): Reading {
  if (asked === null) throw misuse("Nothing was asked yet. :ask REQUEST");
  const reading = asked.readings[number - 1];
  if (reading !== undefined) return reading;
  throw misuse(`The last request has ${asked.readings.length} readings, and ${number} is none of them.`);
}

async function translated(session: Session, request: string): Promise<Translation> {
  const { schema, now } = session.settings;
  const tree = dataOf(session);
  const { scorer } = await abortable(session, scoringOf(session));
  const runs = session.runs.slice(-MAX_TURNS).reverse();
  const paths = runs.map(({ inspection }) => inspection.result.matches.slice(0, MAX_FOUND).map(({ path }) => path));
  const requests = runs.map(({ asked }) => ({ request: asked, text: asked }));
  const { translate } = await import("@semantic-xpath/chat/translate");
  try {
    return await translate(request, {
      tree,
      schema: schema?.schema ?? null,
      scorer,
      ...(now !== null && { now }),
      context: { found: paths, requests },
    });
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    throw failure(error.diagnostic.message);
  }
}

/** A query runs and comes into the history; an update is previewed; anything else is shown. */
async function goOn(session: Session, reading: Reading): Promise<void> {
  const { paint } = session.screen;
  if (reading.kind === "update") {
    say(session, paint.bold(reading.update));
    return previewUpdate(session, reading.update);
  }
  if (reading.kind !== "query" || reading.isHistory) {
    say(session, paint.bold(readingText(reading)));
    if (reading.kind !== "talk") note(session, "The prompt only reads: sxp ask says how to do it.");
    return;
  }
  if (reading.recalled !== undefined) {
    const { answerLines } = await import("../../render/recall.js");
    say(session, answerLines(reading.recalled, session.screen));
  }
  say(session, paint.bold(reading.query));
  session.history = withEntry(session.history, reading.query);
  await showRun(session, await execute(session, await prepare(session, reading.query)));
}
