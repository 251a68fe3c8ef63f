import type { Match } from "@semantic-xpath/runtime";
import type { Place } from "../render/records.js";
import { type Data, shownName } from "./data.js";

/** The places of matches. A file's text is read once; one that can't be read any more has no lines. */
export async function placesOf(matches: readonly Match[], { trees }: Data): Promise<readonly Place[]> {
  const byTree = new Map(trees.map((opened) => [opened.tree, opened]));
  const byName = new Map(trees.map((opened) => [opened.name, opened]));
  const lines = new Map<string, Promise<Lines | null>>();
  const places: Place[] = [];
  for (const { source, tree, id } of matches) {
    const opened = (source === null ? undefined : byName.get(source)) ?? byTree.get(tree) ?? trees[0]!;
    const document = tree.documentOf(id)?.name;
    const file = document ?? shownName(opened.name);
    const start = tree.spanStart?.[id] ?? -1;
    const isPlaced = start >= 0 && (document !== undefined || tree.source.documents === undefined);
    if (isPlaced && !lines.has(file))
      lines.set(
        file,
        opened.text(document).then(
          (text) => new Lines(text),
          () => null,
        ),
      );
    const at = isPlaced ? ((await lines.get(file))?.at(start) ?? null) : null;
    places.push({ file, line: at?.line ?? null, column: at?.column ?? null });
  }
  return places;
}

/** Starts of the lines of a text. */
class Lines {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    for (let high = this.starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.starts[low]! + 1 };
  }
}
