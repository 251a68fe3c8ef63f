import type { Tree } from "@semantic-xpath/tree";
import type { TextSpan, Turn } from "../dialogue.js";
import type {
  Days,
  Dropped,
  DropReason,
  FactDraft,
  FactKind,
  FactOperation,
  RelationDraft,
  SlotType,
  SubjectRef,
} from "../formation.js";
import { ConversationState } from "../lifecycle/conversationState.js";
import type { Correction, Episode } from "../lifecycle/records.js";
import type { Statement } from "../lifecycle/statement.js";

type Node = ReturnType<Tree["node"]>;

/** The state that a tree of a memory was written from: no formation is asked. Linear. */
export function readState(tree: Tree): ConversationState {
  const state = new ConversationState();
  if (tree.size === 0) return state;
  const corrections: Correction[] = [];
  for (const child of tree.node(1).children) {
    if (child.type === "Session") readSession(state, child);
    else if (child.type === "Correction") corrections.push(correctionOf(child));
  }
  for (const each of corrections) state.addCorrection(each);
  state.takeTouched();
  return state;
}

const attribute = (node: Node, name: string): string | null => node.attribute(name) ?? null;

function readSession(state: ConversationState, node: Node): void {
  const id = attribute(node, "id") ?? "";
  const date = attribute(node, "date") ?? "";
  const zone = attribute(node, "zone");
  const episodes = [...node.children].filter(({ type }) => type === "Episode");
  const turnNodes = episodes.flatMap((episode) => [...episode.children].filter(({ type }) => type === "Turn"));
  const turns = turnNodes.map((turn) => ({
    id: attribute(turn, "ref") ?? attribute(turn, "id") ?? "",
    speaker: attribute(turn, "speaker") ?? "",
    text: turn.text,
    ...(attribute(turn, "time") !== null && { time: attribute(turn, "time")! }),
    ...(attribute(turn, "place") !== null && { place: Number(attribute(turn, "place")) }),
  }));
  const { session } = state.addTurns({ id, date, turns, ...(zone !== null && { zone }) });
  const places = new Map(session.turns.map((turn, i) => [turn.id, i]));
  state.setEpisodes(
    id,
    episodes.map((episode) => episodeOf(state, episode, { id, date }, places)),
  );
}

function episodeOf(
  state: ConversationState,
  node: Node,
  session: { readonly id: string; readonly date: string },
  places: ReadonlyMap<string, number>,
): Episode {
  const statements: Statement[] = [];
  const relations: RelationDraft[] = [];
  const dropped: Dropped[] = [];
  const turns: Turn[] = [];
  let summary = "";
  for (const child of node.children) {
    if (child.type === "Summary") summary = child.text;
    if (child.type !== "Turn") continue;
    const turn = state.turns.get(attribute(child, "id") ?? "")!;
    turns.push(turn);
    for (const part of child.children) {
      if (part.type === "Fact" || part.type === "Repeat") {
        const id = attribute(part, "id")!;
        const order = [
          session.date,
          session.id,
          places.get(turn.id)!,
          Number(id.slice(id.lastIndexOf("#") + 1)),
        ] as const;
        const problem = attribute(part, "status") === "failed" ? (attribute(part, "reason") ?? "") : null;
        const { speaker, time: observedAt } = turn;
        statements.push({ id, draft: draftOf(part, turn.id), text: part.text, speaker, observedAt, order, problem });
      } else if (part.type === "Relation") {
        relations.push({
          turn: turn.id,
          act: attribute(part, "act")!,
          toward: attribute(part, "toward")!,
          text: part.text,
        });
      } else if (part.type === "Dropped") {
        dropped.push({
          turn: turn.id,
          span: spanOf(attribute(part, "span")),
          reason: attribute(part, "reason") as DropReason,
        });
      }
    }
  }
  return {
    id: attribute(node, "id")!,
    session: session.id,
    turns,
    title: attribute(node, "title") ?? "",
    summary,
    digest: attribute(node, "digest") ?? "",
    formation: attribute(node, "formation") ?? "",
    statements,
    relations,
    dropped,
    failure: attribute(node, "status") === "failed" ? (attribute(node, "reason") ?? "") : null,
  };
}

/** The part of a draft that has no attribute of its own. */
interface Rest {
  readonly subject: SubjectRef;
  readonly type?: SlotType;
  readonly isSingle?: boolean;
  readonly paraphrase?: string;
  readonly context?: string;
  readonly replaced?: string;
  readonly mayReplace?: boolean;
}

function draftOf(node: Node, turn: string): FactDraft {
  const stored = JSON.parse(attribute(node, "draft") ?? "{}") as Rest;
  const name = attribute(node, "name");
  return {
    turn,
    span: spanOf(attribute(node, "span")),
    context: stored.context ?? null,
    paraphrase: stored.paraphrase ?? null,
    subject: stored.subject,
    slot: name === null ? null : { name, type: stored.type ?? "text", isSingle: stored.isSingle ?? true },
    value: attribute(node, "value"),
    isPositive: attribute(node, "polarity") !== "no",
    kind: attribute(node, "kind") as FactKind,
    operation: attribute(node, "operation") as FactOperation,
    when: daysOf(attribute(node, "when")),
    until: attribute(node, "until"),
    replaced: stored.replaced ?? null,
    mayReplace: stored.mayReplace ?? false,
    confidence: Number(attribute(node, "confidence") ?? 1),
  };
}

function spanOf(text: string | null): TextSpan {
  const [start = 0, end = 0] = (text ?? "").split("-").map(Number);
  return { start, end };
}

function daysOf(text: string | null): Days | null {
  if (text === null) return null;
  const [first = "", last = first] = text.split("/");
  return { first, last };
}

const correctionOf = (node: Node): Correction => ({
  id: attribute(node, "id")!,
  fact: attribute(node, "fact")!,
  action: attribute(node, "action") as Correction["action"],
  text: node.text,
  time: attribute(node, "time") ?? "",
  author: attribute(node, "author") ?? "",
});
