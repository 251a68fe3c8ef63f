import { compareRuns } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import { causeLines, changeLines, whyLines, whyNotLines } from "../../render/answers.js";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { placeLines } from "../../render/diagnostics.js";
import { queryText } from "../../render/results.js";
import { nodeIn, runIn } from "../session/definitions.js";
import { execute } from "../session/execute.js";
import { lastRun, misuse, note, type Run, type Session, say } from "../session/session.js";
import { nearestOf, oneLine, searching, showRun } from "../session/showRun.js";
import { NOTHING, RUNS, replCommand } from "./command.js";

export const why = replCommand({
  name: "why",
  usage: "[N|PATH]",
  group: "ask",
  summary: "why is this node in the result, with this weight?",
  details:
    "N is the number of a result of the last run; without one, the first. What it shows: in words, then every score that made the weight with its " +
    "operands, and what cost it most.",
  examples: [
    { line: ":why 3", says: "The third result.", after: ['//POI[node =~ "museum"]'] },
    { line: ":why /Itinerary/Day[3]", says: "A node by its path.", after: ['//Day[avg(/POI[node =~ "museum"])]'] },
  ],
  completes: { kind: "node" },
  run: (session, rest) => {
    const { inspection } = lastRun(session);
    const node = nodeIn(lastRun(session), rest === "" ? "1" : rest);
    const found = inspection.why(node);
    if (found === null) {
      const { path } = inspection.tree.node(node);
      throw misuse(`${path} is not in the result. Why not? :whynot ${path}`);
    }
    say(session, whyLines(found, session.screen).join("\n"));
  },
});

export const whynot = replCommand({
  name: "whynot",
  usage: "[PATH]",
  group: "ask",
  summary: "why is this node not in the result, and what would let it in?",
  details:
    "Names the first operator that excluded the node, with its numbers, and the smallest change of the query that admits it. The change has been " +
    "tried; :apply runs it. Without PATH, for a result without matches: the nearest query that finds something.",
  examples: [
    {
      line: ":whynot /Itinerary/Day[3]",
      says: "Why not the third day?",
      after: ['//Day[avg(/POI[node =~ "conference"]) >= 0.5]'],
    },
    { line: ":whynot", says: "Nothing was found: what would be?", after: ["//Day[9]"] },
  ],
  completes: { kind: "node" },
  run: async (session, rest) => {
    const run = lastRun(session);
    if (rest === "") {
      if (run.inspection.result.ids.length > 0) throw misuse(":whynot needs a node: :whynot PATH");
      return nearestOf(session, run, true);
    }
    const node = nodeIn(run, rest);
    const found = run.inspection.whyNot(node);
    if (found === null) {
      const { path } = run.inspection.tree.node(node);
      throw misuse(`${path} is in the result. Why? :why ${path}`);
    }
    say(session, whyNotLines(found, run.source, session.screen).join("\n"));
    await suggest(session, run, node);
  },
});

/** The smallest change; it was run before it is shown. */
async function suggest(session: Session, run: Run, node: number): Promise<void> {
  const { inspection } = run;
  const change = await searching(session, run, "the smallest change", (options) => inspection.change(node, options));
  if (change === null) return;
  session.suggested = { change, run };
  const screen = session.screen;
  say(session, changeLines("change", change, inspection, screen).join("\n"));
  note(session, screen.paint.dim("  :apply runs it"));
}

export const apply = replCommand({
  name: "apply",
  usage: "",
  group: "ask",
  summary: "run the change that :whynot suggested last",
  details: "The changed query becomes a run of its own; :compare shows what the change did.",
  examples: [{ line: ":apply", says: "Try it.", after: ['//Day[@city = "Ottawa"]', ":whynot /Itinerary/Day[1]"] }],
  completes: NOTHING,
  run: async (session) => {
    const { suggested } = session;
    if (suggested === null) throw misuse("No change was suggested. :whynot PATH looks for one.");
    const { change, run } = suggested;
    const name = run.name ?? undefined;
    const schema = session.settings.schema?.schema ?? null;
    const { query } = compile(change.text, { schema, ...(name !== undefined && { name }) });
    if (query === undefined) throw misuse("The change no longer fits the query: the schema has changed meanwhile.");
    const text = queryText(query);
    const screen = session.screen;
    note(session, screen.paint.bold(oneLine(text, screen.columns, screen)));
    const { limit, minScore } = change.options;
    const params = Object.fromEntries(
      Object.entries(run.inspection.observation.params).map(([key, value]) => [key, String(value)]),
    );
    const done = await execute(
      session,
      {
        asked: text,
        source: { name: run.source.name, text: change.text },
        name: run.name,
        query,
        diagnostics: [],
        params,
      },
      {
        params: change.params,
        ...(limit !== undefined && { limit }),
        ...(minScore !== undefined && { minScore }),
      },
    );
    await showRun(session, done);
  },
});

export const causes = replCommand({
  name: "causes",
  usage: "[RUN]",
  group: "ask",
  summary: "what may be wrong with the last run, in words",
  details:
    "All of the common causes that fit, each with its place in the query. A result shows the most telling two by itself.",
  examples: [{ line: ":causes", says: "Is something suspicious?", after: ['//POI[node =~ "museum"]'] }],
  completes: RUNS,
  run: (session, rest) => {
    const { inspection, source } = runIn(session, rest);
    const screen = session.screen;
    const found = inspection.causes();
    if (found.length === 0) say(session, "Nothing looks wrong.");
    for (const cause of found)
      say(session, [...causeLines([cause], screen), ...placeLines(source, cause.span, screen)].join("\n"));
  },
});

const PAGE = 30;

export const compare = replCommand({
  name: "compare",
  usage: "[A B]",
  group: "ask",
  summary: "what is different between two runs?",
  details:
    "A and B are numbers of runs; without them the last two. In other data a node is found by its identity, such as an id or a name, else " +
    "by what it says, else by its place. Of nodes that are lost or new it says why.",
  examples: [
    {
      line: ":compare",
      says: "The last two.",
      after: ['//POI[node =~ "museum"]', '//POI[node =~ "museum"][@open_air = false]'],
    },
    { line: ":compare 1 3", says: "Two others.", after: ["//POI", "//Day", "//POI[2]"] },
  ],
  completes: RUNS,
  run: (session, rest) => {
    const numbers = rest === "" ? [] : rest.split(/[\s,]+/);
    if (numbers.length === 1) numbers.push(String(lastRun(session).number));
    const [a, b] = numbers;
    if (session.runs.length < 2) throw misuse("There is nothing to compare: it takes two runs.");
    const before = a === undefined ? session.runs.at(-2)! : runIn(session, a);
    const after = b === undefined ? session.runs.at(-1)! : runIn(session, b);
    const screen = session.screen;
    const comparison = compareRuns(before.inspection, after.inspection);
    const title = screen.paint.bold(`run ${before.number} ${screen.glyphs.arrow} run ${after.number}`);
    const lines = [title, ...comparisonSaid(comparison, screen), ...comparisonTable(comparison, screen, PAGE)];
    say(session, lines.join("\n"));
  },
});
