import { contentStems, type RecallQuestion } from "@semantic-xpath/english";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { compareStatements, type Fact, type Statement } from "../lifecycle/statement.js";
import { askedSubjects } from "./askedSubjects.js";
import { type Claims, claimsFor } from "./claims.js";
import { itemOf } from "./items.js";
import { names } from "./named.js";
import type { FactIndex, HiddenFact, RecallItem } from "./recall.js";
import { hasMark, isEnd, softlyClosed } from "./softClosing.js";

interface Asking {
  /** The day for which the answer holds; null for now and every time. */
  readonly validAt: string | null;
  readonly latest: string;
  readonly user: string | null;
  readonly text: string;
}

/** Claims this near to the best one are about the same topic. */
const NEAR = 0.7;
/** The share of the best score from which a claim with a word of change is about the same topic. */
const NEAR_WITH_CHANGE = 0.33;
/** Maximum number of statements with a word that distinguishes topics. */
const MAX_RARE = 4;
/** Facts that are handed over of one topic without a slot, for a history. */
const MAX_HISTORY = 6;
/** A day after all others: what holds now. */
const FAR = "9999-12-31";

/** The participant whose person or thing a subject is. */
const ownerOf = (subject: string): string => subject.split("/")[0]!;

/** The answer to one question. */
export class Answer {
  readonly hidden: HiddenFact[] = [];
  /** Subjects that the question names. */
  readonly subjects: readonly string[];
  private readonly stems: readonly string[];
  private readonly claims: readonly Claims[];

  constructor(
    private readonly state: ConversationState,
    private readonly index: FactIndex,
    private readonly question: RecallQuestion,
    private readonly asking: Asking,
  ) {
    const { subjects, used, isUnknown } = askedSubjects(state, question, asking);
    this.subjects = subjects;
    this.stems = question.stems.filter((stem) => !used.has(stem));
    this.claims =
      question.mode === "on day" || isUnknown ? [] : claimsFor(state, index, { stems: this.stems, subjects, question });
  }

  /** Items that answer, the best first. */
  items(): readonly RecallItem[] {
    const { mode } = this.question;
    return mode === "on day" ? this.onDay() : mode === "count" ? this.count() : this.topicAnswer();
  }

  /** The facts of the best claims, with those of near ones that may have taken their place, as the mode of the question asks. */
  private topicAnswer(): RecallItem[] {
    const [best] = this.claims;
    if (best === undefined) return [];
    const { mode } = this.question;
    const isOverTime = mode === "history" || mode === "before" || mode === "as of";
    const facts: Fact[] = [];
    for (const claims of this.claims) {
      if (claims.score < NEAR_WITH_CHANGE * best.score && !this.isAboutHead(claims)) continue;
      const isBest =
        claims === best || (claims.slot !== null && best.slot !== null && claims.score >= best.score - 0.01);
      const isOther = claims.slot?.isSingle === true && best.slot?.isSingle === true;
      const isTold = isBest || (isOverTime && !isOther && claims.score >= NEAR * best.score);
      facts.push(...claims.facts.filter((fact) => isTold || hasMark(fact) || this.isPassing(fact)));
    }
    facts.push(...this.successors(facts));
    return this.inMode(
      softlyClosed(facts.filter(({ status }) => status !== "failed" && status !== "forgotten")),
      mode,
    ).map((fact) => this.itemOf(fact));
  }

  /** True for a fact with a word of change that names the head of the question: "the race" of "the alley cat race". */
  private isAboutHead({ slot, facts }: Claims): boolean {
    if (this.question.askedFor !== "time") return false;
    const head = this.stems.at(-1)!;
    return slot === null && facts.some((fact) => hasMark(fact) && contentStems(fact.statement.text).includes(head));
  }

  /** True for what holds on the day of the question and for a time only. */
  private isPassing({ statement: { draft }, validFrom, validTo, how }: Fact): boolean {
    const day = this.asking.validAt ?? this.asking.latest;
    return (
      how === null && draft.kind === "temporary" && validFrom.slice(0, 10) <= day && validTo !== null && validTo > day
    );
  }

