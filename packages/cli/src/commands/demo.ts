import { compile } from "@semantic-xpath/runtime";
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
        next: path === null ? ["sxp help run", "sxp help explain"] : nextCommands(path),
      },
      screenOf(io, "stdout", color),
    ),
  );
  return EXIT.fine;
};

/** Two commands that work as they stand, from where the user is. */
function nextCommands(data: string): readonly string[] {
  const file = data.replace(/xml$/, "sxp");
  return [
    `sxp run '//POI[node =~ "quiet park"]' --data ${data} --tree`,
    `sxp explain ${file} -q busiest_conference_day --analyze`,
  ];
}
