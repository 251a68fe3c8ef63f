import { Slices } from "@semantic-xpath/scorers";
import { runError } from "@semantic-xpath/tree";
import type { About } from "./about.js";
import { corrected } from "./ask/corrected.js";
import { readFollowUp } from "./ask/followUp.js";
import { readQueries } from "./ask/readQueries.js";
import { type Lexicon, makeLexicon } from "./ask/senses.js";
import { decide, settled } from "./decide.js";
import { lookUp, newLookups } from "./edits/lookups.js";
import { type EditOutcome, readEdits } from "./edits/readEdits.js";
import { readFacts } from "./facts/readFacts.js";
import { inContext } from "./references/inContext.js";
import type { Translation } from "./translation.js";
import { readWords } from "./words/words.js";

/** UTF-16 units of the longest request that is read: what is longer is a text to be handed over, not a request. */
export const LONGEST_REQUEST = 2000;

/**
 * What a request means, without any model: up to three readings with a confidence each, or a question where none is clear. The same
 * request about the same data at the same time gives the same readings.
 *
 * @throws SemanticXPathError SXP5130 for a request of more than 2000 characters; nothing else.
 * @example (await translate("what is outdoors on day 7?", { tree, schema })).readings[0].query // /Itinerary/Day[7]/POI[@open_air = true]
 */
export async function translate(request: string, about: About): Promise<Translation> {
  if (request.length > LONGEST_REQUEST) throw runError("SXP5130", { length: request.length, limit: LONGEST_REQUEST });
  const facts = await readFacts(request, about);
  if (facts !== null) return facts;
  const lexicon = await new Slices(undefined).all(makeLexicon(about));
  const words = corrected(readWords(request), lexicon);
  const edits = await readLooked(request, lexicon, about);
  if (edits !== null) return settled(words, edits);
  const leaning = readFollowUp(words, lexicon, about);
  if (leaning !== null) return decide(words, leaning);
  const alone = inContext(request, about);
  const again = alone === null ? null : await readLooked(alone.request, lexicon, about);
  if (again !== null) return asRead(settled(words, again), alone!.request);
  return decide(words, readQueries(words, lexicon, about));
}

/**
 * Reads the words of a tree now, so that the next request about it is read at once: for hosts, in the time in which a person types. Of an edited tree what
 * the edit left as it was is not read again. In slices, between which other events run; at 10^5 new nodes they are about half a second in all.
 */
export async function prepare(about: Pick<About, "tree" | "schema">): Promise<void> {
  await new Slices(undefined).all(makeLexicon(about));
}

/** What a request changes; where a phrase of it needs a query to be understood, after that has run. */
async function readLooked(request: string, lexicon: Lexicon, about: About): Promise<EditOutcome | null> {
  const lookups = newLookups();
  const first = readEdits(request, about, lookups);
  if (first === null || first.question === null || lookups.wanted.size === 0) return first;
  await lookUp(lookups, lexicon, about);
  return readEdits(request, about, lookups);
}

/** Parts are spans of the request that was made: of one that leans on earlier turns that is the whole. */
function asRead(translation: Translation, request: string): Translation {
  const span = { start: 0, end: translation.request.length };
  const parts = [{ span, meaning: `read as: ${request}` }];
  return { ...translation, unread: [], readings: translation.readings.map((reading) => ({ ...reading, parts })) };
}