  /**
   * Later facts with a word of change, or of an end, that name the value of an earlier one, or a name in it: "the crypt flooded, …" of "I keep them in the crypt".
   * Also those with a rare word of its relation: "put gooseberries in the beds instead" of "my beds are full of leeks".
   */
  private successors(facts: readonly Fact[]): readonly Fact[] {
    const results = new Set<Fact>();
    for (const { statement, subject, how, slot } of facts) {
      const { draft } = statement;
      if (how !== null || draft.kind !== "state") continue;
      const value = contentStems(draft.value ?? "");
      const named = slot === null || draft.slot!.isSingle ? [] : contentStems(draft.slot!.name);
      for (const stems of [
        value,
        ...this.namesIn(statement),
        ...named.flatMap((stem) => (this.isRare(stem) ? [[stem]] : [])),
      ]) {
        for (const id of stems.length === 0 ? [] : this.index.withStem(stems[0]!)) {
          const later = this.index.fact(id);
          if (later === null || facts.includes(later) || !hasMark(later) || ownerOf(later.subject) !== ownerOf(subject))
            continue;
          if (later.statement.draft.slot?.isSingle === true || compareStatements(later.statement, statement) <= 0)
            continue;
          const words = new Set(contentStems(later.statement.text));
          if (stems.every((stem) => words.has(stem))) results.add(later);
        }
      }
    }
    return [...results];
  }

  /** The values that a fact has outside of slots: the names in it. A name may begin an answer; any word begins a sentence with a capital. */
  private namesIn({ draft: { turn, span, slot, value, context }, speaker }: Statement): readonly (readonly string[])[] {
    if (slot !== null || value !== null) return [];
    const text = this.state.turns.get(turn)!.text.slice(span.start, span.end);
    return [...text.matchAll(/\p{Lu}[\p{L}-]+/gu)].flatMap(({ 0: name, index }) =>
      (index === 0 && context === null) || name === speaker ? [] : [contentStems(name)],
    );
  }

  private isRare(stem: string): boolean {
    return this.index.withStem(stem).size <= MAX_RARE;
  }

  /** The facts of a topic that a mode asks for. */
  private inMode(facts: readonly Fact[], mode: RecallQuestion["mode"]): readonly Fact[] {
    const { before, days } = this.question;
    const states = facts.filter(({ how }) => how !== "retracted");
    const lasting = states.filter(({ statement: { draft } }) => draft.kind !== "plan" && !isEnd(draft));
    switch (mode) {
      case "history":
        return lasting.filter(({ statement }) => statement.draft.kind !== "never").slice(-MAX_HISTORY);
      case "before": {
        const ordered = lasting.filter(({ statement: { draft } }) => draft.kind === "state");
        const named =
          before === null ? undefined : ordered.findLast(({ statement }) => names(before, statement.draft.value));
        const anchor = named ?? this.holding(facts, this.asking.validAt ?? FAR).at(-1);
        const past = ordered.filter(({ statement }) => statement.draft.operation === "past");
        const place = anchor === undefined ? -1 : ordered.indexOf(anchor);
        const earlier =
          place > 0
            ? ordered[place - 1]
            : (past.at(-1) ??
              (named === undefined
                ? ordered.length > 1
                  ? ordered.at(-2)
                  : ordered.find(({ how }) => how !== null)
                : undefined));
        return earlier === undefined ? [] : [earlier];
      }
      case "as of":
        return this.holding(facts, days!.last < this.asking.latest ? days!.last : days!.first).slice(-3);
      case "when": {
        const named = lasting.filter((fact) => this.isValueAsked(fact));
        const dated = named.length > 0 ? named : states.filter(({ statement }) => statement.draft.when !== null);
        const open = dated.filter(({ how }) => how === null);
        const [last] = (open.length > 0 ? open : dated).slice(-1);
        return last === undefined ? this.current(facts).slice(-1) : [last];
      }
      case "planned": {
        const plans = states.filter(
          ({ statement: { draft }, status }) => draft.kind === "plan" && status === "current",
        );
        return plans.length > 0 ? plans.slice(-1) : this.current(facts);
      }
      default:
        return this.current(facts);
    }
  }

  private isValueAsked({ statement: { draft } }: Fact): boolean {
    return draft.value !== null && this.stems.some((stem) => contentStems(draft.value!).includes(stem));
  }

