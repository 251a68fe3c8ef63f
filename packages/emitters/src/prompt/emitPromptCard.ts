import { AGGREGATE_FUNCTIONS, AXES, AXIS_NAMES, COMBINE_FUNCTIONS, COMPARISON_OPERATORS } from "@semantic-xpath/parser";
import {
  type AttributeType,
  hasReferences,
  type NodeType,
  type Occurrence,
  type Schema,
} from "@semantic-xpath/planner";
import { SEARCHES, writable, writtenName } from "../words.js";
import { type PromptExample, promptExamples } from "./examples.js";
import { updateLines } from "./updateLines.js";

/** Settings of `emitPromptCard`. */
export interface PromptCardOptions {
  /** What the card may take, by `estimateTokens`. Documentation, values and examples are left out until it fits. Default 1000. */
  readonly maxTokens?: number;
  /** Whether the card also says how to write updates. Default false. */
  readonly updates?: boolean;
}

export interface PromptCard {
  readonly text: string;
  /** An estimate: models differ. */
  readonly tokens: number;
  /** The queries of the card; each compiles with the schema without diagnostics. */
  readonly examples: readonly PromptExample[];
  /** What was left out to keep within the limit. */
  readonly notes: readonly string[];
}

const MAX_TOKENS = 1000;
const CHARACTERS_PER_TOKEN = 3.5;

/** Tokens of a text, as models of today count them for English and code: 3.5 characters each. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/**
 * A text that tells a model what it needs to write queries over a schema: the types, the language in a few lines, and examples in the
 * names of the schema.
 *
 * @example emitPromptCard(schema, { maxTokens: 600 }).text // 'Write one query …'
 */
export function emitPromptCard(schema: Schema, options: PromptCardOptions = {}): PromptCard {
  const { maxTokens = MAX_TOKENS, updates = false } = options;
  const examples = promptExamples(schema);
  const cards = DETAILS.map((detail) => {
    const shown = examples.slice(0, detail.examples);
    const text = cardText(schema, detail, shown) + (updates ? `\n${updateLines(schema).join("\n")}\n` : "");
    return { text, tokens: estimateTokens(text), examples: shown, notes: detail.notes };
  });
  const last = cards.at(-1)!;
  const found = cards.find(({ tokens }) => tokens <= maxTokens);
  return found ?? { ...last, notes: [...last.notes, `the card still takes ${last.tokens} tokens`] };
}

interface Detail extends OutlineDetail {
  /** Whether orders, values and quantifiers are explained. */
  readonly language: "all" | "first";
  readonly examples: number;
  readonly notes: readonly string[];
}

/** From all to the least. */
const DETAILS: readonly Detail[] = [
  { language: "all", documentation: true, values: 12, attributes: true, examples: 10, notes: [] },
  {
    language: "all",
    documentation: false,
    values: 12,
    attributes: true,
    examples: 8,
    notes: ["without documentation, eight examples"],
  },
  {
    language: "all",
    documentation: false,
    values: 4,
    attributes: true,
    examples: 4,
    notes: ["without documentation, four values, four examples"],
  },
  {
    language: "first",
    documentation: false,
    values: 0,
    attributes: false,
    examples: 3,
    notes: ["types without attributes, no orders and values, three examples"],
  },
];

const cardText = (schema: Schema, detail: Detail, examples: readonly PromptExample[]): string =>
  [
    "Write one Semantic XPath query. It finds nodes of a tree by path, value and meaning.",
    "",
    `Tree, root ${schema.roots.join(" or ")}. {children} @attributes; × + * say how many:`,
    outline(schema, detail),
    "",
    ...SEMANTICS.flatMap((line) => (typeof line === "string" ? [line] : detail.language === "all" ? line : [])),
    ...(hasReferences(schema) ? [REFERENCES] : []),
    ...(examples.length > 0 ? ["", "Examples:", ...examples.map(({ query, says }) => `${says}: ${query}`)] : []),
    "",
  ].join("\n");

/** Axes that no abbreviation says. */
const LONG_AXES = AXIS_NAMES.filter((axis) => axis !== "parent" && !AXES[axis].downward && !AXES[axis].includesSelf);
const [CONTAINS, ...CALLS] = SEARCHES;
const [FIRST, ...COMBINATIONS] = COMBINE_FUNCTIONS;

