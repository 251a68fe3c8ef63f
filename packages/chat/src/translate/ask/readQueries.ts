import { compile } from "@semantic-xpath/runtime";
import type { About } from "../about.js";
import type { Ask } from "../intermediate.js";
import type { QueryReading, ReadPart } from "../translation.js";
import type { Word, Words } from "../words/words.js";
import { say } from "../write/say.js";
import { write } from "../write/write.js";
import { compose } from "./compose.js";
import { Draft } from "./draft.js";
import type { Antecedent, Form } from "./form.js";
import { headsOf } from "./heads.js";
import { type Item, itemsOf } from "./items.js";
import type { Lexicon, Sense } from "./senses.js";
import { silentItems } from "./silent.js";

/** Forms whose queries are run. */
const MAX_RUN = 6;
/** Nodes of the largest tree in which readings are tried out: a request is read between two key presses. */
const MAX_TRIED = 20_000;

/** Costs of what running a query shows. */
export const EMPTY = 0.34;
const COSTS = { empty: EMPTY, warning: 0.4, silent: 0.6 } as const;
/** Cost of a form above which its reading is unclear in any case. */
const MAX_COST = 0.5;

/** A reading with what made it. */
export interface Read {
  readonly reading: QueryReading;
  readonly form: Form;
}

/** Readings of a request as a question about the data, the surest first. */
export function readQueries(words: Words, lexicon: Lexicon, about: About): readonly Read[] {
  const items = itemsOf(words, lexicon);
  return readItems(items, words, lexicon, about);
}

/** Readings of items; a request that refers to earlier results is limited to those. */
export function readItems(
  items: readonly Item[],
  words: Words,
  lexicon: Lexicon,
  about: About,
  before: Antecedent | null = null,
): readonly Read[] {
  if (before === null && !items.some(says)) return [];
  const today = (about.now ?? new Date().toISOString()).slice(0, 10);
  const forms: Form[] = [];
  const heads = headsOf(items, words, lexicon);
  const all =
    before === null
      ? heads
      : [{ types: before.types, item: null, attribute: null, cost: 0.05, reason: "found before" }, ...heads];
  for (const head of all)
    for (const refused of waysOf(items, lexicon)) {
      const form = compose(new Draft(items, words, lexicon, head, today, refused, before));
      if (form !== null) forms.push(form);
    }
  const reads = new Map<string, Read>();
  const { world } = lexicon;
  const { schema } = world.data;
  for (const form of forms.sort((a, b) => a.cost - b.cost)) {
    if (reads.size >= MAX_RUN) break;
    const ask: Ask = { give: form.give, of: form.of };
    const query = write(ask, world);
    if (reads.has(query)) continue;
    const compiled = compile(query, { schema });
    if (compiled.query === undefined || compiled.diagnostics.some(({ severity }) => severity === "error")) continue;
    const warning = compiled.diagnostics.some(({ severity }) => severity === "warning") ? COSTS.warning : 0;
    const empty = emptyCost(form, ask, lexicon);
    const likely = form.cost + warning + empty;
    const without = (item: Item): string | null => {
      const remaining = items.filter((each) => each !== item);
      const other = compose(new Draft(remaining, words, lexicon, form.head, today, form.refused, before));
      return other === null ? null : write({ give: other.give, of: other.of }, world);
    };
    const silents =
      likely > MAX_COST ? [] : silentItems(form, query, items, lexicon).filter((item) => without(item) === query);
    const silent = COSTS.silent * silents.length;
    const cost = likely + silent;
    const reasons = [
      ...form.reasons,
      { of: "warning", cost: warning } as const,
      { of: "empty", cost: empty } as const,
      { of: "silent", cost: silent } as const,
    ];
    const reading: QueryReading = {
      kind: "query",
      query,
      isHistory: false,
      confidence: Math.exp(-cost),
      said: say(ask),
      parts: partsOf(form, words),
      reasons: reasons.filter((reason) => reason.cost !== 0),
    };
    reads.set(query, { reading, form });
  }
  return distinct(
    [...reads.values()].sort((a, b) => b.reading.confidence - a.reading.confidence),
    lexicon,
  );
}

/** True for items that carry a condition on the data. */
const says = (item: Item): boolean =>
  item.kind !== "verb" &&
  !(item.kind === "mark" && ["in", "of", "and", "what", "which", "with", "exists", "refers"].includes(item.mark.kind));

/** Sets of senses to leave out: none, and for each name that has two of equal strength the first. */
function waysOf(items: readonly Item[], { world }: Lexicon): readonly ReadonlySet<Sense>[] {
  const ways: ReadonlySet<Sense>[] = [new Set()];
  for (const item of items) {
    if (item.kind !== "name") continue;
    const [first, second] = item.senses;
    if (first === undefined || second === undefined || first.strength - second.strength > 0.1) continue;
    if (first.kind !== "type" && second.kind !== "type" && first.type === second.type) ways.push(new Set([first]));
    else if (first.kind === second.kind && world.relation(first.type, second.type) === null)
      ways.push(new Set([first]));
  }
  return ways.slice(0, 3);
}

function emptyCost(form: Form, ask: Ask, { world }: Lexicon): number {
  if (world.tree.size > MAX_TRIED || form.graded !== null) return 0;
  const nodes = compile(
    write(ask.give.kind === "nodes" || ask.give.kind === "values" ? ask : { ...ask, give: { kind: "nodes" } }, world),
    { schema: world.data.schema },
  ).query;
  if (nodes === undefined || nodes.isSemantic) return 0;
  try {
    if (nodes.select(world.data.tree).ids.length > 0) return 0;
  } catch {
    return 0;
  }
  // That there is none is an answer to how many there are.
  return form.isYesNo || ask.give.kind === "count" ? COSTS.empty / 4 : COSTS.empty;
}

/** Of readings with equal results the surest: the choice between them makes no difference. */
function distinct(reads: readonly Read[], { world }: Lexicon): readonly Read[] {
  if (world.tree.size > MAX_TRIED) return reads;
  const seenIds = new Set<string>();
  return reads.filter(({ reading: { query }, form: { give, of } }) => {
    // A list of shared values is another result than the list of the nodes.
    if (give.kind === "values" && give.isDistinct && of.types.some((type) => world.isShared(type, give.attribute)))
      return true;
    const path = /^distinct-values\((.*)\)$/s.exec(query)?.[1] ?? query;
    const compiled = compile(path, { schema: world.data.schema }).query;
    if (compiled === undefined || compiled.isSemantic || /^[a-z-]+\(|\[group by |\/\{/.test(path)) return true;
    try {
      const ids = compiled.select(world.data.tree).ids.join();
      if (ids === "" || !seenIds.has(ids)) {
        seenIds.add(ids);
        return true;
      }
      return false;
    } catch {
      return true;
    }
  });
}

function partsOf({ used }: Form, { all }: Words): readonly ReadPart[] {
  return [...used]
    .filter(([, meaning]) => meaning !== "")
    .map(([item, meaning]) => ({ span: spanOf(item, all), meaning }))
    .sort((a, b) => a.span.start - b.span.start);
}

/** Words may stand in another order than they were said in. */
export function spanOf({ from, to }: Pick<Item, "from" | "to">, all: readonly Word[]) {
  const spans = all.slice(from, to).map(({ span }) => span);
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}
