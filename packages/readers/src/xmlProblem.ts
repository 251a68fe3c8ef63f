import { type ReadError, readError } from "@semantic-xpath/tree";

/** What is known where the parser gives up. */
export interface Place {
  /** Source text that is still at hand, up to the place or beyond. */
  readonly text: string;
  /** Offset of `text` in the source. */
  readonly base: number;
  /** Offset behind the last character that the parser took. */
  readonly end: number;
  /** Where the innermost open element starts, null outside the root. */
  readonly openStart: number | null;
  /** Where the root ends, null before that. */
  readonly rootEnd: number | null;
  /** Name of the element closed last. */
  readonly closed: string;
}

/** How far back a mistake may begin: tags and references are shorter. */
export const LOOK_BACK = 1024;

/** One clear sentence at the right place, for the parser's message. */
export function xmlProblem(message: string, place: Place): ReadError {
  const words = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
  const end = Math.min(place.end, place.base + place.text.length);
  const read = place.text.slice(Math.max(0, end - place.base - LOOK_BACK), Math.max(0, end - place.base));
  const base = end - read.length;
  const last = /[\s\S]$/u.exec(read)?.[0] ?? "";

  const at = (problem: string, start: number, until = end): ReadError => {
    const from = Math.max(0, Math.min(start, end - 1));
    return readError("SXP4005", { problem }, { start: from, end: Math.max(until, Math.min(from + 1, end)) });
  };
  const here = (problem: string) => at(problem, end - last.length);
  /** From the last `mark` on, with what stands from there. */
  const since = (mark: string, problem: (source: string) => string) => {
    const from = Math.max(0, read.lastIndexOf(mark));
    return at(problem(shorten(read.slice(from))), base + from);
  };

  const withoutValue = () => {
    const found = /[^\s"'<>/=]+(?=\s*$)/.exec(read.slice(0, read.length - last.length)) ?? {
      index: read.length - 1,
      0: last,
    };
    const from = base + found.index;
    return at(`the attribute "${shorten(found[0])}" has no value`, from, from + found[0].length);
  };

  const [kind, name = ""] = words.split(/: ([\s\S]*)/);
  switch (kind) {
    case "disallowed character": {
      const outside = outsideRoot(place);
      if (outside !== null && outside < end - last.length) return at(OUTSIDE, outside, outside + 1);
      return here(
        last === "<" ? '"<" is not allowed in an attribute value; write "&lt;"' : `${character(last)} is not allowed`,
      );
    }
    case "undefined entity":
      return since("&", (source) => `the entity "${source}" is not defined`);
    case "malformed character entity":
      return since("&", (source) => `"${source}" is no character`);
    case "empty entity name":
    case "disallowed character in entity name":
      return at(BARE_AMPERSAND, base + read.lastIndexOf("&"), base + read.lastIndexOf("&") + 1);
    case "disallowed character in tag name":
      if (message.endsWith(".")) return here(`${character(last)} is not allowed in a tag name`);
      return at('"<" starts no tag here; write "&lt;" for the character itself', base + read.lastIndexOf("<"));
    case "disallowed character in attribute name":
      if (last === "/") return withoutValue();
      return here(`${character(last)} is not allowed in an attribute name`);
    case "disallowed character in closing tag":
      return here(`${character(last)} is not allowed in an end tag`);
    case "forward-slash in opening tag not followed by >":
      return since("/", () => '"/" in a tag must be followed by ">"');
    case "attribute without value":
      return withoutValue();
    case "unquoted attribute value":
      return here("an attribute value must stand in quotes");
    case "no whitespace between attributes":
      return here("attributes must be separated by white space");
    case "duplicate attribute": {
      const from = read.lastIndexOf(name);
      return at(`the attribute "${shorten(name)}" is given twice`, base + from, base + from + name.length);
    }
    case 'the string "]]>" is disallowed in char data':
      return since("]]>", () => '"]]>" is not allowed in text; write "]]&gt;"');
    case "malformed comment":
      return since("--", () => '"--" is not allowed inside a comment');
    case "unexpected close tag":
      return since("</", (source) => `"${source}" does not end "<${shorten(place.closed)}>"`);
    case "unmatched closing tag":
      return since("</", (source) => `"${source}" ends no element`);
    case "weird empty close tag":
      return since("</", () => '"</>" names no element');
    case "incorrect syntax":
      if (read.slice(-DOCTYPE.length).toLowerCase() === DOCTYPE) return doctypeRefused(end - DOCTYPE.length);
      return since("<!", () => '"<!" starts neither a comment nor a CDATA section here');
    case "inappropriately located doctype declaration":
      return doctypeRefused(end - DOCTYPE.length);
    case "documents may contain only one root":
      return since("<", () => "there is a second root element");
    case "text data outside of root node": {
      const from = outsideRoot(place) ?? end - 1;
      return at(OUTSIDE, from, from + 1);
    }
    case "document must contain a root element":
      return here("there is no root element");
    case "unclosed tag":
    case "unexpected end": {
      const ampersand = openReference(place);
      if (ampersand !== null) return at(BARE_AMPERSAND, ampersand, ampersand + 1);
      if (kind === "unexpected end") return here("it ends too early");
      const start = place.openStart ?? end - 1;
      return at(`"<${shorten(name)}>" is not closed`, start, Math.min(start + 1 + name.length, end));
    }
    default:
      if (/declaration|version|encoding|standalone|name\/value/i.test(words))
        return since("<?", () => lowerFirst(words));
      return here(lowerFirst(words));
  }
}

