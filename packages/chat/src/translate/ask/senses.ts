import { stemWord } from "@semantic-xpath/english";
import type { AttributeType, Schema } from "@semantic-xpath/planner";
import { foldFields, inferSchema } from "@semantic-xpath/readers";
import type { Steps } from "@semantic-xpath/scorers";
import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { COMMON_CURRENCIES, timeUnitOf, unitOf } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { DONE_WORDS, isFunctionWord, isHappening } from "../lexicon/closed.js";
import { happeningsOf, inFull, saidFor } from "../lexicon/everyday.js";
import { hasFields, headsOf, inferredSchema, OWN_TEXT } from "../lexicon/schemaWords.js";
import { synonymsOf } from "../lexicon/synonyms.js";
import { readTreeWords, type TreeWords } from "../lexicon/treeWords.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { World } from "./world.js";

/** A meaning of words in the schema or the data, with a strength in (0, 1]. */
export type Sense = { readonly strength: number; readonly type: string } & (
  | { readonly kind: "type" }
  | { readonly kind: "attribute"; readonly attribute: string }
  /** A Boolean attribute that is so. */
  | { readonly kind: "flag"; readonly attribute: string; readonly is: boolean }
  | ValueTest
);

/** An attribute that is one of some values, or has a text in it. */
interface ValueTest {
  readonly kind: "value";
  readonly attribute: string;
  readonly is?: readonly string[];
  readonly has?: string;
}

/** The meanings of words in a schema and a tree. */
export interface Lexicon {
  readonly world: World;
  /** Senses by the stems of a phrase, with spaces between. */
  readonly phrases: ReadonlyMap<string, readonly Sense[]>;
  readonly words: TreeWords;
}

/** Words of the longest name of the schema, and of the longest value of the data that is looked for. */
export const MAX_NAME_WORDS = 6;
export const MAX_VALUE_WORDS = 8;

const lexicons = new WeakMap<Tree, { readonly schema: Schema | null; readonly lexicon: Lexicon }>();
const phrasesBySchema = new WeakMap<Schema, ReadonlyMap<string, readonly Sense[]>>();

/** The lexicon of a tree, in steps between which a caller may pause. Of an edited tree only what the edit made is read again. */
export function* makeLexicon({ tree, schema = null }: Pick<About, "tree" | "schema">): Steps<Lexicon> {
  const cached = lexicons.get(tree);
  if (cached !== undefined && cached.schema === schema) return cached.lexicon;
  const usedSchema = schema ?? inferredSchema(tree);
  const isFolded = schema === null && hasFields(usedSchema);
  const folded = isFolded ? foldFields(tree, usedSchema) : tree;
  const words = yield* readTreeWords(folded, usedSchema);
  const world = new World(usedSchema, folded, isFolded ? { schema: inferSchema(tree), tree } : undefined);
  const phrases = getOrMake(phrasesBySchema, usedSchema, () => phrasesOf(usedSchema));
  const lexicon: Lexicon = { world, phrases: withData(phrases, world), words };
  lexicons.set(tree, { schema, lexicon });
  return lexicon;
}

/** The phrases of a schema, with what only the data shows: texts that are yes or no, and what rows without a noun are called. */
function withData(phrases: ReadonlyMap<string, readonly Sense[]>, world: World): ReadonlyMap<string, readonly Sense[]> {
  const more: (readonly [readonly string[], Sense])[] = [];
  for (const { type, node } of world.all) {
    for (const attribute of Object.keys(node.attributes)) {
      if (world.kind(type, attribute) === "string")
        for (const value of world.values(type, attribute))
          for (const phrase of happeningsOf(stemsIn(value).join(" ")))
            more.push([phrase.split(" "), { kind: "value", type, attribute, is: [value], strength: SYNONYM }]);
      const pair = yesNo(world, type, attribute);
      if (pair === null) continue;
      addFlag(
        (stems, sense) => more.push([stems, sense]),
        attribute,
        node.attributes[attribute]!,
        new Set(),
        (strength, is = true) => ({
          kind: "value",
          type,
          attribute,
          is: [is ? pair.yes : pair.no],
          strength,
        }),
      );
    }
    // A date of the only things is named after them: `visit_date`.
    if (world.isOnlyCollection(type))
      for (const attribute of Object.keys(node.attributes)) {
        const [noun, date, ...others] = stemsIn(attribute);
        if (date === "date" && others.length === 0) more.push([[noun!], { kind: "type", type, strength: 0.9 }]);
      }
    const key = world.isOnlyCollection(type) ? world.key(type) : null;
    if (key !== null) more.push([stemsIn(key), { kind: "type", type, strength: 0.95 }]);
    const [first] = world.isOnlyCollection(type) ? Object.keys(node.attributes) : [];
    const isNumbering =
      first !== undefined && first !== key && world.kind(type, first) === "number" && world.isNumbering(type, first);
    if (isNumbering) more.push([stemsIn(first), { kind: "type", type, strength: 1 }]);
    // A first column that identifies rows is named after them: `visit_id`.
    if (first === undefined || !(isNumbering || first === key || world.kind(type, first) === "id")) continue;
    const [noun, ...rest] = stemsIn(first);
    if (rest.length === 1) more.push([[noun!], { kind: "type", type, strength: 1 }]);
  }
  if (more.length === 0) return phrases;
  const all = new Map(phrases);
  for (const [stems, sense] of more) all.set(stems.join(" "), [sense, ...(all.get(stems.join(" ")) ?? [])]);
  return all;
}

