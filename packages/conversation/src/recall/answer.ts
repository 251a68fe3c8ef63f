import { contentStems, type RecallQuestion } from "@semantic-xpath/english";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { isEnd } from "../lifecycle/settle.js";
import { compareStatements, type Fact } from "../lifecycle/statement.js";
import { askedSubjects } from "./askedSubjects.js";
import { type Claims, claimsFor, matchesOf, stemWeights } from "./claims.js";
import { itemOf, passageItem } from "./items.js";
import { names } from "./named.js";
import { type Answering, CERTAIN_SHARE, inMode, TopicPassages } from "./passageAnswer.js";
import type { Passage } from "./passages.js";
import type { HiddenFact, PassageIndex, RecallItem } from "./recall.js";

interface Asking {
  /** The day for which the answer holds; null for now and every time. */
  readonly validAt: string | null;
  readonly latest: string;
  readonly user: string | null;
  readonly text: string;
}

/** Events of a passage with this share of the question's words are counted. */
const MIN_TOPIC = 0.3;
/** Facts of one slot that are handed over for a history. */
const MAX_HISTORY = 6;
/** A day after all others: what holds now. */
const FAR = "9999-12-31";

/** The answer to one question. */
export class Answer {
  readonly hidden: HiddenFact[] = [];
  /** Subjects that the question names. */
  readonly subjects: readonly string[];
  /** Name of the subject of the question, if the memory has nothing of it: "I" if the asker is unknown; null for none. */
  readonly unknown: string | null;
  private readonly speakers: readonly string[];
  private readonly stems: readonly string[];
  private readonly relations: readonly string[];
  private readonly claims: readonly Claims[];
  private readonly matches: ReadonlyMap<Passage, number>;
  /** Passages that may be about the topic of the question. */
  private readonly wide: () => ReadonlyMap<Passage, number>;

  constructor(
    private readonly state: ConversationState,
    private readonly index: PassageIndex,
    private readonly question: RecallQuestion,
    private readonly asking: Asking,
  ) {
    const { subjects, speakers, stems, relations, stranger, isOfNobody } = askedSubjects(state, question, asking);
    this.subjects = subjects;
    const named = stranger === null ? [] : contentStems(stranger);
    const isNowhere = named.length > 0 && named.every((stem) => index.withStem(stem).size === 0);
    this.unknown = isOfNobody ? (asking.user ?? "I") : isNowhere ? stranger : null;
    this.speakers = speakers;
    this.stems = stems;
    this.relations = relations;
    const isTopic = question.mode !== "on day";
    const weights = stemWeights(index, isTopic ? stems : []);
    this.matches = matchesOf(index, weights);
    const isUnknown = relations.length > 0 && subjects.length === 0;
    this.claims = isTopic && !isUnknown ? claimsFor(state, this.matches, weights, { subjects, question }) : [];
    this.wide = () => matchesOf(index, weights, true);
  }

  /** Items that answer, the best first. */
  items(): readonly RecallItem[] {
    if (this.unknown !== null) return [];
    const { mode } = this.question;
    return mode === "on day" ? this.onDay() : mode === "count" ? this.count() : this.topicAnswer();
  }

  /** The facts of the best slots if these are certain: read by a model, or put right by a person. Else the passages about the topic. */
  private topicAnswer(): RecallItem[] {
    const [best] = this.claims;
    if (best === undefined || !best.facts.some(({ statement }) => statement.draft.confidence === 1))
      return this.passageAnswer();
    const bestFacts = this.claims.filter(({ score }) => score >= best.score - 0.01).flatMap(({ facts }) => facts);
    const facts = bestFacts.filter(({ status }) => status !== "failed" && status !== "forgotten");
    const answering = this.ofMode(facts, this.question.mode);
    return answering.length === 0 ? this.passageAnswer() : answering.map((fact) => this.itemOf(fact));
  }

  private passageAnswer(): RecallItem[] {
    const { question, subjects, relations, speakers, stems, matches, claims } = this;
    const { validAt, latest } = this.asking;
    const query = { question, subjects, relations, speakers, stems, claims, matches, day: validAt };
    const passages = new TopicPassages(this.state, this.index, query);
    const about = passages.about();
    const answering = inMode(about, { ...question, mode: passages.mode }, validAt ?? latest);
    const predecessor = answering.some(({ share }) => share >= CERTAIN_SHARE) ? null : passages.predecessor();
    const chosen = predecessor === null ? answering : [predecessor];
    this.noteReplaced(about, chosen);
    return [...chosen, ...passages.likely(chosen, this.wide)].map((each) =>
      passageItem(this.state, each, question.mode),
    );
  }

  /** Facts about the topic that are hidden by a later passage, or do not hold. */
  private noteReplaced(about: readonly Answering[], chosen: readonly Answering[]): void {
    const last = chosen.at(-1);
    const successor = last?.fact?.statement.id ?? null;
    for (const each of about) {
      if (chosen.includes(each)) continue;
      const isEarlier = last !== undefined && about.indexOf(each) < about.indexOf(last);
      for (const { statement, how, validTo, supersededBy } of each.facts) {
        const reason = how ?? (validTo !== null ? "over" : isEarlier ? "may be replaced" : null);
        if (reason !== null)
          this.hidden.push({ fact: statement.id, text: statement.text, reason, by: supersededBy ?? successor });
      }
    }
  }

  /** The facts of a topic that a mode asks for. */
  private ofMode(facts: readonly Fact[], mode: RecallQuestion["mode"]): readonly Fact[] {
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
    const ofSlot = best?.facts.filter(isEvent) ?? [];
    const isAsked = ({ subject }: Fact): boolean => this.subjects.length === 0 || this.subjects.includes(subject);
    const events =
      ofSlot.length > 0
        ? ofSlot
        : [...this.matches].flatMap(([{ statements }, share]) =>
            share < MIN_TOPIC
              ? []
              : statements
                  .flatMap(({ id }) => this.state.factOf(id) ?? [])
                  .filter((fact) => isEvent(fact) && isAsked(fact)),
          );
    if (events.length === 0) return this.topicAnswer();
    const ordered = events.toSorted((a, b) => compareStatements(a.statement, b.statement));
    const days = [
      ...new Set(ordered.map(({ statement }) => statement.draft.when?.first ?? statement.observedAt.slice(0, 10))),
    ];
    return [
      {
        text: `${ordered.length} ${ordered.length === 1 ? "time" : "times"}: ${days.join(", ")}`,
        sources: ordered.flatMap(({ statement }) => this.state.turns.get(statement.draft.turn)?.ref ?? []),
        turns: ordered.map(({ statement }) => statement.draft.turn),
        fact: null,
        why: {
          kind: "derived",
          isCertain: true,
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
