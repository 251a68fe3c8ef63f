import type { IToken } from "chevrotain";
import { assertNever } from "../assertNever.js";
import { endsInValues } from "../ast/expressions.js";
import type {
  Evidence,
  Expr,
  IdStep,
  Missing,
  ParameterReference,
  Segment,
  StringLiteral,
  Value,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { fix, offer, replacements } from "../diagnostics/fix.js";
import { suggest } from "../diagnostics/suggest.js";
import {
  endOf,
  type Gap,
  missing,
  report,
  reportStray,
  type Source,
  spanOf,
  textIn,
  withdraw,
  withdrawIn,
} from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import {
  ELSEWHERE,
  FUNCTION_NAMES,
  type FunctionForm,
  type FunctionName,
  type FunctionRow,
  functionOf,
  MEANT,
  type ParameterKind,
  WRAPPERS,
} from "../words/functions.js";
import { idArgumentOf, reportIdCall } from "./idStep.js";
import { conditionOf } from "./literal.js";
import {
  evidenceOf,
  firstSegmentOf,
  missingEvidence,
  type Operand,
  type PathOperand,
  readValue,
  reportRelative,
  settle,
} from "./operand.js";
import { reportOperator } from "./operator.js";

/** One argument as it is written; what it is depends on the function. */
export interface Argument {
  /** Null: there is none. */
  readonly operand: Operand | null;
  /** End of the token before it, and its first token. */
  readonly start: number;
  readonly token: IToken;
  /** End of its operand, and the token after that. */
  readonly end: number;
  readonly next: IToken;
  /** Following tokens without a place; null: none. */
  readonly strays: Span | null;
  /** Number of diagnostics before it. */
  readonly reported: number;
}

interface WrittenCall {
  readonly name: IToken;
  readonly opening: IToken;
  readonly first: Argument;
  readonly rest: readonly Argument[];
  /** Up to the closing parenthesis, if there is one. */
  readonly span: Span;
  /** End of the last argument, and the token after it. */
  readonly end: number;
  readonly closing: IToken;
  /** Number of diagnostics at that time. */
  readonly reported: number;
}

/** `name "(" … ")"`: the arguments are read as the function takes them. */
export function callOf(source: Source, call: WrittenCall): Operand {
  const { name } = call;
  if ((name.image === "node" || name.image === "content") && isEmpty(call)) return targetOf(source, call);
  if (name.image === "id") return idOf(source, call);
  if (name.image === "root" && isEmpty(call)) return { kind: "RootStart", span: call.span };
  if (WRAPPERS.has(name.image)) return isCondition(call) ? unwrapped(source, call) : relevanceMeant(source, call);
  const called = functionOf(name.image) === null ? nameMeant(source, call) : name.image;
  const row = functionOf(called);
  return row === null ? unknownOf(source, call) : nodeOf(source, call, called, formOf(row, call));
}

const isCondition = ({ first, rest }: WrittenCall): boolean =>
  rest.length === 0 && first.strays === null && first.operand?.kind === "Relevance";

/** `atom(node =~ "x")` is what is in it. */
function unwrapped(source: Source, { name, opening, first, span, closing }: WrittenCall): Operand {
  const before = { start: span.start, end: endOf(opening) };
  const edits = [before, spanOf(closing)].map((each) => ({ span: each, newText: "" }));
  const isWhole = closing.tokenType === T.RightParenthesis;
  const fixes = isWhole ? [{ title: `Remove ${name.image}(…) around it`, edits, isSafe: false }] : [];
  report(source, "SXP1012", spanOf(name), { name: name.image, suggestions: [] }, fixes);
  return first.operand!;
}

/** `sem("x")`, `sem(@name, "x")` are `node =~ "x"`, `@name =~ "x"`. */
function relevanceMeant(source: Source, call: WrittenCall): Missing {
  const { name, first, rest, span, closing } = call;
  const [target, text] = rest.length === 0 ? [null, first] : [first, rest[0]!];
  const isWhole = closing.tokenType === T.RightParenthesis && rest.length < 2 && [first, ...rest].every(isUnbroken);
  const isApart = !/^[\p{L}\p{N}"']/u.test(source.text.slice(span.end, span.end + 1));
  const isTarget = target === null || TARGETS.has(target.operand?.kind ?? "");
  if (!isWhole || !isApart || !isTarget || !isLiteral(text)) {
    report(source, "SXP1012", spanOf(name), { name: name.image, suggestions: [], instead: 'Write node =~ "…".' });
    return unknownOf(source, call);
  }
  const scored = target === null ? "node" : textIn(source, target.operand!.span);
  const relevance = `${scored} =~ ${textIn(source, text.operand!.span)}`;
  const isCondition =
    BEFORE_CONDITION.test(source.text.slice(Math.max(0, span.start - AROUND), span.start)) &&
    AFTER_CONDITION.test(source.text.slice(span.end, span.end + AROUND));
  const fixes = [{ ...fix(`Replace by ${relevance}`, span, relevance), isSafe: isCondition }];
  report(source, "SXP1012", spanOf(name), { name: name.image, suggestions: [], instead: `Write ${relevance}.` }, fixes);
  return { kind: "Missing", span, expected: "a condition" };
}

/** UTF-16 units beside a condition that are looked at. */
const AROUND = 100;
/** Texts around a whole condition; beside an operator of values a relevance is an error. */
const BEFORE_CONDITION = /(?:[[({,:]|\b(?:and|or|satisfies))\s*$/;
const AFTER_CONDITION = /^\s*(?:[\])},]|(?:and|or)\b)/;

const isUnbroken = ({ operand, strays }: Argument): boolean => operand !== null && strays === null;

/** Kinds of operands that may be on the left of `=~`. */
const TARGETS: ReadonlySet<string> = new Set(["AttributeReference", "FieldReference", "NodeTarget", "TextTarget"]);

/** XPath's `node()` is `node` here. */
function targetOf(source: Source, { name, opening, span, closing }: WrittenCall): Missing {
  const callSpan = { start: span.start, end: closing.tokenType === T.RightParenthesis ? span.end : endOf(opening) };
  const fixes = [fix("Remove the parentheses", callSpan, name.image)];
  report(source, "SXP1012", callSpan, { name: name.image, suggestions: [name.image] }, fixes);
  return { kind: "Missing", span, expected: "a condition" };
}

/** XPath's function `id(…)` is a step here. */
function idOf(source: Source, { name, first, rest, span, reported }: WrittenCall): PathOperand {
  const surplus = rest.at(-1);
  const strays = surplus === undefined ? first.strays : { start: first.end, end: endOfArgument(surplus) };
  if (strays !== null) withdraw(source, first.reported, reported);
  const call = { name, operand: first.operand, rest: strays, span };
  const argument = idArgumentOf(source, call, gapAfter(first));
  const step: IdStep = { kind: "IdStep", span, argument, callSpan: span, brackets: [] };
  if (argument.kind !== "Missing") reportIdCall(source, step);
  const separatorSpan = { start: span.start, end: span.start };
  const segment: Segment = { kind: "Segment", span, separator: "/", separatorSpan, step };
  const evidence: Evidence = { kind: "Evidence", span, start: null, segments: [segment] };
  return { kind: "PathOperand", span, head: "slash", first: name, evidence, isWhole: false };
}

/** The function that an unknown name is a misspelling of; empty if that can't be said. */
function nameMeant(source: Source, call: WrittenCall): string {
  const token = call.name;
  const name = token.image;
  if (name === "NOT" || name === "Not") {
    reportOperator(source, token, "not");
    return "not";
  }
  const instead = ELSEWHERE.get(name);
  if (instead !== undefined) {
    report(source, "SXP1012", spanOf(token), { name, suggestions: [], instead });
    return "";
  }
  const plain = name.replace(/^(?:fn|xs):/, "");
  const meant = MEANT.get(name) ?? (plain !== name && functionOf(plain) !== null ? [plain as FunctionName] : undefined);
  const near = meant ?? suggest(name, FUNCTION_NAMES);
  const isGraded = /=~|≈/.test(textIn(source, call.span));
  const suited = near.filter((suggestion) => suits(call, functionOf(suggestion), isGraded));
  // A short name is like others by accident.
  const isNamed = meant !== undefined || name.length > 3;
  const suggestions = (suited.length > 0 ? suited : isNamed ? near : []).slice(0, 3);
  // With many short names around, a slip in the first letter is not the only reading.
  const isSure = suited.length > 0 && (meant !== undefined || suggestions[0]?.[0] === name[0]?.toLowerCase());
  const fixes = replacements(suggestions, spanOf(token)).map((each) => ({ ...each, isSafe: each.isSafe && isSure }));
  report(source, "SXP1012", spanOf(token), { name, suggestions }, fixes);
  return suited[0] ?? "";
}

/**
 * Tests that the arguments fit a suggested function; if not, reading it that way would only bring more errors. `isGraded`: there is a relevance
 * among them, which a function of scores over nodes is for.
 */
function suits(call: WrittenCall, row: FunctionRow | null, isGraded: boolean): boolean {
  const { first, rest } = call;
  const isPath = first.operand?.kind === "PathOperand" && first.operand.head !== "name";
  return (row?.forms ?? []).some(({ parameters, optional, repeats }) => {
    const [parameter] = parameters;
    const isMany = rest.length >= parameters.length - optional - 1 && (repeats || rest.length < parameters.length);
    switch (parameter) {
      case undefined:
        return isEmpty(call);
      case "path":
        return isPath && isGraded;
      case "values":
        return isPath && isMany;
      case "condition":
        return !isLiteral(first) && !isPath && !isEmpty(call);
      case "value":
        return !isEmpty(call) && isMany;
      case "text":
        return isLiteral(first);
      default:
        return assertNever(parameter);
    }
  });
}

const isEmpty = ({ first, rest }: WrittenCall): boolean =>
  rest.length === 0 && first.operand === null && first.strays === null;

/** One operand, not several joined. */
const isSole = ({ operand }: Argument): boolean => operand !== null && operand.kind !== "And" && operand.kind !== "Or";

const isLiteral = (argument: Argument): boolean =>
  isSole(argument) && [T.StringToken, T.Parameter, T.NumberToken].includes(argument.token.tokenType);

/** The form that the arguments take, see `FunctionRow.forms`. */
function formOf({ forms }: FunctionRow, { first, rest }: WrittenCall): FunctionForm {
  const taking = (kind: ParameterKind) => forms.find(({ parameters }) => parameters[0] === kind);
  if (rest.length > 0 || first.operand?.kind !== "PathOperand") return forms.at(-1) ?? forms[0];
  const isValues = endsInValues(first.operand.evidence);
  const form = isValues ? (taking("values") ?? taking("path")) : (taking("path") ?? taking("values"));
  return form ?? forms.at(-1) ?? forms[0];
}

function nodeOf(source: Source, call: WrittenCall, called: string, form: FunctionForm): Operand {
  const { first, rest } = call;
  const count = form.repeats ? rest.length + 1 : form.parameters.length;
  const surplus = count === 0 ? (isEmpty(call) ? undefined : first) : rest[count - 1];
  const before = count === 1 ? first : rest[count - 2];
  const from = before === undefined ? endOf(call.opening) : endOfArgument(before);
  if (surplus !== undefined) withdraw(source, surplus.reported, call.reported);
  const node = build(source, call, called, form);
  if (surplus !== undefined) {
    const span = trimmed(source, from, call.end);
    const takes = `"${called}(…)" takes ${count === 0 ? "no" : count} argument${count === 1 ? "" : "s"}`;
    report(source, "SXP1001", span, { text: textIn(source, span), takes }, [offer("Remove it", span, "")]);
  }
  return node;
}

/** A span without the white space before it. */
function trimmed(source: Source, from: number, end: number): Span {
  const inside = source.text.slice(from, end);
  return { start: from + inside.length - inside.trimStart().length, end };
}

const endOfArgument = ({ strays, end }: Argument): number => strays?.end ?? end;

function build(source: Source, call: WrittenCall, called: string, form: FunctionForm): Operand {
  const { first, rest, span } = call;
  switch (form.builds) {
    case "Not":
      return { kind: "Not", span, form: "not", operand: readCondition(source, first) };
    case "Aggregate":
      return {
        kind: "Aggregate",
        span,
        function: form.function,
        name: called,
        evidence: readEvidence(source, first),
      };
    case "Combine":
      return {
        kind: "Combine",
        span,
        function: form.function,
        operands: [first, ...rest].map((argument) => readCondition(source, argument)),
      };
    case "Call":
      return { kind: "Call", span, function: form.function, arguments: readArguments(source, call, form) };
    case "TextTarget":
      return { kind: "TextTarget", span };
    default:
      return assertNever(form);
  }
}

function readCondition(source: Source, argument: Argument): Expr {
  const { operand } = argument;
  const node =
    operand === null
      ? missing(source, gapBefore(argument), "a condition")
      : settle(source, operand, gapAfter(argument));
  reportStrays(source, argument);
  return node;
}

/** The arguments of a call of values, those that are required at least. */
function readArguments(source: Source, call: WrittenCall, form: FunctionForm): readonly (Value | Missing)[] {
  const { first, rest, end, closing } = call;
  const required = form.parameters.length - form.optional;
  const args = [first, ...rest];
  const surplus = form.repeats ? Math.max(0, args.length - form.parameters.length) : 0;
  const repeated = new Array<ParameterKind>(surplus).fill(form.parameters.at(-1)!);
  return [...form.parameters, ...repeated].flatMap((kind, i) => {
    const argument = args[i];
    if (i >= required && (argument === undefined || (i === 0 && isEmpty(call)))) return [];
    if (argument === undefined) return missing(source, { end, next: closing }, `"," and ${EXPECTED[kind]}`);
    return readArgument(source, argument, kind);
  });
}

const EXPECTED: Readonly<Record<ParameterKind, string>> = {
  path: 'a path such as "/Day"',
  condition: "a condition",
  value: "a value",
  values: 'a path such as "/Day"',
  text: "a text in quotes",
};

function readArgument(source: Source, argument: Argument, kind: ParameterKind): Value | Missing {
  if (kind === "text") return readText(source, argument);
  const { operand } = argument;
  if (kind === "values" && (operand === null || operand.kind === "FieldReference" || isConstant(operand)))
    return readEvidence(source, argument);
  const value = operand === null ? missing(source, gapBefore(argument), VALUE) : readValue(source, operand, VALUE);
  reportStrays(source, argument);
  return value;
}

const VALUE = 'a value such as "@name"';

const isConstant = ({ kind }: Operand): boolean => kind === "StringLiteral" || kind === "NumberLiteral";

const gapBefore = ({ start, token }: Argument): Gap => ({ end: start, next: token });
const gapAfter = ({ end, next }: Argument): Gap => ({ end, next });

function reportStrays(source: Source, { strays }: Argument): void {
  if (strays !== null) reportStray(source, "SXP1001", strays);
}

/** The path of an aggregate, `count` or `exists`; a first step without slash is read as if it had one. */
function readEvidence(source: Source, argument: Argument): Evidence {
  const { operand, token } = argument;
  let evidence: Evidence;
  if (operand?.kind === "PathOperand") {
    evidence = evidenceOf(source, operand);
  } else if (isSole(argument) && token.tokenType === T.Name) {
    const segment = firstSegmentOf(token, []);
    withdrawIn(source, argument.reported, { start: segment.span.end, end: Number.POSITIVE_INFINITY });
    reportRelative(source, token, segment.span.end, true);
    evidence = { kind: "Evidence", span: segment.span, start: null, segments: [segment] };
    reportRest(source, argument, segment.span.end);
  } else evidence = missingEvidence(missingInstead(source, argument, EXPECTED.path));
  reportStrays(source, argument);
  return evidence;
}

/** A path that is counted or aggregated is not compared: `exists(/a = 1)`. */
function reportRest(source: Source, { end }: Argument, from: number): void {
  if (from < end) reportStray(source, "SXP1001", trimmed(source, from, end));
}

/** Reports an argument of the wrong kind where it starts; its own mistakes elsewhere stay. */
function missingInstead(source: Source, argument: Argument, expected: string): Missing {
  const { operand, token, reported } = argument;
  if (operand !== null) withdrawIn(source, reported, spanOf(token));
  const node = missing(source, gapBefore(argument), expected);
  if (operand !== null) settle(source, operand, gapAfter(argument));
  return node;
}

function readText(source: Source, argument: Argument): StringLiteral | ParameterReference | Missing {
  const { operand, token, end } = argument;
  const isOneToken = operand !== null && endOf(token) === end && TEXTS.includes(token.tokenType);
  const text = isOneToken
    ? conditionOf(source, token, gapAfter(argument))
    : missingInstead(source, argument, "a text in quotes");
  reportStrays(source, argument);
  return text;
}

/** A number or a word is a text without its quotes. */
const TEXTS = [T.StringToken, T.Parameter, T.Name, T.NumberToken];

/** The arguments of an unknown function are still checked. */
function unknownOf(source: Source, { first, rest, span }: WrittenCall): Missing {
  for (const argument of [first, ...rest]) {
    const { operand } = argument;
    if (operand?.kind === "PathOperand") evidenceOf(source, operand);
    else if (operand !== null && !isLiteral(argument)) settle(source, operand, gapAfter(argument));
    reportStrays(source, argument);
  }
  return { kind: "Missing", span, expected: "a condition" };
}
