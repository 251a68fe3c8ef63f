import { Slices } from "@semantic-xpath/scorers";
import { runError } from "@semantic-xpath/tree";
import type { About } from "./about.js";
import { corrected } from "./ask/corrected.js";
import { readFollowUp, wholeRequest } from "./ask/followUp.js";
import { readQueries } from "./ask/readQueries.js";
import { inScope } from "./ask/scope.js";
import { type Lexicon, makeLexicon } from "./ask/senses.js";
import { decide, settled } from "./decide.js";
import { readEdits } from "./edits/readEdits.js";
import { readFacts } from "./facts/readFacts.js";
import { ofVersion, readHistory } from "./history/readHistory.js";
import type { Translation } from "./translation.js";
import { readWords, type Words } from "./words/words.js";

/** UTF-16 units of the longest request that is read: what is longer is a text to be handed over, not a request. */
export const LONGEST_REQUEST = 2000;
/** Words of the longest request that is read word by word. */
const MAX_WORDS = 120;

/**
 * Reads a request without any model: up to three readings with a confidence each, or a question if none is clear. The same
 * request about the same data at the same time gives the same readings.
 *
 * @throws SemanticXPathError SXP5130 for a request of more than 2000 characters; nothing else.
 * @example (await translate("what is outdoors on day 7?", { tree, schema })).readings[0].query // /Itinerary/Day[7]/POI[@open_air = true]
 */
export async function translate(request: string, about: About): Promise<Translation> {
  if (request.length > LONGEST_REQUEST) throw runError("SXP5130", { length: request.length, limit: LONGEST_REQUEST });
  const facts = await readFacts(request, about);
  if (facts !== null) return facts;
  const lexicon = await new Slices().all(makeLexicon(about));
  const words = corrected(readWords(request), lexicon);
  const { all } = words;
  if (all.length === 0 || all.length > MAX_WORDS)
    return unread(
      words,
      all.length === 0
        ? "What do you want to know?"
        : "That is too long to be read at once. What is it about, in one sentence?",
    );
  const history = readHistory(words, about);
  if (history !== null)
    return "question" in history
      ? unread(words, history.question)
      : settled(words, { readings: [history.reading], question: null });
  const edits = await readEdits(words, lexicon, about);
  if (edits !== null) return settled(words, edits);
  const expandedRequest = wholeRequest(words, lexicon, about);
  const again =
    expandedRequest === null ? null : await readEdits(corrected(readWords(expandedRequest), lexicon), lexicon, about);
  if (again !== null)
    return settled(words, {
      ...again,
      readings: again.readings.map((reading) => ({
        ...reading,
        parts: [{ span: { start: 0, end: request.length }, meaning: `read as: ${expandedRequest}` }],
      })),
    });
  return question(words, lexicon, about);
}

/** A question about the data as it is, or as it was in an earlier version. */
async function question(whole: Words, lexicon: Lexicon, about: About): Promise<Translation> {
  const words = inScope(whole, lexicon);
  const earlier = ofVersion(words, about);
  if (earlier === "missing")
    return unread(
      words,
      about.memory === undefined
        ? "There are no versions here: only a memory has them."
        : "There is no such version. Which one do you mean?",
    );
  if (earlier !== null) {
    const { readings, ...read } = decide(words, readQueries(earlier.words, lexicon, about));
    const { version, said } = earlier;
    return {
      ...read,
      readings: readings.map((reading) =>
        reading.kind === "query" ? { ...reading, version, said: `${reading.said}, in ${said}` } : reading,
      ),
    };
  }
  const reads = readFollowUp(words, lexicon, about) ?? readQueries(words, lexicon, about);
  return decide(words, reads);
}

const unread = (words: Words, asked: string): Translation => ({
  request: words.request,
  readings: [],
  isClear: false,
  question: asked,
  unread: [],
});

/**
 * Reads the words of a tree now, so that the next request about it is read at once: for hosts, in the time in which a person types. Of an edited tree what
 * the edit left as it was is not read again. In slices, between which other events run; at 10^5 new nodes they are about half a second in all.
 */
export async function prepare(about: Pick<About, "tree" | "schema">): Promise<void> {
  await new Slices().all(makeLexicon(about));
}