/** The word for the contrary of a name: `unpaid` has another stem than `paid`. */
const contraryOf = (name: string): string => stemWord(`un${wordsIn(name).join("")}`);

const YES_NO: readonly (readonly [yes: string, no: string])[] = [
  ["yes", "no"],
  ["y", "n"],
  ["true", "false"],
];

/** The two values of an attribute for yes and no; null: it has others. */
export function yesNo(
  world: World,
  type: string,
  attribute: string,
): { readonly yes: string; readonly no: string } | null {
  if (world.kind(type, attribute) !== "string") return null;
  const values = world.values(type, attribute);
  const find = (wanted: string) => values.find((value) => value.toLowerCase() === wanted);
  if (values.length !== 2) return null;
  const [pair] = YES_NO.flatMap(([yes, no]) => {
    const [one, other] = [find(yes), find(no)];
    return one === undefined || other === undefined ? [] : [{ yes: one, no: other }];
  });
  return pair ?? null;
}

const isUnit = (word: string): boolean =>
  unitOf(word) !== null || unitOf(word.toUpperCase()) !== null || COMMON_CURRENCIES.includes(word.toUpperCase());

type Add = (stems: readonly string[], sense: Sense) => void;

function phrasesOf(schema: Schema): ReadonlyMap<string, readonly Sense[]> {
  const phrases = new Map<string, Sense[]>();
  const add: Add = (stems, sense) => {
    if (stems.length === 0 || stems.length > MAX_NAME_WORDS) return;
    const senses = getOrMake(phrases, stems.join(" "), () => []);
    const key = keyOf(sense);
    const same = senses.findIndex((other) => keyOf(other) === key);
    if (same < 0) senses.push(sense);
    else if (senses[same]!.strength < sense.strength) senses[same] = sense;
  };
  const nouns = new Set(
    Object.entries(schema.types).flatMap(([type, { aliases = [] }]) => [type, ...aliases].flatMap(stemsIn)),
  );
  for (const [type, { attributes, aliases = [], documentation = "", children }] of Object.entries(schema.types)) {
    const stems = stemsIn(type);
    // A list of facts that is itself named facts is not counted as a fact.
    const isOuter = Object.keys(children).some((child) => stemsIn(child).join() === stems.join());
    addName(add, stems, (strength) => ({ kind: "type", type, strength: isOuter ? strength / 2 : strength }));
    for (const alias of aliases) add(stemsIn(alias), { kind: "type", type, strength: 1 });
    for (const head of headsOf(documentation)) add(stemsIn(head), { kind: "type", type, strength: DOCUMENTED });
    for (const [attribute, info] of Object.entries(attributes)) addAttribute(add, type, attribute, info, nouns);
  }
  return phrases;
}

/** Strength of a word that only the documentation has, of one word of a name of several, of the verb of a name, and of a synonym. */
export const DOCUMENTED = 0.7;
export const PART = 0.7;
const SYNONYM_PART = 0.9;
const VERB = 0.75;
export const SYNONYM = 0.7;

/** Words of a name that place it in the calendar; a unit is a plural or short. */
const CALENDAR: ReadonlySet<string> = new Set("day week month year".split(" "));
const PREPOSITIONS: ReadonlySet<string> = new Set("by to in on at for from of with".split(" "));
/** A name that is made from a verb: owner, started. */
const VERBAL = /^([a-z]{3,})(er|or|ee|ed)$/;

const keyOf = ({ strength: _, ...sense }: Sense): string => JSON.stringify(sense);

