import { planRows } from "@semantic-xpath/planner";
import type { CompiledQuery } from "@semantic-xpath/runtime";
import { unquoted } from "../session/definitions.js";
import { misuse, note, outputOf, type Session, say, type UserBreakpoint } from "../session/session.js";
import { bindBreakpoints } from "../session/stepping.js";
import { replCommand, type Word } from "./command.js";

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
  run: (session: Session, rest: string) => {
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
  const behind = text.replace(/^"[^"]*"|^'[^']*'/, "place");
  if (/\sif$/.test(behind)) throw misuse("if needs a condition: :break #3 if weight >= 0.5");
  if (/\sfrom(?:\s+(?:0+|\S*\D\S*))?$/.test(behind))
    throw misuse("from needs a whole number from 1 up: :break #3 from 2. A place that says so stands in quotes.");
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
  if (session.stepping === null) note(session, outputOf(session).paint.dim("  :step and then :continue stop there"));
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
