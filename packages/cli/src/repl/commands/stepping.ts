import { planRows } from "@semantic-xpath/planner";
import type { CompiledQuery } from "@semantic-xpath/runtime";
import { unquoted } from "../session/definitions.js";
import { prepare } from "../session/execute.js";
import { change, lastRun, misuse, note, type Session, say, type UserBreakpoint } from "../session/session.js";
import {
  beginStepping,
  bindBreakpoints,
  endStepping,
  evaluate,
  step as go,
  STEP_KEYS,
  STEPS,
  type StepKey,
} from "../session/stepping.js";
import { NOTHING, type ReplCommand, replCommand, type Word } from "./command.js";

export const step = replCommand({
  name: "step",
  usage: "[QUERY]",
  group: "debug",
  summary: "go through a query operator by operator",
  details:
    `Without QUERY: the last one. While stepping, single keys go on: ${STEP_KEYS}. Everything else that is typed is evaluated on the present ` +
    'sequence: a path from its nodes on, or an expression such as @city = "Ottawa"; a space before it keeps its first letter from being a key.',
  examples: [
    { line: ':step //Day[avg(/POI[node =~ "park"])]', says: "Begin." },
    { line: ":step", says: "The last query.", after: ["//POI"] },
  ],
  completes: { kind: "query" },
  run: async (session, rest) =>
    beginStepping(session, await prepare(session, rest === "" ? lastRun(session).asked : rest)),
});

const BEGUN = ':step //Day[avg(/POI[node =~ "park"])]';

/** `:next`, `:in` and the others. */
export const steps: readonly ReplCommand[] = Object.entries(STEPS).map(([key, { command, says }]) =>
  replCommand({
    name: command,
    usage: "",
    group: "debug",
    summary: `while stepping: ${says} (${key})`,
    details: `The key ${key} does the same. :step begins.`,
    examples: [{ line: `:${command}`, says: "Go.", after: [BEGUN, ":next"] }],
    completes: NOTHING,
    run: (session) => go(session, key as StepKey),
  }),
);

export const stop = replCommand({
  name: "stop",
  usage: "",
  group: "debug",
  summary: "end stepping (q)",
  details: "The key q does the same. Breakpoints and watches stay.",
  examples: [{ line: ":stop", says: "Back to queries.", after: [BEGUN] }],
  completes: NOTHING,
  run: endStepping,
});

export const breakCommand = replCommand({
  name: "break",
  usage: "[PLACE [if CONDITION] [from N]|off [N]]",
  group: "debug",
  summary: "stop at an operator while stepping, or list where",
  details:
    "PLACE is an operator of :plan, such as #3, or a part of the query text. CONDITION is count < 3, weight >= 0.5, or an expression of a bracket " +
    "that has to hold for one of the nodes. from N: only from the N-th time on. :continue goes from one breakpoint to the next.",
  examples: [
    { line: ":break #3", says: "At the third operator." },
    { line: ":break POI if weight >= 0.5", says: "Where the query says POI, once something weighs 0.5." },
    { line: ":break off 1", says: "Remove the first.", after: [":break #3"] },
  ],
  completes: {
    kind: "words",
    words: ({ runs, stepping, breakpoints }) => [
      ...operatorsOf(stepping?.stepper.query ?? runs.at(-1)?.inspection.query),
      { word: "off", says: "remove all" },
      ...breakpoints.map(({ id, place }) => ({ word: `off ${id}`, says: place })),
    ],
  },
  run: (session, rest) => {
    if (rest === "") return list(session);
    const off = /^off(?:\s+(\S+))?$/.exec(rest);
    if (off !== null) {
      remove(session, off[1]);
      bindBreakpoints(session);
    } else add(session, rest);
  },
});

/** The operators of a plan, each with its part of the query. */
function operatorsOf(query: CompiledQuery | undefined): readonly Word[] {
  if (query === undefined) return [];
  const { plan } = query;
  return planRows(plan).map(({ id, span }) => ({ word: `#${id}`, says: plan.text.slice(span.start, span.end) }));
}

