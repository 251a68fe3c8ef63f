import { ARITHMETIC_OPERATORS, type Diagnostic, functionOf, type Place, parse } from "@semantic-xpath/parser";
import type { CompletionItem } from "vscode-languageserver";
import { itemsOf } from "../types/typesOf.js";
import { checksOf } from "../workspace/checkedQueries.js";
import { declaredSchema } from "../workspace/view.js";
import type { Items } from "./items.js";

/** Texts with places of their own: records, joined texts, sets, a moment. */
const SPECIAL = /\{|\|\||\bexcept\b|\bintersect\b|^\s*as\s/;
/** A longer text is not tried again for each item. */
const MAX_UNITS = 2000;

/** Errors of a text that is not finished yet. */
const WAITING: ReadonlySet<string> = new Set(
  ["02", "03", "04", "06", "08", "13", "16", "17", "18", "25", "40"].map((number) => `SXP10${number}`),
);

/** The items that bring no error when they are accepted, but for those of a text that goes on. One item of a kind is tried for all of it. */
export function legalItems(items: Items, place: Place): CompletionItem[] {
  const { view, cursor } = items;
  const { text } = view;
  const list = withoutBegun(items);
  if (list.length === 0 || text.length > MAX_UNITS || !mayBeIllegal(place, items)) return list;
  const { insert, replace } = cursor;
  const [before, after] = [text.slice(0, insert.start), text.slice(replace.end)];
  const schema = view.known ?? declaredSchema(view);
  const findingsOf = (inserted: string): readonly Diagnostic[] => {
    const parsed = parse(before + inserted + after);
    const { queries, updates } = checksOf(parsed.ast, schema, schema);
    return [...parsed.diagnostics, ...[...queries, ...updates].flatMap(({ diagnostics }) => diagnostics)].filter(
      ({ severity, code }) => (severity === "error" ? !WAITING.has(code) : DOUBTFUL.has(code)),
    );
  };
  // Findings about the replaced word are not findings of the rest; the sign or quote around it stays.
  const start = /[@"'$]$/.test(before) ? insert.start - 1 : insert.start;
  const end = insert.start + (/^["']/.test(after) ? 1 : 0);
  const usual = findingsOf("")
    .filter(({ span }) => span.start < start || span.end > end)
    .map(({ code }) => code);
  const newFindings = (inserted: string): readonly string[] => {
    const unmatched = [...usual];
    return findingsOf(inserted)
      .map(({ code }) => code)
      .filter((code) => {
        const at = unmatched.indexOf(code);
        if (at >= 0) unmatched.splice(at, 1);
        return at < 0;
      });
  };
  const findingsByKind = new Map<string, readonly string[]>();
  const legal = list.filter((item) => {
    const kind = kindOf(item);
    const findings = findingsByKind.get(kind) ?? leastOf(triedTexts(item, items, place), newFindings);
    findingsByKind.set(kind, findings);
    return findings.every((code) => DOUBTFUL.has(code) || (code === "SXP1027" && isAlsoOfValues(item)));
  });
  // A rest that suits no item says nothing about them.
  if (legal.length === 0 && isOfNodes(place)) return list;
  const isSure = (item: CompletionItem): boolean => findingsByKind.get(kindOf(item))!.length === 0;
  if (legal.every(isSure)) return legal;
  const sorted = [...legal.filter(isSure), ...legal.filter((item) => !isSure(item))];
  return sorted.map((item, i) => ({ ...item, sortText: String(i).padStart(3, "0") }));
}

/** Tests that operands or attributes of nodes may be at a place. */
const isOfNodes = (place: Place): boolean =>
  ((place.kind === "attribute" || (place.kind === "operand" && place.takes === "condition")) &&
    itemsOf(place.base).kind === "nodes") ||
  (place.kind === "attributeStep" && itemsOf(place.origin).kind === "nodes");

/** Among items with the same first word, those that continue as the text after the cursor does. */
const withoutBegun = ({ list, written, begun }: Items): CompletionItem[] =>
  begun.size === 0
    ? list
    : list.filter((_, i) => begun.has(written[i]!) || !begun.has(/^[\p{L}\p{N}_-]+/u.exec(written[i]!)?.[0] ?? ""));

/** The findings of the text that has the fewest. */
function leastOf(texts: readonly string[], findingsOf: (text: string) => readonly string[]): readonly string[] {
  let least: readonly string[] | null = null;
  for (const text of texts) {
    const findings = findingsOf(text);
    if (findings.length === 0) return findings;
    if (least === null || findings.length < least.length) least = findings;
  }
  return least ?? [];
}

/** Remarks on an item that some other one fits better: a text where a date is read. */
const DOUBTFUL: ReadonlySet<string> = new Set(["SXP3012"]);

/** Tests that a completion may be illegal: a value of some type is required, or the text before decides the continuation. */
function mayBeIllegal(place: Place, { isInUpdate, begun, view: { text }, cursor: { call, replace } }: Items): boolean {
  const path = "origin" in place ? place.origin : "base" in place ? place.base : "path" in place ? place.path : "";
  const isSpecial = isInUpdate || SPECIAL.test(text) || itemsOf(path).kind !== "nodes";
  switch (place.kind) {
    case "operand":
      return isSpecial || place.takes !== "condition" || begun.size > 0 || isGoneOn(text.slice(replace.end));
    case "step":
      return isSpecial || call !== null;
    case "attributeStep":
    case "attribute":
    case "ids":
    case "position":
    case "value":
    case "operator":
    case "afterKey":
    case "afterStep":
    case "afterCondition":
      return true;
    case "evidence":
    case "query":
      return isSpecial;
    case "made":
      return place.isRename;
    default:
      return false;
  }
}

/** Tests that a path goes on behind the bracket that ends here. */
const isGoneOn = (after: string): boolean => /^\s*\]\s*\//.test(after);

/** True for `avg`, `min` and `max`: without an argument they are read as relevances, and with values they are values. */
const isAlsoOfValues = ({ data }: CompletionItem): boolean =>
  data?.about === "function" && functionOf(String(data.name)) !== null;

/** Items of one kind are legal at the same places: values, and functions that take and give the same. */
function kindOf({ label, data, labelDetails, kind }: CompletionItem): string {
  const about: unknown = data?.about;
  if (about === "value") return "value";
  const row = about === "function" ? functionOf(String(data.name)) : null;
  if (row === null || row === undefined) return `${kind} ${label} ${labelDetails?.description ?? ""}`;
  const forms = row.forms.map(({ builds, parameters, optional }) => `${builds}(${parameters.join()})${optional}`);
  return `function ${row.gives} ${forms.join()} ${data.name === "name" || data.name === "text" ? data.name : ""}`;
}

/** Texts that need a continuation; in an update, a path to a node may lead on to the right ones. */
const GOES_ON = /^(?:\/(?!@)|root\(\)|(?:as|satisfies)$)/;
const goesOn = ({ label, data }: CompletionItem, { isInUpdate, cursor }: Items, { kind }: Place): boolean =>
  GOES_ON.test(label) ||
  (label.startsWith("$") && cursor.bound.has(label.slice(1))) ||
  (isInUpdate && kind !== "made" && (data?.about === "type" || data?.about === "axis"));

/** Places at which an operand ends, and an operator may be. */
const AFTER_OPERAND: ReadonlySet<Place["kind"]> = new Set(["operator", "afterKey", "afterStep", "afterCondition"]);

/** Operands after an operator, which may be those of a comparison. */
const CONDITIONS = ["1 = 1"];
const VALUES = ["1", '"1 h"', "1 > 1", '"1 h" > "1 h"'];
const OPERANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["and", CONDITIONS],
  ["or", CONDITIONS],
  ...ARITHMETIC_OPERATORS.map((name) => [name, VALUES] as const),
]);

/** The texts that an item inserts, with nothing in its holes; none if the text goes on. As a value, an average is of what sums are of. */
function triedTexts(item: CompletionItem, items: Items, place: Place): readonly string[] {
  const { insertTextFormat, label } = item;
  if (goesOn(item, items, place)) return [];
  const newText = items.written[items.list.indexOf(item)]!;
  if (insertTextFormat !== 2) {
    const operands = AFTER_OPERAND.has(place.kind) ? OPERANDS.get(label) : undefined;
    return operands?.map((operand) => newText + operand) ?? [newText];
  }
  if (place.kind === "value" && label === "avg(…)") return ["sum()"];
  // A hole is reduced to its name; other braces are escaped.
  return [newText.replaceAll(/\\([$}\\])|\$\{\d:|\$\d|\}/g, (_, escaped: string | undefined) => escaped ?? "")];
}
