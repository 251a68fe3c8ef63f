import type { About, MemoryContext } from "../about.js";
import { momentOf, today } from "../clock/clock.js";
import { stemsOf } from "../edits/known.js";
import { numberOf, ordinalOf } from "../edits/numbers.js";
import { lowerOf, type Phrase, textOf, withoutArticle } from "../edits/phrase.js";
import type { CreateReading, HistoryReading, QueryReading, TalkReading } from "../translation.js";
import { quoted } from "../write/write.js";
import { type Rule, readBy, rule } from "./rule.js";

/** What is done with versions and tasks, before it is a reading. */
export type HistoryDraft =
  | {
      readonly kind: "history";
      readonly action: HistoryReading["action"];
      readonly said: string;
      readonly sureness: number;
    }
  | (Omit<CreateReading, "confidence" | "parts"> & { readonly sureness: number })
  | (Omit<QueryReading, "confidence" | "parts"> & { readonly sureness: number })
  | (Omit<TalkReading, "confidence" | "parts"> & { readonly sureness: number })
  | { readonly kind: "question"; readonly question: string };

const PLAN = "plan|version|state|list|one|it|itinerary|trip|schedule|tree|memory|data|everything|things";
const CHANGE = "change|edit|update|step|action|modification|one|thing|deletion|addition|move";

