import { stringLiteral } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { numberAt } from "../ask/quantities.js";
import { bare } from "../edits/verbs.js";
import type { HistoryReading, Reading } from "../translation.js";
import { readTalk } from "../words/readTalk.js";
import { sentencesIn } from "../words/sentences.js";
import type { Words } from "../words/words.js";
import { readTasks } from "./readTasks.js";
import { dayIn, type VersionNamed, versionBefore, versionNamed, versionOf } from "./versions.js";

/** A request about versions, tasks or nothing: a reading, or a question. */
export type HistoryRead = { readonly reading: Reading } | { readonly question: string };

/** Confidence of a reading by its form alone. */
const SURE = 0.9;

const THING = "(?:plan|version|state|list|one|it|itinerary|trip|schedule|tree|memory|data|everything|things|that|this)";
const CHANGE = "(?:change|edit|update|step|action|modification|one|thing|deletion|addition|move|request)";
const UNDO = "(?:undo|revert|reverse|take back|roll back|rollback)";
const SHOW = "(?:show|give|open|display|see|let me see|list|tell)(?: me| us)?";

interface Rule {
  readonly pattern: RegExp;
  readonly read: (about: About, ...groups: string[]) => HistoryRead | null;
}

const rule = (pattern: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(`^(?:${pattern})$`), read });

const reading = (action: HistoryReading["action"], said: string): HistoryRead => ({
  reading: { kind: "history", action, said, confidence: SURE, parts: [] },
});

const query = (text: string, said: string): HistoryRead => ({
  reading: { kind: "query", query: text, isHistory: true, said, confidence: SURE - 0.05, parts: [] },
});

/** Makes a reading of a version that words name. */
const at = (about: About, text: string, make: (named: VersionNamed) => HistoryRead): HistoryRead | null => {
  const named = versionNamed(about, text);
  if (named !== "missing") return named === null ? null : make(named);
  return {
    question: `There is no ${text.replace(/^the /, "")}: the newest is ${about.memory?.versions[0]?.number ?? 1}. Which one do you mean?`,
  };
};

const before = (about: About, event: string, make: (named: VersionNamed) => HistoryRead): HistoryRead | null => {
  const named = versionBefore(about, event);
  return named === null ? null : make(named);
};

const restored = ({ version, said }: VersionNamed): HistoryRead =>
  reading({ do: "restore", task: null, version }, `bring back ${said}`);
const showVersion = ({ version, said }: VersionNamed): HistoryRead =>
  reading({ do: "show", task: null, version }, said);

const undone = ({ memory }: About): HistoryRead =>
  memory !== undefined && memory.versions.length < 2
    ? { question: "Nothing has been changed yet. What should be taken back?" }
    : reading({ do: "restore", task: null, version: -2 }, "take back the last change");

