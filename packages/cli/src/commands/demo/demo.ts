import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Inspection, inspect } from "@semantic-xpath/inspect";
import { planTable } from "@semantic-xpath/planner";
import { compile, readTree } from "@semantic-xpath/runtime";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { whyLines } from "../../render/answers.js";
import { count, widthOf } from "../../render/columns.js";
import { planText } from "../../render/plan.js";
import { ranking } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { actualsOf } from "../explain/explain.js";

export const DEMO_QUERY = '//Day[avg(/POI[node =~ "conference sessions"])]';

/** `sxp demo`: one screen for somebody who has never seen a query. */
export async function demo(io: World): Promise<undefined> {
  const { tree, path } = await demoTree(io);
  const inspection = await inspect(compile(DEMO_QUERY).query!, tree, { signal: io.signal });
  const next = path === null ? ["help run", "help explain"] : nextWords(path);
  const about = `${path ?? "a small itinerary"}, ${count(tree.size, "node")}`;
  const commands = next.map((words) => `${called(io)} ${words}`);
  io.stdout.write(demoScreen(inspection, about, commands, io.screen));
}

const MOST_COLUMNS = 100;
const INDENT = "  ";

/** The whole story: question, query, plan, answer, why, and what to try next. */
function demoScreen(inspection: Inspection, about: string, next: readonly string[], given: Screen): string {
  const screen = { ...given, columns: Math.min(given.columns, MOST_COLUMNS) };
  const inner = { ...screen, columns: screen.columns - INDENT.length };
  const { query, result } = inspection;
  const { stats, matches, trace } = result;
  const plan = { ...planTable(query.plan, undefined, actualsOf(trace)), notes: [] };
  const first = matches[0]?.path;
  const why = first === undefined ? null : inspection.why(first);
  const effort = [`${stats.scorerPairs} texts scored`, "no network", `${stats.milliseconds.toFixed(1)} ms`];
  const reading = "Take every Day. Weigh it by the mean relevance of its POIs to the words.";
  const sections: readonly (readonly [title: string, note: string, lines: readonly string[]])[] = [
    ["Question", about, ["Which day of the trip is most taken up by conference sessions?"]],
    ["Query", "", [screen.paint.cyan(DEMO_QUERY), screen.paint.dim(reading)]],
    ["Plan", "", planText(plan, inner).trimEnd().split("\n")],
    ["Answer", effort.join(` ${screen.glyphs.dot} `), ranking(matches, inner)],
    [`Why ${first ?? "nothing"} comes first`, "", why === null ? [] : shortened(whyLines(why, inner), screen)],
    ["Try next", "", next],
  ];
  return sections
    .flatMap(([title, note, lines]) => [heading(title, note, screen), ...lines.map((line) => INDENT + line)])
    .map((line) => `${line}\n`)
    .join("");
}

/** The screen has room for so many lines of a reason: those of the best evidence. */
const MOST_REASONS = 14;

const shortened = (lines: readonly string[], { glyphs }: Screen): readonly string[] =>
  lines.length <= MOST_REASONS ? lines : [...lines.slice(0, MOST_REASONS), glyphs.ellipsis || "..."];

/** `── Question ───────── about ──` */
function heading(title: string, note: string, { paint, glyphs, columns }: Screen): string {
  const left = `${glyphs.rule}${glyphs.rule} `;
  const right = note === "" ? "" : ` ${note} ${glyphs.rule}${glyphs.rule}`;
  const rule = glyphs.rule.repeat(Math.max(2, columns - widthOf(left + title + right) - 1));
  return `${paint.dim(left)}${paint.bold(title)} ${paint.dim(`${rule}${right}`)}`;
}

/** As the command can be called from where the user is: npm and npx put it into the `PATH` of what they start, and only there. */
const called = ({ env }: Io): string => (env.npm_command === undefined ? "sxp" : "npx sxp");

/** Two commands that work as they are. */
function nextWords(data: string): readonly string[] {
  const file = data.replace(/xml$/, "sxp");
  return [
    `run '//POI[node =~ "quiet park"]' --data ${data} --tree`,
    `explain ${file} -q busiest_conference_day --analyze`,
  ];
}

/** What the demo runs over, and its file as one would type it here: the itinerary of the examples, or, without a file, a small one of its own. */
async function demoTree(io: Io) {
  if (io.examples === null) return { tree: readTree(SMALL), path: null };
  const file = join(io.examples, "itinerary", "itinerary.xml");
  const bytes = await readFile(file).catch(() => null);
  return bytes === null ? { tree: readTree(SMALL), path: null } : { tree: readTree(bytes), path: shownPath(file, io) };
}

const SMALL = `<Itinerary>
  <Day index="1" theme="Arrival">
    <POI name="Old market" description="Cheese, bread and a hall full of people."/>
    <POI name="Harbour walk" description="Boats and a view of the lake."/>
  </Day>
  <Day index="2" theme="Conference">
    <POI name="Keynote" description="Opening conference session in the large hall."/>
    <POI name="Workshops" description="Three conference sessions on search."/>
    <POI name="Botanical garden" description="A walk before dinner."/>
  </Day>
  <Day index="3" theme="Museums">
    <POI name="Museum of art" description="Two hours with the landscapes."/>
    <POI name="Train home" description="A seat by the window."/>
  </Day>
</Itinerary>`;
