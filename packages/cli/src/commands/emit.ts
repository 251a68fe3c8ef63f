import { emitGbnf, emitJsonSchema, emitLark, emitPromptCard, emitTypes, type Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/runtime";
import { readSchema } from "../input/compile.js";
import { readData } from "../input/data.js";
import { writeText } from "../input/files.js";
import { type EMIT_OPTIONS, TARGETS } from "../options/emitCommand.js";
import { screenOf } from "../render/screen.js";
import { defined } from "../spec/readLine.js";
import type { Command, OptionValues } from "../spec/spec.js";
import { EXIT, usage } from "../stop.js";

type Options = OptionValues<typeof EMIT_OPTIONS>;

/** `sxp emit`: the language over a schema, for those who write queries. What had to be left out is said on standard error. */
export const emit: Command<typeof EMIT_OPTIONS> = async ({ options, color }, io) => {
  const errors = screenOf(io, "stderr", color);
  if (options.target === undefined) throw usage(`emit needs a target: --target ${TARGETS.join("|")}`, "emit");
  const schema =
    options.schema !== undefined
      ? await readSchema(options.schema, io, errors)
      : options.data !== undefined
        ? inferSchema([(await readData(options.data, io, errors)).tree])
        : null;
  const { text, notes } = emitted(options.target, schema, options);
  for (const note of notes) io.stderr.write(`sxp: ${note}\n`);
  if (options.output === undefined) io.stdout.write(text);
  else await writeText(options.output, text, io);
  return EXIT.fine;
};

interface Emitted {
  readonly text: string;
  readonly notes: readonly string[];
}

function emitted(target: (typeof TARGETS)[number], schema: Schema | null, options: Options): Emitted {
  const settings = defined({ maxNesting: levels(options.nesting) });
  switch (target) {
    case "gbnf":
      return emitGbnf(schema, settings);
    case "lark":
      return emitLark(schema, settings);
    case "json-schema":
      return { text: `${JSON.stringify(emitJsonSchema(schema), null, 2)}\n`, notes: [] };
    case "prompt":
      if (schema === null) throw usage("a prompt card is about a schema: add --schema FILE or --data FILE.", "emit");
      return emitPromptCard(schema, defined({ maxTokens: options["max-tokens"] }));
    case "types":
      if (schema === null) throw usage("types are about a schema: add --schema FILE or --data FILE.", "emit");
      return { text: emitTypes(schema), notes: [] };
  }
}

const MOST_LEVELS = 20;

function levels(given: number | undefined): number | undefined {
  if (given !== undefined && !(Number.isInteger(given) && given >= 1 && given <= MOST_LEVELS))
    throw usage(`--nesting is a whole number from 1 to ${MOST_LEVELS}, not ${given}.`, "emit");
  return given;
}
