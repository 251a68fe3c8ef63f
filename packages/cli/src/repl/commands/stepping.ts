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
  STEP_KEYS,
  STEPS,
  type StepKey,
  step,
} from "../session/stepping.js";
import type { ReplCommand, Word } from "./command.js";

const BEGUN = ':step //Day[avg(/POI[node =~ "park"])]';

/** `:next`, `:in` and the others, and what ends them. */
export const going: readonly ReplCommand[] = [
  ...Object.entries(STEPS).map(
    ([key, { command, says }]): ReplCommand => ({
      name: command,
      summary: `while stepping: ${says} (${key})`,
      details: `The key ${key} does the same. :step begins.`,
      examples: [["Go.", BEGUN, ":next", `:${command}`]],
      run: (session) => step(session, key as StepKey),
    }),
  ),
  {
    name: "stop",
    summary: "end stepping (q)",
    details: "The key q does the same. Breakpoints and watches stay.",
    examples: [["Back to queries.", BEGUN, ":stop"]],
    run: endStepping,
  },
];

export const stepping: readonly ReplCommand[] = [
  {
    name: "step",
    usage: "[QUERY]",
    summary: "go through a query operator by operator",
    details:
      `Without QUERY: the last one. While stepping, single keys go on: ${STEP_KEYS}. Everything else that is typed is evaluated on the present ` +
      'sequence: a path from its nodes on, or an expression such as @city = "Ottawa"; a space before it keeps its first letter from being a key.',
    examples: [
      ["Begin.", BEGUN],
      ["The last query.", "//POI", ":step"],
    ],
    takes: "query",
    run: async (session, rest) => beginStepping(session, await prepare(session, rest || lastRun(session).asked)),
  },
  ...going,
  {
    name: "break",
    usage: "[PLACE [if CONDITION] [from N]|off [N]]",
    summary: "stop at an operator while stepping, or list where",
    details:
      "PLACE is an operator of :plan, such as #3, or a part of the query text. CONDITION is count < 3, weight >= 0.5, or an expression of a bracket " +
      "that has to hold for one of the nodes. from N: only from the N-th time on. :continue goes from one breakpoint to the next.",
    examples: [
      ["At the third operator.", ":break #3"],
      ["Where the query says POI, once something weighs 0.5.", ":break POI if weight >= 0.5"],
      ["Remove the first.", ":break #3", ":break off 1"],
    ],
    words: ({ runs, stepping: at, breakpoints }) => [
      ...operatorsOf(at?.stepper.query ?? runs.at(-1)?.query),
      ...offWords(breakpoints.map(({ id, place }) => [id, place])),
    ],
    run: (session, rest) => {
      const { breakpoints } = session;
      if (rest === "") {
        if (breakpoints.length === 0) note(session, "There are no breakpoints. Set one: :break #3");
        return say(session, breakpoints.map(described));
      }
      const remaining = without(session, rest, "breakpoint", breakpoints, ({ id }) => id);
      if (remaining === null) return add(session, rest);
      session.breakpoints = remaining;
      bindBreakpoints(session);
    },
  },
  {
    name: "watch",
    usage: "[EXPRESSION|off [N]]",
    summary: "evaluate an expression at every stop while stepping",
    details:
      "A path from the present nodes on, or an expression of a bracket for each of them. Without EXPRESSION: what is watched.",
    examples: [
      ["How many stops do the days at hand have?", ":watch /POI"],
      ["Which of the nodes are in Ottawa?", ':watch @city = "Ottawa"'],
      ["No longer.", ":watch /POI", ":watch off 1"],
    ],
    takes: "watch",
    words: ({ settings: { watches } }) =>
      watches.length === 0 ? [] : offWords([...watches.entries()].map(([i, text]) => [i + 1, text])),
    run: async (session, rest) => {
      const { watches } = session.settings;
      if (rest === "") {
        if (watches.length === 0) note(session, "Nothing is watched. Begin: :watch /POI");
        return say(
          session,
          watches.map((text, i) => `watch ${i + 1}: ${text}`),
        );
      }
      const remaining = without(session, rest, "watch", watches, (_, i) => i + 1);
      if (remaining !== null) return change(session, "watch", { watches: remaining });
      if (session.stepping !== null) await evaluate(session, rest);
      const when = session.stepping === null ? ", shown at every stop of :step" : "";
      change(session, "watch", { watches: [...watches, rest] }, `watch ${watches.length + 1}: ${rest}${when}`);
    },
  },
];

/** The operators of a plan, each with its part of the query. */
function operatorsOf(query: CompiledQuery | undefined): readonly Word[] {
  if (query === undefined) return [];
  const { plan } = query;
  return planRows(plan).map(({ id, span }) => ({ word: `#${id}`, says: plan.text.slice(span.start, span.end) }));
}

const offWords = (numbered: readonly (readonly [number: number, says: string])[]): readonly Word[] => [
  { word: "off", says: "remove all" },
  ...numbered.map(([number, says]) => ({ word: `off ${number}`, says })),
];

/** Handles `off` or `off N` for a list, and reports it; null for another argument. */
function without<T>(
  session: Session,
  asked: string,
  what: string,
  list: readonly T[],
  numberOf: (one: T, i: number) => number,
): readonly T[] | null {
  const [match, number] = /^off(?:\s+(\S+))?$/.exec(asked) ?? [];
  if (match === undefined) return null;
  const remaining = number === undefined ? [] : list.filter((one, i) => String(numberOf(one, i)) !== number);
  if (number !== undefined && remaining.length === list.length) throw misuse(`There is no ${what} ${number}.`);
  note(session, number === undefined ? `removed every ${what}` : `removed ${what} ${number}`);
  return remaining;
}

function add(session: Session, text: string): void {
  const withoutPlace = text.replace(/^"[^"]*"|^'[^']*'/, "place");
  if (/\sif$/.test(withoutPlace)) throw misuse("if needs a condition: :break #3 if weight >= 0.5");
  if (/\sfrom(?:\s+(?:0+|\S*\D\S*))?$/.test(withoutPlace))
    throw misuse("from needs a whole number from 1 up: :break #3 from 2. Put a place that says so in quotes.");
  const [, place = "", condition = null, hits = 1] = /^(.+?)(?:\s+if\s+(.+?))?(?:\s+from\s+(\d+))?$/s.exec(text) ?? [];
  const before = session.breakpoints;
  const id = (before.at(-1)?.id ?? 0) + 1;
  const added: UserBreakpoint = { id, place: unquoted(place), condition, hits: Number(hits) };
  session.breakpoints = [...before, added];
  if (bindBreakpoints(session).has(id)) {
    session.breakpoints = before;
    bindBreakpoints(session);
    throw misuse(`No breakpoint was set at ${added.place}.`);
  }
  note(session, described(added));
  if (session.stepping === null) note(session, session.screen.paint.dim("  :step and then :continue stop there"));
}

const described = ({ id, place, condition, hits }: UserBreakpoint): string =>
  `breakpoint ${id} at ${place}${condition === null ? "" : ` if ${condition}`}${hits > 1 ? ` from time ${hits}` : ""}`;
