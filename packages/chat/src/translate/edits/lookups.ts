import { compile, type Scorer } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { handedOn } from "../../handedOn.js";
import type { About } from "../about.js";
import { readQueries } from "../ask/readQueries.js";
import type { Lexicon } from "../ask/senses.js";
import { decide } from "../decide.js";
import { nodeAtPath } from "../references/nodeAtPath.js";
import { readWords } from "../words/words.js";
import type { Found } from "./found.js";

/**
 * Phrases that names, places and dates alone do not explain, such as `the day packed with conference sessions` or `all overdue tasks`. They are
 * collected while a request is read, looked up as queries, and the request is read again.
 */
export interface Lookups {
  readonly wanted: Set<string>;
  readonly found: Map<string, Found>;
}

export const newLookups = (): Lookups => ({ wanted: new Set(), found: new Map() });

/** More phrases of one request are not looked up; the longest say most. */
const MOST = 10;
/** What is found by a wish is less sure than what is found by facts. */
const [BY_FACTS, BY_WISH] = [0.85, 0.7];

/** Runs the wanted phrases as queries. Rejects as a run does. */
export async function lookUp(lookups: Lookups, lexicon: Lexicon, about: About): Promise<void> {
  const phrases = [...lookups.wanted].sort((a, b) => b.length - a.length).slice(0, MOST);
  const scorer = about.scorer ?? lexicalScorer();
  for (const phrase of phrases) lookups.found.set(phrase, await foundBy(phrase, scorer, lexicon, about));
}

/** `the finished tasks`: all of them. */
const namesMany = (phrase: string, { phrases }: Lexicon): boolean =>
  /^(?:the|my|our|these|those) /u.test(phrase) &&
  readWords(phrase).all.some(
    ({ text, stem }) =>
      text.endsWith("s") &&
      text !== stem &&
      phrases.get(stem)?.some(({ kind, strength }) => kind === "type" && strength >= 0.95),
  );

/** What finds nothing is less sure to be meant, and is enough to say that there is none. */
const MAYBE_NONE = 0.3;
const NONE: Found = { nodes: [], isMany: false, sureness: 0 };

const PLURAL = /^(?:all|every|each|any|everything|whatever)\b/u;

async function foundBy(phrase: string, scorer: Scorer, lexicon: Lexicon, about: About): Promise<Found> {
  const { readings, isClear } = decide(readWords(phrase), readQueries(readWords(phrase), lexicon, about));
  const [reading] = readings;
  const isCrisp = reading?.kind === "query" && !reading.query.includes("=~");
  if (reading?.kind !== "query" || !(isClear || (isCrisp && reading.confidence >= MAYBE_NONE))) return NONE;
  const { query } = compile(reading.query, { schema: about.schema ?? null });
  if (query === undefined) return NONE;
  const { now } = about;
  const result = await query.run(about.tree, { scorer, ...(now !== undefined && { now }) });
  const isValue =
    result.value !== undefined || result.matches.some(({ attribute, text }) => attribute !== null || text !== null);
  // Of results the paths are said in the data's own terms: a query may see fields where the tree has nodes.
  const paths = isValue ? [] : result.matches.slice(0, handedOn(result)).map(({ path }) => path);
  const nodes = paths.flatMap((path) => nodeAtPath(about.tree, path) ?? []);
  return {
    nodes: isClear ? nodes : [],
    isNone: isCrisp && !isValue && nodes.length === 0,
    isMany: nodes.length > 1 && (PLURAL.test(phrase) || namesMany(phrase, lexicon)),
    sureness: reading.query.includes("=~") ? BY_WISH : BY_FACTS,
  };
}
