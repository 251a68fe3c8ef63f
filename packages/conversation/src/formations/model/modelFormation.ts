import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { moodOf, sentencesIn } from "@semantic-xpath/english";
import { type LanguageModel, ModelError, type ModelMessage } from "@semantic-xpath/llm";
import { isDay } from "@semantic-xpath/values";
import type { TextSpan, Turn } from "../../dialogue.js";
import type {
  Days,
  Dropped,
  FactDraft,
  FactKind,
  FactOperation,
  Formation,
  FormationOptions,
  Formed,
  Known,
  KnownSlot,
  RelationDraft,
  SlotType,
} from "../../formation.js";
import { subjectId } from "../../lifecycle/statement.js";
import { subjectOf } from "../annotated.js";
import { answerSchema, CORRECTING, EFFECTS, type Effect, INSTRUCTIONS, promptOf, slotsFor } from "./prompt.js";

export interface ModelFormationOptions {
  /** Most turns of one call, from 1. Default 60. */
  readonly batch?: number;
  /** First foretells each batch from what is known, and then looks for what the foretelling left out (xMemory): two calls a batch. Default false. */
  readonly predicts?: boolean;
}

/** One fact as a model answers. */
interface AnswerFact {
  readonly turn: number;
  readonly quote: string;
  readonly answers: number | null;
  readonly slot: string;
  readonly subject: string;
  readonly name: string;
  readonly type: SlotType;
  readonly isMany: boolean;
  readonly value: string | null;
  readonly effect: Effect;
  readonly first: string | null;
  readonly last: string | null;
  readonly until: string | null;
  readonly replaces: string | null;
  readonly text: string;
}

interface Answer {
  readonly facts: readonly AnswerFact[];
  readonly acts: readonly { readonly turn: number; readonly act: string; readonly toward: string }[];
}

const OPERATIONS: Readonly<Record<Effect, readonly [FactOperation, FactKind]>> = {
  holds: ["set", "state"],
  temporary: ["set", "temporary"],
  past: ["past", "state"],
  ends: ["end", "state"],
  corrects: ["retract", "state"],
  denies: ["set", "never"],
  event: ["set", "event"],
  plan: ["set", "plan"],
  cancels: ["end", "plan"],
};

/** Codes of answers that were not as asked for: they are asked for once more, with what was wrong. */
const BROKEN: readonly string[] = ["SXP5107", "SXP5108"];

/**
 * Forms facts with a language model: one call for a batch of turns, across sessions, with both voices and the slots. The answer is constrained to the
 * slots in the prompt, or "new", and every fact is checked before it is stored. An invalid answer is requested once more; a failed call
 * fails its episodes, which are tried again with the next build.
 *
 * @throws RangeError for a batch that is not a whole number from 1
 * @example openConversation(memory, { formation: modelFormation(model) })
 */
export function modelFormation(model: LanguageModel, options: ModelFormationOptions = {}): Formation {
  const { batch = 60, predicts = false } = options;
  if (!Number.isSafeInteger(batch) || batch < 1)
    throw new RangeError(`"batch" is a whole number from 1, not ${batch}.`);
  const basis = JSON.stringify([INSTRUCTIONS, answerSchema(1, 0), predicts, batch]);
  const digest = bytesToHex(sha256(utf8ToBytes(basis))).slice(0, 8);
  return {
    id: `model ${model.id} ${digest}`,
    batch,
    isAcrossSessions: true,
    facts: async (turns, known, { signal, predicted } = {}) => {
      const slots = slotsFor(turns, known);
      const request = requestOf(turns, slots, known, predicted);
      const schema = { name: "facts", json: answerSchema(turns.length, slots.length) };
      const ask = async (messages: readonly ModelMessage[]): Promise<Answer> => {
        const answer = await model.generate(
          { purpose: "facts", messages, schema },
          signal === undefined ? {} : { signal },
        );
        return answer.value as Answer;
      };
      try {
        return formedOf(await ask(request), turns, slots);
      } catch (error) {
        if (!(error instanceof ModelError) || !BROKEN.includes(error.code)) throw error;
        const again = `Your answer could not be read: ${error.message} Answer again, all of it, as asked for.`;
        return formedOf(await ask([...request, { role: "user", content: again }]), turns, slots);
      }
    },
    ...(predicts && {
      predict: async (title: string, known: Known, { signal }: FormationOptions = {}) => {
        const slots = known.subjects.flatMap(({ id }) => known.slotsOf(id, 20)).slice(0, 60);
        if (slots.length === 0) return "";
        const lines = slots.map(({ subject, slot, values }) => `${subject} · ${slot.name} = ${values.join(", ")}`);
        const content = `What is known:\n${lines.join("\n")}\n\nA conversation begins: ${title}\nForetell in at most 100 words what it says.`;
        const answer = await model.generate(
          { purpose: "predict", messages: [{ role: "user", content }] },
          signal === undefined ? {} : { signal },
        );
        return answer.text;
      },
    }),
  };
}