const RULES: readonly Rule[] = [
  rule(
    `undo
     undo that|it|this|those|everything_you_just_did|what_you_did|my_last_request
     undo|revert|reverse|cancel|roll_back|rollback|take_back the|my|your|our|that|this last|latest|previous|most_recent? ${CHANGE}
     revert|reverse|rollback that|it|this?
     roll|take|put|change|turn|bring that|it|this|everything back
     roll_back|go_back|take_back|go_back_one_step|step_back
     go_back one|a version|step|change
     go_back to the? previous|last|earlier ${PLAN}
     put|change|set|turn it|that|everything|things back the_way|how it|they was|were before?
     i|we didn't|did_not want|mean that|this|it
     not_that`,
    ({ memory }) =>
      memory !== undefined && memory.versions.length < 2
        ? { kind: "question", question: "Nothing has been changed yet. What should be taken back?" }
        : history({ do: "restore", task: null, version: -2 }, "take back the last change"),
  ),
  rule("undo|revert|take_back the? last <count> changes|edits|versions|steps", (_about, slot) => {
    const count = numberOf(slot("count").at(-1)!.lower);
    return count === null || !Number.isInteger(count) || count < 1
      ? null
      : history({ do: "restore", task: null, version: -1 - count }, `take back the last ${count} changes`);
  }),
  rule(
    `restore|revert_to|go_back_to|roll_back_to|return_to|back_to|reset_to|revert_back_to|bring_back|bring|get_back the? <version>
     restore|revert|reset|return|roll|set|put|bring the? ${PLAN} back? to the? <version>
     make it|the_plan|the_list|everything as|like|what it was in|at|on <version>
     bring|get|put|take <version> back
     use|take the? <version> again`,
    (about, slot) => atVersion(about, slot("version"), restored),
  ),
  rule(
    `restore|bring_back|go_back_to|revert_to|return_to|back_to the? ${PLAN} as|like|how|from|to? it? was? before <event>
     restore|bring_back|go_back_to|revert_to|return_to to? how|what it|things|everything was|were before <event>
     go_back|revert to? before <event>`,
    (about, slot) => beforeEvent(about, slot("event"), restored),
  ),
  rule(
    `undo|revert|reverse|take_back version <number>
     undo|revert|reverse|take_back the? change|changes of|in|from version? <number>`,
    (about, slot) => {
      const number = numberOf(slot("number").at(-1)!.lower);
      return number === null || !isVersion(about, number)
        ? null
        : history({ do: "revert", task: null, version: number }, `take back what version ${number} changed`);
    },
  ),
  rule(
    `undo|revert|reverse|take_back the? adding|addition|removal|removing|deletion|deleting|moving|move|change|changing|renaming of? <event>
     undo|revert|reverse <event>`,
    (about, slot) =>
      ofEvent(about, slot("event"), (version, said) =>
        history({ do: "revert", task: null, version }, `take back ${said}`),
      ),
  ),
  rule(
    `what|which_changes|anything|what_all changed|was_changed|is_new|is_different|has_changed|'s_changed|'s_new|'s_different now|so_far?
     what did|have|has you|we|i just? change|changed|do|done just?
     what|which was|were|is|are the? last|latest|most_recent change|changes|edit
     show|list|give me|us? the? last|latest|most_recent change|changes|edit|diff|difference
     show|list|give me|us? what changed|has_changed|is_different|is_new
     show|list|give me|us? the? changes|differences|diff|difference
     what|how is|are different|new now?
     what's_new|what's_different|what's_changed`,
    () => history({ do: "diff", task: null, from: -2, to: -1 }, "what the last change was"),
  ),
  rule(
    `what|anything|which changed|has_changed|was_changed|happened|is_new|is_different since|after <when>
     what did|have|has you|we|i change|changed|do|done since|after <when>
     show|list|give me|us? the? changes|differences|diff|what_changed|what_has_changed since|after <when>
     changes since <when>`,
    (about, slot) => since(about, slot("when")),
  ),
  rule(
    `what changed|has_changed|was_changed|happened <when>
     what did|have we|you|i change <when>
     show|tell|give me|us? what i|we|you changed|did|have_changed|have_done <when>`,
    (about, slot) =>
      ["today", "yesterday", "lately", "recently"].includes(lowerOf(slot("when"))) ? since(about, slot("when")) : null,
  ),
  rule(
    `compare|diff <one> with|to|and <other>
     what changed|is_different|has_changed|is_the_difference between|from <one> and|to <other>
     what|which_changes|differences|difference is|are? different|the_difference|the_differences between <one> and <other>
     show|give|list me|us? the? difference|differences|changes|diff between|from <one> and|to <other>`,
    (about, slot) =>
      atVersion(about, slot("one"), (from, one) =>
        atVersion(about, slot("other"), (to, other) =>
          history({ do: "diff", task: null, from, to }, `what differs between ${one} and ${other}`),
        ),
      ),
  ),
  rule(
    `show|list|give|see me|us? the? history|log|versions|changelog|timeline of|for? the|this? ${PLAN}?
     show|list|give me|us? all|the all? the? versions|changes so_far?
     what|which versions are|is|do there|we|i|you have?
     which|what versions|changes have|has we|i|you|been made?
     history|versions|log`,
    () => history({ do: "log", task: null }, "the history of the plan"),
  ),
  rule(
    `show|give|open|display|see me|us? the? ${PLAN} as|how|like|what it was|looked before|earlier|previously|then
     show|give|open|display|see|let_me_see me|us? the? earlier|previous|old|older|prior|last ${PLAN}
     show|open me|us? how|what it|the_plan|the_list|things was|were|looked like? before|earlier
     how|what was|were|did|is it|that|the_plan|the_list|things|they|the_trip look? like? before|earlier|previously
     what did it|the_plan|that|the_list|the_trip|things look_like before|earlier|previously
     how|what did it|the_plan|that|the_list|the_trip|things look before|earlier|previously
     what|how was|were it|the_plan|that|the_list|things like? before|earlier`,
    () => history({ do: "show", task: null, version: -2 }, "the plan as it was before the last change"),
  ),
  rule(
    `show|give|open|display|see me|us? the? ${PLAN} as|how|like|what|from it? was|looked? like? before <event>
     how|what did|was the? ${PLAN} look? like? before <event>
     show|open me|us? how|what the? ${PLAN} was|looked like? before <event>`,
    (about, slot) => beforeEvent(about, slot("event"), shown),
  ),
  rule(
    `show|give|open|display|see|let_me_see me|us? the? <version>
     show|give|open|display me|us? the? ${PLAN} of|from|at|in|as_of <version>
     what|how did|was the? ${PLAN} look_like|look? at|in|on? <version>
     what was|is in|on <version>`,
    (about, slot) => atVersion(about, slot("version"), shown),
  ),
  rule(
    `when did|was|were|have we|i|you|they? add|added|insert|inserted|put|create|created <thing>
     when was|were <thing> added|inserted|created
     who added|inserted|created <thing>
     why did|was we|i|you? add|added <thing>`,
    (about, slot) => asked(about, slot("thing"), "insert", "was added"),
  ),
  rule(
    `when did|was|were|have we|i|you|they? delete|deleted|remove|removed|cancel|cancelled|drop|dropped <thing>
     when was|were <thing> deleted|removed|cancelled|dropped
     who deleted|removed|dropped|cancelled <thing>`,
    (about, slot) => asked(about, slot("thing"), "delete", "was deleted"),
  ),
  rule(
    `when did|was|were|have we|i|you|they? change|changed|move|moved|rename|renamed|edit|edited|update|updated|set <thing>
     when was|were <thing> changed|moved|renamed|edited|updated
     who changed|moved|renamed|edited|updated <thing>`,
    (about, slot) => asked(about, slot("thing"), null, "was changed"),
  ),
  rule(
    `what was|were|has_been|have_been deleted|removed|dropped so_far?
     what did|have we|i|you delete|remove|drop|deleted|removed so_far?`,
    (about) => query(`${taskQuery(about)}/Version/Change[@kind = "delete"]`, "what was deleted"),
  ),
];

