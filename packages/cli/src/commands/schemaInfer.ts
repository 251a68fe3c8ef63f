import { printSchema } from "@semantic-xpath/planner";
import { inferSchema, type Tree } from "@semantic-xpath/runtime";
import { readData } from "../input/data.js";
import { writeText } from "../input/files.js";
import type { SCHEMA_INFER_OPTIONS } from "../options/commands.js";
import { screenOf } from "../render/screen.js";
import type { Command } from "../spec/spec.js";
import { EXIT } from "../stop.js";

/** `sxp schema infer`: one schema that all the given trees follow. */
export const schemaInfer: Command<typeof SCHEMA_INFER_OPTIONS> = async ({ operands, options, color }, io) => {
  const errors = screenOf(io, "stderr", color);
  const trees: Tree[] = [];
  for (const path of operands) trees.push((await readData(path, io, errors)).tree);
  const text = printSchema(inferSchema(trees, { fields: options.fields }));
  if (options.output === undefined) io.stdout.write(text);
  else await writeText(options.output, text, io);
  return EXIT.fine;
};
