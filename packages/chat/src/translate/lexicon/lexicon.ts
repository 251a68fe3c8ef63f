import type { NodeType, Schema } from "@semantic-xpath/planner";
import { foldFields, inferSchema } from "@semantic-xpath/readers";
import { atOnce, relationsOf, type Steps, stemOf } from "@semantic-xpath/scorers";
import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { timeUnitOf } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { nounsOf } from "../words/verbs.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { calledIn, contentStems, headsOf } from "./documentation.js";
import type { Sense } from "./sense.js";
import { readTreeWords, type TreeWords } from "./treeWords.js";

/** Longest phrase of the schema or of an enumeration that is looked for, in words. */
export const LONGEST_PHRASE = 6;

/** What words mean in a schema and the data. */
export interface Lexicon {
  /** As the schema sees it: what it declares as field elements are attributes. */
  readonly tree: Tree;
  /** The schema given, or what can be inferred from the tree. */
  readonly schema: Schema;
  /** Phrases by their stems with spaces between. */
  readonly phrases: ReadonlyMap<string, readonly Sense[]>;
  /** What the data says. */
  readonly words: TreeWords;
}

const built = new WeakMap<Tree, { schema: Schema | null; lexicon: Lexicon }>();

/** The lexicon of what a request is about; at once. */
export const lexiconOf = (about: Pick<About, "tree" | "schema">): Lexicon => atOnce(makeLexicon(about));

/** The same in steps. Once for a tree, and of what an edit left as it was nothing is read again. */
export function* makeLexicon({ tree, schema = null }: Pick<About, "tree" | "schema">): Steps<Lexicon> {
  const known = built.get(tree);
  if (known !== undefined && known.schema === schema) return known.lexicon;
  const seen = schema ?? inferred(tree);
  const words = yield* readTreeWords(tree, seen);
  const lexicon: Lexicon = {
    // Of large trees with fields that is a copy, made when something is looked for in it.
    get tree() {
      return schema === null ? tree : foldFields(tree, schema);
    },
    schema: seen,
    phrases: getOrMake(phrasesOfSchema, seen, () => phrasesOf(seen)),
    words,
  };
  built.set(tree, { schema, lexicon });
  return lexicon;
}

let last: { readonly text: string; readonly schema: Schema } | null = null;

/** What can be inferred from a tree: of versions that have the same in them the same object, by which what was read of them is kept. */
function inferred(tree: Tree): Schema {
  const schema = inferSchema(tree);
  const text = JSON.stringify(schema);
  if (last?.text !== text) last = { text, schema };
  return last.schema;
}

const phrasesOfSchema = new WeakMap<Schema, ReadonlyMap<string, readonly Sense[]>>();

function phrasesOf(schema: Schema): ReadonlyMap<string, readonly Sense[]> {
  const phrases = new Map<string, Sense[]>();
  const add = (phrase: readonly string[], sense: Sense) => {
    if (phrase.length === 0 || phrase.length > LONGEST_PHRASE) return;
    const key = phrase.join(" ");
    const senses = getOrMake(phrases, key, () => []);
    const same = senses.findIndex((other) => isSame(other, sense));
    if (same < 0) senses.push(sense);
    else if (senses[same]!.strength < sense.strength) senses[same] = sense;
  };
  for (const [type, node] of Object.entries(schema.types)) {
    addType(add, type, node, schema);
    for (const attribute of Object.keys(node.attributes)) addAttribute(add, type, attribute, node, schema);
  }
  return phrases;
}

const isSame = (one: Sense, other: Sense): boolean =>
  one.kind === other.kind &&
  one.type === other.type &&
  (one.kind === "type" || (other.kind !== "type" && one.attribute === other.attribute)) &&
  (one.kind !== "value" || other.kind !== "value" || JSON.stringify(one.test) === JSON.stringify(other.test));

type Add = (phrase: readonly string[], sense: Sense) => void;

function addType(add: Add, type: string, node: NodeType, schema: Schema): void {
  // Of observations in an element that is called observations the former are meant.
  const isOfSame = Object.keys(node.children).some((child) => stemsIn(child).join() === stemsIn(type).join());
  const sense = (strength: number): Sense => ({ kind: "type", type, strength: isOfSame ? strength * 0.8 : strength });
  add(stemsIn(type), sense(1));
  for (const alias of node.aliases ?? []) {
    add(stemsIn(alias), sense(0.98));
    // A to-do is a todo.
    if (alias.includes("-")) add([stemsIn(alias).join("")], sense(0.95));
  }
  const last = stemsIn(type).at(-1)!;
  if (stemsIn(type).length > 1) add([last], sense(0.7));
  const others = new Set(
    Object.keys(schema.types)
      .filter((other) => other !== type)
      .flatMap((other) => stemsIn(other)),
  );
  for (const head of headsOf(node.documentation ?? "")) {
    const stems = stemsIn(head);
    if (!(stems.length === 1 && others.has(stems[0]!))) add(stems, sense(0.85));
  }
  const own = new Set(Object.keys(node.attributes).flatMap(stemsIn));
  const called = calledIn(Object.values(node.attributes).map(({ documentation = "" }) => documentation));
  for (const stem of called) if (!others.has(stem) && !own.has(stem)) add([stem], sense(0.7));
  for (const [stem, { how, strength }] of relationsOf(last))
    if (how === "synonym" && strength >= 0.6) add([stem], sense(0.6));
}

