import { describe, expect, it } from "vitest";
import { filesBelow, importsOf, sourcesOf, textOf } from "./support/sources.js";

/**
 * Files whose functions call each other because what they work on nests in itself: brackets hold conditions, conditions hold values,
 * values hold paths, paths hold brackets. Nothing in them runs while modules load.
 */
const MUTUAL_RECURSION: Readonly<Record<string, readonly (readonly string[])[]>> = {
  runtime: [
    [
      "execute/brackets.ts",
      "execute/conditions.ts",
      "execute/evidence.ts",
      "execute/foundScores.ts",
      "execute/groupBy.ts",
      "execute/orderBy.ts",
      "execute/path.ts",
      "execute/quantify.ts",
      "execute/scores.ts",
      "execute/sequence.ts",
      "execute/values/evaluate.ts",
      "execute/values/functions.ts",
    ],
  ],
};

const packages = [...new Set(filesBelow("packages").map((path) => path.split("/")[1]!))];

describe.each(packages)("package %s", (name) => {
  it("imports values in no circle", () => {
    const files = sourcesOf(name);
    const edges = new Map(files.map((file) => [file, valueImports(file, new Set(files))]));
    const circles = circlesOf(edges).map((circle) => circle.map((file) => file.split("/src/")[1]!).sort());
    const isKnown = (circle: readonly string[]): boolean =>
      (MUTUAL_RECURSION[name] ?? []).some((group) => circle.every((file) => group.includes(file)));
    expect(circles.filter((circle) => !isKnown(circle))).toEqual([]);
  });
});

/** The files of the package that a file imports for more than types. */
function valueImports(path: string, files: ReadonlySet<string>): string[] {
  const erased = new Set(
    [...textOf(path).matchAll(/^(?:import|export) type [^;]*?from\s*"([^"]+)"/gm)].map(([all]) => all),
  );
  const text = [...erased].reduce((left, type) => left.replace(type, ""), textOf(path));
  return importsOf(path).flatMap(({ file, module }) =>
    file === null || !text.includes(`"${module}"`) ? [] : [file, `${file}x`].filter((found) => files.has(found)),
  );
}

/** Strongly connected components of more than one file (R. Tarjan, 1972). */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const next of edges.get(file)!) {
      const reached = !order.has(next) ? visit(next) : open.includes(next) ? order.get(next)! : number;
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(file)!;
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return circles;
}