  /** The facts that hold, or the end of what held. */
  private current(facts: readonly Fact[]): readonly Fact[] {
    const holding = this.holding(facts, this.asking.validAt ?? FAR);
    const positive = holding.filter(({ statement: { draft } }) => !isEnd(draft));
    const states = positive.filter(
      ({ statement }) => statement.draft.kind !== "event" && statement.draft.kind !== "plan",
    );
    const chosen = states.length > 0 ? states : holding.length > 0 ? holding : positive;
    this.note(facts, chosen);
    if (chosen.length === 0 && this.question.askedFor === "time")
      return facts.filter(({ how, statement }) => how === null && statement.draft.kind === "plan").slice(-1);
    const temporary = chosen.filter(({ statement }) => statement.draft.kind === "temporary");
    if (temporary.length > 0) return temporary.slice(-1);
    const named = chosen.filter((fact) => this.isValueAsked(fact));
    if (this.question.askedFor === "yes or no" && named.length > 0) return named.slice(-2);
    const held = chosen.filter(({ statement }) => statement.draft.kind === "state");
    const slotted = held.some(({ slot }) => slot !== null);
    return (held.length > 0 ? held : chosen).slice(slotted ? -3 : -1);
  }

  /** The facts that hold on a day; temporary ones win over what lasts. */
  private holding(facts: readonly Fact[], day: string): readonly Fact[] {
    return facts.filter(({ how, validFrom, validTo, statement: { draft } }) => {
      if (how === "retracted" || draft.kind === "plan") return false;
      if (day === FAR)
        return how === null && (validTo === null || validTo > this.asking.latest) && draft.operation !== "past";
      return (
        validFrom.slice(0, 10) <= day.slice(0, 10) && (validTo === null || validTo.slice(0, 10) > day.slice(0, 10))
      );
    });
  }

  private note(facts: readonly Fact[], chosen: readonly Fact[]): void {
    for (const fact of facts) {
      if (chosen.includes(fact)) continue;
      const { how, supersededBy, validTo, statement, isLikely } = fact;
      const reason = isLikely ? "may be replaced" : (how ?? (validTo !== null ? "over" : null));
      if (reason !== null) this.hidden.push({ fact: statement.id, text: statement.text, reason, by: supersededBy });
    }
  }

  /** Events and plans of the subjects on the days of the question. */
  private onDay(): RecallItem[] {
    const { days } = this.question;
    return this.index
      .onDays(days!)
      .flatMap((id) => {
        const fact = this.state.fact(id);
        return fact === null || (this.subjects.length > 0 && !this.subjects.includes(fact.subject)) ? [] : [fact];
      })
      .filter(
        ({ how, status, statement: { draft } }) =>
          how !== "retracted" &&
          how !== "ended" &&
          status !== "failed" &&
          status !== "forgotten" &&
          draft.kind !== "state",
      )
      .toSorted((a, b) => compareStatements(a.statement, b.statement))
      .slice(0, 3)
      .map((fact) => this.itemOf(fact));
  }

  /** One derived line with the events that it counts. */
  private count(): RecallItem[] {
    const [best] = this.claims;
    const isEvent = ({ how, status, statement: { draft } }: Fact): boolean =>
      draft.kind === "event" &&
      draft.isPositive &&
      how !== "retracted" &&
      status !== "failed" &&
      status !== "forgotten";
    const ofSlot = this.claims.find(({ slot }) => slot !== null)?.facts.filter(isEvent) ?? [];
    const events =
      ofSlot.length > 0
        ? ofSlot
        : this.claims.filter(({ slot }) => slot === null).flatMap(({ facts }) => facts.filter(isEvent));
    if (events.length === 0) return best?.slot == null ? [] : this.topicAnswer();
    const ordered = events.toSorted((a, b) => compareStatements(a.statement, b.statement));
    const days = [
      ...new Set(ordered.map(({ statement }) => statement.draft.when?.first ?? statement.observedAt.slice(0, 10))),
    ];
    return [
      {
        text: `${ordered.length} ${ordered.length === 1 ? "time" : "times"}: ${days.join(", ")}`,
        sources: ordered.flatMap(({ statement }) => this.state.turns.get(statement.draft.turn)?.ref ?? []),
        fact: null,
        why: {
          kind: "derived",
          subject: this.subjects[0] ?? null,
          slot: ofSlot.length > 0 ? (best?.slot?.id ?? null) : null,
          validFrom: null,
          validTo: null,
          replaced: [],
          counted: ordered.map(({ statement }) => statement.id),
        },
      },
    ];
  }

  private itemOf(fact: Fact): RecallItem {
    return itemOf(this.state, fact, this.question.mode);
  }
}
