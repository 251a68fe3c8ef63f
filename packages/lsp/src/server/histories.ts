import type { Diagnostic, DocumentDiagnosticReport, SemanticTokens, SemanticTokensDelta } from "vscode-languageserver";

/** The diagnostics that were last sent for each document: the same again are only named. */
export class ReportHistory {
  private readonly sent = new Map<string, { readonly resultId: string; readonly text: string }>();
  private made = 0;

  report(uri: string, items: Diagnostic[], previousResultId: string | undefined): DocumentDiagnosticReport {
    const text = JSON.stringify(items);
    const previous = this.sent.get(uri);
    if (previous?.text === text && previous.resultId === previousResultId) {
      return { kind: "unchanged", resultId: previous.resultId };
    }
    const resultId = previous?.text === text ? previous.resultId : String(++this.made);
    this.sent.set(uri, { resultId, text });
    return { kind: "full", resultId, items };
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }
}

/** The tokens that were last sent for each document, so that an edit sends what changed and not all of them. */
export class TokenHistory {
  private readonly sent = new Map<string, { readonly resultId: string; readonly data: readonly number[] }>();
  private made = 0;

  full(uri: string, data: number[]): SemanticTokens {
    const resultId = String(++this.made);
    this.sent.set(uri, { resultId, data });
    return { resultId, data };
  }

  /** What differs from the tokens with that id; all of them if these are not known any more. */
  delta(uri: string, previousResultId: string, data: number[]): SemanticTokens | SemanticTokensDelta {
    const previous = this.sent.get(uri);
    const now = this.full(uri, data);
    if (previous === undefined || previous.resultId !== previousResultId) return now;
    return { resultId: now.resultId!, edits: changed(previous.data, data) };
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }
}

/** One edit: what is between the common beginning and the common end. */
function changed(before: readonly number[], after: readonly number[]): SemanticTokensDelta["edits"] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const deleteCount = before.length - start - end;
  const data = after.slice(start, after.length - end);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}
