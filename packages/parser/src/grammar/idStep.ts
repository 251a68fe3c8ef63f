import type { IToken } from "chevrotain";
import { children } from "../ast/childKeys.js";
import type { AstNode, Expr, IdArgument, IdStep, Segment } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import type { Fix } from "../diagnostics/diagnostic.js";
import { fix, offer } from "../diagnostics/fix.js";
import { type Gap, report, type Source, spanOf, textIn } from "../source.js";
import type { Operand } from "./operand.js";

/** Mistakes in steps `id(…)`. */

/** Content of the parentheses as written; `rest` follows the first operand. */
interface WrittenIds {
  /** The word `id`. */
  readonly name: IToken;
  readonly operand: Operand | null;
  readonly rest: Span | null;
  /** From the word to the closing parenthesis. */
  readonly span: Span;
}

/** The argument of a step; anything else than what it takes is reported. */
export function idArgumentOf(source: Source, { name, operand, rest, span }: WrittenIds, gap: Gap): IdArgument {
  const argument = operand === null ? null : argumentOf(operand);
  const missing = {
    kind: "Missing",
    span: operand?.span ?? { start: gap.end, end: gap.end },
    expected: "ids",
  } as const;
  if (operand === null && rest === null) {
    const inside = { start: gap.end, end: gap.end };
    report(source, "SXP1031", spanOf(name), { found: null, write: "id(@ref)" }, [offer("id(@ref)", inside, "@ref")]);
    return missing;
  }
  if (argument !== null && rest === null) return argument;
  const argumentSpan = { start: operand?.span.start ?? rest!.start, end: rest?.end ?? operand!.span.end };
  const { write, fixes } = meantForm(source, operand, rest, span);
  report(
    source,
    "SXP1031",
    argumentSpan,
    { found: source.text.slice(argumentSpan.start, argumentSpan.end), write },
    fixes,
  );
  return argument ?? missing;
}

function argumentOf(operand: Operand): IdArgument | null {
  switch (operand.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "TextTarget":
    case "StringValue":
    case "StringLiteral":
    case "ParameterReference":
    case "Missing":
      return operand;
    case "NodeTarget":
      return operand.form === "." ? { kind: "StringValue", span: operand.span } : null;
    default:
      return null;
  }
}

/** Possible meaning of a wrong argument. */
function meantForm(
  source: Source,
  operand: Operand | null,
  rest: Span | null,
  span: Span,
): { readonly write: string; readonly fixes: readonly Fix[] } {
  if (operand === null) return { write: "id(@ref)", fixes: [] };
  if (rest !== null) {
    const surplus = { start: operand.span.end, end: rest.end };
    return {
      write: `id(${textIn(source, operand.span)})`,
      fixes: [offer(`Remove ${textIn(source, rest)}`, surplus, "")],
    };
  }
  if (operand.kind === "NumberLiteral") {
    const quoted = `"${operand.text}"`;
    return { write: `id(${quoted})`, fixes: [fix(`Replace by ${quoted}`, operand.span, quoted)] };
  }
  const last = operand.kind === "PathOperand" ? operand.evidence.segments.at(-1) : undefined;
  if (last?.step.kind === "AttributeStep" || last?.step.kind === "TextStep") {
    const before = textIn(source, { start: operand.span.start, end: last.span.start });
    const step = `id(${textIn(source, last.step.span)})`;
    const isDirect = before.startsWith("/") && !before.startsWith("//");
    const attributePath = `${before.slice(1)}/${step}`;
    return {
      write: `${before}/${step}`,
      fixes: isDirect ? [offer(`Replace by ${attributePath}`, span, attributePath)] : [],
    };
  }
  return { write: "id(@ref)", fixes: [] };
}

/** `id(@ref)` without its slash: read as the step. */
export function reportIdCall(source: Source, step: IdStep): void {
  const text = textIn(source, step.callSpan);
  const { start } = step.span;
  if (source.brackets > 0) {
    const fixes = [fix("Insert /", { start, end: start }, "/")];
    report(source, "SXP1030", spanOfWord(step), { text, place: "call", write: `/${text}` }, fixes);
  } else reportFirst(source, step, step.callSpan);
}

/** A step `id(…)` after `//`, or where a path starts at the document node. */
export function checkIds(source: Source, segments: readonly Segment[], isFromDocument: boolean): void {
  for (const segment of segments) {
    const { step, separator, separatorSpan, span } = segment;
    if (step.kind !== "IdStep") continue;
    const text = textIn(source, step.callSpan);
    if (segment === segments[0] && isFromDocument)
      reportFirst(source, step, { start: span.start, end: step.callSpan.end });
    else if (separator === "//") {
      const fixes = [
        offer("From the nodes before it: /", separatorSpan, "/"),
        offer("From all nodes below them: //*/", separatorSpan, "//*/"),
      ];
      report(source, "SXP1030", separatorSpan, { text, place: "descendants", write: `/${text}` }, fixes);
    }
  }
}

/** `id("x")` of XPath, from the document: the node that has it, or what all nodes refer to. `whole` has the slash, if there is one. */
function reportFirst(source: Source, step: IdStep, whole: Span): void {
  const { argument } = step;
  const isGiven = argument.kind === "StringLiteral" || argument.kind === "ParameterReference";
  const text = textIn(source, step.callSpan);
  const write = isGiven ? `//*[@id = ${textIn(source, argument.span)}]` : `//*/${text}`;
  const fixes = argument.kind === "Missing" ? [] : [offer(`Replace by ${write}`, whole, write)];
  report(source, "SXP1030", spanOfWord(step), { text, place: "first", write }, fixes);
}

/** The paths of a value query start at the document node, but for those in brackets. */
export function checkIdsOfValue(source: Source, value: Expr): void {
  // A chain of operators is as deep as it is long.
  const pending: AstNode[] = [value];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind !== "Evidence") pending.push(...children(node));
    else if (node.start === null) checkIds(source, node.segments.slice(0, 1), true);
  }
}

const spanOfWord = ({ span: { start } }: IdStep): Span => ({ start, end: start + "id".length });