function addName(add: Add, stems: readonly string[], sense: (strength: number) => Sense): void {
  add(stems, sense(1));
  if (stems.length > 1) {
    add([stems.join("")], sense(0.95));
    for (const stem of stems) if (stem.length > 1) add([stem], sense(PART));
  }
  for (const stem of stems.length === 1 ? stems : [stems.at(-1)!])
    for (const other of synonymsOf(stem)) add([other], sense(stems.length === 1 ? SYNONYM : SYNONYM * SYNONYM_PART));
}

function addAttribute(
  add: Add,
  type: string,
  attribute: string,
  info: AttributeType,
  nouns: ReadonlySet<string>,
): void {
  const { aliases = [], documentation = "", values = [] } = info;
  const stems = stemsIn(attribute);
  if (info.type === "boolean") {
    addFlag(add, attribute, info, nouns, (strength, is = true) => ({ kind: "flag", type, attribute, is, strength }));
    return;
  }
  const sense = (strength: number): Sense => ({ kind: "attribute", type, attribute, strength });
  // The unit in a name is dropped from the name: prep_minutes is prep.
  const bare = wordsIn(attribute)
    .filter(
      (word, at, all) =>
        CALENDAR.has(word) || !(timeUnitOf(word) !== null || (at > 1 && at === all.length - 1 && isUnit(word))),
    )
    .map(stemWord);
  addName(add, bare.length === 0 ? stems : bare, sense);
  addName(add, stems, sense);
  // "looked after" of `looked_after_by`
  const last = wordsIn(attribute).at(-1)!;
  if (stems.length > 2 && PREPOSITIONS.has(last)) add(stems.slice(0, -1), sense(0.95));
  const full = inFull(attribute)?.map(stemWord) ?? null;
  if (full !== null) addName(add, full, sense);
  for (const stem of full ?? stems) for (const other of happeningsOf(stem)) add(other.split(" "), sense(SYNONYM));
  for (const alias of aliases) add(stemsIn(alias), sense(1));
  for (const head of headsOf(documentation))
    if (!nouns.has(stemsIn(head).join(" "))) add(stemsIn(head), sense(DOCUMENTED));
  const [, verb, ending] = VERBAL.exec(attribute.toLowerCase()) ?? [];
  if (verb !== undefined && (values.length === 0 || ending === "er" || ending === "or"))
    for (const stem of new Set([stemWord(verb), stemWord(`${verb}e`)])) add([stem], sense(VERB));
  for (const value of values) addValue(add, type, attribute, value, values);
}

function addValue(add: Add, type: string, attribute: string, value: string, values: readonly string[]): void {
  const stems = stemsIn(value);
  if (stems.length === 0 || /^\d+$/.test(stems.join(""))) return;
  const sense = (strength: number, is: readonly string[] = [value]): Sense => ({
    kind: "value",
    type,
    attribute,
    is,
    strength,
  });
  add(stems, sense(1));
  add([stems.join("")], sense(0.95));
  if (stems.length !== 1) return;
  // Adjectives and nouns of one root: rain and rainy, sun and sunny.
  const word = value.toLowerCase();
  for (const form of word.endsWith("y")
    ? [word.slice(0, -1), word.slice(0, -2)]
    : [`${word}y`, `${word}${word.at(-1)}y`])
    if (form.length > 2 && !values.some((other) => other.toLowerCase() === form)) add([stemWord(form)], sense(0.9));
  for (const other of saidFor(stems[0]!)) add(other.split(" "), sense(SYNONYM));
  // "unpaid" of an enumeration with paid: each other value.
  if (isHappening(word))
    add(
      [contraryOf(word)],
      sense(
        0.9,
        values.filter((other) => other !== value),
      ),
    );
}

const CONTRARY: ReadonlySet<string> = new Set(["without", "not", "no", "free", "none"]);
const PREFIXES: ReadonlySet<string> = new Set(
  "is has have can contain allow include need with was".split(" ").map(stemWord),
);
/** Pairs that are each other's contrary. */
const CONTRARIES: readonly (readonly [string, string])[] = [
  ["outdoor", "indoor"],
  ["outside", "inside"],
  ["open", "closed"],
  ["public", "private"],
  ["paid", "unpaid"],
  ["read", "unread"],
  ["passed", "failed"],
  ["available", "unavailable"],
  ["done", "open"],
  ["interior", "exterior"],
  ["internal", "external"],
  ["active", "inactive"],
  ["parttime", "fulltime"],
  ["manual", "automatic"],
];

/** Stems of the words that are paired with a word as its contraries. */
const contrariesOf = (word: string): readonly string[] =>
  CONTRARIES.flatMap(([one, other]) => (word === one ? [other] : word === other ? [one] : [])).map(stemWord);

