import * as z from "zod/mini";
import type { Dialogue } from "../format/shapes.js";
import { Conversion, type Converted, dayIn, type Readable, type SourceText } from "./conversion.js";

const shape = z.array(
  z.object({
    question_id: z.string().check(z.minLength(1)),
    question_type: z.string().check(z.minLength(1)),
    question: z.string(),
    answer: z.optional(z.union([z.string(), z.number()])),
    question_date: z.string(),
    haystack_session_ids: z.array(z.string()),
    haystack_dates: z.array(z.string()),
    haystack_sessions: z.array(
      z.array(z.object({ role: z.string(), content: z.string(), has_answer: z.optional(z.boolean()) })),
    ),
    answer_session_ids: z.optional(z.array(z.string())),
  }),
);

type Instance = z.infer<typeof shape>[number];

/**
 * LongMemEval (D. Wu et al., ICLR 2025): a dialogue for each question, since each has a history of its own. What is right are the turns that are marked as
 * evidence; of an evidence session without a mark, any one of its turns. Questions that the history does not answer (`_abs`) are left out.
 */
export function convertLongMemEval(source: SourceText): Converted {
  const conversion = new Conversion();
  const file = conversion.json(source, shape);
  const dialogues = (file.value ?? []).flatMap((instance, i) => dialogueOf(file, instance, i) ?? []);
  return conversion.converted({ version: 1, name: "longmemeval", dialogues });
}

function dialogueOf(file: Readable<unknown>, instance: Instance, place: number): Dialogue | null {
  const { haystack_session_ids: ids, haystack_dates: dates, haystack_sessions: histories } = instance;
  if (ids.length !== histories.length || dates.length !== histories.length) {
    file.error(
      [place, "haystack_sessions"],
      `has ${histories.length} sessions for ${ids.length} ids and ${dates.length} dates`,
    );
    return null;
  }
  if (instance.question_id.endsWith("_abs")) return null;
  const asOf = dayOf(instance.question_date);
  if (asOf === null) file.error([place, "question_date"], FORM);
  const named = new Map<string, number>();
  const include: (string | string[])[] = [];
  const sessions = histories.flatMap((history, s) => {
    const date = dayOf(dates[s]!);
    if (date === null) file.error([place, "haystack_dates", s], FORM);
    const again = named.get(ids[s]!) ?? 0;
    named.set(ids[s]!, again + 1);
    const id = again === 0 ? ids[s]! : `${ids[s]!}~${again + 1}`;
    const turns = history.map(({ role, content }, t) => ({ id: `${id}:${t + 1}`, speaker: role, text: content }));
    const marked = history.flatMap(({ has_answer: has }, t) => (has === true ? [turns[t]!.id] : []));
    const isEvidence = instance.answer_session_ids?.includes(ids[s]!) === true;
    if (marked.length > 0) include.push(...marked);
    else if (isEvidence && turns.length > 0) include.push(turns.map((each) => each.id));
    return date === null ? [] : [{ id, date, turns }];
  });
  if (include.length === 0) {
    file.leftOut([place, "answer_session_ids"], "no turn and no session is marked as evidence");
    return null;
  }
  const order = [...sessions].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const { question, question_id: id, question_type: kind, answer } = instance;
  const value = answer === undefined ? {} : { value: String(answer) };
  return {
    id,
    split: "longmemeval",
    speakers: [...new Set(histories.flatMap((history) => history.map(({ role }) => role)))],
    sessions: order,
    questions: [{ id: "q", kind, text: question, ...(asOf !== null && { asOf }), include, ...value }],
  };
}

const FORM = 'has to begin as "2023/05/20"';

/** `2023/05/20 (Sat) 02:21`. */
const dayOf = (text: string): string | null => dayIn(text.split(" ", 1)[0]!);
