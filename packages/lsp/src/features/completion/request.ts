import type { PlaceAt } from "@semantic-xpath/parser";
import type { CompletionItem, CompletionItemKind, InsertReplaceEdit, Range } from "vscode-languageserver";
import { spell } from "../embedded/regions.js";
import { toRange, type View } from "../workspace/view.js";

/** One request: where the cursor is, and what an item replaces there. */
export interface Request {
  readonly view: View;
  readonly cursor: PlaceAt;
  /** From the start of the word to the cursor, and to the end of the word. */
  readonly insert: Range;
  readonly replace: Range;
  /** The offset where the replacement ends. */
  readonly replaceEnd: number;
}

/** What a documentation is made from when an item is looked at. */
export interface ItemData {
  readonly uri: string;
  readonly region: number;
  readonly about: "type" | "attribute" | "function" | "axis" | "condition" | "value" | "query" | "operator";
  readonly name: string;
  /** The path whose nodes have it. */
  readonly base: string;
}

export const createRequest = (view: View, cursor: PlaceAt): Request => ({
  view,
  cursor,
  insert: toRange(view, cursor.insert),
  replace: toRange(view, cursor.replace),
  replaceEnd: cursor.replace.end,
});

export interface Draft {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** What is inserted; `label` by default. */
  readonly text?: string;
  readonly isSnippet?: boolean;
  readonly detail?: string;
  /** Behind the label, in grey. */
  readonly description?: string;
  /** What is compared with what is typed; the inserted text by default. */
  readonly filter?: string;
  readonly about?: ItemData["about"];
  readonly name?: string;
  readonly base?: string;
}

/** Collects items; those added first are offered first. */
export class Items {
  readonly list: CompletionItem[] = [];
  private readonly labels = new Set<string>();

  constructor(private readonly request: Request) {}

  add(draft: Draft): void {
    const { label, kind, text = label, isSnippet = false, detail, description, filter = text } = draft;
    if (this.labels.has(label)) return;
    this.labels.add(label);
    const { view, insert, replace } = this.request;
    const textEdit: InsertReplaceEdit = { newText: spell(view.region, text), insert, replace };
    this.list.push({
      label,
      kind,
      sortText: String(this.list.length).padStart(3, "0"),
      filterText: filter,
      insertTextFormat: isSnippet ? 2 : 1,
      textEdit,
      ...(detail !== undefined && { detail }),
      ...(description !== undefined && { labelDetails: { description } }),
      ...(draft.about !== undefined && { data: this.data(draft, draft.about) }),
    });
  }

  private data({ label, name = label, base = "" }: Draft, about: ItemData["about"]): ItemData {
    const { document, region } = this.request.view;
    return { uri: document.uri, region: region.start, about, name, base };
  }
}
