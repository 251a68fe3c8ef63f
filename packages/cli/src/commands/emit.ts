import { mkdir } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { defined } from "@semantic-xpath/values";
import { writeOut } from "../input/files.js";
import { shellLine } from "../render/shellLine.js";
import { DATA, output, READING, SCHEMA } from "../spec/shared.js";
import { command, option } from "../spec/spec.js";
import { usage } from "../stop.js";

/** Targets of `sxp emit`. */
const TARGETS = ["gbnf", "lark", "json-schema", "prompt", "skill", "types"] as const;

export const emit = command({
  name: "emit",
  summary: "write a grammar or a prompt for language models, or types",
  description:
    "Writes what lets a language model write queries over a schema: a grammar for constrained decoding in GBNF (llama.cpp) or Lark (llguidance), a " +
    "JSON Schema of the syntax tree for structured output, or a prompt card with examples. Without schema and data, it is for any tree. The " +
    "target skill writes a SKILL.md with that card, for agents that load skills from folders; types writes TypeScript types of the nodes.",
  options: [
    option("--target TARGET", `what to write: ${TARGETS.join(", ")}`, { choices: TARGETS }),
    { ...SCHEMA, summary: "the schema that queries are to follow. Default: the one that the data follows" },
    { ...DATA, summary: "data; without --schema its schema is inferred. - reads standard input" },
    ...READING,
    option("--nesting LEVELS", "gbnf and lark: how deep conditions may nest. Default 3", {
      range: { whole: true, least: 1, most: 20 },
    }),
    option("--max-tokens TOKENS", "prompt and skill: the maximum number of tokens, estimated. Default 1000 and 2500", {
      range: { whole: true, least: 1 },
    }),
    option("--updates", "prompt: how to write updates, instead of queries; skill: both"),
    output(),
  ],
  examples: {
    "A grammar for llama.cpp that allows only the types, attributes and values of the schema.":
      "emit --target gbnf --schema examples/itinerary/itinerary.schema.json -o itinerary.gbnf",
    "A prompt card of about 500 tokens.":
      "emit --target prompt --schema examples/todo/todo.schema.json --max-tokens 500",
    "A skill for agents, in a folder of its name.":
      "emit --target skill --data examples/todo/todo.xml -o skills/todo-list/SKILL.md",
    "For structured output, from data without a schema.":
      "emit --target json-schema --data examples/mealplan/mealplan.json",
  },
  /** Left-out parts are reported on standard error. */
  async run({ options }, io) {
    const { target, schema: schemaPath, data } = options;
    if (target === undefined) throw usage(`emit needs a target: --target ${TARGETS.join("|")}`);
    const write = await import("@semantic-xpath/emitters");
    const { inferSchema, sampleValues } = await import("@semantic-xpath/readers");
    const { readSchema } = await import("../input/schema.js");
    const { readData, treesOf } = await import("../input/data.js");
    const trees = data.length > 0 ? treesOf(await readData(data, io, {}, options)) : [];
    const schema =
      schemaPath !== undefined ? await readSchema(schemaPath, io) : data.length > 0 ? inferSchema(trees) : null;
    const samples = schema === null || trees[0] === undefined ? undefined : sampleValues(trees[0], schema);
    const needed = (what: string) => {
      if (schema === null) throw usage(`${what} about a schema: add --schema FILE or --data FILE.`);
      return schema;
    };
    const limits = defined({ maxNesting: options.nesting });
    const textOnly = (text: string) => ({ text, notes: [] });
    const emitters = {
      gbnf: () => write.emitGbnf(schema, limits),
      lark: () => write.emitLark(schema, limits),
      "json-schema": () => textOnly(`${JSON.stringify(write.emitJsonSchema(schema), null, 2)}\n`),
      prompt: () =>
        write.emitPromptCard(
          needed("a prompt card is"),
          defined({ maxTokens: options["max-tokens"], updates: options.updates, samples }),
        ),
      skill: () => {
        const folder = options.output === undefined ? null : basename(dirname(resolve(io.cwd, options.output)));
        const skill = write.emitSkill(needed("a skill is"), {
          ...defined({ maxTokens: options["max-tokens"], updates: options.updates, samples }),
          ...(folder !== null && write.isSkillName(folder) && { name: folder }),
          ...(data.length > 0 && { data: shellLine(data.flatMap((name) => ["--data", name])) }),
          ...(schemaPath !== undefined && { schema: shellLine(["--schema", schemaPath]) }),
        });
        const misplaced = `Agents find a skill in a folder of its name: ${skill.name}/SKILL.md`;
        return { ...skill, notes: folder === skill.name ? skill.notes : [...skill.notes, misplaced] };
      },
      types: () => textOnly(write.emitTypes(needed("types are"))),
    };
    const { text, notes } = emitters[target]();
    for (const note of notes) io.stderr.write(`sxp: ${note}\n`);
    // A folder that can't be made is reported by the write.
    if (target === "skill" && options.output !== undefined)
      await mkdir(dirname(resolve(io.cwd, options.output)), { recursive: true }).catch(() => undefined);
    await writeOut(text, options.output, io);
  },
});