/** The messages for a batch of turns. */
function requestOf(
  turns: readonly Turn[],
  slots: readonly KnownSlot[],
  known: Known,
  predicted: string | undefined,
): readonly ModelMessage[] {
  const prompt = promptOf(turns, slots, known);
  const foretold = predicted === undefined || predicted === "" ? "" : `\n\n${CORRECTING}\n${predicted}`;
  return [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: `${prompt}${foretold}` },
  ];
}

function formedOf(answer: Answer, turns: readonly Turn[], slots: readonly KnownSlot[]): Formed {
  const dropped: Dropped[] = [];
  const facts = answer.facts.flatMap((fact): FactDraft[] => {
    const draft = draftOf(fact, turns, slots);
    const turn = turns[fact.turn - 1];
    if (turn === undefined || !isOrder(turn.text, draft.span)) return [draft];
    dropped.push({ turn: turn.id, span: draft.span, reason: "instruction" });
    return [];
  });
  const relations = answer.acts.flatMap(({ turn: number, act, toward }): RelationDraft[] => {
    const turn = turns[number - 1];
    return turn === undefined ? [] : [{ turn: turn.id, act, toward, text: turn.text }];
  });
  return { facts, relations, dropped };
}

/** True for a span in a sentence that orders the memory or the assistant to do something, and states nothing of its speaker. */
function isOrder(text: string, span: TextSpan): boolean {
  const sentence = sentencesIn(text).find(({ start, end }) => span.start < end && span.end > start);
  return (
    sentence !== undefined &&
    span.start < span.end &&
    moodOf(sentence.text) === "instruction" &&
    !/^(?:i|my|we|our)\b/i.test(sentence.text)
  );
}

function draftOf(fact: AnswerFact, turns: readonly Turn[], slots: readonly KnownSlot[]): FactDraft {
  const turn = turns[fact.turn - 1];
  const place = fact.slot === "new" ? -1 : Number(fact.slot.slice(1)) - 1;
  const knownSlot = slots[place] ?? null;
  const [operation, kind] = OPERATIONS[EFFECTS.includes(fact.effect) ? fact.effect : "holds"];
  const isTemporary = kind === "temporary" && fact.until !== null;
  const subject = subjectOf(fact.subject.trim() === "" && turn !== undefined ? turn.speaker : fact.subject);
  const isDated = kind === "event" || kind === "plan";
  return {
    turn: turn?.id ?? "",
    span: turn === undefined ? { start: 0, end: 0 } : spanOf(fact.quote, turn.text),
    context: fact.answers === null ? null : (turns[fact.answers - 1]?.id ?? null),
    paraphrase: fact.text.trim() === "" ? null : fact.text,
    subject,
    slot:
      knownSlot !== null && knownSlot.subject === subjectId(subject)
        ? knownSlot.slot
        : { name: fact.name, type: fact.type, isSingle: !fact.isMany && !isDated && kind !== "never" },
    value: fact.value,
    isPositive: kind !== "never",
    kind: kind === "temporary" && !isTemporary ? "state" : kind,
    operation,
    when: daysOf(fact.first, fact.last),
    until: isTemporary ? fact.until : null,
    replaced: fact.replaces,
    mayReplace: false,
    confidence: 1,
  };
}

/** Days of two ends, one of which may be missing; null without any that is a day. */
function daysOf(first: string | null, last: string | null): Days | null {
  const [from, to] = [first ?? last, last ?? first];
  return from === null || to === null || !isDay(from) || !isDay(to) ? null : { first: from, last: to };
}

/** The place of quoted words in a text; an empty range if they are not in it. White space, case, and the form of quotation marks do not matter. */
function spanOf(quote: string, text: string): TextSpan {
  const quoteText = plain(quote).trim();
  const start = quoteText === "" ? -1 : plain(text).indexOf(quoteText);
  return start < 0 ? { start: 0, end: 0 } : { start, end: start + quoteText.length };
}

/** Normalises a text without a change of length, so that spellings that differ only in form are equal. */
const plain = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[\t\n\r\u00a0]/g, " ")
    .replace(/\p{Lu}/gu, (letter) => (letter.toLowerCase().length === 1 ? letter.toLowerCase() : letter));
