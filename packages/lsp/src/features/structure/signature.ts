import { functionOf, PARAMETERS, placeAt, signatureOf } from "@semantic-xpath/parser";
import type { Position, SignatureHelp } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { describeCall } from "../words/describe.js";
import type { Workspace } from "../workspace/workspace.js";

/** The function around the cursor with the argument that is typed. */
export function signatureHelp(workspace: Workspace, document: TextDocument, position: Position): SignatureHelp | null {
  const place = workspace.placeAt(document, position);
  const call = place && placeAt(place.view.text, place.offset).call;
  const row = call && functionOf(call.name);
  if (!row) return null;
  const { argument, isPath } = call;
  const activeSignature = row.forms.length < 2 || isPath ? 0 : 1;
  const active = row.forms[activeSignature] ?? row.forms[0];
  const last = Math.max(0, active.parameters.length - 1);
  return {
    signatures: row.forms.map((form) => ({
      label: signatureOf(call.name, form),
      documentation: { kind: "markdown", value: describeCall(row) },
      parameters: form.parameters.map((parameter) => ({
        label: parameter,
        documentation: { kind: "markdown", value: PARAMETERS[parameter] },
      })),
    })),
    activeSignature,
    activeParameter: active.repeats ? Math.min(argument, last) : argument,
  };
}
