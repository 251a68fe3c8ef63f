import { prepare } from "../session/execute.js";
import { lastRun, type Session } from "../session/session.js";
import { beginStepping, endStepping, step as go, STEP_KEYS, STEPS, type StepKey } from "../session/stepping.js";
import { NOTHING, type ReplCommand, replCommand } from "./command.js";

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
  run: async (session: Session, rest: string) =>
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
    run: (session: Session) => go(session, key as StepKey),
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
