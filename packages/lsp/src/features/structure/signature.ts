import {
  type FunctionForm,
  type FunctionRow,
  functionOf,
  ID_STEP,
  PARAMETERS,
  type PlacedCall,
  placeAt,
} from "@semantic-xpath/parser";
import type { ParameterInformation, Position, SignatureHelp, SignatureInformation } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { describeCall } from "../words/describe.js";
import { nodesAt, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The function around the cursor with the argument that is typed. */
export function signatureHelp(workspace: Workspace, document: TextDocument, position: Position): SignatureHelp | null {
  const place = workspace.placeAt(document, position);
  const call = place && placeAt(place.view.text, place.offset).call;
  if (call?.name === ID_STEP.name) return IDS;
  const row = call && functionOf(call.name);
  if (!row) return null;
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
  // What is open after a comma is a list of conditions, whatever the parser makes of the first of them.
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
