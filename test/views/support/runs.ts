import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Inspection, inspect, viewOf } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, type RunOptions, readXml, type Tree } from "@semantic-xpath/runtime";
import type { RunEntry } from "@semantic-xpath/views";
import type { KeptRun } from "./fakeHost.js";

const EXAMPLES = resolve(import.meta.dirname, "../../../examples");
const textOf = (path: string): string => readFileSync(resolve(EXAMPLES, path), "utf8");

export const itinerary = (): Tree => readXml(textOf("itinerary/itinerary.xml"));
const schema = () => parseSchema(textOf("itinerary/itinerary.schema.json")).schema ?? undefined;

/** A run of a query on a tree, as an editor keeps it. */
export async function keptRun(
  id: string,
  text: string,
  tree: Tree,
  options: RunOptions & { readonly names?: boolean } = {},
): Promise<KeptRun> {
  const declared = options.names ? schema() : undefined;
  const { query, diagnostics } = compile(text, declared === undefined ? {} : { schema: declared });
  if (query === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const inspection = await inspect(query, tree, options);
  return { entry: entryOf(id, text, inspection), inspection, view: viewOf(inspection, CONTEXT) };
}

const CONTEXT = { name: null, dataName: "itinerary.xml", schemaName: "itinerary.schema.json" };

const entryOf = (id: string, text: string, { result }: Inspection): RunEntry => ({
  id,
  title: text,
  query: text,
  scorer: result.stats.scorer,
  count: result.matches.length,
  ...(result.value !== undefined && { value: result.value }),
  at: Date.UTC(2026, 5, 8, 12),
});

/** Nodes of a list below one root, ten to a group, so that a tree of any size is at hand. */
export function largeTree(size: number): Tree {
  const lines = ["<Memory>"];
  const groups = Math.ceil((size - 1) / 11);
  for (let group = 0; group < groups; group++) {
    lines.push(`<Day index="${group + 1}" theme="${THEMES[group % THEMES.length]}">`);
    for (let item = 0; item < 10; item++) {
      const place = PLACES[(group * 7 + item * 3) % PLACES.length];
      lines.push(`<POI name="${place} ${group}-${item}" minutes="${15 * (1 + (item % 6))}"/>`);
    }
    lines.push("</Day>");
  }
  lines.push("</Memory>");
  return readXml(lines.join("\n"));
}

const THEMES = ["museums in the rain", "parks by the lake", "a day of conference talks", "food markets"];
const PLACES = ["Museum of glass", "Lakeside park", "Conference hall", "Fish market", "Old library", "Ferry pier"];
