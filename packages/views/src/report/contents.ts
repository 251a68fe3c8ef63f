import type { NodeContent, RunView } from "@semantic-xpath/inspect";
import type { ReportLimits } from "./limits.js";

/** Contents of all nodes of a page's tree, node 1 first: `[shape, step, summary, text, ...values]`. */
export interface EmbeddedContents {
  /** The names of the attributes, in the order of the values. */
  readonly shapes: readonly (readonly string[])[];
  readonly rows: readonly ContentRow[];
}

type ContentRow = readonly [shape: number, step: string, summary: string, text: string, ...values: string[]];

/** Nodes of one request: what a message of an editor carries. */
const PAGE = 5_000;
/** However large the tree: this many characters of a value are there. */
const LEAST = 40;

/** The contents of the first `size` nodes, each with a fair share of the room that is left. */
export async function collectContents(view: RunView, size: number, limits: ReportLimits): Promise<EmbeddedContents> {
  const shapes = new Map<string, number>();
  const rows: ContentRow[] = [];
  let room = limits.contents;
  while (rows.length < size) {
    const share = Math.floor(room / (size - rows.length));
    const characters = Math.min(limits.text, Math.max(LEAST, share));
    const count = Math.min(PAGE, size - rows.length);
    const contents = await view.contents({ from: rows.length + 1, count, characters });
    if (contents.length === 0) break;
    for (const content of contents) {
      const row = rowOf(content, shapes);
      const [, ...texts] = row;
      for (const text of texts) room -= text.length;
      rows.push(row);
    }
  }
  return { shapes: Array.from(shapes.keys(), (names) => JSON.parse(names) as string[]), rows };
}

function rowOf({ step, summary, text, attributes }: NodeContent, shapes: Map<string, number>): ContentRow {
  const names = JSON.stringify(attributes.map(({ name }) => name));
  const shape = shapes.get(names) ?? shapes.size;
  shapes.set(names, shape);
  return [shape, step, summary, text, ...attributes.map(({ value }) => value)];
}
