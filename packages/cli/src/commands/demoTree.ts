import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readTree, type Tree } from "@semantic-xpath/runtime";
import { shownPath } from "../input/files.js";
import type { Io } from "../io.js";

/** What the demo runs over: the itinerary of the examples, or a small one of its own where they are not there. */
export interface DemoTree {
  readonly tree: Tree;
  /** The file, as one would type it here; null for the small one. */
  readonly path: string | null;
}

export async function demoTree(io: Io): Promise<DemoTree> {
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
