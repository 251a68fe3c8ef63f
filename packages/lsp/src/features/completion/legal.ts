import { functionOf, type Place, parse } from "@semantic-xpath/parser";
import type { CompletionItem } from "vscode-languageserver";
import { itemsOf } from "../types/typesOf.js";
import { checkedOnce } from "../workspace/checkedQueries.js";
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
  const { view, cursor, list } = items;
  const { text } = view;
  if (list.length === 0 || text.length > MAX_UNITS || !mayBeIllegal(place, items)) return list;
  const [before, after] = [text.slice(0, cursor.insert.start), text.slice(cursor.replace.end)];
  const schema = view.known ?? declaredSchema(view);
  const findingsOf = (inserted: string): readonly string[] => {
    const parsed = parse(before + inserted + after);
    const { queries, updates } = checkedOnce(parsed, schema, schema);
    return [...parsed.diagnostics, ...[...queries, ...updates].flatMap(({ diagnostics }) => diagnostics)]
      .filter(({ severity, code }) => (severity === "error" ? !WAITING.has(code) : DOUBTFUL.has(code)))
      .map(({ code }) => code);
  };
  const usual = findingsOf("");
  const newFindings = (inserted: string): readonly string[] => {
    const unmatched = [...usual];
    return findingsOf(inserted).filter((code) => {
      const at = unmatched.indexOf(code);
      if (at >= 0) unmatched.splice(at, 1);
      return at < 0;
    });
  };
  const findingsByKind = new Map<string, readonly string[]>();
  const legal = list.filter((item, i) => {
    const kind = kindOf(item);
    const findings =
      findingsByKind.get(kind) ??
      (goesOn(item, items, place) ? [] : newFindings(textOf(items.written[i]!, item, place)));
    findingsByKind.set(kind, findings);
    return findings.every((code) => DOUBTFUL.has(code) || (code === "SXP1027" && isAlsoOfValues(item)));
  });
  const isSure = (item: CompletionItem): boolean => findingsByKind.get(kindOf(item))!.length === 0;
  if (legal.every(isSure)) return legal;
  const sorted = [...legal.filter(isSure), ...legal.filter((item) => !isSure(item))];
  return sorted.map((item, i) => ({ ...item, sortText: String(i).padStart(3, "0") }));
}

/** Remarks on an item that some other one fits better: a text where a date is read. */
const DOUBTFUL: ReadonlySet<string> = new Set(["SXP3012"]);

/** Tests that a completion may be illegal: a value of some type is required, or the text before decides the continuation. */
function mayBeIllegal(place: Place, { isInUpdate, view: { text }, cursor: { call } }: Items): boolean {
  const path = "origin" in place ? place.origin : "base" in place ? place.base : "path" in place ? place.path : "";
  const isSpecial = isInUpdate || SPECIAL.test(text) || itemsOf(path).kind !== "nodes";
  switch (place.kind) {
    case "operand":
      return isSpecial || place.takes !== "condition";
    case "step":
    case "attributeStep":
    case "attribute":
      return isSpecial || call !== null;
    case "value":
      return true;
    case "evidence":
    case "query":
      return isSpecial;
    case "made":
      return place.isRename;
    case "operator":
    case "afterKey":
    case "afterStep":
    case "afterCondition":
      return SPECIAL.test(text) || itemsOf(path).kind === "groups";
    default:
      return false;
  }
}

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
const GOES_ON = /^(?:\/(?!@)|root\(\)|\$|(?:and|or|as|satisfies)$)/;
const goesOn = ({ label, data }: CompletionItem, { isInUpdate }: Items, { kind }: Place): boolean =>
  GOES_ON.test(label) || (isInUpdate && kind !== "made" && (data?.about === "type" || data?.about === "axis"));

/** The text that an item inserts, with nothing in its holes. As a value, an average is of what sums are of. */
function textOf(newText: string, { insertTextFormat, label }: CompletionItem, { kind }: Place): string {
  if (insertTextFormat !== 2) return newText;
  if (kind === "value" && label === "avg(…)") return "sum()";
  // A hole is reduced to its name; other braces are escaped.
  return newText.replaceAll(/\\([$}\\])|\$\{\d:|\$\d|\}/g, (_, escaped: string | undefined) => escaped ?? "");
}