/** Lines about the language; those in a list may be left out. */
const SEMANTICS: readonly (string | readonly string[])[] = [
  `/T child, //T descendant, * any type, (A|B) either, .. parent, /axis::T with ${LONG_AXES.join(", ")}; p | q, p except q, p intersect q join results; /@a, /text() at the end give values.`,
  "Brackets apply from left to right:",
  "[2] [-1] [1:3] position, from 1, negative from the end; //T[3] is the third T of the whole tree; [1][@+1] the next sibling, [@-1] the previous.",
  `[@a = "x"] filters: ${COMPARISON_OPERATORS.join(" ")}, ${CONTAINS}(@a, "x"), ${CALLS.join(", ")}, exists(/T), count(/T) > 1. Also @a < @b, /T/@a = /U/@a, . = "text"; root()//T from the root.`,
  [
    'Booleans, numbers and amounts of the declared unit are bare, [@a = true] [@n >= 2]; texts, dates and times are quoted, [@d >= "2026-07-01" and @d < "2026-08-01"], [start(@t) >= "14:00"] of an interval. Case counts.',
    'An absent value passes no comparison, not even !=, and comes last in an order: not(@a) finds it, not(@a = "x") keeps it.',
  ],
  [
    'Values: + - * div mod, sum(/T/@a), avg, min, max, lower-case(@a), weekday(@d), current-date() + "7 days". count(//T), sum(//T/@a), distinct-values(//T/@a) alone give a value.',
    "[order by @a descending, @b][1] orders, then counts in that order. [some $x in /T satisfies $x/@a > 1], every.",
  ],
  '[node =~ "what is meant"] scores by what a node and all in it say, from 0 to 1, and ranks; it drops nothing. Only where no value says it. Also @a =~ "…". Add >= 0.5 to filter.',
  `[avg(/T[node =~ "…"])] scores by what is inside: ${AGGREGATE_FUNCTIONS.join(", ")}.`,
  `and, or, not(…), 1-…, ${FIRST}(…, …), ${COMBINATIONS.join(", ")} combine conditions and scores.`,
  "(…)[1:5] takes places of the whole result, best first if it is ranked.",
];

const REFERENCES = "/id(@a) goes to the nodes whose ids @a holds, where it is @a:ref(T).";

/** The types of a schema as a card has them, a line each: children and how many, attributes and their values. */
export const emitOutline = (schema: Schema): string => outline(schema, DETAILS[2]!);

/** What of a schema the outline has. */
interface OutlineDetail {
  readonly documentation: boolean;
  /** Most values of an attribute that are listed. */
  readonly values: number;
  readonly attributes: boolean;
}

/** A line for each type: its children, its attributes, and what it is. */
function outline(schema: Schema, detail: OutlineDetail): string {
  return writable(schema.types)
    .map(([name, type]) => typeLine(writtenName(name), type, detail))
    .join("\n");
}

function typeLine(name: string, type: NodeType, detail: OutlineDetail): string {
  const children = writable(type.children).map(([child, occurrence]) => `${writtenName(child)}${times(occurrence)}`);
  const attributes = writable(type.attributes).map(([each, attribute]) =>
    attributeText(writtenName(each), attribute, detail),
  );
  return [
    name,
    ...(children.length > 0 ? [`{ ${children.join(", ")} }`] : []),
    ...(detail.attributes ? attributes : []),
    ...(type.text ? ["text()"] : []),
    ...(detail.documentation && type.documentation !== undefined ? [`– ${shortened(type.documentation)}`] : []),
  ].join(" ");
}

/** On one line, and not more than a line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 1)}…`;
}

const MOST_CHARACTERS = 100;

function times({ min, max }: Occurrence): string {
  if (max === undefined) return min > 0 ? "+" : "*";
  return min === max ? ` ×${max}` : ` ×${min}–${max}`;
}

/** `@rating:number`, `@meal=breakfast|lunch|dinner`; a string says nothing. */
function attributeText(name: string, { type, values, documentation }: AttributeType, detail: OutlineDetail): string {
  const scale = detail.documentation ? SCALE.exec(documentation ?? "")?.[0] : undefined;
  const suffix = scale === undefined ? "" : ` (${scale})`;
  if (values === undefined) return `@${name}${type === "string" ? "" : `:${type}`}${suffix}`;
  const shown = values.slice(0, detail.values);
  return `@${name}=${[...shown, ...(values.length > shown.length ? ["…"] : [])].join("|")}${suffix}`;
}

/** The end of a scale in documentation: "1 is the most urgent". */
const SCALE = /\b\d{1,4} (?:is|means) (?:the )?(?:most |least )?\p{L}{3,20}/u;
