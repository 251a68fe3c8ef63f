import { type Place, placeAt } from "@semantic-xpath/parser";
import type { CompletionList } from "vscode-languageserver";
import type { Place as TextPlace } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { addImports } from "./imports.js";
import { addAttributes, addOperands, addPositions } from "./operands.js";
import { addConnectives, addOperators } from "./operators.js";
import { addKeywords, addParameters, addQueries } from "./queries.js";
import { createRequest, Items, type Request } from "./request.js";
import { addAttributeSteps, addEvidence, addSeparators, addSteps } from "./steps.js";
import { addConditions, addValues } from "./values.js";

/** What may be typed at a place, the most useful first; `trigger` is the character whose typing asked for it. */
export function complete(workspace: Workspace, { view, offset }: TextPlace, trigger: string | null): CompletionList {
  const at = placeAt(view.text, offset);
  const isAsked = trigger !== " " || AFTER_SPACE.has(at.place.kind);
  return { isIncomplete: false, items: isAsked ? itemsAt(workspace, createRequest(view, at), at.place) : [] };
}

/** Where a typed space asks for something; elsewhere a list would only be in the way. */
const AFTER_SPACE = new Set<Place["kind"]>(["value", "condition", "keyword", "import"]);

function itemsAt(workspace: Workspace, request: Request, place: Place): CompletionList["items"] {
  const items = new Items(request);
  switch (place.kind) {
    case "query":
      addQueries(workspace, request, items, place.isStart, place.inModule);
      break;
    case "keyword":
      addKeywords(items, place.words);
      break;
    case "import":
      addImports(workspace, request, items, place.what);
      break;
    case "step":
      addSteps(request, items, place);
      break;
    case "afterStep":
      addSeparators(request, items, place);
      break;
    case "attributeStep":
      addAttributeSteps(request, items, place.origin, place.separator, "");
      break;
    case "evidence":
      addEvidence(request, items, place.base);
      break;
    case "operand":
      addOperands(request, items, place);
      break;
    case "attribute":
      addAttributes(request, items, place.base, "");
      break;
    case "operator":
      addOperators(request, items, place);
      break;
    case "condition":
      addConditions(request, items, place);
      addParameters(request, items, "string");
      break;
    case "value":
      addValues(request, items, place);
      addParameters(request, items, null);
      break;
    case "afterCondition":
      addConnectives(items, place.isRelevance);
      break;
    case "position":
      addPositions(items);
      addParameters(request, items, "number");
      break;
    case "comment":
    case "nothing":
      break;
  }
  return items.list;
}
