import { compile } from "@semantic-xpath/runtime";
import type { NodeId } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import { itemsOf } from "../ask/items.js";
import { type Read, readQueries } from "../ask/readQueries.js";
import type { Lexicon } from "../ask/senses.js";
import type { Condition, Things } from "../intermediate.js";
import type { UpdateReading } from "../translation.js";
import type { Words } from "../words/words.js";
import { write } from "../write/write.js";
import { setting, slotOf, together } from "./drafts.js";
import { Phrases } from "./phrases.js";
import { bare } from "./verbs.js";

/** Nodes of the largest tree in which a statement is tried out. */
const MAX_TRIED = 20_000;
/** Confidence of an update by a statement. */
const STATED = 0.75;
const JOINING: ReadonlySet<string> = new Set(["of", "in", "and", "with"]);
const FINITE: ReadonlySet<string> = new Set("is are was were has have had now today".split(" "));
const ASKING =
  /^(?:what|which|who|whose|when|where|how|is|are|was|were|do|does|did|has|have|can|show|list|give|find|any|all|every|only|and)$/;

/** "The trout weighs 3 kilos now": a statement that is true of no node, and would be of one if it got the values. Null: nothing is stated, or of several nodes. */
export function stated(whole: Words, found: readonly Read[], lexicon: Lexicon, about: About): UpdateReading | null {
  const { request } = whole;
  // "…, please enter that" says that it is an order.
  const all = whole.all.slice(
    ...bare(
      whole.all.map(({ text }) => text),
      0,
      whole.all.length,
    ),
  );
  const words = { request, all };
  const reads = all.length === whole.all.length ? found : readQueries(words, lexicon, about);
  const isStatement =
    !request.trimEnd().endsWith("?") && !ASKING.test(all[0]?.text ?? "") && all.some(({ text }) => FINITE.has(text));
  if (!isStatement || about.tree.size > MAX_TRIED) return null;
  const form = reads[0]?.form;
  if (form === undefined || form.graded !== null || form.of.types.length !== 1 || form.of.pick !== null) return null;
  // Every word is of the thing or of a value.
  if (form.left.some(({ kind }) => kind !== "mark")) return null;
  const isUnderstood = itemsOf(words, lexicon).every((item) =>
    item.kind === "mark" ? JOINING.has(item.mark.kind) : !["verb", "rest", "vague"].includes(item.kind),
  );
  if (!isUnderstood) return null;
  let stated: Things = { ...form.of, conditions: [] };
  let nodes: readonly NodeId[] = [];
  const newValues: Extract<Condition, { kind: "compares" }>[] = [];
  for (const condition of form.of.conditions) {
    const other = { ...stated, conditions: [...stated.conditions, condition] };
    const matching = nodesOf(other, lexicon, about);
    if (matching.length > 0) [stated, nodes] = [other, matching];
    else if (condition.kind === "compares" && condition.operator === "=" && condition.part === undefined)
      newValues.push(condition);
    else return null;
  }
  const [node, second] = nodes;
  if (node === undefined || second !== undefined || newValues.length === 0) return null;
  const phrases = new Phrases(words, lexicon, about);
  const slots = newValues.map(({ attribute, value }) => ({
    slot: slotOf(phrases, node, attribute),
    value: unquoted(value),
  }));
  // A text has to be said as it is.
  const isSaid = slots.every(
    ({ slot: { type, attribute }, value }) =>
      attribute !== lexicon.world.label(type) &&
      (lexicon.world.kind(type, attribute) !== "string" || request.toLowerCase().includes(value.toLowerCase())),
  );
  if (!isSaid) return null;
  const { update, said } = together(slots.map(({ slot, value }) => setting(phrases, node, slot, value)));
  // A statement is not an order, so a person confirms the loss of a value.
  const isDestructive = slots.some(({ slot }) => slot.now !== null);
  const span = { start: all[0]!.span.start, end: all.at(-1)!.span.end };
  return { kind: "update", update, said, isDestructive, confidence: STATED, parts: [{ span, meaning: said }] };
}

const unquoted = (literal: string): string => (literal.startsWith('"') ? (JSON.parse(literal) as string) : literal);

function nodesOf(of: Things, { world }: Lexicon, { tree }: About): readonly NodeId[] {
  const { query } = compile(write({ give: { kind: "nodes" }, of }, world), { schema: world.data.schema });
  return query === undefined || query.isSemantic ? [] : [...query.select(tree).ids];
}
