import {
  chooseEdits,
  type Diagnostic,
  diagnose,
  type Fix,
  type Parameter,
  type Parsed,
  type ParseOptions,
  parse,
  type TextEdit,
  tokenize,
} from "@semantic-xpath/parser";
import { check, type Schema } from "@semantic-xpath/planner";
import { type Change, changed, type Draft, type Note, originOf, withoutMargins, withoutOverlaps } from "./draft.js";
import { type Item, isGroup, isWord, itemsOf, sequencesOf } from "./items.js";
import { aggregates } from "./rules/aggregates.js";
import { alternatives, nameLists } from "./rules/alternatives.js";
import { atoms } from "./rules/atoms.js";
import { pathConditions, pathTests } from "./rules/pathConditions.js";
import { descendants, dots, positions, slashes } from "./rules/paths.js";
import { references } from "./rules/references.js";
import { roots } from "./rules/roots.js";
import type { Operation, Rule, Scene } from "./rules/rule.js";
import { denials, digits, negations, pipes, symbols } from "./rules/signs.js";
import { bareTexts, fields, unquotedTexts } from "./rules/texts.js";
import { isSignOfDemo, OPERATIONS } from "./rules/words.js";
import { wrappers } from "./rules/wrappers.js";

/** In the order in which they look at the text: each sees what those before it have written. */
const RULES: readonly Rule[] = [
  wrappers,
  references,
  symbols,
  denials,
  negations,
  unquotedTexts,
  pipes,
  bareTexts,
  fields,
  pathTests,
  aggregates,
  pathConditions,
  atoms,
  descendants,
  dots,
  nameLists,
  // One union at a time; real texts have few in one path.
  alternatives,
  alternatives,
  positions,
  digits,
  slashes,
  roots,
];

/** Facts besides the text. */
export interface Surroundings {
  readonly schema: Schema | null;
  readonly roots: readonly string[];
  readonly isFromDemo: boolean;
  readonly limits: ParseOptions;
  /** Parameters of the declaration around the query; null: any may be used. */
  readonly parameters: readonly Parameter[] | null;
}

/** One way to write a text in today's language. */
export interface Reading {
  readonly text: string;
  /** Changes and decisions, spans in the given text. */
  readonly notes: readonly Note[];
  /** Diagnostics of `text`: warnings, hints, and errors that do not keep it from running. Spans in `text`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Read {
  readonly operation: Operation | null;
  readonly readings: readonly Reading[];
  /** Spans in the text that was given. */
  readonly problems: readonly Diagnostic[];
  /** One reading, which no guess was needed for. */
  readonly isSure: boolean;
}

/** Answers to the questions of rules, by their names. */
type Answers = ReadonlyMap<string, string>;

/** Result of one run through the rules. */
interface Attempt {
  readonly draft: Draft;
  readonly operation: Operation | null;
  /** The first question that has several answers and was not answered; it went on with the first one. */
  readonly open: { readonly name: string; readonly answers: readonly string[] } | null;
  /** Errors of compiling; null: none. */
  readonly errors: readonly Diagnostic[] | null;
  readonly diagnostics: readonly Diagnostic[];
  /** A repair was made that the compiler only offers. */
  readonly isGuess: boolean;
}

const MAX_READINGS = 8;
const MAX_ATTEMPTS = 32;
const MAX_WITHIN = 6;

/** All readings of a draft: one for each answer to each question that the rules ask. */
export function readingsOf(draft: Draft, known: Surroundings): Read {
  const { diagnostics } = parse(draft.text, known.limits);
  const isHopeless = diagnostics.length > MAX_MISTAKES || diagnostics.some(({ code }) => code === "SXP1009");
  if (isHopeless) return { operation: null, readings: [], problems: originals(draft, diagnostics), isSure: false };
  const open: Answers[] = [new Map()];
  const done: Attempt[] = [];
  for (let attempts = 0; open.length > 0 && attempts < MAX_ATTEMPTS && done.length < MAX_READINGS; attempts++) {
    const answers = open.pop()!;
    const attempt = attemptOf(draft, known, answers);
    if (attempt.open === null) done.push(attempt);
    else {
      const { name, answers: possible } = attempt.open;
      open.push(...possible.map((answer) => new Map([...answers, [name, answer]])).reverse());
    }
  }
  const readings: Reading[] = [];
  const fitting = done.filter(({ errors, draft: { text } }) => errors === null && !isQuoted(parse(text, known.limits)));
  for (const {
    draft: { text, notes },
    diagnostics,
  } of fitting)
    if (!readings.some((reading) => reading.text === text)) readings.push({ text, notes, diagnostics });
  return {
    operation: done[0]?.operation ?? null,
    readings,
    problems: readings.length > 0 ? [] : (done[0]?.errors ?? originals(draft, [noPath(draft)])),
    isSure: readings.length === 1 && open.length === 0 && !fitting.some(({ isGuess }) => isGuess),
  };
}

/** A text in quotes, which asks for itself: what is in it was meant, or nothing. */
export const isQuoted = ({ ast: { query } }: Parsed): boolean =>
  query?.kind === "ValueQuery" && query.value.kind === "StringLiteral";

const noPath = ({ text }: Draft): Diagnostic =>
  diagnose("SXP1004", { start: 0, end: text.length }, { expected: 'a path such as "/Day"', found: text });

