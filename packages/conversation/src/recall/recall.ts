import { contentStems, type RecallQuestion, readRecallQuestion, stemWord, wordsIn } from "@semantic-xpath/english";
import { relationsOf, stemOf } from "@semantic-xpath/scorers";
import { EVERYDAY } from "../formations/rules/everyday.js";
import type { ConversationState, Slot } from "../lifecycle/conversationState.js";
import { compareStatements, type Fact, slug } from "../lifecycle/statement.js";
import { sameValue, valueKey } from "../lifecycle/values.js";
import { isAssistant } from "../sessions.js";
import { inTalk } from "./inTalk.js";

export interface RecallOptions {
  /** Budget of the answer, in tokens of four characters. Default 250. */
  readonly tokens?: number;
  /** The day for which the answer holds, ISO 8601; "all" for every time. Default: the day of the newest turn. */
  readonly validAt?: string;
  /** The day of the question, for "yesterday" in it. Default: `validAt`, else the day of the newest turn. */
  readonly askedOn?: string;
  /** The participant who asks: "my" and "I" are theirs. Default: the only one who is not an assistant. */
  readonly user?: string;
  /** Questions before it, the newest first: "she" is whom they were about, and a question without a topic has theirs. Default: none. */
  readonly earlier?: readonly string[];
  /** Goes on after the answer with further facts and turns that hold. Default false: the answer and nothing else. */
  readonly full?: boolean;
}

/** One thing that is handed over, the best first. */
export interface RecallItem {
  readonly text: string;
  /** Turns that state it, as the caller named them. */
  readonly sources: readonly string[];
  readonly fact: string | null;
  readonly why: RecallReason;
}

/** The reason for which an item is there. */
export interface RecallReason {
  readonly kind: "slot" | "topic" | "derived" | "turn";
  readonly subject: string | null;
  readonly slot: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** Facts that it took the place of. */
  readonly replaced: readonly string[];
  /** Facts that a derived line counts. */
  readonly counted: readonly string[];
}

/** A fact that would have answered, and is not handed over. */
export interface HiddenFact {
  readonly fact: string;
  readonly text: string;
  readonly reason: "superseded" | "ended" | "retracted" | "forgotten" | "over" | "not yet" | "may be replaced";
  /** The fact that took its place; null for none. */
  readonly by: string | null;
}

export interface Recall {
  readonly question: RecallQuestion;
  /** Ids of the subjects that the question names; empty for a question about no one. */
  readonly subjects: readonly string[];
  readonly items: readonly RecallItem[];
  readonly hidden: readonly HiddenFact[];
  readonly tokens: number;
}

/** Tokens of a text as they are counted everywhere here: a quarter of its characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const DEFAULT_TOKENS = 250;
/** A slot answers from this share of the question's words on. */
const MIN_SLOT_SCORE = 0.34;
const MIN_TOPIC_SCORE = 0.3;
/** Facts outside of slots that are looked at for a question. */
const MAX_CANDIDATES = 400;
const MAX_TOPICS = 3;

/**
 * Answers a question from the facts of a state. The subject and its slots are found by their names, so the cost depends on the facts of the subject and not on
 * the size of the memory.
 */
export function recall(state: ConversationState, index: FactIndex, text: string, options: RecallOptions = {}): Recall {
  const { tokens = DEFAULT_TOKENS, full = false } = options;
  const latest = index.latest();
  const validAt = options.validAt === "all" ? null : (options.validAt ?? null);
  const day = options.askedOn ?? validAt ?? latest;
  const question = inTalk(
    readRecallQuestion(text, day),
    text,
    (options.earlier ?? []).map((each) => readRecallQuestion(each, day)),
  );
  const run = new Answer(state, index, question, { validAt, latest, user: options.user ?? null, text });
  const items = run.items(full);
  const chosen: RecallItem[] = [];
  let used = 0;
  for (const item of items) {
    const cost = tokensOf(item.text) + Math.max(0, item.sources.length - 3);
    if (used + cost > tokens) {
      if (chosen.length === 0) continue;
      break;
    }
    used += cost;
    chosen.push(item);
  }
  return { question, subjects: run.named, items: chosen, hidden: run.hidden, tokens: used };
}

