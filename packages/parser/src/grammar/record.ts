import type { IToken } from "chevrotain";
import { children } from "../ast/childKeys.js";
import { nameOfEntry } from "../ast/nameOfEntry.js";
import type { AstNode, Field, Missing, Name, Query, RecordStep, Segment, ValueQuery } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { offer } from "../diagnostics/fix.js";
import { around, type Gap, missing, report, type Source, spanOf, textIn } from "../source.js";
import { isName } from "../tokens/scan.js";
import { booleanOf } from "./comparison.js";
import { nameOf } from "./literal.js";
import { type Operand, settleValue } from "./operand.js";

/** Records, and what is wrong with them. */

/** The name before a colon: one word, or a text in quotes. */
export function fieldNameOf(source: Source, token: IToken, gap: Gap): Name | Missing {
  const name = nameOf(token);
  if (name.text !== "") return name;
  report(source, "SXP1004", spanOf(token), { expected: "a name", found: token.image });
  return missing(source, gap, "a name");
}

/** A field; an attribute names itself, and anything else that has no name is reported. */
export function fieldOf(source: Source, written: Name | Missing | null, operand: Operand, span: Span): Field {
  const value = (written === null ? null : booleanOf(operand)) ?? settleValue(source, operand);
  const name = written?.kind === "Name" ? written : null;
  if (written === null && value.kind !== "AttributeReference" && value.kind !== "Missing") {
    const text = textIn(source, value.span);
    const suggested = nameFor(value);
    const at = { start: value.span.start, end: value.span.start };
    report(source, "SXP1041", value.span, { text, write: `${suggested}: ${text}` }, [
      offer(`Insert ${suggested}:`, at, `${suggested}: `),
    ]);
  }
  return { kind: "Field", span: around(around(span, value), name), name, value };
}

/** Tests that a name can stand before a colon without quotes. */
const isTokenName = (text: string): boolean => isName(text) && !text.includes(":");

/** A name for a value that has none: that of the attribute or function that it is about. */
export function nameFor(value: AstNode): string {
  switch (value.kind) {
    case "FieldReference":
      return isTokenName(value.name.text) ? value.name.text : "value";
    case "AttributeReference":
      return value.name.kind === "Name" && isTokenName(value.name.text) ? value.name.text : "value";
    case "Call":
      return value.function;
    case "Aggregate":
      return value.name;
    case "Evidence": {
      const step = value.segments.at(-1)?.step;
      if (step?.kind === "AttributeStep")
        return step.name.kind === "Name" ? nameFor({ ...step, kind: "AttributeReference" }) : "value";
      const test = step?.kind === "AxisStep" && step.test.kind === "NameTest" ? step.test.names[0] : undefined;
      return test?.kind === "Name" && isTokenName(test.text) ? test.text : "value";
    }
    case "Relevance":
      return "relevance";
    default:
      return "value";
  }
}

/** Reports fields or keys of one name; the fix gives the later one a number. */
export function reportTwiceNamed(
  source: Source,
  entries: readonly { readonly span: Span; readonly name: Name | Missing | null; readonly value: AstNode }[],
  what: "field" | "key",
): void {
  const usedNames = new Set(entries.map((entry) => nameOfEntry(entry)?.text));
  const names = new Map<string, number>();
  const writtenBefore = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    const name = nameOfEntry(entry);
    if (name === null) continue;
    const entryText = textIn(source, entry.span);
    const isRepeated = writtenBefore.has(entryText);
    writtenBefore.add(entryText);
    if (isRepeated && i > 0) {
      const surplus = { start: entries[i - 1]!.span.end, end: entry.span.end };
      report(source, "SXP1043", name.span, { name: name.text }, [offer("Remove it", surplus, "")]);
      continue;
    }
    let number = names.get(name.text) ?? 0;
    if (number > 0) {
      do number++;
      while (usedNames.has(`${name.text}${number}`));
      const free = `${name.text}${number}`;
      const text = isTokenName(free) ? free : `"${free.replaceAll('"', '""')}"`;
      const { start, end } = entry.value.span;
      const title = `Name it ${free}`;
      const fix =
        entry.name !== null
          ? offer(title, entry.name.span, text)
          : what === "key"
            ? offer(title, { start: end, end }, ` as ${text}`)
            : offer(title, { start, end: start }, `${text}: `);
      report(source, "SXP1043", name.span, { name: name.text }, [fix]);
    }
    names.set(name.text, Math.max(number, 1));
  }
}

