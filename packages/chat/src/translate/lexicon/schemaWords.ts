import { kindOfType, type NodeType, type Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/readers";
import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { stemsIn, wordsIn } from "../words/words.js";
import { isFunctionWord } from "./closed.js";

/** Name that stands for the own text of nodes among their attributes: no schema has an attribute of this name. */
export const OWN_TEXT = "text()";

const schemas = new WeakMap<Tree, Schema>();
let last: { readonly text: string; readonly schema: Schema } | null = null;

/**
 * Schema that is inferred from a tree: child elements that only hold a value are attributes in it, unless another type has an attribute or
 * children of that name. Trees with equal schemas share one object, so that what was read by it stays valid.
 */
export function inferredSchema(tree: Tree): Schema {
  return getOrMake(schemas, tree, () => {
    const folded = inferSchema(tree, { fields: true });
    const schema = isUnambiguous(folded) ? folded : inferSchema(tree);
    const text = JSON.stringify(schema);
    if (last?.text !== text) last = { text, schema };
    return last.schema;
  });
}

/** True if each name of a field is one wherever it occurs: then a query can name it without its type. */
function isUnambiguous({ types }: Schema): boolean {
  const all = Object.values(types);
  const attributes = all.flatMap((type) => Object.entries(type.attributes));
  const fields = new Set(attributes.flatMap(([name, { element }]) => (element ? name : [])));
  return (
    !attributes.some(([name, { element }]) => !element && fields.has(name)) &&
    ![...fields].some((name) => Object.hasOwn(types, name))
  );
}

/** True if a schema has attributes that are child elements in the data. */
export const hasFields = ({ types }: Schema): boolean =>
  Object.values(types).some(({ attributes }) => Object.values(attributes).some(({ element }) => element));

const LABELS = ["name", "title", "label", "subject", "heading", "summary", "term", "word"];

export const nodeTypeOf = ({ schema }: { readonly schema: Schema }, type: string): NodeType | null =>
  Object.hasOwn(schema.types, type) ? schema.types[type]! : null;

/** The attribute that names nodes of a type; null: their own text, or nothing. */
export function labelOf(known: { readonly schema: Schema }, type: string): string | null {
  const attributes = nodeTypeOf(known, type)?.attributes ?? {};
  const named = LABELS.find((name) => Object.hasOwn(attributes, name));
  if (named !== undefined) return named;
  const free = Object.entries(attributes).find(
    ([name, { type: kind, values, element }]) =>
      kindOfType(kind) === "string" &&
      values === undefined &&
      !element &&
      stemsIn(name).some((each) => LABELS.includes(each)),
  );
  return free?.[0] ?? null;
}

/** Words after which a sentence about a thing says more about it, and no longer what it is. */
const TURNS = new Set("of on in at with that which who for from to by into when where whose as how what on".split(" "));
/** Nouns too wide to identify a thing. */
const WIDE = new Set("one whole all thing things part kind name number whether list content".split(" "));

/**
 * The phrases that a sentence names a thing by: the nouns before the first turn, and those of a list after a colon.
 *
 * @example headsOf("A point of interest: a sight, an event or a journey.") // point of interest, sight, event, journey
 */
export function headsOf(documentation: string): string[] {
  if (/^(?:whether|\d)/i.test(documentation)) return [];
  const sentence = documentation.split(/[.;]/, 1)[0]!;
  const [first, list] = sentence.split(":", 2);
  const heads = [phraseBefore(first!), ...(list ?? "").split(/,|\bor\b|\band\b/).map(phraseBefore)];
  const nouns = wordsIn(first!).filter((word) => !["a", "an", "the"].includes(word) && !WIDE.has(word));
  if (nouns.length > 1 && nouns.length <= 3 && !isFunctionWord(nouns[0]!)) heads.push(nouns.join(" "));
  return [...new Set(heads)].filter((head) => head !== "" && !WIDE.has(head));
}

function phraseBefore(text: string): string {
  const nouns: string[] = [];
  for (const word of wordsIn(text)) {
    if (TURNS.has(word) || (isFunctionWord(word) && nouns.length > 0)) break;
    if (!isFunctionWord(word) && word !== "one") nouns.push(word);
  }
  return nouns.length <= 2 ? nouns.join(" ") : "";
}
