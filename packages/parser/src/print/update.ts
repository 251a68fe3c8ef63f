import type { NodeOf } from "../ast/childKeys.js";
import type { AstKind } from "../ast/nodes.js";
import type { Element, ElementText, Enclosed } from "../ast/updateNodes.js";
import { wordsOfPlacing } from "../grammar/updateParts.js";
import { group, indent, join, type Layout, LINE, NEWLINE, SOFT } from "./layout.js";
import type { Printer } from "./print.js";

type Printers<K extends AstKind> = { readonly [P in K]: (node: NodeOf<P>, printer: Printer) => Layout };

/** Updates: a primitive goes on one line if it fits; of several each begins a line. */
export const UPDATE_PRINTERS: Printers<
  | "Update"
  | "Insert"
  | "InsertAttribute"
  | "Delete"
  | "Replace"
  | "ReplaceValue"
  | "Rename"
  | "Move"
  | "NodeKey"
  | "Element"
  | "ElementAttribute"
  | "ElementText"
  | "Enclosed"
> = {
  Update: ({ primitives }, { child }) => join(primitives.map(child), [",", primitives.length > 1 ? NEWLINE : LINE]),
  Insert: ({ content, placing, target }, { child }) =>
    group("insert node ", child(content), indent(LINE, `${wordsOfPlacing(placing)} `, child(target))),
  InsertAttribute: ({ name, value, target }, { child }) =>
    group("insert node attribute ", child(name), " {", child(value), "}", indent(LINE, "into ", child(target))),
  Delete: ({ target }, { child }) => ["delete node ", child(target)],
  Replace: ({ target, content }, { child }) =>
    group("replace node ", child(target), indent(LINE, "with ", child(content))),
  ReplaceValue: ({ target, value }, { child }) =>
    group("replace value of node ", child(target), indent(LINE, "with ", child(value))),
  Rename: ({ target, name }, { child }) => group("rename node ", child(target), indent(LINE, "as ", child(name))),
  Move: ({ target, placing, destination }, { child }) =>
    group("move node ", child(target), indent(LINE, `${wordsOfPlacing(placing)} `, child(destination))),
  NodeKey: ({ key, version }) => (version === null ? `#${key}` : `#${key}@${version}`),
  Element: printElement,
  ElementAttribute: ({ name, value }, { bare }) => [
    bare(name),
    '="',
    value.map((part) => (part.kind === "ElementText" ? escaped(part.value, VALUE_CHARACTERS) : bare(part))),
    '"',
  ],
  ElementText: ({ value }) => escaped(value, TEXT_CHARACTERS),
  Enclosed: ({ value, span }, { child, closing }) => ["{", child(value), closing(span.end), "}"],
};

function printElement(element: Element, printer: Printer): Layout {
  const { name, attributes, content } = element;
  const printed = printer.bare(name);
  const tag = [
    "<",
    printed,
    attributes.length === 0 ? "" : indent(attributes.map((attribute) => [LINE, printer.bare(attribute)])),
    attributes.length === 0 ? "" : SOFT,
  ];
  if (content.length === 0) return group(tag, "/>");
  const opening = group(tag, ">");
  const closing = ["</", printed, ">"];
  const isLaidOut = content.every(({ kind }) => kind === "Element");
  if (isLaidOut) return group(opening, indent(SOFT, join(content.map(printer.bare), SOFT)), SOFT, closing);
  const texts = content.map((part, i) =>
    part.kind === "ElementText" ? printText(part, content, i) : printer.bare(part),
  );
  return [opening, texts, closing];
}

/** White space that would be dropped when it is read again is written as a reference. */
function printText({ value }: ElementText, content: readonly (ElementText | Enclosed | Element)[], i: number): string {
  const [before, after] = [content[i - 1]?.kind, content[i + 1]?.kind];
  const text = escaped(value, TEXT_CHARACTERS);
  if (value.trim() === "" && !(value === " " && before === "Enclosed" && after === "Enclosed"))
    return text.replaceAll(" ", "&#32;");
  return text
    .replace(before === undefined ? /^ / : /(?!)/, "&#32;")
    .replace(after === undefined ? / $/ : /(?!)/, "&#32;")
    .replaceAll("  ", " &#32;");
}

/** Characters with another meaning in an element, and white space and control characters that reading would change or that are invisible. */
const TEXT_CHARACTERS = /[&<{}]|\p{Cc}/gu;
const VALUE_CHARACTERS = /[&<{}"]|\p{Cc}/gu;

const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  ['"', "&quot;"],
  ["{", "{{"],
  ["}", "}}"],
]);

const escaped = (text: string, characters: RegExp): string =>
  text.replace(characters, (character) => WRITTEN.get(character) ?? `&#${character.charCodeAt(0)};`);
