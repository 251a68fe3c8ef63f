import type { IToken } from "chevrotain";
import type { Missing, Name } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import type { ElementText } from "../ast/updateNodes.js";
import { fix, offer } from "../diagnostics/fix.js";
import { endOf, report, type Source, spanOf, textIn } from "../source.js";

/** Texts of element constructors: white space, entities and braces, as XQuery reads them. */

const WHITE = /[ \t\r\n]/;
const PARTS = /[ \t\r\n]+|&(?:#x?[0-9A-Za-z]{1,10}|[A-Za-z]{1,10});|\{\{|\}\}|""|''|[&<}]/g;
const CDATA = "<![CDATA[";

/** The text of a value in quotes, where a quote that is written twice is one and every white space a space. */
export function valueTextOf(source: Source, tokens: readonly IToken[], quote: string): ElementText | null {
  const value = tokens.map((token) => decoded(source, token, (blank) => " ".repeat(blank.length), quote)).join("");
  return textOf(tokens, value);
}

/** Neighbours of a text in an element. */
interface Surroundings {
  /** A tag or enclosed value, or the opening tag itself. */
  readonly before: "tag" | "value" | "start";
  readonly after: "tag" | "value" | "end";
}

/**
 * The text of an element: runs of white space become one space, and none at the ends of the element, or between two tags
 * without other content. Text of an entity stays unchanged.
 */
export function contentTextOf(
  source: Source,
  tokens: readonly IToken[],
  { before, after }: Surroundings,
): ElementText | null {
  let value = tokens.map((token) => sectionOf(source, token) ?? decoded(source, token, () => " ")).join("");
  const [first, last] = [tokens[0]!.image, tokens.at(-1)!.image];
  const isBlank = tokens.every(({ image }) => /^[ \t\r\n]*$/.test(image));
  if (isBlank && (before !== "value" || after !== "value")) return null;
  if (before === "start" && WHITE.test(first[0]!)) value = value.slice(1);
  if (after === "end" && WHITE.test(last.at(-1)!)) value = value.slice(0, -1);
  return textOf(tokens, value);
}

function textOf(tokens: readonly IToken[], value: string): ElementText | null {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined || value === "") return null;
  return { kind: "ElementText", span: { start: first.startOffset, end: endOf(last) }, value };
}

/** A CDATA section unchanged; comments and instructions of XML are not data, and reported. */
function sectionOf(source: Source, token: IToken): string | null {
  const { image } = token;
  if (image.startsWith(CDATA)) return image.endsWith("]]>") ? image.slice(CDATA.length, -3) : image.slice(CDATA.length);
  if (!image.startsWith("<!--") && !image.startsWith("<?")) return null;
  report(source, "SXP1035", spanOf(token), { text: image, write: "(: … :) outside of the element" }, [
    offer("Remove it", spanOf(token), ""),
  ]);
  return "";
}

/** `quote`: around the text, so that two of them are one; those that entities stand for are each one. */
function decoded(
  source: Source,
  { image, startOffset }: IToken,
  blankOf: (blank: string) => string,
  quote = "",
): string {
  return image.replace(PARTS, (part: string, at: number) => {
    if (WHITE.test(part[0]!)) return blankOf(part);
    if (part === "{{" || part === "}}") return part[0]!;
    if (part === '""' || part === "''") return part[0] === quote ? quote : part;
    const text = part.length > 1 ? entityOf(part) : null;
    if (text !== null) return text;
    const span: Span = { start: startOffset + at, end: startOffset + at + part.length };
    const write = part[0] === "&" ? `&amp;${part.slice(1)}` : part === "<" ? "&lt;" : "}}";
    report(source, "SXP1035", span, { text: part, write }, [fix(`Replace by ${write}`, span, write)]);
    return part;
  });
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);

/** The character that an entity stands for; null: there is no such entity. */
function entityOf(entity: string): string | null {
  if (entity[1] !== "#") return ENTITIES.get(entity) ?? null;
  const isHex = entity[2] === "x";
  const digits = entity.slice(isHex ? 3 : 2, -1);
  if (!(isHex ? /^[0-9A-Fa-f]+$/ : /^\d+$/).test(digits)) return null;
  const code = Number.parseInt(digits, isHex ? 16 : 10);
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? null : String.fromCodePoint(code);
}

/** SXP1034: a tag without its end, or an element without its closing tag; `expected` is what is missing. */
export function reportUnclosed(source: Source, tag: Span, expected: string, at: number): void {
  const text = source.text.slice(tag.start, tag.end);
  report(source, "SXP1034", tag, { text, expected, isOther: false }, [
    fix(`Insert ${expected}`, { start: at, end: at }, expected),
  ]);
}

/** An unclosed element took the rest; words of the update within it suggest that `/>` was intended. */
export function reportSwallowed(source: Source, tag: Span, name: string, end: number): void {
  const { text } = source;
  const closing = `</${name}>`;
  const isEmpty = /^\s*(?:into|before|after|as\s+(?:first|last))\b/.test(text.slice(tag.end, tag.end + 64));
  report(source, "SXP1034", tag, { text: text.slice(tag.start, tag.end), expected: closing, isOther: false }, [
    isEmpty
      ? fix("Replace > by />", { start: tag.end - 1, end: tag.end }, "/>")
      : offer(`Insert ${closing}`, { start: end, end }, closing),
  ]);
}

/** SXP1034: the closing tag has another name than the opening one. */
export function reportOtherName(source: Source, token: IToken, name: string): void {
  const span = spanOf(token);
  report(source, "SXP1034", span, { text: `</${token.image}>`, expected: `</${name}>`, isOther: true }, [
    fix(`Replace by ${name}`, span, name),
  ]);
}

/** SXP1035: `name={…}`, where the value is in quotes. */
export function reportUnquoted(source: Source, name: Name, span: Span): void {
  const [start, value] = [name.span.start, textIn(source, span)];
  const attributeSpan = { start, end: span.end };
  const text = source.text.slice(start, span.end);
  const write = `${source.text.slice(start, name.span.end)}="${value}"`;
  report(source, "SXP1035", attributeSpan, { text, write }, [fix("Put the value in quotes", span, `"${value}"`)]);
}

export const missingName = (at: number): Missing => ({
  kind: "Missing",
  span: { start: at, end: at },
  expected: "a node type",
});
