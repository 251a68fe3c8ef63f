import type { ArgumentValue, RecordObject, RecordValue } from "@semantic-xpath/runtime/internal";
import type { Change, Comparison, Why, WhyField, WhyNot } from "../answers.js";
import { once } from "../memo.js";
import type { ResultRow, RunView } from "./runView.js";
import { searchTypes } from "./search.js";

/**
 * Copies a run without the content of its data. Texts, attribute values and labels become bars of their length, and so do values that
 * messages and suggested changes quote. Types, paths, numbers, and the query with its conditions and arguments stay. The copy is for
 * readers without access to the data; a search in it finds types alone, and a suggested change can't be applied.
 */
export function redacted(view: RunView): RunView {
  const redactor = once(() => makeRedactor(view));
  /** Redactor that also removes unquoted values of nodes from messages. */
  const knowing = async (...nodes: readonly (number | null)[]): Promise<Redactor> => {
    const details = await Promise.all(nodes.filter((node) => node !== null).map((node) => view.node({ node })));
    const words = details.flatMap(({ text, attributes }) => [text, ...attributes.map(({ value }) => value)]);
    return (await redactor()).knowing(words);
  };
  return {
    overview: async () => without(await redactor(), "overview", await view.overview()),
    results: async (request) => {
      const page = await view.results(request);
      const bars = await redactor();
      return { ...page, rows: page.rows.map((row) => redactRow(bars, row)) };
    },
    cut: async (request) => without(await redactor(), "cut", await view.cut(request)),
    dropped: async (request) => without(await redactor(), "dropped", await view.dropped(request)),
    reasons: (request) => view.reasons(request),
    scores: async (request) => without(await redactor(), "scores", await view.scores(request)),
    values: async (request) => without(await redactor(), "values", await view.values(request)),
    tree: () => view.tree(),
    labels: async (request) => without(await redactor(), "labels", await view.labels(request)),
    node: async (request) => without(await redactor(), "node", await view.node(request)),
    contents: async (request) => without(await redactor(), "contents", await view.contents(request)),
    search: async ({ text, limit }) => searchTypes(await view.tree(), text, limit),
    why: async (request) => {
      const why = await view.why(request);
      return why && redactWhy(await knowing(request.node), why);
    },
    whyNot: async (request) => {
      const whyNot = await view.whyNot(request);
      return whyNot && redactWhyNot(await knowing(request.node, await view.locate({ path: whyNot.via })), whyNot);
    },
    change: async (request) => {
      const change = await view.change(request);
      return change && redactChange(await knowing(request.node), change);
    },
    nearest: async () => {
      const nearest = await view.nearest();
      return nearest && { ...nearest, change: redactChange(await redactor(), nearest.change) };
    },
    locate: (request) => view.locate(request),
    mermaid: (request) => view.mermaid(request),
    document: async (request) => {
      const { results, ...document } = await view.document(request);
      const bars = await redactor();
      return { ...without(bars, "document", document), results: results.map((row) => redactRow(bars, row)) };
    },
  };
}

/** A comparison without the values that its reasons quote. */
export function redactedComparison(comparison: Comparison): Comparison {
  const { before, after, rows } = comparison;
  const paths = rows.flatMap(({ path, pathBefore }) => [path, pathBefore ?? path]);
  const types = new Set(paths.flatMap((path) => path.split(/[/@]|\[\d+\]/)));
  const { message } = redactorFor(`${before.query}\n${after.query}`, types);
  return {
    ...comparison,
    rows: rows.map(({ valuesBefore: _, valuesAfter: __, ...row }) => ({
      ...row,
      whyNot: row.whyNot && message(row.whyNot),
    })),
    sentences: comparison.sentences.map(message),
  };
}

async function makeRedactor(view: RunView): Promise<Redactor> {
  const [{ text, params }, { types }] = await Promise.all([view.overview(), view.tree()]);
  return redactorFor([text, ...Object.values(params)].join("\n"), new Set(types));
}

/** Sentences with possible content of the data, each by its property and the object around it. */
const SENTENCES = new Set([
  "empty message",
  "causes message",
  "causes advice",
  "whyNot message",
  "cut detail",
  "dropped detail",
  "costs text",
  "why sentences",
]);

/** Properties with content of nodes. */
const SAID = new Set([
  "asked text",
  "terms matched",
  "context matched",
  "attributes value",
  "results text",
  "results value",
  "results keys",
  "results gave",
  "values values",
  "trace value",
  "labels summary",
  "node text",
  "node summary",
  "contents text",
  "contents summary",
]);

/** Copies plain data without the content of the data. `inside` names its place; rows of a page have the place of the page. */
function without<T>({ message }: Redactor, inside: string, data: T): T {
  const copy = (value: unknown, place: string, name: string): unknown => {
    if (typeof value === "string") {
      const property = `${place} ${name}`;
      return SAID.has(property) ? barsOf(value) : SENTENCES.has(property) ? message(value) : value;
    }
    if (typeof value === "number" && SAID.has(`${place} ${name}`)) return barsOf(String(value));
    if (Array.isArray(value)) return value.map((each) => copy(each, place, name));
    if (typeof value !== "object" || value === null) return value;
    const within = name === "rows" ? place : name;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each, within, key)]));
  };
  return copy(data, inside, inside) as T;
}

