import { compile } from "@semantic-xpath/runtime";
import type { About } from "../about.js";
import { isAuxiliary } from "../lexicon/closed.js";
import { readWords, type Words } from "../words/words.js";
import type { Antecedent } from "./form.js";
import { type Item, itemsOf, type NameItem } from "./items.js";
import { nodeAtPath } from "./nodeAtPath.js";
import { type Read, readItems, spanOf } from "./readQueries.js";
import type { Lexicon, Sense } from "./senses.js";

/** Earlier requests that a request may lean on, one on the other. */
const MAX_DEPTH = 4;
/** Nodes of an earlier turn that are written out in a query. */
const MAX_PATHS = 50;

/** First words of half a request. */
const LEANING: ReadonlySet<string> = new Set("and only just but or also".split(" "));
const ABOUT: readonly string[] = ["what about", "how about", "same for", "the same for", "now for", "and for"];
const LINKING: ReadonlySet<string> = new Set("is are was were has have of costs cost takes take needs need".split(" "));

/** Readings of a request that leans on earlier turns; null: it leans on nothing. */
export function readFollowUp(words: Words, lexicon: Lexicon, about: About): readonly Read[] | null {
  const { context } = about;
  if (context === undefined || context.requests.length === 0) return null;
  const items = itemsOf(words, lexicon);
  if (!leans(words, items)) return null;
  const expandedText = expanded(words.request, about, lexicon, 0);
  if (expandedText !== words.request) {
    const expandedWords = readWords(expandedText);
    const reads = readItems(itemsOf(expandedWords, lexicon), expandedWords, lexicon, about);
    if (reads.length > 0)
      return reads.map((read) => ({
        ...read,
        reading: {
          ...read.reading,
          parts: [{ span: { start: 0, end: words.request.length }, meaning: `read as: ${expandedText}` }],
        },
      }));
  }
  const antecedent = foundBefore(about, lexicon);
  const reads = antecedent === null ? [] : readItems(items, words, lexicon, about, antecedent);
  // A reference without earlier results makes a half request; a mere beginning of one may be whole.
  return reads.length > 0 || refersTo(items) ? reads : null;
}

/** The whole request that a half one stands for: "same for day 3"; null for a request that is whole already or refers to nothing. */
export function wholeRequest(words: Words, lexicon: Lexicon, about: About): string | null {
  if ((about.context?.requests.length ?? 0) === 0) return null;
  const expandedText = expanded(words.request, about, lexicon, 0);
  return expandedText === words.request ? null : expandedText;
}

const refersTo = (items: readonly Item[]): boolean =>
  items.some((item) => item.kind === "mark" && item.mark.kind === "refers");

/** True for a request that refers to something said before, begins as half of one, or asks "which" of nothing. */
function leans({ all }: Words, items: readonly Item[]): boolean {
  const texts = all.map(({ text, isQuoted }) => (isQuoted ? "" : text));
  const [first = "", second = ""] = texts;
  if (items.some((item) => item.kind === "mark" && item.mark.kind === "refers") || texts.includes("them")) return true;
  // "how many are there?": nothing is said of what.
  if (items.every(({ kind }) => kind === "mark" || kind === "unit" || kind === "verb")) return true;
  if (texts.some((text, at) => at > 0 && (text === "one" || text === "ones"))) return true;
  if (LEANING.has(first) || ABOUT.some((phrase) => texts.join(" ").startsWith(phrase))) return true;
  const hasType = items.some(
    (item) => item.kind === "name" && item.senses.some(({ kind, strength }) => kind === "type" && strength >= 0.7),
  );
  if (hasType) return false;
  // "how many museums are there?": the museums of the whole, not those of the place before.
  const isExistential = texts.at(-1) === "there" && isAuxiliary(texts.at(-2) ?? "");
  if (isExistential && items.some(({ kind }) => kind === "name")) return false;
  if (first === "which" && LINKING.has(second)) return true;
  if (["with", "without", "under", "over"].includes(first)) return true;
  if (texts.some((text, at) => text === "that" && at > 0 && at < 3 && isAuxiliaryOrClitic(texts[at - 1]!))) return true;
  return (
    ["that", "this", "there"].includes(texts.at(-1) ?? "") ||
    (first === "how" && second === "many" && items.length === 1)
  );
}

const isAuxiliaryOrClitic = (text: string): boolean => text === "'s" || isAuxiliary(text);

