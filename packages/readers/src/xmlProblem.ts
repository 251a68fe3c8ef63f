import type { Span } from "@semantic-xpath/parser";
import { type ReadError, readError } from "@semantic-xpath/tree";
import { oneLine, ownEntry } from "@semantic-xpath/values";

/** State at which the parser gives up. */
export interface Place {
  /** Source text that is still at hand, up to the place or beyond. */
  readonly text: string;
  /** Offset of `text` in the source. */
  readonly base: number;
  /** Offset after the last character that the parser took. */
  readonly end: number;
  /** If the innermost open element starts, null outside the root. */
  readonly openStart: number | null;
  /** End of the last valid part outside the root. */
  readonly outside: number;
  readonly hasDoctype: boolean;
  /** Name of the element closed last. */
  readonly closed: string;
}

/** Maximum distance of the beginning of a mistake: tags and references are shorter. */
export const LOOK_BACK = 1024;

/** One clear sentence at the right place, for the parser's message. */
export function xmlProblem(message: string, place: Place): ReadError {
  const words = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
  const [kind = "", name = ""] = words.split(/: ([\s\S]*)/);
  const problem = new Problem(message, name, place);
  const describe = ownEntry(PROBLEMS, kind);
  if (describe !== undefined) return describe(problem);
  const marked = Object.hasOwn(FROM_MARK, kind) ? FROM_MARK[kind] : undefined;
  if (marked !== undefined) return problem.since(...marked);
  const isDeclaration = /declaration|version|encoding|standalone|name\/value/i.test(words);
  return isDeclaration ? problem.since("<?", lowerFirst(words)) : problem.here(lowerFirst(words));
}

/** The sentences, by the parser's message before a colon. */
const PROBLEMS: Readonly<Record<string, (at: Problem) => ReadError>> = {
  "disallowed character"(at) {
    const outside = outsideRoot(at.place);
    if (outside !== null && outside < at.end - at.last.length) return at.from(outside, OUTSIDE, 1);
    return at.here(
      at.last === "<"
        ? '"<" is not allowed in an attribute value; write "&lt;"'
        : `${character(at.last)} is not allowed`,
    );
  },
  "empty entity name": (at) => at.from(at.base + at.read.lastIndexOf("&"), BARE_AMPERSAND, 1),
  "disallowed character in entity name": (at) => at.from(at.base + at.read.lastIndexOf("&"), BARE_AMPERSAND, 1),
  "disallowed character in tag name": (at) =>
    at.message.endsWith(".")
      ? at.here(`${character(at.last)} is not allowed in a tag name`)
      : at.from(at.base + at.read.lastIndexOf("<"), '"<" starts no tag here; write "&lt;" for the character itself'),
  "disallowed character in attribute name": (at) =>
    at.last === "/" ? at.withoutValue() : at.here(`${character(at.last)} is not allowed in an attribute name`),
  "disallowed character in closing tag": (at) => at.here(`${character(at.last)} is not allowed in an end tag`),
  "attribute without value": (at) => at.withoutValue(),
  "unquoted attribute value": (at) => at.here("an attribute value must be in quotes"),
  "no whitespace between attributes": (at) => at.here("attributes must be separated by white space"),
  "duplicate attribute": (at) =>
    at.from(
      at.base + at.read.lastIndexOf(at.name),
      `the attribute "${oneLine(at.name, 40)}" is given twice`,
      at.name.length,
    ),
  "unexpected close tag": (at) => at.since("</", `"%" does not end "<${oneLine(at.place.closed, 40)}>"`),
  "incorrect syntax": (at) =>
    at.since(
      "<!",
      /<!doctype$/i.test(at.read)
        ? 'it is "<!DOCTYPE" in XML, in capitals'
        : '"<!" starts neither a comment nor a CDATA section here',
    ),
  "undefined entity": (at) => at.undefinedEntity(),
  "text data outside of root node": (at) => at.from(outsideRoot(at.place) ?? at.end - 1, OUTSIDE, 1),
  "document must contain a root element": (at) => at.here("there is no root element"),
  "unclosed tag"(at) {
    const start = at.place.openStart ?? at.end - 1;
    const length = Math.min(1 + at.name.length, at.end - start);
    return at.bareAmpersand() ?? at.from(start, `"<${oneLine(at.name, 40)}>" is not closed`, length);
  },
  "unexpected end": (at) => at.bareAmpersand() ?? at.here("it ends too early"),
};

