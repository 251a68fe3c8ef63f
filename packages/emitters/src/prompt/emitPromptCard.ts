import {
  AGGREGATE_FUNCTIONS,
  AXES,
  AXIS_NAMES,
  COMBINATIONS,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
} from "@semantic-xpath/parser";
import {
  type AttributeType,
  hasReferences,
  type NodeType,
  type Occurrence,
  type Schema,
} from "@semantic-xpath/planner";
import { oneLine } from "@semantic-xpath/values";
import { SEARCHES, writable, writtenName } from "../words.js";
import { type PromptExample, promptExamples } from "./examples.js";
import { updateLines } from "./updateLines.js";

/** Settings of `emitPromptCard`. */
export interface PromptCardOptions {
  /** Maximum size of the card, by `estimateTokens`. Documentation, values and examples are left out until it fits. Default 1000. */
  readonly maxTokens?: number;
  /** Makes a card for updates instead of queries. Default false. */
  readonly updates?: boolean;
  /** Values of an attribute that the schema lists none of, as the data writes them. Default: none. */
  readonly samples?: Samples;
}

/** Some values of an attribute of a type; undefined: the card shows none. */
export type Samples = (type: string, attribute: string) => readonly string[] | undefined;

export interface PromptCard {
  readonly text: string;
  /** An estimate: models differ. */
  readonly tokens: number;
  /** The queries of the card; each compiles with the schema without diagnostics. */
  readonly examples: readonly PromptExample[];
  /** Parts left out to keep within the limit. */
  readonly notes: readonly string[];
}

const NONE: Samples = () => undefined;
const MAX_TOKENS = 1000;
const CHARACTERS_PER_TOKEN = 3.5;

/** Tokens of a text, as models of today count them for English and code: 3.5 characters each. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/**
 * A text for a model that writes queries over a schema: the types, the language in a few lines, and examples in the
 * names of the schema.
 *
 * @example emitPromptCard(schema, { maxTokens: 600 }).text // 'Write one query …'
 */
export function emitPromptCard(schema: Schema, options: PromptCardOptions = {}): PromptCard {
  const { maxTokens = MAX_TOKENS, updates = false, samples = NONE } = options;
  const examples = updates ? [] : promptExamples(schema, samples);
  const without = updates || samples === NONE ? examples : promptExamples(schema, NONE);
  const cards = DETAILS.map((detail) => {
    const cardExamples = (detail.samples > 0 ? examples : without).slice(0, detail.examples);
    const text = updates ? updateText(schema, detail, samples) : cardText(schema, detail, samples, cardExamples);
    return { text, tokens: estimateTokens(text), examples: cardExamples, notes: detail.notes };
  });
  const last = cards.at(-1)!;
  const fitting = cards.find(({ tokens }) => tokens <= maxTokens);
  return fitting ?? { ...last, notes: [...last.notes, `the card still takes ${last.tokens} tokens`] };
}

interface Detail extends OutlineDetail {
  /** True if orders, values and quantifiers are explained. */
  readonly language: "all" | "first";
  readonly examples: number;
  readonly notes: readonly string[];
}

/** From all to the least. */
const ALL: Detail = {
  language: "all",
  documentation: true,
  values: 12,
  samples: 12,
  attributes: true,
  examples: 10,
  notes: [],
};
const SHORT: Detail = {
  ...ALL,
  documentation: false,
  samples: 4,
  examples: 8,
  notes: ["without documentation, eight examples"],
};
const DETAILS: readonly Detail[] = [
  ALL,
  { ...ALL, samples: 4 },
  { ...ALL, samples: 0 },
  SHORT,
  { ...SHORT, values: 4, samples: 0, examples: 4, notes: ["without documentation, four values, four examples"] },
  {
    ...SHORT,
    language: "first",
    values: 0,
    samples: 0,
    attributes: false,
    examples: 3,
    notes: ["types without attributes, no orders and values, three examples"],
  },
];