/** The forms of requests about versions; of several that fit, the first. */
const RULES: readonly Rule[] = [
  rule(
    `${UNDO}|${UNDO} (?:that|it|this|those)|${UNDO} (?:the|my|your|our|that|this) ?(?:last|latest|previous|most recent)? ?${CHANGE}|undo (?:everything you just did|what you did|my last request)|` +
      `(?:revert|roll|take|put|change|turn|bring) (?:that|it|this|everything) back|go back(?: one)?(?: (?:a |one )?(?:step|version|change))?|step back|go back to the (?:previous|last|earlier) ${THING}|` +
      `(?:put|change|set|turn) (?:it|that|everything|things) back(?: (?:the way|how) (?:it|they) (?:was|were)(?: before)?)?|(?:i|we) did not (?:want|mean) (?:that|this|it)|not that`,
    undone,
  ),
  rule(`${UNDO} (?:the |my |our )?last (.+) (?:changes|edits|versions|steps)`, (_about, count) => {
    const number = numberAt(count!.split(" "), 0);
    return number === null || number.value < 1
      ? null
      : reading(
          { do: "restore", task: null, version: -1 - number.value },
          `take back the last ${number.value} changes`,
        );
  }),
  rule(`${UNDO} (?:the changes? (?:of|in|from) )?version (.+)`, (about, text) =>
    at(about, `version ${text}`, ({ version }) =>
      reading({ do: "revert", task: null, version }, `take back what version ${version} changed`),
    ),
  ),
  rule(
    `(?:restore|bring back|go back to|revert to|return to|back to|roll back to|go back|revert) (?:the |my )?(?:${THING} )?(?:as |like |how |from |to )?(?:${THING} )?(?:was |were |looked )?before (.+)`,
    (about, event) => before(about, event!, restored),
  ),
  rule(
    `(?:restore|revert to|go back to|roll back to|return to|back to|reset to|revert back to|bring back|bring|get back|use|take|make it like|put back) (.+?)(?: back| again)?|` +
      `(?:restore|revert|reset|return|roll|set|put|bring|get) (?:the )?(?:${THING} )?(?:back )?to (.+)|make (?:it|the plan|the list|everything) (?:as|like|what) it was (?:in|at|on) (.+)`,
    (about, ...texts) => at(about, texts.find((text) => text !== undefined)!, restored),
  ),
  rule(
    `${UNDO} (?:the )?(?:(?:adding|addition|removal|removing|deletion|deleting|moving|move|change|changing|renaming)(?: of)? )?(.+)|bring back (.+)`,
    (about, ...texts) => {
      const event = texts.find((text) => text !== undefined)!;
      const version = versionOf(about, event);
      return version === null ? null : reading({ do: "revert", task: null, version }, `take back ${event}`);
    },
  ),
  rule(
    `(?:what|which changes|anything|what all) (?:just )?(?:changed|was changed|is new|is different|has changed|have changed|'s changed|'s new|'s different)(?: now| so far)?|` +
      `what (?:did|have|has) (?:you|we|i) (?:just )?(?:change|changed|do|done)(?: just)?|(?:what|which) (?:was|were|is|are) (?:the )?(?:last|latest|most recent) (?:change|changes|edit)|` +
      `${SHOW} (?:the )?(?:last |latest |most recent )?(?:change|changes|edit|diff|difference|differences)|${SHOW} what (?:changed|has changed|is different|is new)|(?:what|how) (?:is|are) (?:different|new)(?: now)?|what's (?:new|different|changed)`,
    () => reading({ do: "diff", task: null, from: -2, to: -1 }, "what the last change was"),
  ),
  rule(
    `(?:what|which|anything) (?:changed|has changed|was changed|happened|is new|is different) (?:since|after) (.+)|what (?:did|have|has) (?:you|we|i) (?:change|changed|do|done) (?:since|after) (.+)|` +
      `(?:${SHOW} )?(?:the )?(?:changes|differences|difference|diff|what changed|what has changed) since (.+)|(?:what|${SHOW} what) (?:changed|has changed|happened|did i change|did we change|i changed|we changed) (today|yesterday|lately|recently)`,
    (about, ...texts) => since(about, texts.find((text) => text !== undefined)!),
  ),
  rule(
    `(?:compare|diff) (.+) (?:with|to|and) (.+)|(?:what|which changes|(?:${SHOW} )?(?:what (?:is|are) )?(?:the )?(?:difference|differences|changes|diff)) ?(?:changed|is different|has changed)? (?:between|from) (.+) (?:and|to) (.+)`,
    (about, ...texts) => {
      const [one, other] = texts.filter((text) => text !== undefined);
      return at(
        about,
        one!,
        (from) =>
          at(about, other!, (to) =>
            reading(
              { do: "diff", task: null, from: from.version, to: to.version },
              `what differs between ${from.said} and ${to.said}`,
            ),
          ) ?? { question: `Which version is "${other}"?` },
      );
    },
  ),
  rule(
    `(?:${SHOW} )?(?:the |all |all the )?(?:history|log|versions|changelog|timeline)(?: (?:of|for) (?:the |this )?${THING})?|(?:what|which|how many) versions (?:are there|do (?:we|i|you) have|is there)|which changes have (?:we|i|you|been)(?: been)? made|${SHOW} (?:all )?(?:the )?changes so far`,
    () => reading({ do: "log", task: null }, "the history of the plan"),
  ),
  rule(
    `(?:${SHOW}|how was|what was|what were|how did|what did) (?:the |my )?(?:earlier |previous |old |older |prior |last )?${THING}(?: (?:as|how|like|what) (?:it|they) (?:was|were|looked))?(?: look)?(?: like)? (?:before|earlier|previously|then)|` +
      `${SHOW} (?:the )?(?:earlier|previous|old|older|prior|last) ${THING}|${SHOW} (?:how|what) (?:it|the plan|the list|things) (?:was|were|looked)(?: like)? (?:before|earlier)|${SHOW} (?:the )?${THING} (?:as|how) it was`,
    () => showVersion({ version: -2, said: "the plan as it was before the last change" }),
  ),
  rule(
    `(?:${SHOW}|what did|how did|what was|how was) (?:the |my )?(?:how |what )?(?:the )?${THING}(?: (?:as|how|like|from) (?:it )?(?:was|looked)?)?(?: was| looked| look)?(?: like)? before (.+)`,
    (about, event) => before(about, event!, showVersion),
  ),
  rule(
    `${SHOW} (.+)|${SHOW} (?:the |my )?${THING} (?:of|from|at|in|as of|as it was in) (.+)|(?:what|how) (?:did|was) (?:the |my )?${THING} (?:look like |look |like )?(?:at |in |on )?(.+)|what (?:was|is) (?:in|on) (.+)`,
    (about, ...texts) => {
      const text = texts.find((each) => each !== undefined)!;
      return text === "today" ? null : at(about, text, showVersion);
    },
  ),
  rule(
    `(?:when|who|why) (?:did|was|were|have) (?:we |i |you |they )?(?:add|added|insert|inserted|put|create|created) (.+)|when (?:was|were) (.+) (?:added|inserted|created)|who (?:added|inserted|created) (.+)`,
    (about, ...texts) => askedAbout(about, texts.find((text) => text !== undefined)!, "insert", "was added"),
  ),
  rule(
    `(?:when|who|why) (?:did|was|were|have) (?:we |i |you |they )?(?:delete|deleted|remove|removed|cancel|cancelled|drop|dropped) (.+)|when (?:was|were) (.+) (?:deleted|removed|cancelled|dropped)|who (?:deleted|removed|dropped|cancelled) (.+)`,
    (about, ...texts) => askedAbout(about, texts.find((text) => text !== undefined)!, "delete", "was deleted"),
  ),
  rule(
    `(?:when|who|why) (?:did|was|were|have) (?:we |i |you |they )?(?:change|changed|move|moved|rename|renamed|edit|edited|update|updated) (.+)|when (?:was|were) (.+) (?:changed|moved|renamed|edited|updated)|who (?:changed|moved|renamed|edited|updated) (.+)`,
    (about, ...texts) => askedAbout(about, texts.find((text) => text !== undefined)!, null, "was changed"),
  ),
  rule(
    `what (?:was|were|has been|have been) (?:deleted|removed|dropped)(?: so far)?|what (?:did|have) (?:we|i|you) (?:delete|remove|drop|deleted|removed)(?: so far)?`,
    (about) => query(`${taskQuery(about)}/Version/Change[@kind = "delete"]`, "what was deleted"),
  ),
];