/** Facts outside of slots by the stems of their texts, and the day of the newest turn. */
export interface FactIndex {
  latest(): string;
  /** Facts whose texts have a stem. */
  withStem(stem: string): ReadonlySet<string>;
  count(): number;
}

interface Asked {
  readonly validAt: string | null;
  readonly latest: string;
  readonly user: string | null;
  readonly text: string;
}

class Answer {
  readonly hidden: HiddenFact[] = [];
  private readonly stems: readonly string[];
  private readonly subjects: readonly string[];
  /** Subjects that the question names. */
  readonly named: readonly string[];

  constructor(
    private readonly state: ConversationState,
    private readonly index: FactIndex,
    private readonly question: RecallQuestion,
    private readonly asked: Asked,
  ) {
    const { subjects, used } = this.readSubjects();
    this.named = subjects;
    this.subjects = subjects.length > 0 ? subjects : state.subjects().map(({ id }) => id);
    this.stems = question.stems.filter((stem) => !used.has(stem));
  }

  items(full: boolean): RecallItem[] {
    const slots = this.slots();
    const [best] = slots;
    const answer: RecallItem[] = [];
    const { mode } = this.question;
    if (mode === "on day") answer.push(...this.onDay());
    else if (mode === "count") answer.push(...this.count(best?.slot ?? null));
    else {
      if (best !== undefined) {
        const equal = slots.filter(({ score }) => score >= best.score - 0.01).slice(0, 2);
        for (const { slot } of equal) answer.push(...this.slotAnswer(slot));
      }
      if (answer.length === 0 || (best !== undefined && best.score < 0.5)) {
        const topics = this.topics(answer.length === 0 ? MAX_TOPICS : 1);
        if (best === undefined || answer.length === 0 || (topics[0]?.score ?? 0) > best.score + 0.15) {
          if (topics.length > 0 && (topics[0]?.score ?? 0) > (best?.score ?? 0) + 0.15) answer.length = 0;
          for (const { fact } of topics.slice(0, answer.length === 0 ? this.topicLimit() : 1))
            answer.push(this.itemOf(fact, "topic"));
        }
      }
    }
    const seen = new Set<string>();
    const unique = answer.filter(({ fact, text }) => {
      const key = fact ?? text;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    if (!full) return unique;
    const more = this.topics(20).flatMap(({ fact }) =>
      seen.has(fact.statement.id) ? [] : [this.itemOf(fact, "topic")],
    );
    return [...unique, ...more];
  }

  private topicLimit(): number {
    return this.question.mode === "history" ? 6 : 1;
  }

  /** Subjects that the question names, with the stems that name them. */
  private readSubjects(): { subjects: readonly string[]; used: ReadonlySet<string> } {
    const used = new Set<string>();
    const speakers = [...this.state.speakers.entries()];
    const named = speakers.filter(([, { name }]) => {
      const first = name.split(/\s+/)[0]!;
      const is =
        this.question.names.some((each) => slug(each) === slug(first) || slug(each) === slug(name)) ||
        new RegExp(`^${escaped(first)}\\b`, "i").test(this.asked.text);
      if (is) for (const word of name.split(/\s+/)) used.add(stemWord(word.toLowerCase()));
      return is;
    });
    const user =
      this.asked.user === null
        ? speakers.filter(([, { name }]) => !isAssistant(name)).map(([id]) => id)
        : [slug(this.asked.user)];
    const owners =
      named.length > 0 ? named.map(([id]) => id) : this.question.isOwn && user.length >= 1 ? user.slice(0, 1) : [];
    const people: string[] = [];
    for (const { owner, word } of this.question.owned) {
      const of = owner === "" ? (user[0] ?? "") : slug(owner);
      const subject = this.state.canonical({ name: null, of, role: word });
      if (this.state.hasSubject(subject)) {
        people.push(subject);
        used.add(stemWord(word));
      }
    }
    for (const subject of people.length > 0 ? [] : this.state.subjects()) {
      if (subject.of === null || this.state.speakers.has(subject.id)) continue;
      const isNamed = this.question.names.some((each) => slug(each) === slug(subject.name));
      if (!isNamed || (owners.length > 0 && !owners.includes(subject.of))) continue;
      people.push(subject.id);
      for (const word of subject.name.split(/\s+/)) used.add(stemWord(word.toLowerCase()));
    }
    if (people.length > 0) return { subjects: [...new Set(people)], used };
    if (owners.length > 0) return { subjects: owners, used };
    return { subjects: [], used };
  }

  /** Slots by how well their names answer the question, the best first. */
  private slots(): { slot: Slot; score: number }[] {
    const scored: { slot: Slot; score: number }[] = [];
    for (const subject of this.subjects) {
      for (const slot of this.state.slotsOf(subject)) {
        const score = this.slotScore(slot);
        if (score >= MIN_SLOT_SCORE) scored.push({ slot, score });
      }
    }
    return scored.sort((a, b) => b.score - a.score || b.slot.facts.length - a.slot.facts.length);
  }

  private slotScore(slot: Slot): number {
    const { stems } = this;
    if (stems.length === 0) return 0;
    const names = contentStems(slot.name);
    const more = everydayStems(slot.name, names);
    const values = new Set(slot.facts.flatMap(({ statement }) => contentStems(statement.draft.value ?? "")));
    const said = new Set(slot.facts.flatMap(({ statement }) => contentStems(statement.text)));
    let sum = 0;
    for (const stem of stems)
      sum += Math.max(
        nearness(stem, names),
        more.includes(stem) ? 0.9 : 0,
        values.has(stem) ? 0.6 : 0,
        said.has(stem) ? 0.4 : 0,
      );
    const back = names.length === 0 ? 0 : names.filter((name) => nearness(name, stems) > 0.4).length / names.length;
    const forth = sum / stems.length;
    const typed =
      this.question.askedFor === "place" && slot.type === "place"
        ? 0.15
        : this.question.askedFor === "time" && (slot.type === "weekday" || slot.type === "time")
          ? 0.1
          : 0;
    return forth * 0.65 + back * 0.35 + typed;
  }

  /** The facts of a slot that the mode of the question asks for. */
  private slotAnswer(slot: Slot): RecallItem[] {
    const facts = slot.facts.filter(({ status }) => status !== "failed" && status !== "forgotten");
    const { before, days } = this.question;
    const mode = this.question.mode === "now" && this.isPlural(slot) ? "history" : this.question.mode;
    const item = (fact: Fact) => this.itemOf(fact, "slot");
    const states = facts.filter(({ how }) => how !== "retracted");
    const lasting = states.filter(
      ({ statement: { draft } }) => draft.kind !== "plan" && !isEnd(draft.operation, draft.value),
    );
    switch (mode) {
      case "history":
        return lasting.filter(({ statement }) => statement.draft.kind !== "never").map(item);
      case "before": {
        const ordered = lasting.filter(({ statement: { draft } }) => draft.kind === "state");
        const named =
          before === null ? undefined : ordered.findLast(({ statement }) => names(before, statement.draft.value));
        const anchor = named ?? this.holding(facts, this.asked.validAt ?? FAR).at(-1);
        const past = ordered.filter(({ statement }) => statement.draft.operation === "past");
        const place = anchor === undefined ? -1 : ordered.indexOf(anchor);
        const earlier =
          place > 0
            ? ordered[place - 1]
            : (past.at(-1) ?? (named === undefined && ordered.length > 1 ? ordered.at(-2) : undefined));
        return earlier === undefined ? [] : [item(earlier)];
      }
      case "as of":
        return this.holding(facts, days!.last < this.asked.latest ? days!.last : days!.first).map(item);
      case "when": {
        const named = lasting.filter(
          ({ statement: { draft } }) =>
            draft.value !== null && this.stems.some((stem) => contentStems(draft.value!).includes(stem)),
        );
        const dated = (
          named.length > 0 ? named : states.filter(({ statement }) => statement.draft.when !== null)
        ).slice(-1);
        return (dated.length > 0 ? dated : lasting.slice(-1)).map(item);
      }
      case "planned": {
        const plans = states.filter(
          ({ statement: { draft }, status }) => draft.kind === "plan" && status === "current",
        );
        return plans.length > 0 ? plans.slice(-1).map(item) : this.current(facts).map(item);
      }
      default:
        return this.current(facts).map(item);
    }
  }

  /** True for a question that names the values of a slot of one value in the plural: "which phones". */
  private isPlural({ name, isSingle }: Slot): boolean {
    const last = name.split(" ").at(-1)!;
    if (!isSingle || last.endsWith("s")) return false;
    const stem = stemWord(last);
    return wordsIn(this.asked.text).some(
      ({ text }) => text.endsWith("s") && !text.includes("'") && stemWord(text) === stem,
    );
  }

  /** The facts that hold, or the end of what held. */
  private current(facts: readonly Fact[]): readonly Fact[] {
    const holding = this.holding(facts, this.asked.validAt ?? FAR);
    const positive = holding.filter(({ statement: { draft } }) => !isEnd(draft.operation, draft.value));
    const states = positive.filter(
      ({ statement }) => statement.draft.kind !== "event" && statement.draft.kind !== "plan",
    );
    const chosen = states.length > 0 ? states : holding.length > 0 ? holding : positive;
    this.note(facts, chosen);
    const temporary = chosen.filter(({ statement }) => statement.draft.kind === "temporary");
    if (temporary.length > 0) return temporary.slice(-1);
    const named = chosen.filter(
      ({ statement: { draft } }) =>
        draft.value !== null && this.stems.some((stem) => contentStems(draft.value!).includes(stem)),
    );
    if (this.question.askedFor === "yes or no" && named.length > 0) return named.slice(-2);
    const held = chosen.filter(({ statement }) => statement.draft.kind === "state");
    return held.length > 0 ? held.slice(-3) : chosen.slice(-3);
  }

  /** The facts that hold on a day; temporary ones win over what lasts. */
  private holding(facts: readonly Fact[], day: string): readonly Fact[] {
    return facts.filter(({ how, validFrom, validTo, statement: { draft } }) => {
      if (how === "retracted" || draft.kind === "plan") return false;
      if (day === FAR)
        return how === null && (validTo === null || validTo > this.asked.latest) && draft.operation !== "past";
      return (
        validFrom.slice(0, 10) <= day.slice(0, 10) && (validTo === null || validTo.slice(0, 10) > day.slice(0, 10))
      );
    });
  }

  private note(facts: readonly Fact[], chosen: readonly Fact[]): void {
    for (const fact of facts) {
      if (chosen.includes(fact)) continue;
      const { how, supersededBy, validTo, statement } = fact;
      const reason = how ?? (validTo !== null ? "over" : null);
      if (reason !== null) this.hidden.push({ fact: statement.id, text: statement.text, reason, by: supersededBy });
    }
  }

  /** Events and plans of the subject on the days of the question. */
  private onDay(): RecallItem[] {
    const { days } = this.question;
    const facts: Fact[] = [];
    for (const subject of this.subjects) {
      for (const slot of this.state.slotsOf(subject)) facts.push(...slot.facts);
      facts.push(...this.state.loneFacts(subject));
    }
    return facts
      .filter(
        ({ how, status, statement: { draft } }) =>
          how !== "retracted" &&
          how !== "ended" &&
          status !== "failed" &&
          status !== "forgotten" &&
          draft.when !== null &&
          draft.when.first <= days!.last &&
          draft.when.last >= days!.first &&
          draft.kind !== "state",
      )
      .slice(0, 3)
      .map((fact) => this.itemOf(fact, "topic"));
  }

  /** One derived line with the events that it counts. */
  private count(slot: Slot | null): RecallItem[] {
    const candidates = slot?.facts.some(({ statement }) => statement.draft.kind === "event")
      ? slot.facts
      : this.topics(50, true).map(({ fact }) => fact);
    const events = candidates.filter(
      ({ how, status, statement: { draft } }) =>
        draft.kind === "event" &&
        draft.isPositive &&
        how !== "retracted" &&
        status !== "failed" &&
        status !== "forgotten",
    );
    if (events.length === 0) return slot === null ? [] : this.slotAnswer(slot);
    const ordered = [...events].sort((a, b) => compareStatements(a.statement, b.statement));
    const days = [
      ...new Set(ordered.map(({ statement }) => statement.draft.when?.first ?? statement.observedAt.slice(0, 10))),
    ];
    const text = `${ordered.length} ${ordered.length === 1 ? "time" : "times"}: ${days.join(", ")}`;
    const sources = ordered.flatMap(({ statement }) => this.refs(statement.draft.turn));
    return [
      {
        text,
        sources,
        fact: null,
        why: {
          kind: "derived",
          subject: this.subjects[0] ?? null,
          slot: slot?.id ?? null,
          validFrom: null,
          validTo: null,
          replaced: [],
          counted: ordered.map(({ statement }) => statement.id),
        },
      },
    ];
  }

  /** Facts outside of slots, and claims, by the words that they share with the question, the best first. */
  private topics(limit: number, isAll = false): { fact: Fact; score: number }[] {
    const { stems } = this;
    if (stems.length === 0) return [];
    const total = this.index.count() + 1;
    const weights = new Map(stems.map((stem) => [stem, Math.log(1 + total / (1 + this.index.withStem(stem).size))]));
    const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const scores = new Map<string, number>();
    for (const stem of stems) {
      for (const [other, strength] of relatedTo(stem)) {
        for (const id of this.index.withStem(other)) {
          const gained = (weights.get(stem)! * strength) / whole;
          scores.set(id, (scores.get(id) ?? 0) + gained);
        }
      }
    }
    const allowed = new Set(this.subjects);
    const found: { fact: Fact; score: number }[] = [];
    const ordered = [...scores].sort((a, b) => b[1] - a[1]).slice(0, MAX_CANDIDATES);
    for (const [id, score] of ordered) {
      if (score < MIN_TOPIC_SCORE) break;
      const fact = this.state.factOf(id);
      if (fact === null || fact.status === "failed" || fact.status === "forgotten" || fact.how === "retracted")
        continue;
      if (!allowed.has(fact.subject) || found.some((each) => each.fact === fact)) continue;
      if (
        !isAll &&
        this.question.mode !== "history" &&
        this.question.mode !== "before" &&
        (fact.how !== null || isOver(fact, this.asked.validAt ?? this.asked.latest))
      )
        continue;
      if (this.question.mode === "as of" && fact.validFrom.slice(0, 10) > this.question.days!.last) continue;
      if (
        this.asked.validAt !== null &&
        fact.validFrom.slice(0, 10) > this.asked.validAt &&
        fact.statement.observedAt.slice(0, 10) > this.asked.validAt
      )
        continue;
      found.push({ fact, score });
    }
    found.sort((a, b) => b.score - a.score || compareStatements(b.fact.statement, a.fact.statement));
    return isAll ? found.slice(0, limit) : this.withoutReplaced(found).slice(0, limit);
  }

  /** Hides an older fact where a newer one about the same topic, with a word of change, is handed over too. */
  private withoutReplaced(found: readonly { fact: Fact; score: number }[]): { fact: Fact; score: number }[] {
    const [best] = found;
    if (best === undefined || this.question.mode === "history") return [...found];
    const near = found.filter(({ score }) => score >= best.score * 0.7);
    const newest = near
      .filter(({ fact }) => fact.statement.draft.mayReplace)
      .sort((a, b) => compareStatements(b.fact.statement, a.fact.statement))[0];
    if (newest === undefined) return [...found];
    if (this.question.mode === "before") {
      const older = found.filter(({ fact }) => compareStatements(fact.statement, newest.fact.statement) < 0);
      return older.length > 0 ? older : [...found];
    }
    for (const { fact } of near) {
      if (compareStatements(fact.statement, newest.fact.statement) >= 0) continue;
      this.hidden.push({
        fact: fact.statement.id,
        text: fact.statement.text,
        reason: "may be replaced",
        by: newest.fact.statement.id,
      });
    }
    const rest = found.filter(
      ({ fact, score }) =>
        fact !== newest.fact &&
        (score < best.score * 0.7 || compareStatements(fact.statement, newest.fact.statement) > 0),
    );
    return [newest, ...rest];
  }

  private refs(turn: string): string[] {
    const ref = this.state.turns.get(turn)?.ref;
    return ref === undefined ? [] : [ref];
  }

  private itemOf(fact: Fact, kind: "slot" | "topic"): RecallItem {
    const { statement, subject, slot, validFrom, validTo, confirmedBy } = fact;
    const { draft } = statement;
    const latest = confirmedBy.at(-1) ?? statement;
    const replaced =
      slot === null
        ? []
        : (this.state.slot(slot)?.facts ?? []).flatMap((each) =>
            each.supersededBy === statement.id ? [each.statement.id] : [],
          );
    const notes: string[] = [];
    if (draft.slot !== null && draft.value !== null && !statement.text.includes(draft.value))
      notes.push(`${draft.slot.name}: ${draft.value}`);
    if (this.question.mode === "when" || draft.kind === "event" || draft.kind === "plan")
      notes.push(daysText(draft.when) ?? dayText(validFrom));
    else if (validFrom !== "") notes.push(`since ${dayText(validFrom)}`);
    if (validTo !== null) notes.push(`until ${dayText(validTo)}`);
    const text = `${latest.speaker}: ${statement.text}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
    return {
      text,
      sources: this.refs(statement.draft.turn),
      fact: statement.id,
      why: { kind, subject, slot, validFrom, validTo, replaced, counted: [] },
    };
  }
}

/** Everyday slots with the stems of the words that ask for them. */
const EVERYDAY_STEMS = EVERYDAY.map(({ name, words }) => ({ name, stems: new Set(words.map(stemWord)) }));

/** Stems of the words that ask for an everyday slot: the one of the same name, else the first that has all words of the name. */
function everydayStems(name: string, stems: readonly string[]): readonly string[] {
  const entry =
    EVERYDAY_STEMS.find((each) => each.name === name) ??
    (stems.length === 0 ? undefined : EVERYDAY_STEMS.find((each) => stems.every((stem) => each.stems.has(stem))));
  return entry === undefined ? [] : [...entry.stems];
}

/** A day after all others: what holds now. */
const FAR = "9999-12-31";

const isEnd = (operation: string, value: string | null): boolean =>
  operation === "end" || (operation === "retract" && value === null);

const isOver = ({ validTo }: Fact, day: string): boolean =>
  validTo !== null && validTo.slice(0, 10) <= day.slice(0, 10);

const dayText = (day: string): string => day.slice(0, 10);
const daysText = (days: { first: string; last: string } | null): string | null =>
  days === null ? null : days.first === days.last ? days.first : `${days.first} to ${days.last}`;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** True if words name a value: the same, or all words of the value are among them. */
function names(words: string, value: string | null): boolean {
  if (value === null) return false;
  if (sameValue(words, value)) return true;
  const folded = ` ${valueKey(words)} `;
  return (
    folded.includes(` ${valueKey(value)} `) || (valueKey(words).length > 2 && ` ${valueKey(value)} `.includes(folded))
  );
}

/** How near a stem is to the nearest of some others: 1 for the same. */
function nearness(stem: string, others: readonly string[]): number {
  if (others.includes(stem)) return 1;
  const relations = relationsOf(stemOf(stem));
  let best = 0;
  for (const other of others) {
    best = Math.max(best, (relations?.get(stemOf(other))?.strength ?? 0) * 0.8);
    if (stem.length > 4 && other.length > 4 && (stem.startsWith(other) || other.startsWith(stem)))
      best = Math.max(best, 0.8);
  }
  return best;
}

/** A stem with those that may stand for it, by strength. */
function relatedTo(stem: string): Map<string, number> {
  const related = new Map([[stem, 1]]);
  for (const [other, { strength }] of relationsOf(stemOf(stem)) ?? [])
    if (strength >= 0.5 && !related.has(other)) related.set(other, strength * 0.7);
  return related;
}
