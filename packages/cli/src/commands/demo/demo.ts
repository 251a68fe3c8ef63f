import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "@semantic-xpath/inspect";
import { compile, readTree, type Tree } from "@semantic-xpath/runtime";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { count } from "../../render/columns.js";
import type { World } from "../../render/screen.js";
import { demoScreen } from "./screen.js";

export const DEMO_QUERY = '//Day[avg(/POI[node =~ "conference sessions"])]';

/** `sxp demo`: one screen for somebody who has never seen a query. */
export async function demo(io: World): Promise<undefined> {
  const { tree, path } = await demoTree(io);
  const query = compile(DEMO_QUERY).query!;
  const inspection = await inspect(query, tree, { signal: io.signal });
  io.stdout.write(
    demoScreen(
      {
        question: "Which day of the trip is most taken up by conference sessions?",
        reading: "Take every Day. Weigh it by the mean relevance of its POIs to the words.",
        about: `${path ?? "a small itinerary"}, ${count(tree.size, "node")}`,
        inspection,
        next: (path === null ? ["help run", "help explain"] : nextWords(path)).map((words) => `${called(io)} ${words}`),
      },
      io.screen,
    ),
  );
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

/** What the demo runs over: the itinerary of the examples, or a small one of its own if they are not there. */
interface DemoTree {
  readonly tree: Tree;
  /** The file, as one would type it here; null for the small one. */
  readonly path: string | null;
}

async function demoTree(io: Io): Promise<DemoTree> {
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
