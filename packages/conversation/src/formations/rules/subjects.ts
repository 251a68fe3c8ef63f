import { MONTHS, WEEKDAYS } from "@semantic-xpath/values";
import type { Known, SubjectRef } from "../../formation.js";
import { slug } from "../../lifecycle/statement.js";
import { KIN } from "./everyday.js";

/** The subject of a clause, and the place in its text at which the predicate begins. */
export interface ReadSubject {
  readonly ref: SubjectRef;
  readonly after: number;
  /** The subject is the one who listens, or a participant by name: then what is said of them is hearsay. Null for neither. */
  readonly outside: "listener" | "participant" | null;
  /** Words before the verb name the subject: else the clause has a subject of its own, such as "the practice". */
  readonly isExplicit: boolean;
}

/** People and things of which was spoken last, by the pronouns that mean them. */
export interface Mentions {
  person: SubjectRef | null;
  /** The person was spoken of in this turn: only then "they" means them. */
  isOfTurn: boolean;
}

const FIRST = /^(?:i|we|i'm|i've|i'll|i'd|we're|we've|we'll|my partner and i|me and my \w+)\b/i;
const LISTENER = /^(?:you|your|you're|you've|you'll|yours)\b/i;
const THIRD = /^(?:he|she|they|he's|she's|they're|he'll|she'll|they've)\b/i;
const ROLE =
  /^(?:[Mm]y|[Oo]ur)\s+((?:(?:older|younger|little|big|elder|baby|best|old|twin|step|new|ex-?)\s*)*)([\p{L}-]+)(?:'s\s+name\s+is\s+|,?\s+)?(?:(?:called|named)\s+)?(\p{Lu}[\p{L}-]+)?,?/u;
const NAME =
  /^((?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?\p{Lu}[\p{L}-]+)(?:\s+(\p{Lu}[\p{L}-]+))?(?:,\s+my\s+((?:\w+\s)?[\p{L}-]+),)?(?='s\s|\s|$)/u;

/** The subject at the beginning of a clause, after its openers. */
export function readSubject(text: string, speaker: string, known: Known, mentions: Mentions): ReadSubject {
  const self: SubjectRef = { name: speaker, of: null, role: null };
  if (LISTENER.test(text)) return { ref: self, after: 0, outside: "listener", isExplicit: true };
  const first = FIRST.exec(text);
  if (first !== null) return { ref: self, after: afterPronoun(first[0]), outside: null, isExplicit: true };
  if (mentions.person === null && /^(?:he|she|his|her)\b/i.test(text))
    mentions.person = onlyPersonOf(known, speaker, /^(?:she|her)\b/i.test(text) ? FEMALE : MALE);
  const third = THIRD.exec(text);
  if (third !== null && mentions.person !== null && (mentions.isOfTurn || !/^(?:they|their)/i.test(text)))
    return { ref: mentions.person, after: afterPronoun(third[0]), outside: null, isExplicit: true };
  const possessive = /^(?:his|her|their)\s+/i.exec(text);
  if (possessive !== null && mentions.person !== null && (mentions.isOfTurn || !/^their/i.test(text)))
    return { ref: mentions.person, after: 0, outside: null, isExplicit: false };
  const role = ROLE.exec(text);
  if (role !== null && KIN.has(role[2]!.toLowerCase())) {
    const name = role[3] !== undefined && !/^(?:I|Is|Was)$/.test(role[3]) ? role[3] : null;
    const relation = role[2]!.toLowerCase();
    const ref =
      name === null
        ? (known.person(speaker, relation) ?? { name: null, of: speaker, role: relation })
        : { name, of: speaker, role: relation };
    mentions.person = ref;
    mentions.isOfTurn = true;
    return { ref, after: role[0].length, outside: null, isExplicit: true };
  }
  const owner = OF_NAME.exec(text)?.[1];
  const owned = owner === undefined ? undefined : participantNamed(known, owner);
  if (owned !== undefined && owned !== speaker)
    return { ref: { name: owned, of: null, role: null }, after: 0, outside: "participant", isExplicit: false };
  const named = NAME.exec(text);
  if (named !== null && !NOT_NAMES.has(named[1]!)) {
    const name = named[1]!;
    const participant = participantNamed(known, name);
    const isVerb =
      /^\s+(?:is|was|has|had|got|will|'s|just|also|still|now|[a-z]+(?:s|ed)|went|took|moved|bought|started|and i)\b/.test(
        text.slice(named[0].length),
      );
    if (participant !== undefined)
      return {
        ref: { name: participant, of: null, role: null },
        after: named[0].length,
        outside: "participant",
        isExplicit: true,
      };
    if (isVerb) {
      const relation = named[3]?.trim().split(" ").at(-1)?.toLowerCase() ?? null;
      const ref = known.person(speaker, name) ?? { name, of: speaker, role: relation };
      mentions.person = ref;
      mentions.isOfTurn = true;
      return { ref, after: named[0].length, outside: null, isExplicit: true };
    }
  }
  return { ref: self, after: 0, outside: null, isExplicit: false };
}

const FEMALE = /\/(?:mum|mom|\w*mother|\w*sister|wife|girlfriend|\w*daughter|aunt|niece|grandma|fiancee)\b/;
const MALE = /\/(?:dad|\w*father|\w*brother|husband|boyfriend|\w*son|uncle|nephew|grandpa|fiance)\b/;

/** The relative of a speaker whom the memory knows, if there is only one. */
function onlyPersonOf({ subjects, person }: Known, speaker: string, role: RegExp): SubjectRef | null {
  const people = subjects.filter(({ id }) => id.startsWith(`${slug(speaker)}/`) && role.test(id));
  return people.length === 1 ? person(speaker, people[0]!.names[0]!) : null;
}

/** "the dentist of Ana". */
const OF_NAME = /^(?:the|an?)\s+[\p{L}' -]{2,40}?\s+of\s+(\p{Lu}[\p{L}-]+)\b/u;

const participantNamed = (known: Known, name: string): string | undefined =>
  known.speakers.find((each) => slug(each) === slug(name) || slug(each).split("-")[0] === slug(name));

/** "I'm" keeps its verb: the predicate begins at "'m". */
const afterPronoun = (pronoun: string): number => {
  const at = pronoun.indexOf("'");
  return at < 0 ? pronoun.length : at;
};

const NOT_NAMES: ReadonlySet<string> = new Set([
  ...[...WEEKDAYS, ...MONTHS].map((name) => name[0]!.toUpperCase() + name.slice(1)),
  ..."The A An This That These Those My Our His Her Their Your It He She They We You What When Where Who Why How And But So Then Yes No Yeah Oh Well Just Now Still Also If After Before Since Because While Last Next Yesterday Today Tomorrow There Here Got Had Have Been Went Did Do Does Can Could Will Would Should Not Never Always Every Some All Any Both In On At For With From By To As Of Even Only Sorry Thanks Hey Hi Hello Wow Nice Great Good Looking Going Trying Turns Sounds Let Please Actually Finally Recently Currently Unfortunately Luckily Honestly Switched Moved Started Quit Sold Changed".split(
    " ",
  ),
]);