function attemptOf(draft: Draft, known: Surroundings, answers: Answers): Attempt {
  let open: Attempt["open"] = null;
  let operation: Operation | null = null;
  const choose = <A extends string>(name: string, possible: readonly A[]): A => {
    const answer = answers.get(name);
    if (answer === undefined && possible.length > 1) open ??= { name, answers: possible };
    return possible.find((one) => one === answer) ?? possible[0]!;
  };
  const tell = (found: Operation): void => {
    operation = found;
  };
  let scene = sceneOf(draft.text, known, choose, tell);
  let now = draft;
  for (const rule of RULES) {
    // A change inside of another one waits for the next round.
    for (let round = 0, isDone = false; !isDone && round < MAX_WITHIN; round++) {
      const changes = rule(scene);
      const apart = withoutOverlaps(changes);
      isDone = apart.length === changes.length;
      now = changed(now, apart);
      if (now.text !== scene.text) scene = { ...sceneOf(now.text, known, choose, tell), demo: scene.demo };
    }
  }
  const repaired = repairedDraft(withoutMargins(now), known, choose);
  return { ...repaired, operation, open };
}

function sceneOf(
  text: string,
  { schema, roots: known, isFromDemo }: Surroundings,
  choose: Scene["choose"],
  operation: Scene["operation"],
): Scene {
  const items = itemsOf(text);
  const demo = isFromDemo ? "sure" : isLikelyDemo(items) ? "likely" : "no";
  return { text, items, sequences: sequencesOf(items), schema, roots: known, demo, choose, operation };
}

/** Applies only the rule about roots, for a valid text without its root. */
export function withRoot(draft: Draft, known: Surroundings): boolean {
  // Computed values have no root: `Day + 1` is read unchanged.
  if (parse(draft.text, known.limits).ast.query?.kind === "ValueQuery") return false;
  const choose = <A extends string>(_: string, possible: readonly A[]): A => possible[0]!;
  const scene = sceneOf(draft.text, known, choose, () => undefined);
  return roots({ ...scene, demo: "no" }).length > 0;
}

function isLikelyDemo(items: readonly Item[]): boolean {
  const [first, second] = items;
  const isWrapped = isWord(first) && OPERATIONS.has(first.text.toLowerCase()) && isGroup(second, "(");
  return isWrapped || hasSign(items);
}

const hasSign = (items: readonly Item[]): boolean =>
  items.some((item) => isSignOfDemo(item) || (isGroup(item) && hasSign(item.inside)));

/** Maximum number of rounds of repairs, since a repair may reveal another mistake. */
const MAX_ROUNDS = 12;
/** A text with more mistakes than this is not a query. */
const MAX_MISTAKES = 1000;
/** Maximum number of offered repairs; more mean that the text is something else. */
const MAX_OFFERS = 3;

type Repaired = Pick<Attempt, "draft" | "errors" | "diagnostics" | "isGuess">;

/** Applies the compiler's safe repairs, and one of its offers. */
function repairedDraft(start: Draft, known: Surroundings, choose: Scene["choose"]): Repaired {
  let draft = start;
  let offers = 0;
  for (let round = 0; ; round++) {
    const isGuess = offers > 0;
    const { ast, diagnostics } = parse(draft.text, known.limits);
    const errors = diagnostics.filter(({ runnable }) => !runnable);
    if (errors.length === 0) {
      const checkFindings = ast.query === null ? [] : check(ast.query, known.schema, known.parameters).diagnostics;
      const blocking = checkFindings.filter(({ runnable }) => !runnable);
      const all = [...diagnostics, ...checkFindings];
      return { draft, isGuess, diagnostics: all, errors: blocking.length > 0 ? originals(draft, blocking) : null };
    }
    const failed = { draft, isGuess, diagnostics, errors: originals(draft, errors) };
    if (round === MAX_ROUNDS || errors.length > MAX_MISTAKES) return failed;
    const chosen = new Set<TextEdit>(chooseEdits(diagnostics));
    const safe = diagnostics.flatMap((diagnostic) => {
      const [fix] = diagnostic.fixes;
      return fix?.edits.every((edit) => chosen.has(edit)) ? [changeOf(diagnostic, fix)] : [];
    });
    if (safe.length > 0) draft = changed(draft, safe);
    else {
      const offered = offers < MAX_OFFERS ? offerOf(draft, errors, choose) : null;
      if (offered === null) return failed;
      offers++;
      draft = changed(draft, [offered]);
    }
  }
}

function offerOf({ text }: Draft, errors: readonly Diagnostic[], choose: Scene["choose"]): Change | null {
  for (const error of errors) {
    const fixes = error.fixes.filter((fix) => keepsAll(fix, text));
    if (fixes.length === 0) continue;
    const titles = fixes.map(({ title }) => title);
    const title = choose(`fix ${error.code} ${error.span.start}`, titles);
    return changeOf(error, fixes[titles.indexOf(title)]!);
  }
  return null;
}

const changeOf = ({ span, message }: Diagnostic, { title, edits }: Fix): Change => ({
  span,
  edits,
  what: title,
  why: message,
});

const originals = (draft: Draft, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, span: originOf(draft, diagnostic.span), fixes: [] }));

/** Tests that a repair keeps every name, text and number in the query, possibly in another spelling. */
function keepsAll({ edits }: Fix, text: string): boolean {
  const before = edits.flatMap(({ span }) => wordsOf(text.slice(span.start, span.end)));
  const after = edits.flatMap(({ newText }) => wordsOf(newText));
  const lost = before.filter((word) => !after.includes(word));
  return lost.length === 0 || (lost.length === 1 && before.length === 1 && after.length > 0);
}

const wordsOf = (text: string): readonly string[] =>
  tokenize(text)
    .filter(({ kind }) => kind !== "punctuation" && kind !== "comment")
    .map(({ span }) => text.slice(span.start, span.end))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
