import type { StepsSoFar } from "@semantic-xpath/dap";
import {
  type DebugSession,
  type Disposable,
  debug,
  EvaluatableExpression,
  type InlineValue,
  InlineValueText,
  languages,
  type Position,
  Range,
  type TextDocument,
} from "vscode";
import { isProgramOf } from "./paths.js";

/** Outputs of the operators so far are shown after their lines and under the mouse. */
export const showValues = (): Disposable[] => [
  languages.registerInlineValuesProvider("sxp", {
    async provideInlineValues(document, viewPort) {
      const session = debug.activeDebugSession;
      return session === undefined || !isProgramOf(session, document.uri) ? [] : inlineValues(session, viewPort);
    },
  }),
  languages.registerEvaluatableExpressionProvider("sxp", {
    provideEvaluatableExpression: (document, position) => {
      const range = wordAt(document, position);
      return range === undefined ? undefined : new EvaluatableExpression(range);
    },
  }),
];

/** At the end of an operator: a bracket may have several lines. */
async function inlineValues(session: DebugSession, viewPort: Range): Promise<InlineValue[]> {
  const { steps } = (await session.customRequest("sxp/steps")) as StepsSoFar;
  const ends = steps.map(
    ({ endLine, endColumn, text }) =>
      new InlineValueText(new Range(endLine - 1, endColumn - 2, endLine - 1, endColumn - 1), text),
  );
  return ends.filter(({ range }) => viewPort.contains(range.end));
}

const WORD = /[@$]?[\p{L}_][\p{L}\p{N}_.-]*/u;
const NO_CODE = /\(:[\s\S]*?:\)|"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/** A name under the mouse, with the sign before it; strings and comments have none. */
function wordAt(document: TextDocument, position: Position): Range | undefined {
  const range = document.getWordRangeAtPosition(position, WORD);
  if (range === undefined) return undefined;
  const offset = document.offsetAt(position);
  for (const { index, 0: text } of document.getText().matchAll(NO_CODE))
    if (index <= offset && offset < index + text.length) return undefined;
  return range;
}