const OUTSIDE = "there is text outside the root element";
const BARE_AMPERSAND = '"&" starts no character reference here; write "&amp;" for the character itself';

export const doctypeRefused = (start: number): ReadError =>
  readError("SXP4006", {}, { start, end: start + DOCTYPE.length });

/** The first character behind the root that may not stand there. */
function outsideRoot({ text, base, rootEnd }: Place): number | null {
  if (rootEnd === null || rootEnd < base) return null;
  const found = new Outside().scan(text.slice(rootEnd - base));
  return found === null ? null : rootEnd + found.at;
}

/** An ampersand behind which no semicolon comes: the parser took all the rest for the name of an entity. */
function openReference({ text, base }: Place): number | null {
  const at = text.indexOf("&", text.lastIndexOf(";") + 1);
  if (at < 0) return null;
  const isInside = (open: string, close: string) => text.lastIndexOf(open, at) > text.lastIndexOf(close, at);
  return isInside("<!--", "-->") || isInside("<![CDATA[", "]]>") || isInside("<?", "?>") ? null : base + at;
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** A name or tag for a message: on one line, and not the whole of a long one. */
function shorten(source: string): string {
  const line = source.replace(/\s+/g, " ");
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}

/** A character for a message: in quotes where it can be seen, else by number. */
function character(text: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text)) return text === '"' ? "a quotation mark" : `"${text}"`;
  const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `the character U+${code}`;
}

/** What stands where only white space, comments, processing instructions and the root element may stand. */
interface Found {
  readonly kind: "element" | "doctype" | "text";
  /** Offset from the start of the scanned piece; negative where it began in an earlier one. */
  readonly at: number;
}

/**
 * Scans the text before or behind the root element for the first thing that is neither white space nor a comment nor a
 * processing instruction. A DOCTYPE is seen here before a parser reads any of it.
 */
export class Outside {
  /** What ends the comment or processing instruction that the scan is in; empty between them. */
  private within = "";
  private held = "";

  /** Takes the next piece; null where all of it may stand there and the scan goes on. */
  scan(piece: string): Found | null {
    const text = this.held + piece;
    const before = this.held.length;
    this.held = "";
    let at = 0;
    while (true) {
      if (this.within !== "") {
        const end = text.indexOf(this.within, at);
        if (end < 0) {
          this.held = text.slice(Math.max(at, text.length - this.within.length + 1));
          return null;
        }
        at = end + this.within.length;
        this.within = "";
      }
      while (isSpace(text.charCodeAt(at))) at++;
      if (at >= text.length) return null;
      const start = text.slice(at, at + DOCTYPE.length).toLowerCase();
      if (start.startsWith("<!--")) {
        this.within = "-->";
        at += 4;
      } else if (start.startsWith("<?")) {
        this.within = "?>";
        at += 2;
      } else if (start === DOCTYPE) {
        return { kind: "doctype", at: at - before };
      } else if (DOCTYPE.startsWith(start) || "<!--".startsWith(start)) {
        this.held = text.slice(at);
        return null;
      } else {
        return { kind: start.startsWith("<") ? "element" : "text", at: at - before };
      }
    }
  }
}

const DOCTYPE = "<!doctype";

/** XML's white space, and the byte order mark. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