const cardText = (schema: Schema, detail: Detail, samples: Samples, examples: readonly PromptExample[]): string =>
  [
    "Write one Semantic XPath query: it finds nodes by path, value and meaning.",
    ...treeLines(schema, detail, samples),
    ...SEMANTICS.flatMap((line) => (typeof line === "string" ? [line] : detail.language === "all" ? line : [])),
    ...(hasReferences(schema) ? [REFERENCES] : []),
    ...(examples.length > 0 ? ["", "Examples:", ...examples.map(({ query, says }) => `${says}: ${query}`)] : []),
    "",
  ].join("\n");

const updateText = (schema: Schema, detail: Detail, samples: Samples): string =>
  [
    'Write one Semantic XPath update: one or more changes, joined by ",".',
    ...treeLines(schema, detail, samples),
    ...updateLines(schema),
    "",
    "A path P finds a node by its place, its values or its meaning:",
    PATHS,
    POSITIONS,
    FILTERS,
    VALUES,
    MEANING,
    "",
  ].join("\n");

const treeLines = (schema: Schema, detail: Detail, samples: Samples): readonly string[] => [
  "",
  `Tree, root ${schema.roots.join(" or ")}. {children} @attributes; × + * how many; = the values, ~ some:`,
  outline(schema, detail, samples),
  "",
];

/** Axes without an abbreviation, of the nine that queries most likely mean. */
const LONG_AXES = AXIS_NAMES.filter((axis) => axis !== "parent" && !AXES[axis].downward && AXES[axis].nearness < 10);
const [CONTAINS, ...CALLS] = SEARCHES;
const [AGGREGATE, ...AGGREGATES] = AGGREGATE_FUNCTIONS;
const COMBINING = COMBINE_FUNCTIONS.filter((name) => !COMBINATIONS[name].aggregates);

const PATHS = `/T child, //T descendant, * any type, (A|B) either, .. parent, /axis::T with ${LONG_AXES.join(", ")}; p | q, p except q; /@a, /text() at the end give values.`;
const POSITIONS =
  "[2] [-1] [1:3] position, from 1, negative from the end: per parent in /P/T[1], of all in //T[1] and (/P/T)[1]. [1][@+1] the next sibling, [@-1] the previous.";
const FILTERS = `[@a = "x"] filters: ${COMPARISON_OPERATORS.join(" ")}, ${CONTAINS}(@a, "x", "case-insensitive") for names, often said in part, ${CALLS.join(", ")}, exists(/T), count(/T) > 1, and, or, not(…). @a < @b, /T/@a = "x" (any child), . = "text".`;
const VALUES =
  'Booleans, numbers, amounts of the declared unit are bare, [@a = true], [@n >= 2]; texts, dates, times quoted, [@d >= "2026-07-01" and @d < "2026-08-01"], [start(@t) >= "14:00"] of an interval. Case counts.';
const MEANING =
  '[node =~ "what is meant"] scores what a node and all in it say, 0 to 1, and ranks; drops nothing. Only where no value says it.';

/** Lines about the language; those in a list may be left out. */
const SEMANTICS: readonly (string | readonly string[])[] = [
  PATHS,
  `Brackets apply in turn: ${POSITIONS}`,
  FILTERS,
  [
    VALUES,
    'An absent value passes no comparison, not even !=: not(@a) finds it, not(@a = "x") keeps it. It is last in orders.',
  ],
  [
    'Values: + - * div, sum(/T/@a), avg, min, max, weekday(@d), current-date() + "7 days". count(//T), sum(//T/@a), count(distinct-values(//T/@a)) give a value: only if one is asked for, else nodes.',
    "[order by @a descending, @b][1] orders, then takes the first. [some $x in /T satisfies $x/@a > 1], every.",
    "(//T)[group by @a]/{ @a, n: count(/T), s: sum(/T/@b) } totals by key: keys are attributes of a group, members its children. Other keys have names: [group by ../@a as p], [group by substring(@d, 1, 7) as month]. A last /{ @a, p: ../@a } makes a table.",
  ],
  `${MEANING} Also @a =~ "…". >= 0.5 filters. [${AGGREGATE}(/T[node =~ "…"])] scores by what is inside, also ${AGGREGATES.join(", ")}; these, ${COMBINING.join(", ")} and 1-… combine scores.`,
];

