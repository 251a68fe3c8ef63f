import {
  type FunctionForm,
  type FunctionRow,
  functionOf,
  ID_STEP,
  PARAMETERS,
  type PlacedCall,
  type PlacedList,
  placeAt,
} from "@semantic-xpath/parser";
import type { ParameterInformation, Position, SignatureHelp, SignatureInformation } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { describeCall } from "../types/describe.js";
import { nodesAt, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The function around the cursor with the argument that is typed. */
export function signatureHelp(workspace: Workspace, document: TextDocument, position: Position): SignatureHelp | null {
  const place = workspace.placeAt(document, position);
  const { call, list } = place === null ? NO_CALL : placeAt(place.view.text, place.offset);
  if (list !== null) return { ...LISTS[list.kind], activeParameter: list.isAfterFirst ? 1 : 0 };
  if (call?.name === ID_STEP.name) return IDS;
  const row = call && functionOf(call.name);
  if (place === null || call === null || !row) return null;
  const { argument } = call;
  const activeSignature = formAt(place.view, place.offset, call, row.forms);
  const active = row.forms[activeSignature] ?? row.forms[0];
  const last = Math.max(0, active.parameters.length - 1);
  return {
    signatures: row.forms.map((form) => signatureOfForm(call.name, form, row)),
    activeSignature,
    activeParameter: active.repeats ? Math.min(argument, last) : argument,
  };
}

const NO_CALL = { call: null, list: null };

const LISTS: Readonly<Record<PlacedList["kind"], SignatureHelp>> = {
  "order by": ofList("order by value direction, …", "Orders by each value in turn; ties keep their order.", {
    value: "What each item is ordered by: an attribute, a field, or what is computed of it.",
    direction: "`ascending`, which is meant where nothing is said, or `descending`.",
  }),
  "group by": ofList("group by key as name, …", "Makes a group of the items that have the same keys.", {
    key: "A value of each item. A member with several values is in several groups.",
    name: "What the key is called in the groups: `as` names it. Only an attribute or a field names itself.",
  }),
  record: ofList("{ name: value, @attribute, … }", "Gives each result as a record of these fields.", {
    name: "What the field is called: a word, or a text in quotes. `@attribute` alone names itself.",
    value: "A value, a condition, a relevance, or a path that ends in a record of its own.",
  }),
};

function ofList(label: string, documentation: string, parts: Readonly<Record<string, string>>): SignatureHelp {
  const parameters = Object.entries(parts).map(([name, text]): ParameterInformation => {
    const start = label.indexOf(name, label.indexOf("by ") + 1);
    return { label: [start, start + name.length], documentation: { kind: "markdown", value: text } };
  });
  const signature = { label, documentation: { kind: "markdown", value: documentation }, parameters } as const;
  return { signatures: [signature], activeSignature: 0, activeParameter: 0 };
}

const IDS: SignatureHelp = {
  signatures: [
    {
      label: `${ID_STEP.name}(ids)`,
      documentation: { kind: "markdown", value: ID_STEP.documentation },
      parameters: [{ label: [3, 6], documentation: { kind: "markdown", value: ID_STEP.parameter } }],
    },
  ],
  activeSignature: 0,
  activeParameter: 0,
};

/** The form that the call takes as it is written so far. */
function formAt(view: View, offset: number, { name, isPath }: PlacedCall, forms: readonly FunctionForm[]): number {
  if (forms.length < 2) return 0;
  const nodes = nodesAt(view, offset);
  const built = nodes.findLast(
    (node) =>
      node.kind === "Aggregate" || ((node.kind === "Call" || node.kind === "Combine") && node.function === name),
  );
  const at = forms.findIndex(({ builds }) => builds === built?.kind);
  // An open part after a comma is a list of conditions, regardless of the parser's reading of the first.
  return isPath ? Math.max(0, at) : forms.length - 1;
}

/** `contains(value, value, text?)` */
function signatureOfForm(name: string, form: FunctionForm, row: FunctionRow): SignatureInformation {
  const required = form.parameters.length - form.optional;
  let label = `${name}(`;
  const parameters = form.parameters.map((parameter, i): ParameterInformation => {
    if (i > 0) label += ", ";
    const start = label.length;
    label += i < required ? parameter : `${parameter}?`;
    return { label: [start, label.length], documentation: { kind: "markdown", value: PARAMETERS[parameter] } };
  });
  label += form.repeats ? ", …)" : ")";
  return { label, documentation: { kind: "markdown", value: describeCall(row) }, parameters };
}