/** For a value: the contributions and the value itself are content of the data. */
function redactWhy(redactor: Redactor, why: Why): Why {
  const copied = without(redactor, "why", why);
  const { contribution, fields } = why;
  if (fields !== null) return { ...copied, fields: fields.map((field) => redactField(redactor, field)) };
  if (contribution === null) return copied;
  const gave = contribution.gave.map(redactor.argument);
  const value = contribution.value;
  const hidden =
    value === null ? null : typeof value === "object" ? value.map(redactor.argument) : redactor.argument(value);
  return { ...copied, contribution: { gave, value: hidden } };
}

const redactRow = (redactor: Redactor, row: ResultRow): ResultRow => ({
  ...without(redactor, "results", { ...row, record: null }),
  record: row.record?.map((value) => hidden(redactor, value)) ?? null,
});

/** A field of a record, its lists and records too. */
function hidden(redactor: Redactor, value: RecordValue): RecordValue {
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map((each) => hidden(redactor, each)) as RecordValue;
  if (typeof value !== "object") return redactor.argument(value);
  const entries = Object.entries(value as unknown as RecordObject);
  return Object.fromEntries(entries.map(([name, own]) => [name, hidden(redactor, own)])) as RecordObject as never;
}

function redactField(redactor: Redactor, field: WhyField): WhyField {
  const hide = (value: RecordValue): RecordValue => hidden(redactor, value);
  const contributors = field.contributors.map(({ path, gave, without: rest }) => ({
    path,
    gave: gave.map(redactor.argument),
    without: rest === undefined ? rest : hide(rest),
  }));
  return { ...field, value: hide(field.value), contributors };
}

function redactWhyNot(redactor: Redactor, whyNot: WhyNot): WhyNot {
  const copied = without(redactor, "whyNot", whyNot);
  // A condition that compares no score: what it measured is in the data.
  const isOfValues = whyNot.reason === "filter" && whyNot.algebra === null;
  return isOfValues ? { ...copied, message: redactor.values(whyNot.message), measured: null } : copied;
}

function redactChange(redactor: Redactor, change: Change): Change {
  const { argument } = redactor;
  const write = VALUED.includes(change.kind) ? redactor.values : redactor.message;
  return {
    ...change,
    edits: change.edits.map(({ span, text }) => ({ span, text: write(text) })),
    text: write(change.text),
    params: Object.fromEntries(Object.entries(change.params).map(([name, value]) => [name, argument(value)])),
    message: write(change.message),
  };
}

/** Changes that may write a value of the data into the query. */
const VALUED: readonly Change["kind"][] = ["value", "argument", "several"];

const BAR = "█";
/** Words in double quotes, or in single ones that are not apostrophes; a quote inside is doubled. */
const QUOTED = /"((?:[^"]|"")*)"|(?<![\p{L}\p{N}])'((?:[^']|'')*)'(?![\p{L}\p{N}])/gu;
/** Numbers by themselves: no places in paths, no ranks, no parts of names. */
const NUMBER = /(?<![\p{L}\p{N}_.[:-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_:]|\.\d)/gu;
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Removes content of the data from sentences. */
interface Redactor {
  /** Numbers that are not quoted stay: they are measured, not read. */
  readonly message: (text: string) => string;
  /** Redacts a text whose numbers may be values of the data. */
  readonly values: (text: string) => string;
  readonly argument: (value: ArgumentValue) => ArgumentValue;
  /** Redactor that also removes these words without quotes. */
  knowing(words: readonly string[]): Redactor;
}

/** A text as bars of its length, white space left as it is. */
const barsOf = (text: string): string => text.replace(/\S/gu, BAR);

/** Keeps what is in the query (its arguments included) and the names of types. */
function redactorFor(query: string, types: ReadonlySet<string>, words: readonly string[] = []): Redactor {
  const numbers = new Set(query.match(NUMBER)?.map(Number) ?? []);
  const isKept = (text: string): boolean =>
    text === "" ||
    types.has(text) ||
    (IS_NUMBER.test(text) ? numbers.has(Number(text)) : query.includes(text.replace(/(?:…|\.\.\.)$/, "")));
  const unlessKept = (text: string): string => (isKept(text) ? text : barsOf(text));
  // Longest first, so that no rest of a longer one is left.
  const hiddenWords = words.filter((word) => /\p{L}/u.test(word) && !isKept(word)).sort((a, b) => b.length - a.length);
  const message = (text: string): string => {
    const quoted = text.replace(QUOTED, (whole: string, double: string | undefined, single: string | undefined) =>
      isKept(unescaped(double, single)) ? whole : barsBetweenQuotes(whole),
    );
    return hiddenWords.reduce((rest, word) => rest.replaceAll(word, barsOf(word)), quoted);
  };
  return {
    message,
    values: (text) => message(text).replace(NUMBER, unlessKept),
    argument: (value) => (isKept(String(value)) || typeof value === "boolean" ? value : barsOf(String(value))),
    knowing: (more) => redactorFor(query, types, more),
  };
}

const unescaped = (double: string | undefined, single: string | undefined): string =>
  double === undefined ? (single ?? "").replaceAll("''", "'") : double.replaceAll('""', '"');

const barsBetweenQuotes = (whole: string): string => `${whole[0]}${barsOf(whole.slice(1, -1))}${whole.at(-1)}`;