function add(session: Session, text: string): void {
  const others = text.replace(/^"[^"]*"|^'[^']*'/, "place");
  if (/\sif$/.test(others)) throw misuse("if needs a condition: :break #3 if weight >= 0.5");
  if (/\sfrom(?:\s+(?:0+|\S*\D\S*))?$/.test(others))
    throw misuse("from needs a whole number from 1 up: :break #3 from 2. Put a place that says so in quotes.");
  const [, place = "", condition, hits] = /^(.+?)(?:\s+if\s+(.+?))?(?:\s+from\s+(\d+))?$/s.exec(text) ?? [];
  const added: UserBreakpoint = {
    id: (session.breakpoints.at(-1)?.id ?? 0) + 1,
    place: unquoted(place),
    condition: condition ?? null,
    hits: hits === undefined ? 1 : Number(hits),
  };
  const before = session.breakpoints;
  session.breakpoints = [...before, added];
  if (bindBreakpoints(session).has(added.id)) {
    session.breakpoints = before;
    bindBreakpoints(session);
    throw misuse(`No breakpoint was set at ${added.place}.`);
  }
  note(session, described(added));
  if (session.stepping === null) note(session, session.screen.paint.dim("  :step and then :continue stop there"));
}

function remove(session: Session, id: string | undefined): void {
  if (id !== undefined && !session.breakpoints.some((one) => String(one.id) === id))
    throw misuse(`There is no breakpoint ${id}. :break lists them.`);
  session.breakpoints = id === undefined ? [] : session.breakpoints.filter((one) => String(one.id) !== id);
  note(session, id === undefined ? "no breakpoints" : `removed breakpoint ${id}`);
}

function list(session: Session): void {
  if (session.breakpoints.length === 0) note(session, "There are no breakpoints. Set one: :break #3");
  for (const one of session.breakpoints) say(session, described(one));
}

const described = ({ id, place, condition, hits }: UserBreakpoint): string =>
  `breakpoint ${id} at ${place}${condition === null ? "" : ` if ${condition}`}${hits > 1 ? ` from time ${hits}` : ""}`;

export const watch = replCommand({
  name: "watch",
  usage: "[EXPRESSION|off [N]]",
  group: "debug",
  summary: "evaluate an expression at every stop while stepping",
  details:
    "A path from the present nodes on, or an expression of a bracket for each of them. Without EXPRESSION: what is watched.",
  examples: [
    { line: ":watch /POI", says: "How many stops do the days at hand have?" },
    { line: ':watch @city = "Ottawa"', says: "Which of the nodes are in Ottawa?" },
    { line: ":watch off 1", says: "No longer.", after: [":watch /POI"] },
  ],
  completes: { kind: "watch" },
  run: async (session, rest) => {
    const { watches } = session.settings;
    if (rest === "") {
      if (watches.length === 0) note(session, "Nothing is watched. Begin: :watch /POI");
      for (const [i, text] of watches.entries()) say(session, `watch ${i + 1}: ${text}`);
      return;
    }
    const [, number] = /^off(?:\s+(\d+))?$/.exec(rest) ?? [];
    if (/^off(?:\s+\d+)?$/.test(rest)) {
      if (number !== undefined && watches[Number(number) - 1] === undefined)
        throw misuse(`There is no watch ${number}.`);
      change(session, "watch", { watches: number === undefined ? [] : watches.toSpliced(Number(number) - 1, 1) });
      note(session, number === undefined ? "nothing is watched" : `removed watch ${number}`);
      return;
    }
    if (session.stepping !== null) await evaluate(session, rest);
    change(session, "watch", { watches: [...watches, rest] });
    note(
      session,
      `watch ${watches.length + 1}: ${rest}${session.stepping === null ? ", shown at every stop of :step" : ""}`,
    );
  },
});
