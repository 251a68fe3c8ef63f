import type { Field } from "../../intermediate.js";
import { isFunctionWord, markAt } from "../../lexicon/closed.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import type { Sense } from "../senses.js";

/** A column with its place among the words. */
interface Column {
  readonly from: number;
  readonly to: number;
  readonly field: Field;
}

/** "a table of tasks with their owner and deadline", "name and price of all parks": several attributes of each node. */
export function tables(draft: Draft): void {
  const [type] = draft.types;
  const { all } = draft.words;
  const [table] = draft.marks("table");
  const isTable = table !== undefined;
  if (isTable && draft.head.attribute !== null) draft.cost += COSTS.perEach;
  if (type === undefined || draft.types.length > 1 || draft.head.attribute !== null || draft.give.kind !== "nodes")
    return;
  const run = longestRun(draft, columnsIn(draft));
  if (run.length < (isTable ? 1 : 2)) return;
  const [first] = run;
  const lead = all[first!.from - 1]?.text ?? "";
  const isOfNamed = draft.head.item?.kind === "name" && draft.head.item.to <= first!.from;
  const label = draft.world.label(type);
  const fields = run.map(({ field }) => field);
  const isBeside =
    isOfNamed &&
    label !== null &&
    LEADS.has(lead) &&
    !fields.some((field) => field.kind === "value" && field.up === 0 && field.attribute === label);
  if (!isTable && !isBeside && lead === "with") draft.cost += COSTS.inferredValue;
  draft.give = { kind: "table", fields: isBeside ? [{ kind: "value", up: 0, attribute: label }, ...fields] : fields };
  if (table !== undefined) draft.use(table, "table");
  for (const item of draft.items)
    if (draft.isFree(item) && run.some(({ from, to }) => item.from >= from && item.to <= to)) draft.use(item, "column");
}

const LEADS: ReadonlySet<string> = new Set(["with", "their", "its"]);

/** Names of attributes and numbers of what is inside, wherever they are. */
function columnsIn(draft: Draft): readonly Column[] {
  const { all } = draft.words;
  const columns: Column[] = [];
  for (let from = 0; from < all.length; from++) {
    const column = countAt(draft, from) ?? attributeAt(draft, from);
    if (column === null) continue;
    columns.push(column);
    from = column.to - 1;
  }
  return columns;
}

function attributeAt(draft: Draft, from: number): Column | null {
  const item = draft.items.find((each) => each.from <= from && from < each.to);
  const word = draft.words.all[from]!;
  // "name" is a word of requests as well.
  const senses =
    item?.kind === "name" && item.from === from
      ? item.senses
      : item === undefined && !word.isQuoted
        ? (draft.lexicon.phrases.get(word.stem) ?? [])
        : [];
  const sense = bestOf(draft, senses);
  if (sense === null || sense.kind === "type" || sense.kind === "value") return null;
  const up = draft.world.place(draft.types[0]!).depth - draft.world.place(sense.type).depth;
  return { from, to: item?.to ?? from + 1, field: { kind: "value", up, attribute: sense.attribute } };
}

function bestOf(draft: Draft, senses: readonly Sense[]): Sense | null {
  const ofHead = senses.filter(
    ({ kind, type, strength }) =>
      (kind === "attribute" || kind === "flag") && strength >= 0.7 && draft.types.includes(type),
  );
  const above = senses.filter(
    ({ kind, type, strength }) =>
      kind === "attribute" && strength >= 0.9 && draft.reach(type)?.relation === "above" && !draft.world.isRoot(type),
  );
  const depthOf = ({ type }: Sense): number => draft.world.place(type).depth;
  return [...ofHead, ...above].sort((a, b) => b.strength - a.strength || depthOf(b) - depthOf(a))[0] ?? null;
}

/** "number of scenes". */
function countAt(draft: Draft, from: number): Column | null {
  const { all } = draft.words;
  const mark = markAt(
    all.map(({ text }) => text),
    from,
  );
  if (mark?.mark.kind !== "count" || mark.to >= all.length) return null;
  const sense = draft.lexicon.phrases
    .get(all[mark.to]!.stem)
    ?.find(({ kind, type }) => kind === "type" && draft.reach(type)?.relation === "below");
  return sense === undefined ? null : { from, to: mark.to + 1, field: { kind: "count", type: sense.type } };
}

/** The longest list of columns that commas or "and" join, with only articles and pronouns between them. */
function longestRun(draft: Draft, columns: readonly Column[]): readonly Column[] {
  const { all } = draft.words;
  let best: readonly Column[] = [];
  let run: Column[] = [];
  for (const column of columns) {
    const last = run.at(-1);
    const between = last === undefined ? [] : all.slice(last.to, column.from).map(({ text }) => text);
    const isNext =
      last !== undefined &&
      (between.includes("and") ||
        draft.words.request.slice(all[last.to - 1]!.span.end, all[column.from]!.span.start).includes(",")) &&
      between.every(
        (text) => text === "and" || text === "its" || text === "their" || (isFunctionWord(text) && text !== "not"),
      );
    run = isNext ? [...run, column] : [column];
    if (run.length > best.length) best = run;
  }
  return best;
}
