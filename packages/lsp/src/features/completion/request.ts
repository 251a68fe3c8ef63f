import type { CompletionItem, CompletionItemKind, InsertReplaceEdit, Range } from "vscode-languageserver";
import { spell } from "../embedded/regions.js";
import { toRange, type View } from "../workspace/view.js";
import type { Cursor } from "./cursor.js";

/** One request: where the cursor is, and what an item replaces there. */
export interface Request {
  readonly view: View;
  readonly cursor: Cursor;
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

const NAME_PART = /[\p{L}\p{N}\p{M}_.-]*/uy;
const REST_OF_STRING = /[^"'\n[\]]*/y;

export function createRequest(view: View, cursor: Cursor): Request {
  const { word, offset } = cursor;
  const pattern = word.kind === "string" ? REST_OF_STRING : NAME_PART;
  pattern.lastIndex = offset;
  const rest = pattern.exec(view.text)?.[0].length ?? 0;
  const isOpen = word.kind === "string" && view.text[offset + rest] !== word.quote;
  const replaceEnd = isOpen ? offset : offset + rest;
  return {
    view,
    cursor,
    insert: toRange(view, { start: word.start, end: offset }),
    replace: toRange(view, { start: word.start, end: replaceEnd }),
    replaceEnd,
  };
}

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
