import type { PlaceAt } from "@semantic-xpath/parser";
import type { CompletionItem, InsertReplaceEdit } from "vscode-languageserver";
import { spell } from "../embedded/regions.js";
import { COMPLETION } from "../kinds.js";
import { quoted, spellName } from "../words/words.js";
import { declarationsOf, toRange, type View } from "../workspace/view.js";

/** Source of the documentation of an item, resolved when it is selected. */
export interface ItemData {
  readonly uri: string;
  readonly region: number;
  readonly about: "type" | "attribute" | "function" | "axis" | "condition" | "value" | "query" | "operator";
  readonly name: string;
  /** The path whose nodes have it. */
  readonly base: string;
}

export interface Draft {
  readonly label: string;
  readonly kind: keyof typeof COMPLETION;
  /** Inserted text; `label` by default. */
  readonly text?: string;
  /** A name that is inserted after it, in quotes if it can't stand without. */
  readonly spelled?: string;
  /** Inserted instead, with `$1` where the cursor goes. */
  readonly snippet?: string;
  readonly detail?: string | undefined;
  /** After the label, in grey. */
  readonly description?: string | undefined;
  /** Text compared with the typed one; by default the inserted text before the cursor. */
  readonly filter?: string;
  readonly about?: ItemData["about"];
  readonly name?: string;
  readonly base?: string;
}

const SIGN = /^\s*[=>{]/;

/** The items for one place; those added first are offered first. */
export class Items {
  readonly list: CompletionItem[] = [];
  /** Inserted text of each item, as the language has it: without the escapes of a script's strings. */
  readonly written: string[] = [];
  /** True if further typing finds more. */
  isIncomplete = false;
  private readonly labels = new Set<string>();
  private readonly edit: Omit<InsertReplaceEdit, "newText">;
  /** The quote that a name is being typed in; empty: it has none. */
  private readonly quote: string;
  private readonly following: string;
  /** Beginnings of snippets that go on after the cursor already, with a word, a text or arguments. */
  readonly begun = new Set<string>();

  constructor(
    readonly view: View,
    readonly cursor: PlaceAt,
  ) {
    const { kind, text: typed } = cursor.word;
    this.quote = kind === "name" && /^["']/.test(typed) ? typed.charAt(0) : "";
    this.following = view.text.slice(cursor.replace.end);
    this.edit = { insert: toRange(view, cursor.insert), replace: toRange(view, cursor.replace) };
  }

  /** True in an update, alone or beside queries. */
  get isInUpdate(): boolean {
    const { ast } = this.view;
    if (ast.update !== null) return true;
    return declarationsOf(ast).findLast(({ span }) => span.start <= this.cursor.offset)?.kind === "UpdateDeclaration";
  }

  /** True of a key of groups that has no name yet: all but attributes and fields need one. */
  get needsName(): boolean {
    const { list, call } = this.cursor;
    return list?.kind === "group by" && call === null && !/^\s*as\b/.test(this.following);
  }

  /** The innermost bracket or brace that is open at the cursor; null: none. */
  get around(): string | null {
    let depth = 0;
    for (let at = this.cursor.insert.start - 1; at >= 0; at--) {
      const sign = this.view.text.charAt(at);
      if (sign === "}" || sign === "]" || sign === ")") depth++;
      else if (sign === "{" || sign === "[" || sign === "(") {
        if (depth === 0) return sign;
        depth--;
      }
    }
    return null;
  }

  add({
    label,
    kind,
    text = label,
    spelled,
    snippet,
    detail,
    description,
    filter,
    about,
    name = label,
    base = "",
  }: Draft): void {
    if (this.labels.has(label)) return;
    this.labels.add(label);
    const beginning = this.beginningOf(snippet ?? text);
    if (beginning !== null) {
      if (snippet !== undefined && !SIGN.test(this.following)) this.begun.add(beginning);
      snippet = undefined;
      text = beginning;
    }
    const written = spelled === undefined ? text : text + this.spell(spelled);
    const { document, region } = this.view;
    const data: ItemData | undefined = about && { uri: document.uri, region: region.start, about, name, base };
    this.written.push(snippet ?? written);
    this.list.push({
      label,
      kind: COMPLETION[kind],
      sortText: String(this.list.length).padStart(3, "0"),
      filterText: filter ?? (snippet?.split("$")[0] ?? (this.quote === "" ? text + (spelled ?? "") : written)).trim(),
      insertTextFormat: snippet === undefined ? 1 : 2,
      textEdit: { newText: spell(region, snippet ?? written), ...this.edit },
      ...(detail !== undefined && { detail }),
      ...(description !== undefined && { labelDetails: { description } }),
      ...(data && { data }),
    });
  }

  /** A name as it is written here: in the quotes that are begun. */
  private readonly spell = (name: string): string => (this.quote === "" ? spellName(name) : quoted(name, this.quote));

  /** The first word of a text whose next word or sign stands after the cursor already; null: nothing of it does. */
  private beginningOf(text: string): string | null {
    const [, beginning, space, next] = /^([\p{L}\p{N}_-]+|=~)(\s*)\\?([\p{L}]+|=~|[^\s\p{N}\\])/u.exec(text) ?? [];
    if (beginning === undefined) return null;
    const { following, cursor } = this;
    // Within a word, the word after it is what a placeholder stands for.
    if (next === "$" && cursor.offset < cursor.replace.end && /^\s+[\p{L}_]/u.test(following)) return beginning;
    const [going] = /^(?:[\p{L}\p{N}_-]+|=~|.)/u.exec(space === "" ? following : following.trimStart()) ?? [];
    return going === next ? beginning : null;
  }
}