const taskQuery = ({ memory }: About): string =>
  memory === undefined ? "/Memory/Task" : `/Memory/Task[@name = ${stringLiteral(memory.task)}]`;

/** UTF-16 units of the longest thing whose change is looked for. */
const MAX_THING = 200;

/** When, by whom and why something was done: the change that is most like it, with its version. */
function askedAbout(about: About, thing: string, kind: string | null, said: string): HistoryRead | null {
  const text = thing.replace(/^(?:the|a|an|my|our) /, "");
  if (text.length > MAX_THING) return null;
  const condition = kind === null ? "" : `[@kind = ${stringLiteral(kind)}]`;
  return query(
    `(${taskQuery(about)}/Version/Change${condition}[text() =~ ${stringLiteral(text)}])[1]/../@time`,
    `when ${text} ${said}`,
  );
}

/** Changes since a version, a day or an event. */
function since(about: About, text: string): HistoryRead | null {
  const { memory, now } = about;
  const today = now?.slice(0, 10) ?? null;
  const day = today === null ? null : ["lately", "recently", "today"].includes(text) ? today : dayIn(text, today);
  const version = day === today && day !== null ? null : versionNamed(about, text);
  if (version !== null && version !== "missing")
    return reading({ do: "diff", task: null, from: version.version, to: -1 }, `what changed since ${version.said}`);
  const first = memory?.versions.at(-1)?.number ?? 1;
  const from =
    day === null
      ? versionOf(about, text)
      : (memory?.versions.find(({ time }) => time.slice(0, 10) < day)?.number ?? first);
  return from === null ? null : reading({ do: "diff", task: null, from, to: -1 }, `what changed since ${text}`);
}

/** Ends of a question that name its version. */
const OF_VERSION =
  /^(.+?) (?:in|at|as of|of|on) ((?:the |my )?(?:very first|first|original|initial|oldest|earliest|previous|earlier|prior|old|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) (?:version|plan|draft|revision)|version #? ?\d+)$|^(.+?) (originally|at first|initially)$/;

/** A question about an earlier version, without the words that name it; null if it names none. */
export function ofVersion(
  words: Words,
  about: About,
): { readonly words: Words; readonly version: number; readonly said: string } | "missing" | null {
  const texts = words.all.map(({ text, isQuoted }) => (isQuoted ? '"' : text));
  const match = OF_VERSION.exec(texts.join(" "));
  if (match === null) return null;
  if (about.memory === undefined) return "missing";
  const named = match[2] === undefined ? versionNamed(about, "the first version") : versionNamed(about, match[2]);
  if (named === null || named === "missing") return named;
  const content = (match[1] ?? match[3])!.split(" ");
  const end = content.at(-1) === "like" || content.at(-1) === "look" ? content.length - 1 : content.length;
  return { words: { ...words, all: words.all.slice(0, end) }, ...named };
}

/** Meanings of a request about versions or tasks, or as mere talk; null for neither. */
export function readHistory(words: Words, about: About): HistoryRead | null {
  const texts = words.all.map(({ text, isQuoted }) => (isQuoted ? '"' : text));
  const talk = readTalk(texts);
  if (talk !== null) return { reading: { kind: "talk", said: talk, confidence: 0.95, parts: [] } };
  const sentences = sentencesIn(words);
  for (const [start, end] of sentences.toReversed()) {
    const [from, to] = bare(texts, start, end);
    const text = texts.slice(from, to).join(" ");
    if (text.length > MAX_TEXT) continue;
    const tasks = readTasks(about, words, from, to);
    if (tasks !== null) return tasks;
    for (const { pattern, read } of RULES) {
      const match = pattern.exec(text);
      const result = match === null ? null : read(about, ...match.slice(1));
      if (result !== null) return result;
    }
  }
  return null;
}

/** UTF-16 units of the longest sentence that is about versions. */
const MAX_TEXT = 120;
