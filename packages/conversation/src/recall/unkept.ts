import { isDenied, wordsIn } from "@semantic-xpath/english";
import type { Dropped } from "../formation.js";
import { hasChange, isEnding, isStop } from "../formations/rules/cues.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import { loneFact } from "../lifecycle/settle.js";
import { type Fact, slug } from "../lifecycle/statement.js";

/** Reasons for which a sentence that states something was not kept. */
const STATED: ReadonlySet<Dropped["reason"]> = new Set(["no content", "limit"]);

const OF_SPEAKER = /^the \p{L}+(?: \p{L}+)? (?:is|are)\b|\b(?:i|i'm|i've|me|my|mine|we|we're|we've|us|our|ours)\b/iu;

/**
 * Sentences of an episode that state something and were not kept as facts, as facts outside of slots: what answers where no fact does.
 */
export function unkeptIn(state: ConversationState, { dropped }: Episode): readonly Fact[] {
  return dropped.flatMap(({ turn: id, span, reason }) => {
    const turn = state.turns.get(id);
    if (turn === undefined || !STATED.has(reason)) return [];
    const text = turn.text.slice(span.start, span.end);
    if (!OF_SPEAKER.test(text) && !hasChange(text) && !isEnding(text) && !isDenied(wordsIn(text))) return [];
    const isEnd = isStop(text);
    return loneFact(
      {
        id: `${id}@${span.start}`,
        text,
        speaker: turn.speaker,
        observedAt: turn.time,
        order: [state.sessions.get(turn.session)!.date, turn.session, turn.place ?? 0, 0],
        problem: null,
        draft: {
          turn: id,
          span,
          context: null,
          paraphrase: null,
          subject: { name: turn.speaker, of: null, role: null },
          slot: null,
          value: null,
          isPositive: !isEnd && !isDenied(wordsIn(text)),
          kind: isEnd ? "never" : "state",
          operation: isEnd ? "end" : "mention",
          when: null,
          until: null,
          replaced: null,
          mayReplace: hasChange(text) || isEnding(text),
          confidence: 0.3,
        },
      },
      slug(turn.speaker),
    );
  });
}
