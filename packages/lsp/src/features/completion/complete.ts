import { ID_STEP, type Place, placeAt } from "@semantic-xpath/parser";
import type { CompletionList, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isReference } from "../words/words.js";
import type { Workspace } from "../workspace/workspace.js";
import { addSequences } from "./functions.js";
import { addImports } from "./imports.js";
import { Items } from "./items.js";
import { legalItems } from "./legal.js";
import { addAttributes, addBound, addIds, addOperands, addPositions, addValueOperands } from "./operands.js";
import { addAfterCondition, addAfterKey, addOperators } from "./operators.js";
import { addQueries } from "./queries.js";
import { addAttributeSteps, addEvidence, addSeparators, addSteps } from "./steps.js";
import { addMade, addMadeAttributes, addMadeValues, addPrimitives, addUpdated } from "./updates.js";
import { addConditions, addMoments, addValues } from "./values.js";

/** Completions at a place, the most useful first; `trigger` is the typed character that requested them. */
export function complete(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  trigger: string | null = null,
): CompletionList {
  const cursorPlace = workspace.placeAt(document, position);
  if (cursorPlace === null) return { isIncomplete: false, items: [] };
  const { text } = cursorPlace.view;
  const items = new Items(cursorPlace.view, placeAt(text, cursorPlace.offset));
  const { place } = items.cursor;
  const add = ADDS[place.kind] as Adds;
  const opensList = trigger !== " " || AFTER_SPACE.has(place.kind) || asksForMore(text.slice(0, cursorPlace.offset));
  if (opensList) add(items, place, workspace);
  return { isIncomplete: items.isIncomplete, items: legalItems(items, place) };
}

/** Places at which a typed space requests completions; elsewhere a list would only be in the way. */
const AFTER_SPACE = new Set<Place["kind"]>([
  "madeAttribute",
  "updated",
  "value",
  "condition",
  "keyword",
  "import",
  "moment",
]);

/** Words and signs that something must follow. */
const AFTER_WORD = /(?:\b(?:by|satisfies|in|and|or|except|intersect|with|as)|[|{:])\s$/;

/** True after a word or sign that something must follow, or a comma in a bracket or a record. */
const asksForMore = (before: string): boolean =>
  AFTER_WORD.test(before) ||
  (/,\s$/.test(before) &&
    Math.max(before.lastIndexOf("["), before.lastIndexOf("{")) >
      Math.max(before.lastIndexOf("]"), before.lastIndexOf("}")));

type Adds<P extends Place = Place> = (items: Items, place: P, workspace: Workspace) => void;

/** Completions by kind of place. */
const ADDS: { readonly [K in Place["kind"]]: Adds<Extract<Place, { kind: K }>> } = {
  query: (items, place, workspace) => {
    addQueries(items, place, workspace);
    const { isStart, inModule, hasMoment } = place;
    if (isStart && !inModule && !hasMoment && items.view.region.quote === null) addPrimitives(items);
  },
  keyword: (items, { words }) => {
    const isImported = (word: string): boolean =>
      items.view.ast.imports.some(({ what, path }) => what === word && path.kind !== "Missing");
    for (const label of words) if (!isImported(label)) items.add({ label, kind: "keyword" });
  },
  moment: addMoments,
  primitive: addPrimitives,
  updated: addUpdated,
  made: addMade,
  madeAttribute: addMadeAttributes,
  madeValue: addMadeValues,
  import: addImports,
  step: (items, place) => {
    addSteps(items, place);
    // In parentheses at the end of an argument, a value for each node.
    if (place.inNames && place.isEvidence && items.cursor.call !== null) addValueOperands(items, place.origin);
  },
  afterStep: addSeparators,
  attributeStep: (items, place) => addAttributeSteps(items, place, ""),
  evidence: (items, { base }) => {
    addEvidence(items, base);
    addBound(items);
    addSequences(items, base);
  },
  operand: addOperands,
  attribute: (items, { base }) =>
    addAttributes(items, base, "", items.cursor.call?.name === ID_STEP.name ? isReference : undefined),
  ids: (items, { base }) => addIds(items, base),
  operator: addOperators,
  condition: addConditions,
  value: addValues,
  afterCondition: addAfterCondition,
  afterKey: addAfterKey,
  position: addPositions,
  comment: () => {},
  nothing: () => {},
};
