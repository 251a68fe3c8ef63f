import type { NodeData } from "@semantic-xpath/tree";
import type { Session, TextSpan, Turn } from "../dialogue.js";
import type { RelationDraft } from "../formation.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Correction, Episode, Slot, Subject } from "../lifecycle/records.js";
import type { Statement } from "../lifecycle/statement.js";

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** A node without the attributes that have no value. */
function node(type: string, attributes: Attributes, children: readonly NodeData[] = [], text = ""): NodeData {
  const present = Object.entries(attributes).filter(
    (entry): entry is [string, string] => entry[1] != null && entry[1] !== "",
  );
  return {
    type,
    ...(present.length > 0 && { attributes: Object.fromEntries(present) }),
    ...(text !== "" && { text }),
    ...(children.length > 0 && { children }),
  };
}

export const spanText = ({ start, end }: TextSpan): string => `${start}-${end}`;

export const memoryNode = (state: ConversationState, formation: string): NodeData =>
  node("Memory", { formation }, [
    ...state.orderedSessions().map((session) => sessionNode(state, session)),
    ...state.subjects().map((subject) => subjectNode(state, subject)),
    ...state.allCorrections().map(correctionNode),
  ]);

export const sessionNode = (state: ConversationState, session: Session): NodeData =>
  node(
    "Session",
    { id: session.id, date: session.date, zone: session.zone },
    state.sessions.get(session.id)!.episodes.map((episode) => episodeNode(state, episode)),
  );

export const episodeNode = (state: ConversationState, episode: Episode): NodeData =>
  node(
    "Episode",
    {
      id: episode.id,
      first: episode.turns[0]?.id,
      last: episode.turns.at(-1)?.id,
      title: episode.title,
      status: episode.failure === null ? "formed" : "failed",
      formation: episode.formation,
      digest: episode.digest,
      reason: episode.failure,
    },
    [
      ...(episode.summary === "" ? [] : [node("Summary", {}, [], episode.summary)]),
      ...episode.turns.map((turn) => turnNode(state, turn, episode)),
    ],
  );

export function turnNode(state: ConversationState, turn: Turn, episode: Episode): NodeData {
  const facts = episode.statements.flatMap(({ id, draft }) => (draft.turn === turn.id ? [factNode(state, id)] : []));
  const relations = relationsOf(episode).filter(({ relation }) => relation.turn === turn.id);
  const dropped = episode.dropped.filter((each) => each.turn === turn.id);
  return node(
    "Turn",
    {
      id: turn.id,
      ref: turn.ref,
      speaker: turn.speaker,
      time: turn.time.length > 10 ? turn.time : null,
      place: turn.place?.toString(),
    },
    [
      ...facts.filter((each) => each !== null),
      ...relations.map(({ id, relation: { act, toward, text } }) => node("Relation", { id, act, toward }, [], text)),
      ...dropped.map(({ span, reason }) => node("Dropped", { span: spanText(span), reason })),
    ],
    turn.text,
  );
}

/** Relations of an episode with their ids: the turn's id, "~" and the number of the relation in the turn, from 1. */
export function relationsOf({ relations }: Episode): { readonly id: string; readonly relation: RelationDraft }[] {
  const counts = new Map<string, number>();
  return relations.map((relation) => {
    const number = (counts.get(relation.turn) ?? 0) + 1;
    counts.set(relation.turn, number);
    return { id: `${relation.turn}~${number}`, relation };
  });
}

/** The node of a statement; a statement that confirms an earlier fact is a node that refers to that. */
export function factNode(state: ConversationState, id: string): NodeData | null {
  const fact = state.factOf(id);
  if (fact === null) return null;
  if (fact.statement.id !== id) {
    const repeated = fact.confirmedBy.find((each) => each.id === id)!;
    return node("Repeat", { id, idref: fact.statement.id, ...statementAttributes(repeated) }, [], repeated.text);
  }
  const { statement, subject, slot, mayReplace, confirmedBy } = fact;
  return node(
    "Fact",
    {
      id,
      subject,
      slot,
      ...statementAttributes(statement),
      observedAt: statement.observedAt,
      validFrom: fact.validFrom,
      validTo: fact.validTo,
      supersededBy: fact.supersededBy,
      how: fact.how,
      mayReplace: mayReplace.join(" "),
      confirmed: confirmedBy.length === 0 ? null : String(confirmedBy.length),
      lastConfirmed: confirmedBy.at(-1)?.observedAt,
      status: fact.status,
      reason: statement.problem,
    },
    [
      node("Source", { idref: statement.draft.turn, span: spanText(statement.draft.span) }),
      ...(statement.draft.context === null
        ? []
        : [node("Source", { idref: statement.draft.context, role: "context" })]),
      ...confirmedBy.map(({ draft }) => node("Source", { idref: draft.turn, span: spanText(draft.span) })),
    ],
    statement.text,
  );
}

/** The part of a statement that its formation stated. */
function statementAttributes({ draft }: Statement): Attributes {
  return {
    span: spanText(draft.span),
    name: draft.slot?.name,
    value: draft.value,
    polarity: draft.isPositive ? null : "no",
    kind: draft.kind,
    operation: draft.operation,
    when:
      draft.when === null
        ? null
        : draft.when.first === draft.when.last
          ? draft.when.first
          : `${draft.when.first}/${draft.when.last}`,
    until: draft.until,
    confidence: draft.confidence === 1 ? null : String(draft.confidence),
    draft: JSON.stringify({
      subject: draft.subject,
      ...(draft.slot !== null && { type: draft.slot.type, isSingle: draft.slot.isSingle }),
      ...(draft.paraphrase !== null && { paraphrase: draft.paraphrase }),
      ...(draft.context !== null && { context: draft.context }),
      ...(draft.replaced !== null && { replaced: draft.replaced }),
      ...(draft.mayReplace && { mayReplace: true }),
    }),
  };
}

export const subjectNode = (state: ConversationState, { id, name, of, role, aliases }: Subject): NodeData =>
  node("Subject", { id, name, of, role, alias: aliases.join("; ") }, state.slotsOf(id).map(slotNode));

export const slotNode = ({ id, key, name, isSingle, type, facts }: Slot): NodeData =>
  node(
    "Slot",
    { id, key, name, single: String(isSingle), type },
    facts.map(({ statement }) => node("Claim", { idref: statement.id })),
  );

export const correctionNode = ({ id, fact, action, text, time, author }: Correction): NodeData =>
  node("Correction", { id, fact, action, time, author }, [], text);
