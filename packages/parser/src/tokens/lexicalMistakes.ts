import type { IToken } from "chevrotain";
import { endOf, fix, reportLexical, type Source, spanOf } from "../source.js";
import { Unexpected } from "./tokenTypes.js";

/** Reports characters that have no meaning, a run of them once. */
export function withoutUnexpected(source: Source, lexed: readonly IToken[]): readonly IToken[] {
  if (!lexed.some((token) => token.tokenType === Unexpected)) return lexed;
  const kept: IToken[] = [];
  for (let i = 0; i < lexed.length; i++) {
    const { startOffset: start, tokenType } = lexed[i];
    if (tokenType !== Unexpected) {
      kept.push(lexed[i]);
      continue;
    }
    let end = endOf(lexed[i]);
    while (lexed[i + 1]?.tokenType === Unexpected && lexed[i + 1].startOffset === end) end = endOf(lexed[++i]);
    const span = { start, end };
    reportLexical(source, "SXP1001", span, { text: source.text.slice(start, end) }, [fix("Remove it", span, "")]);
  }
  return kept;
}

export function checkLastComment(source: Source, comment: IToken): void {
  if (comment.payload !== true) return;
  source.isOpenEnded = true;
  const end = source.text.length;
  reportLexical(source, "SXP1003", spanOf(comment), {}, [fix("Close the comment", { start: end, end }, ":)")]);
}

/**
 * The fix closes the string before the brackets that it has swallowed at its end, and adds those that are missing:
 * `[node =~ "x]` becomes `[node =~ "x"]`.
 */
export function reportOpenString(source: Source, token: IToken, open: string): void {
  source.isOpenEnded = true;
  const end = endOf(token);
  const text = source.text.slice(token.startOffset, end).trimEnd();
  let swallowed = open.length;
  while (!text.endsWith(open.slice(0, swallowed))) swallowed--;
  const at = token.startOffset + text.length - swallowed;
  const quote = token.image[0];
  reportLexical(source, "SXP1002", spanOf(token), { quote }, [
    {
      title: "Close the string",
      edits: [
        { span: { start: at, end: at }, newText: quote },
        { span: { start: end, end }, newText: open.slice(swallowed) },
      ].filter((edit) => edit.newText !== ""),
    },
  ]);
}
