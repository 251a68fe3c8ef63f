import { compile } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";
import type { Command } from "../options/spec.js";
import { count } from "../render/columns.js";
import { demoScreen } from "../render/demo.js";
import { screenOf } from "../render/screen.js";
import { EXIT } from "../stop.js";
import { demoTree } from "./demoTree.js";

export const DEMO_QUERY = '//Day[avg(/POI[node =~ "conference sessions"])]';

/** `sxp demo`: one screen for somebody who has never seen a query. */
export const demo: Command<readonly []> = async ({ color }, io) => {
  const { tree, path } = await demoTree(io);
  const query = compile(DEMO_QUERY).query!;
  const result = await query.run(tree, { trace: true, signal: io.signal });
  io.stdout.write(
    demoScreen(
      {
        question: "Which day of the trip is most taken up by conference sessions?",
        reading: "Take every Day. Weigh it by the mean relevance of its POIs to the words.",
        about: `${path ?? "a small itinerary"}, ${count(tree.size, "node")}`,
        query,
        result,
        next: (path === null ? ["help run", "help explain"] : nextWords(path)).map((words) => `${called(io)} ${words}`),
      },
      screenOf(io, "stdout", color),
    ),
  );
  return EXIT.fine;
};

/** As the command can be called from where the user is: npm and npx put it into the `PATH` of what they start, and only there. */
const called = ({ env }: Io): string => (env.npm_command === undefined ? "sxp" : "npx sxp");

/** Two commands that work as they stand. */
function nextWords(data: string): readonly string[] {
  const file = data.replace(/xml$/, "sxp");
  return [
    `run '//POI[node =~ "quiet park"]' --data ${data} --tree`,
    `explain ${file} -q busiest_conference_day --analyze`,
  ];
}
