import { AUXILIARIES } from "./auxiliaries.js";
import { type Word, wordsIn } from "./words.js";

/** The mood of a sentence: only a statement says that something holds. */
export type Mood = "statement" | "question" | "hypothetical" | "joke" | "hearsay" | "instruction" | "courtesy";

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const ASKING = set("what who whom whose which when where why how");
const ASKING_VERBS = new Set([
  ...AUXILIARIES,
  ...set("don't doesn't didn't isn't aren't wasn't weren't haven't hasn't can't couldn't won't wouldn't"),
]);
const PRONOUNS = set("i you he she it we they your his her their that this there anyone someone");
const HYPOTHETICAL_STARTS =
  /^(?:(?:were|had|should)(?=\s.{3,60},\s.*(?:\bwould\b|'d\b))|if|imagine|suppose|supposing|what if|unless|assuming|in another life|in a perfect world|someday|one day|hypothetically|in theory)\b/i;
const HYPOTHETICAL =
  /\b(?:i|we|he|she|they|it)(?:'d| would| could| might| may)\b(?! (?:\w+ )?(?:rather|sooner|prefer)\b| (?:take|pick|choose) .{1,40} over\b| have to| like to (?:mention|add|say|share|note))|\b(?:i|we) wish\b|\bif only\b|\bhypothetically\b|\b(?:thinking|dreaming|daydreaming|fantasi[sz]ing) (?:about|of)\b|\bthinking i (?:might|could)\b|\b(?:considering|toying with|tempted to|wonder(?:ing)? (?:if|whether|what))\b|\bwould be\b|\bcould be\b|\bmight (?:be|get|go|move|try|take|start)\b|\bhalf[- ]thinking\b|\bmaybe (?:i|we)(?:'ll| should| will| could)\b/i;
/** A condition after what depends on it; what is said of the present without a modal verb holds all the same: "I walk if it is dry", "…, if that helps". */
const CONDITIONAL =
  /\b(?:will|won't|would|wouldn't|could|might|may|should|shall|going to)\b.*\s(?:if|unless|provided|as long as)\b(?! (?:not|so)\b)|\p{L}'(?:ll|d)\b.*\s(?:if|unless)\b/iu;
const JOKES =
  /\b(?:just kidding|only kidding|kidding|jk|j\/k|just joking|only joking|i'm joking|i joke|i'm messing with you|(?:that's|that was|it's|it was|this is|all) (?:just |only )?a joke|pulling your leg|just teasing|april fools?|gotcha|sarcasm|as if|in my dreams|yeah right|not really(?: though)?!|psych)\b|\b(?:haha|hehe|lol)\b[^.!?]*\b(?:clearly|obviously|basically|secretly|officially|professional|apparently)\b/i;
const HEARSAY =
  /\b(?:apparently|supposedly|allegedly|reportedly|rumou?r(?:s|ed)?|word is|people say|they say|i heard|i've heard|i hear(?: that)?|i was told|someone (?:said|told|claims?|mentioned)|somebody (?:said|told|claims?|mentioned)|everyone (?:says|thinks)|gossip|i read (?:that|somewhere)|according to (?!the\b)|i bet|i assume|i suppose|i guess)\b/i;
/** A subject that is not the speaker, the listener or a person of the speaker's, such as "my boss". */
const OTHERS = String.raw`(?<!\b(?:my|our) )\b(?!(?:i|we|you|who|what|which|that|it|not|to|can|could|would|[a-z]+n't)\b)[\p{L}'.-]+ (?:(?:is|was|were|also|always) )*`;
const SAYING = "(?:says?|said|saying|(?:tells?|told|telling) (?:me|us|people|everyone|everybody|them))";
const GOSSIPING = "(?:claims?|claimed|reckons?|reckoned|swears?|swore|insists?|insisted|hears|heard|ha[sd] it)";
const STATE = String.raw`(?:[^\s,;:]+ ){0,8}?(?:[^\s,;:]+'(?:s|re|ve|ll)|is|are|was|were|has|have|will|means?|wants?|going|gonna) `;
/** A report of such a subject about others than the speaker and itself: "they say the road is shut". */
const REPORT = new RegExp(
  `${OTHERS}(?:${SAYING} (?:that )?(?!(?:i|we|my|our|he|she|it)\\b)(?:you\\b|${STATE})|${GOSSIPING} (?:that )?(?!(?:i|we|my|our)\\b)${STATE})`,
  "iu",
);
const INSTRUCTIONS =
  /\b(?:ignore|disregard|discard|override)\b.{0,40}\b(?:previous|prior|above|earlier|instructions?|everything|all|rules?|memor|conversation|what(?:ever)? you (?:know|knew|have|were))|<\/?(?:system|instructions?|assistant|admin|memory|prompt)\b|^(?:(?:please|now|and)\s)*(?:write|put|note|take) down\b(?! (?:your|the|my|a|an)\b)|\b(?:system|admin|administrator|assistant|instructions?|developer|note to (?:the )?(?:assistant|system|memory|model|ai|bot|self))\s*(?:note|message|prompt|override|update)?\s*:|\b(?:update|set|store|record|save|write|log|overwrite|change|add|insert|delete|erase|wipe|mark|register|note)\b.{0,60}\b(?:memory|memories|profile|database|records?|knowledge base|notes? about)\b|\b(?:forget|delete|erase|wipe) (?:everything|all|that)\b|\byou (?:must|should|will|are (?:now|required|instructed) to) (?:now |always |never )?(?:remember|store|record|believe|answer|say|treat|reply|respond|tell)\b|\bfrom now on,? (?:you|say|answer|treat|respond|always)\b|^(?:please )?(?:remember|note|record|store|memori[sz]e|assume|pretend|treat)\b(?! (?:when|how|the time|those|our)\b)/i;
const COURTESY =
  /^(?:(?:oh|ah|hey|hi|hello|wow|haha|lol|ok|okay|yes|yeah|yep|no|nope|sure|right|cool|nice|great|awesome|amazing|lovely|sweet|congrats|congratulations|thanks|thank you|good morning|good evening|good night|good luck|bye|goodbye|see you|take care|have fun|welcome|please|sorry|no problem|no worries|of course|absolutely|definitely|sounds? (?:good|great|fun|nice|lovely)|that(?:'s| is| sounds)|how (?:nice|lovely|exciting|wonderful)|what a|glad|happy|good for)\b[\s,.!]*)+[^.]{0,40}$/i;

const REMEMBER =
  /^(?:(?:please|also|and|hey|can you|could you)[,\s]+)*(?:remember|note|keep in mind|don't forget|make a note|save|store|for the record)(?: that|:|,)?\s+(?!(?:to|when|how|the time)\b)/i;
const FORGET =
  /^(?:(?:please|also|and|hey|can you|could you|you can|you should)[,\s]+)*forget\s+(?!to\b)(?:about\s+)?(?:that\s+)?/i;
const FIRST_PERSON = /^(?:i|i'm|i've|my|we|our|we're)\b/i;

/** The length of a request to remember the statement after it; 0 for none. */
export const rememberLength = (sentence: string): number => REMEMBER.exec(sentence)?.[0].length ?? 0;

/** The length of a request to forget what follows; 0 if there is none. */
export const forgetLength = (sentence: string): number => FORGET.exec(sentence)?.[0].length ?? 0;

/** The length of a request to remember a statement of the speaker about themselves, "remember that I …"; 0 if there is none. */
export function requestLength(sentence: string): number {
  const length = rememberLength(sentence);
  return FIRST_PERSON.test(sentence.slice(length)) ? length : 0;
}

/** A question after a statement that only asks for assent: "…, isn't it?" */
const TAG =
  /(?<=.{8}),\s+(?:(?:(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should)n['’]t|wo(?:n['’]t)|ca(?:n['’]t))\s+(?:i|you|he|she|it|we|they|there)|(?:did|do|have|can) (?:i|you) (?:say|see|know|hear|tell|mention|remember|notice|imagine|believe it)|right|eh|innit)\?$/i;

/** True for a text that asks: by its mark, or by the order of its words. */
export function asks(sentence: string): boolean {
  if (TAG.test(sentence)) return asks(sentence.replace(TAG, "."));
  if (/\?["')\]]*$/.test(sentence)) return true;
  const [first, second] = wordsIn(sentence);
  if (first === undefined || second === undefined) return false;
  const word = first.text.replace(/'(?:s|re|d|ll)$/, "");
  if (ASKING.has(word) && (ASKING_VERBS.has(second.text) || first.text !== word)) return !/[.!]$/.test(sentence);
  return ASKING_VERBS.has(first.text) && PRONOUNS.has(second.text) && !/[.!]$/.test(sentence);
}

/** A report about the speaker by another subject. */
const REPORT_OF_SPEAKER = new RegExp(
  String.raw`(?!\b(?:have|had|has|always|also|never|often|just|already|once|ever|do|did|does|am|i'\p{L}+|we'\p{L}+)\b)${OTHERS}(?:${SAYING}|${GOSSIPING})(?: that\b)?[,:]? ["“']?(?:i|i'm|i've|i'll|we|we're|we've|my|our)\b`,
  "iu",
);

/** True for a statement of another person about the speaker: "Tove says I am her best pupil". */
export const reportsSpeaker = (sentence: string): boolean => REPORT_OF_SPEAKER.test(sentence.replaceAll("’", "'"));

/** The mood of a sentence by its words alone. The caller knows who speaks, and what was said before and after. */
export function moodOf(sentence: string): Mood {
  if (asks(sentence)) return "question";
  const straight = sentence.replaceAll("’", "'");
  if (JOKES.test(straight)) return "joke";
  if (requestLength(straight) === 0 && INSTRUCTIONS.test(straight)) return "instruction";
  if (HYPOTHETICAL_STARTS.test(straight) || HYPOTHETICAL.test(straight) || CONDITIONAL.test(straight))
    return "hypothetical";
  if (HEARSAY.test(straight) || REPORT.test(straight)) return "hearsay";
  if (
    COURTESY.test(straight) &&
    !/^no \p{L}/iu.test(straight.replace(/^no (?:problem|worries|doubt)\b/i, "")) &&
    !/\b(?:i|i'm|i've|my|we|our)\b/i.test(straight)
  )
    return "courtesy";
  return "statement";
}

/** True if a sentence takes back what was said before it as a joke. */
export const takesBack = (sentence: string): boolean =>
  /\b(?:just kidding|only kidding|kidding|jk|j\/k|just joking|only joking|i'm joking|joking|a joke|messing with you|pulling your leg|just teasing|april fools?|gotcha|psych|i wish)\b/i.test(
    sentence.replaceAll("’", "'"),
  );

const DENIALS = set(
  "not never no cannot nor neither hardly don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't can't couldn't won't wouldn't shouldn't ain't without none nobody nothing",
);

/** True for words that deny the verb or the noun after them. */
export const isDenial = ({ text }: Word): boolean => DENIALS.has(text);

/** True if words are denied; two denials make none. "not only" and "can't wait" deny nothing. */
export function isDenied(words: readonly Word[]): boolean {
  let count = 0;
  for (const [i, word] of words.entries()) {
    if (!isDenial(word)) continue;
    const next = words[i + 1]?.text ?? "";
    if (
      next === "only" ||
      next === "just" ||
      (word.text === "can't" && next === "wait") ||
      (word.text === "no" && next === "doubt")
    )
      continue;
    count++;
  }
  return count % 2 === 1;
}

/** The tense of a clause as far as days need it; null if nothing tells. */
export function tenseOf(words: readonly Word[]): "past" | "future" | null {
  const texts = words.map(({ text }) => text);
  const has = (...some: string[]) => texts.some((text) => some.includes(text));
  const pair = (first: RegExp, second: RegExp) =>
    texts.some((text, i) => first.test(text) && second.test(texts[i + 1] ?? ""));
  if (
    has(
      "will",
      "i'll",
      "we'll",
      "he'll",
      "she'll",
      "they'll",
      "gonna",
      "won't",
      "tomorrow",
      "upcoming",
      "scheduled",
      "booked",
      "postponed",
      "planned",
    )
  )
    return "future";
  if (pair(/^going$/, /^to$/) || pair(/^(?:plan|plans|planning|hoping|hope|intend|set|due|about|supposed)$/, /^to$/))
    return "future";
  if (pair(/^off$/, /^(?:to|until|till)$/) || pair(/^(?:is|are|opens?|starts?|begins?|leaves?)$/, /^on$/))
    return "future";
  if (has("was", "were", "did", "didn't", "went", "ago", "yesterday", "wasn't", "weren't")) return "past";
  if (pair(/^had$/, /^(?!to$)/)) return "past";
  if (texts.some((text) => IRREGULAR_PAST.has(text) || (/[a-z]{2}ed$/.test(text) && !NOT_PAST.has(text))))
    return "past";
  if (
    texts.some(
      (text, i) => /^(?:am|is|are|i'm|we're|he's|she's|they're|it's)$/.test(text) && /ing$/.test(texts[i + 1] ?? ""),
    )
  )
    return "future";
  return null;
}

const IRREGULAR_PAST = set(
  "bought sold went drove rode wrote taught thought caught brought fought kept slept left met led fed spent lent sent built lost won ran swam sang began drank ate gave took chose spoke broke wore grew knew flew threw drew saw said told found heard held paid sat stood got made came became felt fell woke quit",
);
const NOT_PAST = set(
  "need feed speed indeed embed exceed proceed succeed seed weed breed agreed tired excited bored interested married used named called",
);