/** A half request put into the whole one before it: "and on day 4?" after "museums on day 3" is "museums on day 4". */
function expanded(request: string, about: About, lexicon: Lexicon, depth: number): string {
  const before = about.context?.requests[depth];
  if (before === undefined || depth >= MAX_DEPTH) return request;
  const words = readWords(request);
  const items = itemsOf(words, lexicon);
  if (!leans(words, items)) return request;
  const earlier = expanded(before.request, about, lexicon, depth + 1);
  const old = readWords(earlier);
  const oldItems = itemsOf(old, lexicon);
  const meaningful = items.filter(
    (item) =>
      item.kind !== "verb" &&
      !(item.kind === "mark" && ["and", "in", "of", "what", "with", "which"].includes(item.mark.kind)),
  );
  if (meaningful.some((item) => item.kind === "mark" || item.kind === "rest" || item.kind === "vague")) return request;
  let text = earlier;
  // From the end, so that earlier places stay.
  const changes: { start: number; end: number; by: string }[] = [];
  for (let at = 0; at < meaningful.length; at++) {
    const item = meaningful[at]!;
    const number = meaningful[at + 1];
    const slot = slotFor(item, number?.kind === "number" ? number : null, oldItems);
    if (slot === null) return request;
    if (slot.takesNumber) at++;
    const start = spanOf(slot.from, old.all).start;
    const end = spanOf(slot.to, old.all).end;
    const last = slot.takesNumber ? number! : item;
    changes.push({ start, end, by: request.slice(spanOf(item, words.all).start, spanOf(last, words.all).end) });
  }
  if (changes.length === 0) return request;
  for (const { start, end, by } of changes.sort((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}${by}${text.slice(end)}`;
  return text;
}

/** The part of an earlier request that an item replaces. */
function slotFor(
  item: Item,
  number: Item | null,
  old: readonly Item[],
): { from: Item; to: Item; takesNumber: boolean } | null {
  if (item.kind === "days" || item.kind === "weekdays") {
    const place = old.find(({ kind }) => kind === "days" || kind === "weekdays");
    if (place !== undefined) return { from: place, to: place, takesNumber: false };
    return slotOfNumber(old);
  }
  if (item.kind !== "name") return null;
  const same = old.find((other) => other.kind === "name" && isSameName(other, item));
  if (same !== undefined && number === null) return { from: same, to: same, takesNumber: false };
  if (number !== null) {
    const place = slotOfNumber(old, item);
    return place === null ? null : { ...place, takesNumber: true };
  }
  for (const sense of item.senses) {
    const place = old.find((other) => other.kind === "name" && other.senses.some((each) => isSameSlot(each, sense)));
    if (place !== undefined) return { from: place, to: place, takesNumber: false };
  }
  return null;
}

/** The name of the same attribute or type. */
const isSameName = (one: NameItem, other: NameItem): boolean =>
  other.senses.length > 0 &&
  other.senses.every(({ kind }) => kind === "attribute" || kind === "type") &&
  JSON.stringify(one.senses) === JSON.stringify(other.senses);

const isSameSlot = (one: Sense, other: Sense): boolean =>
  (one.kind === "attribute" &&
    other.kind === "attribute" &&
    one.type === other.type &&
    one.attribute !== other.attribute &&
    one.strength >= 0.9 &&
    other.strength >= 0.9) ||
  (one.kind === "value" &&
    other.kind === "value" &&
    one.type === other.type &&
    one.attribute === other.attribute &&
    JSON.stringify(one) !== JSON.stringify(other));

/** A type with its number: "day 3". */
function slotOfNumber(
  old: readonly Item[],
  item: NameItem | null = null,
): { from: Item; to: Item; takesNumber: boolean } | null {
  const types = item === null ? null : item.senses.filter(({ kind }) => kind === "type").map(({ type }) => type);
  for (const [at, other] of old.entries()) {
    const next = old[at + 1];
    if (other.kind !== "name" || next?.kind !== "number") continue;
    if (types === null || other.senses.some(({ kind, type }) => kind === "type" && types.includes(type)))
      return { from: other, to: next, takesNumber: false };
  }
  return null;
}

/** The results of the last turn that had any: as its query, if that is a path that finds exactly these, else node by node. */
export function foundBefore({ context }: About, { world }: Lexicon): Antecedent | null {
  const turn = context?.found.findIndex((each) => each.length > 0) ?? -1;
  if (turn < 0) return null;
  const { tree, schema } = world;
  const paths = [...new Set(context!.found[turn]!.map((path) => path.replace(/\/(?:@[^/]*|text\(\))$/, "")))];
  const nodes = new Set<number>();
  const select = (path: string): readonly number[] | null => {
    const { query } = compile(path, { schema });
    return query === undefined || query.isSemantic ? null : [...query.select(tree).ids];
  };
  for (const path of paths.slice(0, MAX_PATHS)) {
    const node = nodeAtPath(tree, path);
    if (node !== null) nodes.add(node);
  }
  const types = [...new Set([...nodes].map((id) => tree.node(id).type))].filter((type) => world.has(type));
  if (types.length === 0) return null;
  const text = context!.requests[turn]?.text ?? null;
  const byQuery = text?.startsWith("/") === true && paths.length > 1 ? select(text) : null;
  // A query may see fields where the tree has nodes: both are seen by it.
  const ids = new Set(byQuery === null ? [] : paths.flatMap((path) => select(path) ?? []));
  const isSame = byQuery !== null && byQuery.length === ids.size && byQuery.every((id) => ids.has(id));
  return { paths: isSame ? [text!] : paths.slice(0, MAX_PATHS), types, isOne: nodes.size === 1 };
}