/** The rest, for what begins with the last mark of its kind; `%` is the text from there on. */
const FROM_MARK: Readonly<Record<string, readonly [mark: string, sentence: string]>> = {
  "inappropriately located doctype declaration": ["<!", "a DOCTYPE comes before the root element, and only once"],
  "malformed character entity": ["&", '"%" is no character'],
  "forward-slash in opening tag not followed by >": ["/", '"/" in a tag must be followed by ">"'],
  'the string "]]>" is disallowed in char data': ["]]>", '"]]>" is not allowed in text; write "]]&gt;"'],
  "malformed comment": ["--", '"--" is not allowed inside a comment'],
  "unmatched closing tag": ["</", '"%" ends no element'],
  "weird empty close tag": ["</", '"</>" names no element'],
  "documents may contain only one root": ["<", "there is a second root element"],
};

/** Place at which the parser gave up. */
class Problem {
  /** The end of the source text that it has read, and where this text begins and ends in the source. */
  readonly read: string;
  readonly base: number;
  readonly end: number;
  /** The last character of it. */
  readonly last: string;

  constructor(
    readonly message: string,
    /** Name in the parser's message. */
    readonly name: string,
    readonly place: Place,
  ) {
    const { text, base } = place;
    this.end = Math.min(place.end, base + text.length);
    this.read = text.slice(Math.max(0, this.end - base - LOOK_BACK), Math.max(0, this.end - base));
    this.base = this.end - this.read.length;
    this.last = /[\s\S]$/u.exec(this.read)?.[0] ?? "";
  }

  /** A problem from `start` on, for `length` characters or all that was read. */
  from(start: number, problem: string, length?: number): ReadError {
    return readError("SXP4005", { problem }, this.span(start, length));
  }

  private span(start: number, length = this.end - start): Span {
    const from = Math.max(0, Math.min(start, this.end - 1));
    return { start: from, end: Math.max(start + length, Math.min(from + 1, this.end)) };
  }

  /** An entity of the document itself, which is never expanded, or an unknown one. */
  undefinedEntity(): ReadError {
    const from = Math.max(0, this.read.lastIndexOf("&"));
    const entity = oneLine(this.read.slice(from), 40);
    return this.place.hasDoctype
      ? readError("SXP4006", { entity }, this.span(this.base + from))
      : this.from(this.base + from, `the entity "${entity}" is not defined`);
  }

  /** A problem with the last character. */
  here(problem: string): ReadError {
    return this.from(this.end - this.last.length, problem);
  }

  /** A problem from the last `mark` on, with what follows from there. */
  since(mark: string, sentence: string): ReadError {
    const from = Math.max(0, this.read.lastIndexOf(mark));
    return this.from(
      this.base + from,
      sentence.replace("%", () => oneLine(this.read.slice(from), 40)),
    );
  }

  withoutValue(): ReadError {
    const { read, last } = this;
    const match = /[^\s"'<>/=]+(?=\s*$)/.exec(read.slice(0, read.length - last.length));
    const { index, 0: name } = match ?? { index: read.length - 1, 0: last };
    return this.from(this.base + index, `the attribute "${oneLine(name, 40)}" has no value`, name.length);
  }

  bareAmpersand(): ReadError | null {
    const ampersand = openReference(this.place);
    return ampersand === null ? null : this.from(ampersand, BARE_AMPERSAND, 1);
  }
}

const OUTSIDE = "there is text outside the root element";
const BARE_AMPERSAND = '"&" starts no character reference here; write "&amp;" for the character itself';

/** The first character outside the root that is not allowed there. */
function outsideRoot({ text, base, outside, openStart }: Place): number | null {
  if (openStart !== null) return null;
  const from = Math.max(base, outside);
  const nonSpace = /[^ \t\r\n]/.exec(text.slice(from - base));
  return nonSpace === null ? null : from + nonSpace.index;
}

/** An ampersand without a semicolon after it: the parser took all the rest for the name of an entity. */
function openReference({ text, base }: Place): number | null {
  const at = text.indexOf("&", text.lastIndexOf(";") + 1);
  if (at < 0) return null;
  const isInside = (open: string, close: string) => text.lastIndexOf(open, at) > text.lastIndexOf(close, at);
  return isInside("<!--", "-->") || isInside("<![CDATA[", "]]>") || isInside("<?", "?>") ? null : base + at;
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** A character for a message: in quotes where it can be seen, else by number. */
function character(text: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text)) return text === '"' ? "a quotation mark" : `"${text}"`;
  const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `the character U+${code}`;
}
