import type { About } from "../about.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { QueryReading } from "../translation.js";
import type { Words } from "../words/words.js";

/** What a request may mean as a question, the surest first. */
export function readQueries(_words: Words, _lexicon: Lexicon, _about: About): QueryReading[] {
  return [];
}