/** A record stands last in a query, or in a field, after a single slash that something is before. */
export function checkRecords(source: Source, query: Query | ValueQuery): void {
  if (!source.hasRecords) return;
  if (query.kind === "ValueQuery") {
    reportRecords(source, query);
    return;
  }
  const [path, ...others] = query.paths;
  if (others.length > 0 && reportUnion(source, query)) return;
  if (path === undefined || others.length > 0 || path.kind !== "Path") {
    reportRecords(source, query);
    return;
  }
  if (path.start !== null) reportRecords(source, path.start);
  if (path.head !== null) reportRecords(source, path.head);
  checkLast(source, path.segments, path.head !== null);
}

/** `//A/{ @n } | //B/{ @n }`: the record of all of them is written once. */
function reportUnion(source: Source, { paths, span }: Query): boolean {
  const lasts = paths.map((path) => (path.kind === "Path" ? path.segments.at(-1) : undefined));
  const [first] = lasts;
  if (first === undefined) return false;
  const record = textIn(source, first.span);
  const isSame = lasts.every((last) => last?.step.kind === "RecordStep" && textIn(source, last.span) === record);
  if (!isSame) return false;
  const edits = lasts.map((last, i) => ({ span: last!.span, newText: i < lasts.length - 1 ? "" : `)${record}` }));
  const opening = { span: { start: span.start, end: span.start }, newText: "(" };
  const fix = { title: "Write it once, after all of them", edits: [opening, ...edits], isSafe: false };
  const { start } = first.step.span;
  report(source, "SXP1042", { start, end: start + 1 }, {}, [fix]);
  return true;
}

/** Updates have no records. */
export function reportRecords(source: Source, root: AstNode): void {
  if (!source.hasRecords) return;
  const pending: AstNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "Segment" && node.step.kind === "RecordStep") {
      misplaced(source, node, node.step);
      checkFields(source, node.step);
    } else pending.push(...children(node));
  }
}

function checkLast(source: Source, segments: readonly Segment[], isAfterGroup: boolean): void {
  for (const [i, segment] of segments.entries()) {
    const { step, separator, span } = segment;
    if (step.kind !== "RecordStep") {
      reportRecords(source, step);
      continue;
    }
    const isFirst = i === 0 && !isAfterGroup;
    const isLast = i === segments.length - 1;
    if (!isLast || isFirst || separator === "//")
      misplaced(source, segment, step, isFirst, isLast ? null : { start: span.end, end: segments.at(-1)!.span.end });
    checkFields(source, step);
  }
}

function checkFields(source: Source, { fields }: RecordStep): void {
  for (const { value } of fields) {
    if (value.kind !== "Evidence") reportRecords(source, value);
    else {
      if (value.start !== null) reportRecords(source, value.start);
      checkLast(source, value.segments, value.start !== null);
    }
  }
}

function misplaced(
  source: Source,
  { separator, separatorSpan }: Segment,
  step: RecordStep,
  isFirst = false,
  after: Span | null = null,
): void {
  const span = { start: step.span.start, end: step.span.start + 1 };
  const fixes =
    separator === "//"
      ? [
          offer("Records of the nodes before it: /", separatorSpan, "/"),
          offer("Of all below them: //*/", separatorSpan, "//*/"),
        ]
      : isFirst
        ? [offer("A record of the root: /*/", separatorSpan, "/*/")]
        : after === null
          ? []
          : [offer("Remove what follows it", after, "")];
  report(source, "SXP1042", span, {}, fixes);
}
