import { functionOf, PARAMETERS, placeAt, signatureOf } from "@semantic-xpath/parser";
import type { SignatureHelp } from "vscode-languageserver";
import type { Place } from "../workspace/locate.js";

/** The function around the cursor with the argument that is typed. */
export function signatureHelp({ view, offset }: Place): SignatureHelp | null {
  const { call } = placeAt(view.text, offset);
  const row = call === null ? null : functionOf(call.name);
  if (call === null || row === null) return null;
  const { argument, isPath } = call;
  const activeSignature = row.forms.length < 2 || isPath ? 0 : 1;
  const active = row.forms[activeSignature] ?? row.forms[0];
  const last = Math.max(0, active.parameters.length - 1);
  return {
    signatures: row.forms.map((form) => ({
      label: signatureOf(call.name, form),
      documentation: { kind: "markdown", value: `${row.documentation}\n\n\`\`\`text\n${row.equation}\n\`\`\`` },
      parameters: form.parameters.map((parameter) => ({
        label: parameter,
        documentation: { kind: "markdown", value: PARAMETERS[parameter] },
      })),
    })),
    activeSignature,
    activeParameter: active.repeats ? Math.min(argument, last) : argument,
  };
}