/** What a request may mean that is about versions; null: it is about none. `phrase` without what is said around it. */
export const readHistory = (about: About, phrase: Phrase): HistoryDraft | null => readBy(RULES, about, phrase);

export const history = (action: HistoryReading["action"], said: string): HistoryDraft => ({
  kind: "history",
  action,
  said,
  sureness: 0.9,
});

const restored = (version: number, said: string): HistoryDraft =>
  history({ do: "restore", task: null, version }, `bring back ${said}`);

const shown = (version: number, said: string): HistoryDraft => history({ do: "show", task: null, version }, said);

const query = (text: string, said: string): HistoryDraft => ({
  kind: "query",
  query: text,
  isHistory: true,
  said,
  sureness: 0.85,
});

const taskQuery = ({ memory }: About): string =>
  memory === undefined ? "/Memory/Task" : `/Memory/Task[@name = ${quoted(memory.task)}]`;

const newestOf = (memory: MemoryContext | undefined): number | null => memory?.versions[0]?.number ?? null;

const isVersion = ({ memory }: About, number: number): boolean =>
  memory === undefined ? number >= 1 : memory.versions.some((each) => each.number === number);

/** A version that words name: `version 3`, `the first version`, `the previous one`, `yesterday's version`, `that version`. */
function atVersion(
  about: About,
  given: Phrase,
  make: (version: number, said: string) => HistoryDraft | null,
): HistoryDraft | null {
  const phrase = withoutArticle(given);
  const text = lowerOf(phrase);
  const said = saidVersion(about, phrase, text);
  if (said !== null) return make(said, `version ${said < 0 ? `${-said - 1} before the newest` : said}`);
  const number = /^(?:version|v|revision|number) ?#? ?(\w+)$/u.exec(text);
  const named = number === null ? null : numberOf(number[1]!);
  if (named === null) return null;
  return isVersion(about, named)
    ? make(named, `version ${named}`)
    : { kind: "question", question: noVersion(about, named) };
}

function noVersion({ memory }: About, number: number): string {
  const newest = newestOf(memory);
  return newest === null
    ? `There is no version ${number}.`
    : `There is no version ${number}: the newest is ${newest}. Which one do you mean?`;
}

const NOUNS: ReadonlySet<string> = new Set([
  "version",
  "one",
  "plan",
  "state",
  "revision",
  "list",
  "itinerary",
  "trip",
  "schedule",
]);

function saidVersion(about: About, phrase: Phrase, text: string): number | null {
  const words = text.split(" ").filter((word) => word !== "the");
  const noun = words.at(-1)!;
  if (["now", "current", "today's"].includes(words[0]!) || text === "the current version") return -1;
  if (words.length > 3 || !NOUNS.has(noun)) return agoOf(about, phrase);
  const adjective = words.slice(0, -1).join(" ");
  if (["current", "newest", "latest", "present", "last"].includes(adjective))
    return noun === "version" && adjective !== "last" ? -1 : adjective === "last" ? -2 : null;
  if (["previous", "earlier", "prior", "old", "older", "that", "preceding", "one before"].includes(adjective))
    return shownBefore(about) ?? -2;
  if (["original", "very first", "initial", "first", "oldest"].includes(adjective)) return firstOf(about.memory);
  const place = ordinalOf(adjective);
  return place === null || place < 1 || !isVersion(about, place) ? agoOf(about, phrase) : place;
}

const firstOf = (memory: MemoryContext | undefined): number => memory?.versions.at(-1)?.number ?? 1;

/** The version that an earlier turn was about: `that version`. */
function shownBefore({ context }: About): number | null {
  const text = context?.requests[0]?.text ?? null;
  const match = text === null ? null : /\bversion (-?\d{1,9})\b/u.exec(text);
  return match === null ? null : Number(match[1]);
}

