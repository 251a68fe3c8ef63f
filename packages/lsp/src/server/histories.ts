import type { Diagnostic, DocumentDiagnosticReport, SemanticTokens, SemanticTokensDelta } from "vscode-languageserver";
import { changedPart } from "../features/spans.js";

/** Last sent value for each document, so that it is not sent again. */
class Sent<T> {
  private readonly last = new Map<string, { readonly resultId: string; readonly value: T }>();
  private made = 0;

  /** Keeps what is sent, under an id of its own. */
  keep(uri: string, value: T): string {
    const resultId = String(++this.made);
    this.last.set(uri, { resultId, value });
    return resultId;
  }

  /** Value of an id, if it is the last of its document. */
  get(uri: string, resultId: string | undefined): T | undefined {
    const sent = this.last.get(uri);
    return sent?.resultId === resultId ? sent?.value : undefined;
  }

  forget(uri: string): void {
    this.last.delete(uri);
  }
}

export class ReportHistory extends Sent<string> {
  report(uri: string, items: Diagnostic[], previousResultId: string | undefined): DocumentDiagnosticReport {
    const text = JSON.stringify(items);
    if (previousResultId !== undefined && this.get(uri, previousResultId) === text) {
      return { kind: "unchanged", resultId: previousResultId };
    }
    return { kind: "full", resultId: this.keep(uri, text), items };
  }
}

export class TokenHistory extends Sent<readonly number[]> {
  full = (uri: string, data: number[]): SemanticTokens => ({ resultId: this.keep(uri, data), data });

  /** Difference from the tokens of an id; all tokens if these are not known any more. */
  delta(uri: string, previousResultId: string, data: number[]): SemanticTokens | SemanticTokensDelta {
    const previous = this.get(uri, previousResultId);
    if (previous === undefined) return this.full(uri, data);
    const { start, end, until } = changedPart(previous, data);
    const edit = { start, deleteCount: end - start, data: data.slice(start, until) };
    return { resultId: this.keep(uri, data), edits: end === start && until === start ? [] : [edit] };
  }
}
