import type { Schema } from "@semantic-xpath/planner";
import { oneLine } from "@semantic-xpath/values";
import { emitPromptCard, estimateTokens, type PromptCardOptions } from "./emitPromptCard.js";

/** Settings of `emitSkill`. */
export interface SkillOptions extends Omit<PromptCardOptions, "maxTokens"> {
  /** Name of the skill and of its folder, see `isSkillName`. Default: made of the type of the root. */
  readonly name?: string;
  /** Arguments of `sxp` that name the data, quoted for a shell. Default `--data DATA`. */
  readonly data?: string;
  /** Arguments of `sxp` that name the schema, quoted for a shell. Absent: none, the schema is inferred from the data. */
  readonly schema?: string;
  /** Maximum size of the skill, by `estimateTokens`. Default 2500, as much as agents are advised to load at once. */
  readonly maxTokens?: number;
}

export interface Skill {
  readonly name: string;
  /** Content of `NAME/SKILL.md`. */
  readonly text: string;
  /** An estimate: models differ. */
  readonly tokens: number;
  /** Parts left out to keep within the limit. */
  readonly notes: readonly string[];
}

const MAX_TOKENS = 2500;
/** Limits of the format of skills, in characters. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
/** Characters of the documentation of a schema in a description. */
const MAX_DOCUMENTATION = 300;

/** True for a name that the format of skills allows: 1 to 64 of a–z, 0–9 and single hyphens between them. */
export const isSkillName = (name: string): boolean =>
  name.length <= MAX_NAME && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/**
 * A skill for agents (SKILL.md of agentskills.io) about data of a schema: front matter with a name and a description, the way to work with
 * `sxp`, and the prompt card of the schema; with `updates` also the card of updates.
 *
 * @example emitSkill(schema, { data: "--data todo.xml" }).text // '---\nname: "todo-list"\n…'
 */
export function emitSkill(schema: Schema, options: SkillOptions = {}): Skill {
  const { name = nameOf(schema), maxTokens = MAX_TOKENS, updates = false, samples } = options;
  const frame = skillText(schema, name, options, []);
  const room = Math.floor((maxTokens - estimateTokens(frame)) / (updates ? 2 : 1));
  const cards = (updates ? [false, true] : [false]).map((forUpdates) =>
    emitPromptCard(schema, {
      maxTokens: Math.max(room, 1),
      updates: forUpdates,
      ...(samples !== undefined && { samples }),
    }),
  );
  const text = skillText(
    schema,
    name,
    options,
    cards.map((card) => card.text),
  );
  return { name, text, tokens: estimateTokens(text), notes: [...new Set(cards.flatMap(({ notes }) => notes))] };
}

function skillText(schema: Schema, name: string, options: SkillOptions, cards: readonly string[]): string {
  const { data = "--data DATA", schema: schemaArguments, updates = false } = options;
  const inputs = schemaArguments === undefined ? data : `${data} ${schemaArguments}`;
  const [query, update] = cards;
  return [
    "---",
    // A text of JSON is one of YAML, whatever is in it: a bare `0` or `true` is not a text.
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(descriptionOf(schema, updates))}`,
    "compatibility: Needs Node 20.19 or later. The default scorer needs no network, no key and no model.",
    "---",
    "",
    `# ${oneLine(schema.roots.join(" or "))}`,
    "",
    "`sxp` (`npx semantic-xpath`) finds nodes in this data and ranks them. A condition on a value is true or false; a condition on meaning,",
    '`node =~ "…"`, gives a score from 0 to 1. Use a value if the data has it, and meaning only if no value says it.',
    "",
    "## How to work",
    "",
    "1. Write a query as the card below shows, with its types, attributes and values.",
    "2. Check it before it runs. An error has a code, a place and often a fix; `sxp help CODE` explains it.",
    "3. Run it. Exit code 0: it ran, also without a result; 1: wrong query; 2: wrong command line; 3: unreadable data.",
    "4. If a result is missing or surprising, add `--why-not PATH` or `--why PATH`.",
    ...(updates ? ["5. Change a memory only on request: show what `--dry-run` prints, then run it without."] : []),
    "",
    "```sh",
    `sxp check 'QUERY' ${inputs}`,
    `sxp run 'QUERY' ${inputs} --limit 10 --format json`,
    ...(updates ? ["sxp memory update MEMORY TASK 'UPDATE' --dry-run", "sxp memory revert MEMORY TASK VERSION"] : []),
    "```",
    ...(query === undefined ? [] : ["", "## Queries", "", ...fenced(query)]),
    ...(update === undefined ? [] : ["", "## Updates", "", ...fenced(update)]),
    "",
  ].join("\n");
}

/** When to load the skill: what the data is, its types as far as there is room, and requests that it answers. */
function descriptionOf(schema: Schema, updates: boolean): string {
  const root = schema.roots.map((type) => schema.types[type]?.documentation).find((text) => text !== undefined);
  const documentation = oneLine(schema.documentation ?? root ?? "", MAX_DOCUMENTATION).replace(/\.$/, "");
  const subject = oneLine(schema.roots.join(" or "));
  const before = `${updates ? "Queries and changes" : "Queries"} the data ${subject}${documentation === "" ? "" : ` (${documentation})`} with the command sxp, by path, value and meaning`;
  const after = `. Use when the user asks what is in it, wants the best matches or totals from it,${
    updates ? " wants it changed so that the change can be undone," : ""
  } or asks why something is or is not found.`;
  const types = Object.keys(schema.types).join(", ");
  return `${oneLine(`${before}. Its parts: ${types}`, MAX_DESCRIPTION - after.length)}${after}`;
}

/** The type of the root as a name: `TodoList` is `todo-list`. Without a Latin letter or digit in it, `tree`. */
function nameOf({ roots }: Schema): string {
  const words = (roots[0] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, "$1-")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? ["tree"]).join("-").slice(0, MAX_NAME);
  return name.replace(/-$/, "");
}

/** A text as a block of Markdown, between more backticks than any run of them in it. */
function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, text.trimEnd(), fence];
}
