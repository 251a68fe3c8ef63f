import { emitGbnf, emitPromptCard } from "@semantic-xpath/emitters";
import type { ModelMessage, ModelRequest, ModelSupport } from "@semantic-xpath/llm";
import type { Schema } from "@semantic-xpath/planner";
import { sampleValues } from "@semantic-xpath/readers";
import { getOrMake, type Tree } from "@semantic-xpath/tree";
import type { About } from "../translate/about.js";

/** The form in which a model writes queries: in a call of its own that a grammar constrains, or within its plan. */
export type QueryForm = "grammar" | "text";

/** The best constraint that a model supports: a grammar follows the schema step by step. */
export const formFor = ({ gbnf }: ModelSupport): QueryForm => (gbnf ? "grammar" : "text");

/** Kinds of changes that a request may be granted, in everyday words. */
const CHANGES = ["insert", "set", "move", "replace", "delete"] as const;
export type Change = (typeof CHANGES)[number];

/** A model's plan for a request, made before it sees any data. */
export interface Plan {
  readonly readings: readonly PlannedReading[];
  readonly question: string | null;
}

export type PlannedReading = { readonly said: string } & (
  | { readonly intent: "ask"; readonly query?: string }
  | { readonly intent: "edit"; readonly query?: string; readonly changes: readonly Change[] }
  | {
      readonly intent: "create";
      readonly name: string;
      readonly title: string;
      readonly from: string | null;
      readonly wish: string | null;
    }
  | { readonly intent: "history"; readonly action: PlannedAction }
  | { readonly intent: "talk" }
);

export interface PlannedAction {
  readonly do: "show" | "diff" | "log" | "tasks" | "restore" | "revert" | "switch";
  readonly task: string | null;
  readonly version?: string | number;
  readonly from?: string | number;
  readonly to?: string | number;
}

type Json = Readonly<Record<string, unknown>>;
const STRING = { type: "string" };
const NULLABLE = { anyOf: [STRING, { type: "null" }] };
const VERSION = { anyOf: [STRING, { type: "integer" }] };

function object(members: Readonly<Record<string, Json>>, optional: readonly string[] = []): Json {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { type: "object", properties: members, required, additionalProperties: false };
}

/** Prompts of a schema: each is made once, since a grammar takes long, and since what checks answers knows a JSON Schema by its object. */
const prompts = new WeakMap<Schema, Map<string, unknown>>();

const madeOnce = <T>(schema: Schema, what: string, make: () => T): T =>
  getOrMake(
    getOrMake(prompts, schema, () => new Map<string, unknown>()),
    what,
    make,
  ) as T;

/** Tokens of the prompt card. */
const CARD = 1000;

export const cardOf = (schema: Schema, tree: Tree): string =>
  madeOnce(schema, "card", () => emitPromptCard(schema, { maxTokens: CARD, samples: sampleValues(tree, schema) }).text);

/** Characters of a grammar: a larger one takes a server longer to read than it saves; how deep its conditions nest. */
const GRAMMAR = { maxCharacters: 100_000, maxNesting: 2 };

/** The grammar that constrains a query, in GBNF. */
export const grammarOf = (schema: Schema): string => madeOnce(schema, "grammar", () => emitGbnf(schema, GRAMMAR).text);

type PlanSchema = NonNullable<ModelRequest["schema"]>;

/** The JSON Schema of plans; how a query is written in it depends on the form. */
export const planSchema = (schema: Schema, form: QueryForm): PlanSchema =>
  madeOnce(schema, `plan ${form}`, () => makePlanSchema(form));

function makePlanSchema(form: QueryForm): PlanSchema {
  const query = form === "grammar" ? {} : { query: STRING };
  const reading = {
    anyOf: [
      object({ intent: { const: "ask" }, said: STRING, ...query }),
      object({
        intent: { const: "edit" },
        said: STRING,
        ...query,
        changes: { type: "array", minItems: 1, items: { enum: [...CHANGES] } },
      }),
      object({
        intent: { const: "create" },
        said: STRING,
        name: STRING,
        title: STRING,
        from: NULLABLE,
        wish: NULLABLE,
      }),
      object({ intent: { const: "history" }, said: STRING, action: ACTION }),
      object({ intent: { const: "talk" }, said: STRING }),
    ],
  };
  const json = object({
    readings: { type: "array", minItems: 1, maxItems: 3, items: reading },
    question: NULLABLE,
  });
  return { name: "plan", json };
}

const ACTION = object(
  {
    do: { enum: ["show", "diff", "log", "tasks", "restore", "revert", "switch"] },
    task: NULLABLE,
    version: VERSION,
    from: VERSION,
    to: VERSION,
  },
  ["version", "from", "to"],
);

const INTENTS = `You turn a person's request about a tree into what is to be done. Answer with JSON: "readings", the likeliest first, mostly one, and "question": null, or what to ask where it is not clear which is meant.
A reading has "said", what you understood in plain words, and "intent":
- ask: "query" finds exactly what is asked for.
- edit: "query" finds the nodes that are to be changed, or those that something is to be put into or beside; "changes" lists every kind of change that the request asks for: insert, set (a value), move, replace, delete. Nothing else will be allowed.
- create: a new task, with "name" (short, lower case), "title", "from" (the task it begins as a copy of, or null) and "wish" (what is to be in it, or null).
- history: "action" with "do": show, restore or revert (with "version"), diff ("from", "to"), log, tasks, switch ("task"). A version is a number; -1 is the one before the newest. "task" null is the current one.
- talk: anything else.
"earlier" in the request is what was said before, the newest first; "found" the paths that those requests led to: for words such as it, that one, there.`;

/** The prompt of the plan: the person alone speaks in it, and no values of the tree are in it. */
export function planMessages(request: string, about: About, schema: Schema, form: QueryForm): readonly ModelMessage[] {
  const ending = { grammar: "Leave out the query: it is asked for next.", text: "" };
  return [
    { role: "system", content: [INTENTS, ending[form], "", cardOf(schema, about.tree)].join("\n") },
    { role: "user", content: JSON.stringify(contextOf(request, about)) },
  ];
}

/** The request with what its words may refer to. */
function contextOf(request: string, { now, context, memory }: About): object {
  return {
    request,
    ...(now !== undefined && { now }),
    ...(context !== undefined && {
      earlier: context.requests.slice(0, MAX_EARLIER),
      found: context.found.slice(0, MAX_EARLIER).map((paths) => paths.slice(0, MAX_PATHS)),
    }),
    ...(memory !== undefined && {
      task: memory.task,
      tasks: memory.tasks.slice(0, MAX_TASKS).map(({ name }) => name),
      versions: memory.versions.slice(0, MAX_EARLIER).map(({ number, time }) => ({ number, time })),
    }),
  };
}

const MAX_EARLIER = 5;
const MAX_PATHS = 10;
const MAX_TASKS = 50;

/** Asks for the query of one reading alone, for a grammar. */
export const queryMessages = (
  messages: readonly ModelMessage[],
  schema: Schema,
  tree: Tree,
  said: string,
): readonly ModelMessage[] => [
  { role: "system", content: cardOf(schema, tree) },
  { role: "user", content: `${messages.at(-1)!.content}\nMeant: ${said}\nThe query:` },
];
