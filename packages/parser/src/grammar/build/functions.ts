/**
 * How a function takes its arguments: a path (`path`), a path or conditions (`graded`), conditions (`combination`,
 * `negation`: one), a value and a text (`text`), or nothing (`plain`).
 */
export type FunctionShape = "path" | "graded" | "combination" | "negation" | "text" | "plain";

const SHAPES: ReadonlyMap<string, FunctionShape> = new Map<string, FunctionShape>([
  ["not", "negation"],
  ["min", "graded"],
  ["max", "graded"],
  ["avg", "graded"],
  ["gmean", "graded"],
  ["product", "combination"],
  ["agg_min", "path"],
  ["agg_max", "path"],
  ["agg_avg", "path"],
  ["agg_gmean", "path"],
  ["count", "path"],
  ["exists", "path"],
  ["contains", "text"],
  ["starts-with", "text"],
  ["ends-with", "text"],
  ["position", "plain"],
  ["last", "plain"],
  ["name", "plain"],
  ["text", "plain"],
]);

/** Every function of the language, for suggestions and completion. */
export const FUNCTIONS: readonly string[] = [...SHAPES.keys()];

export const shapeOf = (name: string): FunctionShape | null => SHAPES.get(name) ?? null;