/** `yesterday`, `Monday's version`: the newest that was there when that day began. */
function agoOf(about: About, phrase: Phrase): number | null {
  const words = phrase.filter(({ lower }) => !NOUNS.has(lower) && lower !== "'s" && lower !== "from");
  return words.length === 0 ? null : beforeDay(about, words);
}

function beforeDay({ memory, now }: About, words: Phrase): number | null {
  const date = pastDay(textOf(words), now);
  if (date === null || memory === undefined) return null;
  return (
    memory.versions.find(({ time }) => time.slice(0, 10) <= date && time.slice(0, 10) !== today(now))?.number ?? null
  );
}

/** The day that a word means when it is about what was: the last Monday, not the next. */
function pastDay(text: string, now: string | undefined): string | null {
  const date = momentOf(text, now)?.date ?? null;
  const clock = today(now);
  if (date === null || clock === null || date <= clock) return date;
  const before = new Date(Date.parse(`${date}T00:00:00Z`) - 7 * 86_400_000).toISOString().slice(0, 10);
  return before <= clock ? before : date;
}

/** What changed since a version or a day. */
function since(about: About, phrase: Phrase): HistoryDraft | null {
  const version = atVersion(about, phrase, (from, said) =>
    history({ do: "diff", task: null, from, to: -1 }, `what changed since ${said}`),
  );
  if (version !== null && version.kind !== "question") return version;
  const { memory, now } = about;
  const text = lowerOf(phrase);
  const date = ["lately", "recently"].includes(text) ? today(now) : pastDay(textOf(phrase), now);
  if (date === null) return version ?? sinceEvent(about, phrase);
  const from = memory?.versions.find(({ time }) => time.slice(0, 10) < date)?.number ?? firstOf(memory);
  return history({ do: "diff", task: null, from, to: -1 }, `what changed since ${text}`);
}

const sinceEvent = (about: About, phrase: Phrase): HistoryDraft | null =>
  ofEvent(about, phrase, (version, said) =>
    history({ do: "diff", task: null, from: version, to: -1 }, `what changed since ${said}`),
  );

const SMALL: ReadonlySet<string> = new Set(
  "i we you they it was were had the a an that this to of in on at my our change added add adding put made".split(" "),
);

/** The version whose words are those of an event: `I added the coffee break`. */
function ofEvent(
  about: About,
  phrase: Phrase,
  make: (version: number, said: string) => HistoryDraft | null,
): HistoryDraft | null {
  const wanted = phrase.filter(({ lower }) => !SMALL.has(lower)).flatMap(({ text }) => stemsOf(text));
  if (wanted.length === 0 || about.memory === undefined) return null;
  const fitting = about.memory.versions.filter(({ reason }) => {
    const words = new Set(stemsOf((reason ?? "").slice(0, 1000)));
    return wanted.every((stem) => words.has(stem));
  });
  const [version] = fitting;
  return version === undefined ? null : make(version.number, `version ${version.number} (${version.reason ?? ""})`);
}

/** The version before the one of an event. */
function beforeEvent(
  about: About,
  phrase: Phrase,
  make: (version: number, said: string) => HistoryDraft | null,
): HistoryDraft | null {
  const said = ofEvent(about, phrase, (version) => {
    const at = about.memory!.versions.findIndex(({ number }) => number === version);
    const before = about.memory!.versions[at + 1]?.number;
    return before === undefined ? null : make(before, `version ${before}, before ${textOf(phrase)}`);
  });
  if (said !== null) return said;
  if (["that", "this", "it"].includes(lowerOf(phrase))) return make(-2, "the version before the last change");
  return atVersion(about, phrase, (version) => (version > 1 ? make(version - 1, `version ${version - 1}`) : null));
}

/** When, by whom and why something was done: the changes that are most like it, with their versions. */
function asked(about: About, thing: Phrase, kind: string | null, said: string): HistoryDraft | null {
  const words = withoutArticle(thing);
  const text = textOf(words);
  if (text.length > 200) return null;
  const condition = kind === null ? "" : `[@kind = ${quoted(kind)}]`;
  return query(
    `(${taskQuery(about)}/Version/Change${condition}[text() =~ ${quoted(text)}])[1]/../@time`,
    `when ${text} ${said}`,
  );
}