function addFlag(
  add: Add,
  attribute: string,
  { type, aliases = [], documentation = "" }: AttributeType,
  nouns: ReadonlySet<string>,
  sense: (strength: number, is?: boolean) => Sense,
): void {
  const stems = stemsIn(attribute);
  add(stems, sense(1));
  const bare = stems.filter((stem, at) => at > 0 || !PREFIXES.has(stem));
  add(bare, sense(1));
  // A name with a participle is told by its other words, too: `depositPaid`.
  const last = wordsIn(attribute).at(-1)!;
  if (bare.length > 1 && (type !== "boolean" || isHappening(last))) {
    for (const stem of bare) add([stem], sense(PART));
    const others = bare.slice(0, -1);
    add([contraryOf(last), ...others], sense(0.95, false));
    for (const contrary of contrariesOf(last)) {
      add([contrary, ...others], sense(0.95, false));
      add([...others, contrary], sense(0.95, false));
    }
  }
  for (const alias of aliases) add(stemsIn(alias), sense(1));
  const words = documentation.toLowerCase().split(/[^a-z]+/);
  const isContrary = words.some((word) => CONTRARY.has(word));
  for (const word of words)
    if (word.length > 3 && !isFunctionWord(word) && !nouns.has(stemWord(word)))
      add([stemWord(word)], sense(isContrary ? 0.5 : 0.7, !isContrary));
  const names = new Set([bare.join(""), ...aliases.map((alias) => stemsIn(alias).join(""))]);
  for (const name of [...names]) for (const other of saidFor(name)) names.add(other);
  for (const name of names) add(name.split(" "), sense(0.8));
  for (const pair of CONTRARIES)
    for (const [one, other] of [pair, pair.toReversed()] as const)
      if (names.has(stemWord(one)) && !names.has(stemWord(other))) {
        add([stemWord(other)], sense(0.8, false));
        add([stemWord(`${other}s`)], sense(0.8, false));
      }
  for (const name of [attribute, ...aliases]) add([contraryOf(name)], sense(0.95, false));
}

/** The states of enumerations in which something is over: by type and attribute the values. */
export function doneStates(world: World): readonly ValueSense[] {
  const senses: ValueSense[] = [];
  for (const { type, node } of world.all) {
    for (const [attribute, { type: kind }] of Object.entries(node.attributes)) {
      const values = kind === "string" ? world.values(type, attribute) : [];
      const over = values.filter((value) => wordsIn(value).every((word) => DONE_WORDS.has(word)));
      if (kind !== "boolean" && over.length > 0 && over.length < values.length)
        senses.push({ kind: "value", type, attribute, is: over, strength: 0.95 });
    }
  }
  return senses;
}

type ValueSense = Extract<Sense, { kind: "value" }>;

/** The values of the data that have all of some stems: whole values first. */
export function valuesHaving({ words, world }: Lexicon, stems: readonly string[]): readonly FoundValue[] {
  const [rarest] = stems.toSorted((a, b) => words.count(a) - words.count(b));
  if (rarest === undefined) return [];
  const values: FoundValue[] = [];
  const test = (type: string, attribute: string, text: string, isList: boolean): void => {
    const textStems = stemsIn(text);
    const isSentence =
      attribute === OWN_TEXT ? textStems.length > MAX_TAG_WORDS : !isList && textStems.length >= MAX_TAG_WORDS;
    const isProse = isSentence && attribute !== world.label(type) && stems.length * 2 < textStems.length;
    if (!isProse && stems.every((stem) => textStems.includes(stem)))
      values.push({ type, attribute, text, isList, share: stems.length / textStems.length, textStems });
  };
  for (const { type, attribute, text, isList } of words.having(rarest))
    if (world.has(type) && (attribute !== OWN_TEXT || isTag(world, type, text)))
      test(type, attribute, text, isList && attribute !== OWN_TEXT);
  return values;
}

const isTag = (world: World, type: string, text: string): boolean =>
  text.length <= MAX_TAG && world.label(type) === null && world.place(type).node.text;

/** UTF-16 units of the longest own text that is a name and no prose. */
const MAX_TAG = 60;
/** Words of the longest value of which less than half name it: a longer one is a sentence. */
const MAX_TAG_WORDS = 5;

/** A value of the data, and the share of its words that are asked for. */
export interface FoundValue {
  readonly type: string;
  readonly attribute: string;
  readonly text: string;
  readonly isList: boolean;
  readonly share: number;
  readonly textStems: readonly string[];
}
