import { handedOn } from "@semantic-xpath/chat";
import type { Reading, Translation } from "@semantic-xpath/chat/translate";
import { compile } from "@semantic-xpath/runtime";
import { afterUpdate, type ConversationState, sameAfter, treeOf, versionOf } from "./conversation.js";
import { foundNodes, sameValue } from "./found.js";
import type { Gold, GoldTurn, LoadedSet } from "./sets.js";

/** `wrong`: gone on with, and not what was meant. `graded` says that the wrong query was one of relevance. */
export interface Verdict {
  readonly outcome: "right" | "asked" | "wrong";
  readonly isGraded: boolean;
  readonly kind: string;
}

/** How a translation does against what is right. A translation that is not clear is a question. */
export async function verdictOf(
  translation: Translation,
  turn: GoldTurn,
  set: LoadedSet,
  state: ConversationState,
): Promise<Verdict> {
  const golds = [turn.gold, ...(turn.or ?? [])];
  const kind = Object.keys(turn.gold)[0]!;
  const [reading] = translation.readings;
  const isQuestion = !translation.isClear || reading === undefined;
  if (isQuestion) return { outcome: golds.some((gold) => "ask" in gold) ? "right" : "asked", isGraded: false, kind };
  const isGraded = reading.kind === "query" && /=~|≈/.test(reading.query);
  for (const gold of golds) if (await isRight(reading, gold, set, state)) return { outcome: "right", isGraded, kind };
  return { outcome: "wrong", isGraded, kind };
}

async function isRight(reading: Reading, gold: Gold, set: LoadedSet, state: ConversationState): Promise<boolean> {
  switch (reading.kind) {
    case "query":
      return !reading.isHistory && isRightQuery(reading.query, gold, set, state);
    case "update": {
      if (!("update" in gold))
        return "history" in gold && isSameStep(await afterUpdate(state, reading.update), gold, state);
      const [here, there] = [await afterUpdate(state, reading.update), await afterUpdate(state, gold.update)];
      return here !== null && there !== null && sameAfter(treeOf(state), here, there);
    }
    case "create":
      return "create" in gold && [reading.name, reading.title].some((name) => plain(name) === plain(gold.create.name));
    case "history":
      return "history" in gold && isSameAction(reading.action, gold.history, state);
    case "facts":
      return false;
    case "talk":
      return "talk" in gold;
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** An update that makes the tree as it was in the version that is to be restored does what was asked for. */
function isSameStep(after: LoadedSet["tree"] | null, gold: Gold, state: ConversationState): boolean {
  if (after === null || !("history" in gold) || !("version" in gold.history)) return false;
  if (gold.history.do !== "restore" && gold.history.do !== "revert") return false;
  return sameAfter(after, after, versionOf(state, gold.history.version).tree());
}

async function isRightQuery(text: string, gold: Gold, set: LoadedSet, state: ConversationState): Promise<boolean> {
  const { query } = compile(text, { schema: set.parsedSchema });
  const result = await query!.run(treeOf(state), { now: set.now });
  if ("value" in gold && result.value !== undefined) return sameValue(result.value, gold.value);
  if (!("nodes" in gold) || (result.value !== undefined && !Array.isArray(result.value))) return false;
  return sameNodes(foundNodes(result.matches.slice(0, handedOn(result))), gold.nodes);
}

const sameNodes = (found: ReadonlySet<string>, gold: readonly string[]): boolean =>
  found.size === gold.length && gold.every((path) => found.has(path));

type Action = Extract<Gold, { history: unknown }>["history"];

/** Versions by their number; a restored version is the same as the revert of the one change that came after it. */
function isSameAction(action: Action, gold: Action, state: ConversationState): boolean {
  const result = (step: Action): string | null => {
    if (step.do === "restore") return `restore ${versionOf(state, step.version).number}`;
    if (step.do === "revert") {
      const { number, parents } = versionOf(state, step.version);
      return number === versionOf(state, -1).number ? `restore ${parents[0]}` : `revert ${number}`;
    }
    if (step.do === "show") return `show ${versionOf(state, step.version).number}`;
    if (step.do === "diff") return `diff ${versionOf(state, step.from).number} ${versionOf(state, step.to).number}`;
    return step.do === "switch" ? `switch ${step.task}` : step.do;
  };
  try {
    return result(action) === result(gold);
  } catch {
    return false;
  }
}