const REFERENCES = "/id(@a) goes to the nodes whose ids @a holds, where it is @a:ref(T).";

/** The types of a schema as a card has them, a line each: children and how many, attributes and their values. */
export const emitOutline = (schema: Schema): string => outline(schema, SHORT, NONE);

/** Parts of a schema in the outline. */
interface OutlineDetail {
  readonly documentation: boolean;
  /** Most values of an attribute that are listed. */
  readonly values: number;
  /** Most samples of an attribute of which no values are listed. */
  readonly samples: number;
  readonly attributes: boolean;
}

/** With the type by which each list of values is shown: the next one refers to it. */
interface ShownDetail extends OutlineDetail {
  readonly typeOfValues: Map<string, string>;
}

/** Characters of a list of values that is not repeated. */
const MIN_REPEATED = 20;

/** A line for each type: its children, its attributes, and what it is. */
function outline(schema: Schema, detail: OutlineDetail, samples: Samples): string {
  const typeOfValues = new Map<string, string>();
  return writable(schema.types)
    .map(([name, type]) => typeLine(name, type, { ...detail, typeOfValues }, samples))
    .join("\n");
}

function typeLine(name: string, type: NodeType, detail: ShownDetail, samples: Samples): string {
  const children = writable(type.children).map(([child, occurrence]) => `${writtenName(child)}${times(occurrence)}`);
  const attributes = writable(type.attributes).map(([each, attribute]) =>
    attributeText(name, writtenName(each), attribute, detail, samples(name, each)),
  );
  return [
    writtenName(name),
    ...(children.length > 0 ? [`{ ${children.join(", ")} }`] : []),
    ...(detail.attributes ? attributes : []),
    ...(type.text ? ["text()"] : []),
    ...(detail.documentation && type.documentation !== undefined
      ? [`– ${oneLine(type.documentation, MAX_CHARACTERS)}`]
      : []),
  ].join(" ");
}

/** Characters of the documentation of a type. */
const MAX_CHARACTERS = 100;

function times({ min, max }: Occurrence): string {
  if (max === undefined) return min > 0 ? "+" : "*";
  return min === max ? ` ×${max}` : ` ×${min}–${max}`;
}

/** `@rating:number`, `@meal=breakfast|lunch|dinner`; a string says nothing. */
function attributeText(
  of: string,
  name: string,
  { type, values, documentation }: AttributeType,
  detail: ShownDetail,
  samples: readonly string[] = [],
): string {
  const scale = detail.documentation ? SCALE.exec(documentation ?? "")?.[0] : undefined;
  const suffix = scale === undefined ? "" : ` (${scale})`;
  if (values === undefined) {
    const some = type === "string" ? samples.slice(0, detail.samples) : [];
    return `@${name}${some.length > 0 ? `~${some.join("|")}` : type === "string" ? "" : `:${type}`}${suffix}`;
  }
  const first = values.slice(0, detail.values);
  const list = [...first, ...(values.length > first.length ? ["…"] : [])].join("|");
  const same = detail.typeOfValues.get(list);
  detail.typeOfValues.set(list, same ?? of);
  return `@${name}=${same === undefined || list.length < MIN_REPEATED ? list : `(as ${writtenName(same)})`}${suffix}`;
}

/** The end of a scale in documentation: "1 is the most urgent". */
const SCALE = /\b\d{1,4} (?:is|means) (?:the )?(?:most |least )?\p{L}{3,20}/u;
