import { type Buffer, stopAt } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import { LONG_TEXT } from "./highlights.js";
import type { ReplService, TextDocument } from "./service.js";

/** Names of the kinds of items of the protocol. */
const KINDS: Readonly<Record<number, string>> = {
  1: "text",
  3: "function",
  5: "field",
  6: "name",
  7: "type",
  10: "attribute",
  12: "value",
  14: "word",
  15: "pattern",
  17: "file",
  19: "folder",
  24: "operator",
};

const LONG_LIST = 200;

/** Offers of the language service in a query that continue the word before the cursor; the best matches first. */
export function queryChoices(
  { service, document }: ReplService,
  { text, cursor }: Buffer,
  asked: boolean,
): readonly Choice[] {
  if (text.length > LONG_TEXT) return [];
  const doc = document(text);
  const { items } = service.complete(doc, doc.positionAt(cursor));
  const ranked = items.flatMap((item) => {
    const choice = choiceOf(item, doc);
    if (choice === null) return [];
    const typed = text.slice(choice.start, cursor);
    const rank = fit(typed, item.filterText ?? item.label);
    // A typed word itself is not a choice.
    if (rank === null || (choice.text === typed && !asked)) return [];
    const explain = async (): Promise<string | null> => documentationOf(await service.resolveCompletion(item));
    return [{ rank, choice: { ...choice, explain } }];
  });
  const isUseful = asked || ranked.some(({ choice }) => choice.start < cursor) || TRIGGER.test(text.slice(0, cursor));
  if (!isUseful) return [];
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, LONG_LIST)
    .map(({ choice }) => choice);
}

/** A list opens by itself after signs that need something. */
const TRIGGER = /[/[@"'(,:]$/;

type Item = ReturnType<ReplService["service"]["complete"]>["items"][number];

function choiceOf(item: Item, doc: TextDocument): Omit<Choice, "explain"> | null {
  const edit = item.textEdit;
  if (edit === undefined || !("insert" in edit)) return null;
  const { text, cursor } =
    item.insertTextFormat === 2 ? plainSnippet(edit.newText) : { text: edit.newText, cursor: null };
  const start = doc.offsetAt(edit.insert.start);
  const end = stopAt(doc.getText(), doc.offsetAt(edit.replace.end));
  const insertion = IN_STRING.has(item.kind ?? 1) ? closed(text, doc.getText(), start, end) : text;
  return {
    label: item.label,
    kind: KINDS[item.kind ?? 1] ?? "",
    detail: item.detail ?? item.labelDetails?.description ?? "",
    text: insertion,
    start,
    end,
    cursor: cursor ?? insertion.length,
  };
}

/** Texts and values, which may be offered in a string. */
const IN_STRING = new Set([1, 12]);

/** Editors close a quote when it is typed; here the choice that fills the string does. */
function closed(written: string, text: string, start: number, end: number): string {
  const quote = text[start - 1];
  const isOpen = (quote === '"' || quote === "'") && text[end] !== quote;
  return isOpen ? written + quote : written;
}

/** 0 if it begins with what is typed, 1 in another case, 2 if it has it further in; null if it does not. */
function fit(typed: string, candidate: string): number | null {
  if (candidate.startsWith(typed)) return 0;
  const [low, in_] = [typed.toLowerCase(), candidate.toLowerCase()];
  if (in_.startsWith(low)) return 1;
  return low.length > 1 && in_.includes(low) ? 2 : null;
}

function documentationOf({ documentation }: Item): string | null {
  if (documentation === undefined) return null;
  return typeof documentation === "string" ? documentation : documentation.value;
}

/** A snippet without its marks: the cursor is at the first place to fill in, `$1`, else at `$0`, else after the text. */
export function plainSnippet(snippet: string): { readonly text: string; readonly cursor: number } {
  let text = "";
  let first: number | null = null;
  let end: number | null = null;
  for (const part of snippet.split(/(\\[\\$}]|\$\d|\$\{\d:[^}]*\})/)) {
    const [, escaped, place, content = ""] = /^(?:\\([\\$}])|\$\{?(\d)(?::([^}]*)\})?)$/.exec(part) ?? [];
    if (place === "0") end ??= text.length;
    else if (place !== undefined) first ??= text.length;
    text += escaped ?? (place === undefined ? part : content);
  }
  return { text, cursor: first ?? end ?? text.length };
}
