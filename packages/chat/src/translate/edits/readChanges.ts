import { compileUpdate } from "@semantic-xpath/runtime";
import type { NodeId } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import type { ReadPart, UpdateReading } from "../translation.js";
import { type Draft, type Drafted, type Question, question } from "./draft.js";
import { find } from "./finder.js";
import { targetOf } from "./found.js";
import { type Known, knownOf } from "./known.js";
import { newLookups } from "./lookups.js";
import { waysOf } from "./pattern.js";
import { type Phrase, phraseOf, spanOf, textOf, type Word } from "./phrase.js";
import { bareRequest, clausesOf, sentencesOf } from "./request.js";
import { RULES } from "./rules.js";
import { setsAnother, severalSettings } from "./several.js";

/** What a request means as a change: the surest reading first, and what to ask where none is clear. */
interface Changes {
  readonly readings: readonly UpdateReading[];
  readonly question: string | null;
}

/** What a request may mean as a change of the tree. Null: it wants none. Never throws; each reading compiles as an update whose targets are there. */
export function readChanges(request: string, about: About, lookups = newLookups()): Changes | null {
  if (about.tree.size === 0) return null;
  const known = knownOf(about, lookups);
  for (const sentence of [...sentencesOf(request, phraseOf(request))].reverse()) {
    const phrase = withoutReason(request, bareRequest(sentence));
    const whole = inClauses(known, request, phrase) ?? draftOf(known, phrase, isAsked(request));
    const isOne = whole?.kind === "update" && !setsAnother(phrase);
    const several = isOne || isAsked(request) ? null : severalSettings(known, phrase, draftOfPart);
    const drafted = several ?? whole;
    if (drafted !== null) return outcomeOf(known, phrase, drafted);
  }
  return null;
}

/** `remove the market, we don't have time`, `drop it because it rains`: why is no part of what. */
function withoutReason(request: string, phrase: Phrase): Phrase {
  const because = phrase.findIndex(({ lower, isQuoted }, at) => at > 1 && !isQuoted && REASONS.has(lower));
  if (because > 0) return phrase.slice(0, because);
  const [command, ...clauses] = clausesOf(request, phrase);
  if (command === undefined || clauses.length === 0 || !BARE.has(command[0]!.lower)) return phrase;
  const isReason = clauses.every(
    ([first, second]) => SUBJECTS.has(first!.lower) || (first!.lower === "there" && second?.lower === "'s"),
  );
  return isReason ? command : phrase;
}

const REASONS: ReadonlySet<string> = new Set(["because", "cause", "cuz"]);
/** What a clause begins with that says how something is. */
const SUBJECTS: ReadonlySet<string> = new Set(
  "i we he she they it it's that's i'm we're they're i've we've there's nobody everybody".split(" "),
);

/** `I've ordered the cake, tick it off`: what a clause is about is what the next one refers to. */
function inClauses(known: Known, request: string, phrase: Phrase): Drafted {
  const clauses = clausesOf(request, phrase);
  const command = clauses.at(-1)!;
  if (clauses.length < 2 || !command.some(({ lower }) => REFERRING.has(lower))) return null;
  const before = clauses
    .slice(0, -1)
    .flat()
    .filter(({ lower }) => !SAYING.has(lower));
  const nodes = namedFirst(known, before);
  if (nodes.length === 0) return null;
  const path = nodes.map((node) => targetOf(known, node));
  const context = { requests: [], ...known.about.context, found: [path, ...(known.about.context?.found ?? [])] };
  return draftOf({ ...known, found: new Map(), about: { ...known.about, context } }, bareRequest(command), false);
}

/** What a clause is about: all of it, or the words that it begins with, as in `the library books are back`. */
function namedFirst(known: Known, clause: Phrase): readonly NodeId[] {
  for (let length = clause.length; length > 0; length--) {
    const { nodes, sureness } = find(known, clause.slice(0, length));
    if (nodes.length > 0 && (length === clause.length || (nodes.length === 1 && sureness >= 0.7))) return nodes;
  }
  return [];
}

const REFERRING: ReadonlySet<string> = new Set(["it", "that", "them", "this", "those"]);
const SAYING: ReadonlySet<string> = new Set(
  "i i've i'm i'd we we've have has had is are was were am be been got the a an".split(" "),
);

const draftOfPart = (known: Known, phrase: Phrase): Drafted => draftOf(known, phrase, false);

