import type { About } from "../about.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Reading } from "../translation.js";
import type { Words } from "../words/words.js";

/** What a request may mean as a change, as something done with versions and tasks, or as talk; the surest first. */
export function readEdits(_words: Words, _lexicon: Lexicon, _about: About): Reading[] {
  return [];
}
