import * as z from "zod/mini";
import type { Dialogue, DialogueSession } from "../format/shapes.js";
import { Conversion, type Converted, dayIn, type Readable, type SourceText } from "./conversion.js";

const turn = z.object({
  speaker: z.string(),
  dia_id: z.string().check(z.minLength(1)),
  text: z.string(),
  blip_caption: z.optional(z.string()),
});
const shape = z.array(
  z.object({
    sample_id: z.string().check(z.minLength(1)),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(
      z.object({
        question: z.string(),
        answer: z.optional(z.union([z.string(), z.number()])),
        evidence: z.array(z.string()),
        category: z.number(),
      }),
    ),
  }),
);
const turns = z.array(turn);

/** Kinds of questions by the number that the file gives them, as the published scorer reads it. */
const KINDS: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};

type Sample = z.infer<typeof shape>[number];
type File = Readable<z.infer<typeof shape>>;

/**
 * LoCoMo (A. Maharana et al., ACL 2024): a dialogue for each conversation, with a caption of an image as part of its turn. What is right are the turns that a
 * question cites. Questions that have no answer in the conversation are left out, and so are those that cite nothing that exists.
 */
export function convertLocomo(source: SourceText): Converted {
  const conversion = new Conversion();
  const file = conversion.json(source, shape);
  const dialogues = (file.value ?? []).flatMap((sample, i) => dialogueOf(file, sample, i) ?? []);
  return conversion.converted({ version: 1, name: "locomo", dialogues });
}

function dialogueOf(file: File, { sample_id: id, conversation, qa }: Sample, place: number): Dialogue | null {
  const sessions: DialogueSession[] = [];
  for (let n = 1; conversation[`session_${n}`] !== undefined; n++) {
    const at = [place, "conversation", `session_${n}`];
    const read = turns.safeParse(conversation[`session_${n}`]);
    const date = dayIn(String(conversation[`session_${n}_date_time`] ?? ""));
    if (!read.success) {
      const [issue] = read.error.issues;
      file.error([...at, ...((issue?.path ?? []) as (string | number)[])], "is no turn with speaker, dia_id and text");
      return null;
    }
    if (date === null) {
      file.error([place, "conversation", `session_${n}_date_time`], 'has to be as "1:56 pm on 8 May, 2023"');
      return null;
    }
    sessions.push({ id: `S${n}`, date, turns: read.data.map(shownTurn) });
  }
  if (sessions.length === 0) {
    file.error([place, "conversation"], 'has no "session_1"');
    return null;
  }
  const turnIds = new Set(sessions.flatMap((session) => session.turns.map((each) => each.id)));
  const asOf = sessions.at(-1)!.date;
  const speakers = [...new Set(sessions.flatMap((session) => session.turns.map(({ speaker }) => speaker)))];
  const questions = qa.flatMap(({ question, answer, evidence, category }, q) => {
    const kind = KINDS[category] ?? `category ${category}`;
    if (category === 5) return [];
    const cited = citedIn(evidence);
    const gone = cited.find((each) => !turnIds.has(each));
    const include = cited.filter((each) => turnIds.has(each));
    const at = [place, "qa", q, "evidence"];
    if (include.length === 0) {
      file.leftOut(at, gone === undefined ? "it cites no turn" : `the turn ${JSON.stringify(gone)} does not exist`);
      return [];
    }
    const value = answer === undefined ? {} : { value: String(answer) };
    return [{ id: `q${q}`, kind, text: question, asOf, include, ...value }];
  });
  return { id, split: "locomo", speakers, sessions, questions };
}

const shownTurn = ({ dia_id: id, speaker, text, blip_caption: caption }: z.infer<typeof turn>) => ({
  id,
  speaker,
  text: caption === undefined ? text : `${text} [image: ${caption}]`,
});

/** Ids of turns that strings name, some of which hold several, or have a stray sign: `D:11:26`, `D30:05`, `D9:1 D4:4`. */
function citedIn(evidence: readonly string[]): readonly string[] {
  const ids = evidence.flatMap((text) =>
    Array.from(
      text.matchAll(/D:?(\d{1,9}):(\d{1,9})/g),
      ([, session, place]) => `D${Number(session)}:${Number(place)}`,
    ),
  );
  return [...new Set(ids)];
}
