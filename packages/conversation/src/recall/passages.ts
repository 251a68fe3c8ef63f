import { asks, contentStems, sentencesIn, stemWord, wordsIn } from "@semantic-xpath/english";
import type { Turn } from "../dialogue.js";
import type { DropReason } from "../formation.js";
import { hasChange, isCorrection, isEnding } from "../formations/rules/cues.js";
import { MAX_ANSWER_WORDS } from "../formations/rules/shortAnswer.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import type { Statement } from "../lifecycle/statement.js";

/** The statements of one turn, with the question that it may answer. */
export interface Passage {
  readonly turn: Turn;
  /** The turn without its questions, conditions, jokes, hearsay and orders. */
  readonly text: string;
  /** The question with which another participant ended the turn before it; empty for none. */
  readonly question: string;
  readonly statements: readonly Statement[];
  /** Its place in the conversation. */
  readonly order: readonly [date: string, session: string, turn: number];
  readonly stems: ReadonlySet<string>;
  readonly questionStems: ReadonlySet<string>;
  /** Stems of the things and people that the text names. */
  readonly namedStems: ReadonlySet<string>;
  /** The next passages of its session, at most `MAX_FOLLOWING` turns after it. */
  readonly following: readonly Passage[];
  /** Its first sentence is so short that the question before is a part of what it states. */
  readonly isAnswer: boolean;
  /** It has a word of change, of an end or of a correction. */
  readonly isMarked: boolean;
  /** It has a fact and a word of a correction. */
  readonly isCorrecting: boolean;
}

/** Reasons for which a sentence that states something was not kept as a fact. */
const STATED: ReadonlySet<DropReason> = new Set(["no content", "limit"]);

/** The passages of an episode: of turns that have facts, or sentences that only say too little for one. */
export function passagesIn(state: ConversationState, { session, turns, statements, dropped }: Episode): Passage[] {
  const { date, turns: all } = state.sessions.get(session)!;
  const from = turns.length === 0 ? 0 : all.indexOf(turns[0]!);
  const passages = turns.flatMap((turn, i): (Passage & { readonly following: Passage[] })[] => {
    const ofTurn = statements.filter(({ draft, problem }) => draft.turn === turn.id && problem === null);
    const unkept = dropped.filter((each) => each.turn === turn.id);
    if (ofTurn.length === 0 && !unkept.some(({ reason }) => STATED.has(reason))) return [];
    let text = turn.text;
    for (const { span, reason } of unkept)
      if (!STATED.has(reason) && reason !== "courtesy")
        text = text.slice(0, span.start) + " ".repeat(span.end - span.start) + text.slice(span.end);
    text = text.replace(/ {2,}/g, " ").trim();
    const stems = new Set(contentStems(text));
    if (stems.size === 0) return [];
    for (const { draft } of ofTurn)
      for (const stem of contentStems(`${draft.slot?.name ?? ""} ${draft.value ?? ""}`)) stems.add(stem);
    const isCorrecting = isCorrection(text.replaceAll("’", "'"));
    const question = questionOf(turns[i - 1] ?? all[from - 1], turn);
    return [
      {
        ...{ turn, text, question, statements: ofTurn, stems },
        order: [date, session, from + i],
        questionStems: new Set(contentStems(question)),
        namedStems: namedStemsIn(text),
        isAnswer: wordsIn(sentencesIn(turn.text)[0]?.text ?? "").length <= MAX_ANSWER_WORDS,
        isMarked: hasChange(text) || isEnding(text) || isCorrecting,
        isCorrecting: isCorrecting && ofTurn.length > 0,
        following: [],
      },
    ];
  });
  for (const [i, passage] of passages.entries())
    for (const later of passages.slice(i + 1, i + 1 + MAX_FOLLOWING))
      if (later.order[2] - passage.order[2] <= MAX_FOLLOWING) passage.following.push(later);
  return passages;
}

/** Turns after a passage that may go on with its topic. */
const MAX_FOLLOWING = 2;

const BEFORE_THINGS: ReadonlySet<string> = new Set(
  "a an the my our his her their your its this that these those no any more of from for with without".split(" "),
);

/** Words with a capital letter, and those after a determiner or some prepositions, with an adjective between them at most. */
function namedStemsIn(text: string): ReadonlySet<string> {
  const words = wordsIn(text);
  return new Set(
    words.flatMap(({ raw, text: word }, i) =>
      /^\p{Lu}/u.test(raw) || BEFORE_THINGS.has(words[i - 1]?.text ?? "") || BEFORE_THINGS.has(words[i - 2]?.text ?? "")
        ? [stemWord(word)]
        : [],
    ),
  );
}

function questionOf(before: Turn | undefined, { speaker }: Turn): string {
  const last = before === undefined || before.speaker === speaker ? "" : (sentencesIn(before.text).at(-1)?.text ?? "");
  return asks(last) ? last : "";
}
