import type { SignatureHelp } from "vscode-languageserver";
import { frameOf, readCursor } from "../completion/cursor.js";
import { functionHelp, signatureText } from "../words/functions.js";
import type { Place } from "../workspace/locate.js";

/** The function around the cursor with the argument that is typed, read from the tokens left of it. */
export function signatureHelp({ view, offset }: Place): SignatureHelp | null {
  const cursor = readCursor(view.text, offset);
  const frame = cursor?.frames.findLast(({ kind }) => kind === "call" || kind === "bracket");
  if (cursor === null || frame?.kind !== "call") return null;
  const help = functionHelp(frame.name);
  if (help === null) return null;
  const argument = frame.items.filter(({ text }) => text === ",").length;
  const first = frame.items[0]?.text ?? "";
  const isPath = first.startsWith("/") || (frame === frameOf(cursor) && cursor.word.text.startsWith("/"));
  const activeSignature = help.signatures.length < 2 || isPath ? 0 : 1;
  const active = help.signatures[activeSignature]!;
  const last = Math.max(0, active.parameters.length - 1);
  return {
    signatures: help.signatures.map((signature) => ({
      label: signatureText(help.name, signature),
      documentation: { kind: "markdown", value: `${help.summary}\n\n\`\`\`text\n${help.equation}\n\`\`\`` },
      parameters: signature.parameters.map((parameter) => ({
        label: parameter.name,
        documentation: { kind: "markdown", value: parameter.help },
      })),
    })),
    activeSignature,
    activeParameter: active.repeats ? Math.min(argument, last) : argument,
  };
}