function addAttribute(add: Add, type: string, attribute: string, node: NodeType, schema: Schema): void {
  const info = node.attributes[attribute]!;
  const sense = (strength: number): Sense => ({ kind: "attribute", type, attribute, strength });
  const stems = stemsIn(attribute);
  add(stems, sense(1));
  for (const alias of info.aliases ?? []) add(stemsIn(alias), sense(0.98));
  // What is called after its unit is a time, too: `prep_minutes` are the prep time.
  if (stems.length > 1 && timeUnitOf(wordsIn(attribute).at(-1)!) !== null && info.type === "number")
    for (const noun of ["time", "duration"]) add([...stems.slice(0, -1), stemOf(noun)], sense(0.97));
  if (stems.length > 1) for (const stem of stems) if (stem.length > 3) add([stem], sense(0.6));
  // The owner is who owns it.
  const verb = /^(\p{L}{3,}?)(?:er|or)$/u.exec(attribute.toLowerCase())?.[1];
  if (verb !== undefined && info.type === "string") add([stemOf(verb)], sense(0.8));
  const called = calledIn(Object.values(node.attributes).map(({ documentation = "" }) => documentation));
  for (const head of headsOf(info.documentation ?? ""))
    if (!called.has(stemsIn(head).join(" ")) && !stemsIn(type).includes(stemsIn(head).join(" ")))
      add(stemsIn(head), sense(0.75));
  if (stems.length === 1)
    // What a verb of asking is about is said by its nouns: "what can I eat" asks for meals, and for no diet.
    for (const [stem, { how, strength }] of relationsOf(stems[0]!))
      if (how === "synonym" && strength >= 0.6 && nounsOf(stem).length === 0) add([stem], sense(0.65));
  addScale(add, type, attribute, node);
  if (info.type === "boolean") addTruth(add, type, attribute, node, schema);
  for (const value of info.values ?? []) addValue(add, type, attribute, value);
}

function addValue(add: Add, type: string, attribute: string, value: string): void {
  const sense = (strength: number): Sense => ({ kind: "value", type, attribute, strength, test: { is: [value] } });
  const stems = stemsIn(value);
  if (stems.length === 1 && /^\d/.test(stems[0]!)) return;
  add(stems, sense(1));
  for (const form of formsOf(value.toLowerCase())) add([stemOf(form)], sense(0.93));
  for (const time of MEALTIMES.get(value.toLowerCase()) ?? []) add([stemOf(time)], sense(0.8));
  if (stems.length === 1)
    for (const [stem, { how, strength }] of relationsOf(stems[0]!))
      if (how === "synonym" && strength >= 0.6) add([stem], sense(0.75));
}

/** When meals are: where nothing has hours, that says which. */
const MEALTIMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["breakfast", ["morning"]],
  ["lunch", ["noon", "midday"]],
  ["dinner", ["evening", "supper"]],
]);

/** Adjectives and nouns of the same root: rain and rainy, sun and sunny. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  if (word.endsWith("y")) return [word.slice(0, -1), word.slice(0, -2)].filter((form) => form.length >= 3);
  return [`${word}y`, `${word}${word.at(-1)}y`];
}

const SCALE = /\b(\d{1,4}) is (?:the )?(?:most |very |highly )?([a-z]{1,30})/;

/** What the end of a scale is called: "1 is the most urgent". */
function addScale(add: Add, type: string, attribute: string, node: NodeType): void {
  const end = SCALE.exec((node.attributes[attribute]!.documentation ?? "").slice(0, 200));
  if (end === null || node.attributes[attribute]!.type !== "number") return;
  add([stemOf(end[2]!)], { kind: "value", type, attribute, strength: 0.9, test: { is: [end[1]!] } });
}

/** Words that turn what a sentence about a Boolean attribute says. */
const CONTRARY = new Set(["without", "not", "no", "free"]);
/** Pairs that are each other's contrary. */
const CONTRARIES: readonly [string, string][] = [
  ["outdoor", "indoor"],
  ["outside", "inside"],
  ["open", "closed"],
  ["public", "private"],
  ["paid", "unpaid"],
];

/** How names of Boolean attributes begin: `contains_nuts`, `is_open`. */
const PREDICATES = new Set("contains has have is are can with allows includes needs".split(" ").map(stemOf));

/** Words for a Boolean attribute that is true, or false: what its sentence says, and words that mean the same. */
function addTruth(add: Add, type: string, attribute: string, node: NodeType, schema: Schema): void {
  const { documentation = "", aliases = [] } = node.attributes[attribute]!;
  const sense = (strength: number, isFalse = false): Sense => ({
    kind: "attribute",
    type,
    attribute,
    strength,
    ...(isFalse && { isFalse }),
  });
  const typeStems = new Set([...Object.keys(schema.types).flatMap(stemsIn), ...calledIn([documentation])]);
  const said = contentStems(documentation).filter((stem) => !typeStems.has(stem));
  const isNegative = documentation.split(/\s+/).some((word) => CONTRARY.has(word));
  // "Whether there is none with meat": what has meat is what it is false of.
  for (const stem of said) add([stem], isNegative ? sense(0.85, true) : sense(0.7));
  const names = [stemsIn(attribute).join(""), ...aliases.map((alias) => stemsIn(alias).join(""))];
  const bare = stemsIn(attribute).filter((stem, at) => at > 0 || !PREDICATES.has(stem));
  add(bare, sense(1));
  const near = new Set([...names, ...names.flatMap(nearly)]);
  for (const stem of near) add([stem], sense(0.85));
  for (const [one, other] of CONTRARIES) {
    if (near.has(stemOf(one)) && !near.has(stemOf(other))) {
      add([stemOf(other)], sense(0.8, true));
      add([stemOf(`${other}s`)], sense(0.8, true));
    }
  }
}

/** Other words for the same, and theirs: two steps are near enough for what is only true or false. */
function nearly(stem: string): string[] {
  const found: string[] = [];
  for (const [other, { how, strength }] of relationsOf(stem))
    if (how === "synonym" && strength >= 0.5) found.push(other);
  return found;
}