/** The first rule that gives an update, else the question that understood most. */
function draftOf(known: Known, phrase: Phrase, isQuestion: boolean): Drafted {
  if (phrase.length === 0) return null;
  if (phrase.length === 1 && BARE.has(phrase[0]!.lower)) return question(`What should I ${phrase[0]!.lower}?`, 1);
  let asked: Question | null = null;
  if (ASKING.has(phrase[0]!.lower) && !phrase[0]!.isQuoted && !doesIt(phrase)) return null;
  if (asksFor(phrase)) return null;
  for (const { patterns, read, isStatement } of RULES) {
    if (isStatement && isQuestion) continue;
    for (const pattern of patterns)
      for (const way of waysOf(pattern, phrase)) {
        if ([...way.values()].some((words) => words.every(isEmpty))) continue;
        // "museums that are free" says which, and not what should be.
        if (isStatement && RELATIVE.has(way.get("target")?.at(-1)?.lower ?? "")) continue;
        const draft = read(known, (name) => way.get(name) ?? []);
        if (draft?.kind === "update" && isRight(known, draft)) return draft;
        if (draft?.kind !== "question" || (isStatement && draft.choices.length === 0)) continue;
        if (asked === null || draft.understood > asked.understood) asked = draft;
      }
  }
  const isOurs = BARE.has(phrase[0]!.lower) && !phrase[0]!.isQuoted;
  return (
    asked ??
    (isOurs
      ? question(
          `I see that something should change, but not what: "${textOf(phrase)}". Can you say it in other words?`,
          0.1,
        )
      : null)
  );
}

/** What begins a question about what there is. */
const ASKING: ReadonlySet<string> = new Set(
  "what which who whom whose where when why how is are was were do does did has have had am can could should would will may tell show find list count any anything anyone whats wheres whos whens hows only what's who's where's how's there".split(
    " ",
  ),
);

/** `do it on Sunday`: a command, and no question. */
const doesIt = ([first, second]: Phrase): boolean =>
  first?.lower === "do" && ["it", "that", "them"].includes(second?.lower ?? "");

/** `give me all reminders`: it is to be shown; `give me until Friday` is not. */
const asksFor = ([first, second, third]: Phrase): boolean =>
  first?.lower === "give" &&
  ["me", "us"].includes(second?.lower ?? "") &&
  !["until", "till"].includes(third?.lower ?? "");

/** What says how something is, and asks whether it is so. */
const isAsked = (request: string): boolean => request.trimEnd().endsWith("?");
const RELATIVE: ReadonlySet<string> = new Set(["that", "which", "who", "whose"]);

const isEmpty = ({ lower, isQuoted }: Word): boolean =>
  !isQuoted && ["the", "a", "an", "of", "to", "in", "on", "at", "be", "and", "is", "as", "for"].includes(lower);

/** Verbs that want to know what. */
const BARE: ReadonlySet<string> = new Set(
  "delete remove cancel drop erase add insert move change set rename replace swap update mark reschedule postpone make undo revert".split(
    " ",
  ),
);

/** Whether an update is one that can be made: it has a meaning, and only what it leaves out is wrong with it. */
function isRight({ schema, isDeclared }: Known, { update }: Draft): boolean {
  const { update: compiled, diagnostics } = compileUpdate(update, { schema: isDeclared ? schema : null });
  return compiled !== undefined && diagnostics.every(({ severity, code }) => severity !== "error" || ALLOWED.has(code));
}

/** A required attribute that nobody said, which the reading says; and bounds on occurrences, which whoever applies it decides on. */
const ALLOWED: ReadonlySet<string> = new Set(["SXP2022", "SXP2024"]);

function outcomeOf(known: Known, phrase: Phrase, drafted: Draft | Question): Changes {
  if (drafted.kind === "update") return { readings: [readingOf(phrase, drafted, drafted.sureness)], question: null };
  const choices = drafted.choices.filter((draft) => isRight(known, draft)).slice(0, 3);
  const readings = choices.map((draft) => readingOf(phrase, draft, (0.5 * draft.sureness) / choices.length));
  return { readings, question: drafted.question };
}

function readingOf(phrase: Phrase, { update, said, isDestructive }: Draft, confidence: number): UpdateReading {
  const span = spanOf(phrase);
  const parts: readonly ReadPart[] = span === null ? [] : [{ span, meaning: said }];
  return { kind: "update", update, isDestructive, confidence, said, parts };
}
