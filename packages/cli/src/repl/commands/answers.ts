import { compareRuns } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import {
  causeLines,
  changeLines,
  whyLines,
  whyNotGroupLines,
  whyNotLines,
  whyNotValueLines,
} from "../../render/answers.js";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { placeLines } from "../../render/diagnostics.js";
import { queryText } from "../../render/results.js";
import { nodeIn, runIn } from "../session/definitions.js";
import { execute } from "../session/execute.js";
import { lastRun, misuse, note, type Session, say } from "../session/session.js";
import { nearestOf, oneLine, searching, showPage, showRun } from "../session/showRun.js";
import { type ReplCommand, runWords } from "./command.js";
import { nodeWords } from "./tree.js";

const PAGE = 30;

export const answers: readonly ReplCommand[] = [
  {
    name: "why",
    usage: "[N|PATH]",
    summary: "why is this node in the result, with this weight?",
    details:
      "N is the number of a result of the last run; without one, the first. What it shows: in words, then every score that made the weight with its " +
      "operands, and what cost it most.",
    examples: [
      ["The third result.", '//POI[node =~ "museum"]', ":why 3"],
      ["A node by its path.", '//Day[avg(/POI[node =~ "museum"])]', ":why /Itinerary/Day[3]"],
    ],
    words: nodeWords,
    run: (session, rest) => {
      const { inspection } = lastRun(session);
      const node = nodeIn(lastRun(session), rest || "1");
      const explanation = inspection.why(node);
      if (explanation !== null) return say(session, whyLines(explanation, session.screen));
      const { path } = inspection.tree.node(node);
      throw misuse(`${path} is not in the result. Why not? :whynot ${path}`);
    },
  },
  {
    name: "whynot",
    usage: "[PATH|[CONDITION]]",
    summary: "why is this node, or group, not in the result, and what would let it in?",
    details:
      "Names the first operator that excluded the node, with its numbers, and the smallest change of the query that admits it. The change has been " +
      "tried; :apply runs it. A condition in brackets asks about a group: its members, and why no result is it. Without PATH, for a result without " +
      "matches: the nearest query that finds something.",
    examples: [
      ["Why not the third day?", '//Day[avg(/POI[node =~ "conference"]) >= 0.5]', ":whynot /Itinerary/Day[3]"],
      ["A group by its key.", "(//POI[@cost > 40])[group by @category]", ':whynot [@category = "park"]'],
      ["Nothing was found: what would be?", "//Day[9]", ":whynot"],
    ],
    words: nodeWords,
    run: async (session, rest) => {
      const run = lastRun(session);
      const { inspection } = run;
      if (rest === "") {
        if (inspection.result.stats.empty === null) throw misuse(":whynot needs a node: :whynot PATH");
        return nearestOf(session, run, true);
      }
      if (rest.startsWith("[")) {
        const group = await inspection.whyNotGroup(rest).catch((error: RangeError) => {
          throw misuse(`${error.message}.`);
        });
        if (group === null) throw misuse(`A result is a group with ${rest}.`);
        return say(session, whyNotGroupLines(group, run.source, session.screen));
      }
      const node = nodeIn(run, rest);
      const explanation = inspection.whyNot(node);
      const value = await inspection.whyNotValue(node);
      const valueLines = value === null ? [] : whyNotValueLines(value, run.source, session.screen);
      if (explanation === null && value !== null) return say(session, valueLines);
      if (explanation === null) {
        const { path } = inspection.tree.node(node);
        throw misuse(`${path} is in the result. Why? :why ${path}`);
      }
      const { screen } = session;
      say(session, [...whyNotLines(explanation, run.source, screen), ...valueLines]);
      const change = await searching(session, run, "the smallest change", (options) =>
        inspection.change(node, options),
      );
      if (change === null) return;
      session.suggested = { change, run };
      say(session, changeLines("change", change, inspection, screen));
      note(session, screen.paint.dim("  :apply runs it"));
    },
  },
  {
    name: "apply",
    summary: "run the change that :whynot suggested last",
    details: "The changed query becomes a run of its own; :compare shows what the change did.",
    examples: [["Try it.", '//Day[@city = "Ottawa"]', ":whynot /Itinerary/Day[1]", ":apply"]],
    run: async (session) => {
      if (session.suggested === null) throw misuse("No change was suggested. :whynot PATH looks for one.");
      await apply(session, session.suggested);
    },
  },
  {
    name: "causes",
    usage: "[RUN]",
    summary: "what may be wrong with the last run, in words",
    details:
      "All of the common causes that fit, each with its place in the query. A result shows the most telling two by itself.",
    examples: [["Is something suspicious?", '//POI[node =~ "museum"]', ":causes"]],
    words: runWords,
    run: (session, rest) => {
      const { inspection, source } = runIn(session, rest);
      const { screen } = session;
      const causes = inspection.causes();
      if (causes.length === 0) say(session, "Nothing looks wrong.");
      for (const cause of causes) {
        say(session, causeLines([cause], screen));
        say(session, placeLines(source, cause.span, screen));
      }
    },
  },
  {
    name: "compare",
    usage: "[A B]",
    summary: "what is different between two runs?",
    details:
      "A and B are numbers of runs; without them the last two. In other data a node is found by its identity, such as an id or a name, else " +
      "by what it says, else by its place. Of nodes that are lost or new it says why.",
    examples: [
      ["The last two.", '//POI[node =~ "museum"]', '//POI[node =~ "museum"][@open_air = false]', ":compare"],
      ["Two others.", "//POI", "//Day", "//POI[2]", ":compare 1 3"],
    ],
    words: runWords,
    run: (session, rest) => {
      const { runs, screen } = session;
      const [a, b = ""] = rest === "" ? [] : rest.split(/[\s,]+/);
      if (runs.length < 2) throw misuse("There is nothing to compare: it takes two runs.");
      const before = a === undefined ? runs.at(-2)! : runIn(session, a);
      const after = runIn(session, b);
      const comparison = compareRuns(before.inspection, after.inspection);
      say(session, [
        screen.paint.bold(`run ${before.number} ${screen.glyphs.arrow} run ${after.number}`),
        ...comparisonSaid(comparison, screen),
        ...comparisonTable(comparison, screen, PAGE),
      ]);
    },
  },
];

export const more: ReplCommand = {
  name: "more",
  summary: "the next results of the last run",
  details: "Twenty at a time. In a script all are printed at once.",
  examples: [["What else was found?", "//POI", ":more"]],
  run: (session) => {
    const run = lastRun(session);
    if (session.shown >= run.inspection.result.ids.length) note(session, "That was all.");
    else showPage(session, run);
  },
};

/** Runs a changed query under the name of the one that it was made from. */
async function apply(session: Session, { change, run }: NonNullable<Session["suggested"]>): Promise<void> {
  const { name } = run;
  const schema = session.settings.schema?.schema ?? null;
  const { query } = compile(change.text, { schema, ...(name !== null && { name }) });
  if (query === undefined) throw misuse("The change no longer fits the query: the schema has changed meanwhile.");
  const suggestedText = queryText(query);
  const { screen } = session;
  note(session, screen.paint.bold(oneLine(suggestedText, screen.columns, screen)));
  const source = { ...run.source, text: change.text };
  const params = { ...run.params, ...change.params };
  const changed = { asked: suggestedText, source, name, query, diagnostics: [], params };
  await showRun(session, await execute(session, changed, change.options));
}
