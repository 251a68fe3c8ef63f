import type { Span } from "@semantic-xpath/parser";
import type { Importing } from "../importing.js";

/** An `<!ELEMENT …>` or `<!ATTLIST …>`: its words after the name of the element, parameter entities replaced. */
export interface Declaration {
  readonly kind: "ELEMENT" | "ATTLIST";
  readonly element: string;
  readonly body: string;
  /** The comment right before it, empty if there is none. */
  readonly comment: string;
  readonly span: Span;
}

/** Characters that parameter entities may be replaced by in all, and how deep they may be in each other. */
const MOST_CHARACTERS = 1 << 22;
const MOST_ENTITIES = 64;

interface Frame {
  readonly text: string;
  at: number;
  /** The entity that the text comes from, and where the outermost of those is referred to; null for the file itself. */
  readonly entity: string | null;
  readonly span: Span | null;
}

/**
 * The declarations of a DTD, in order. Parameter entities with a text are replaced where they are; those in another file are reported
 * and nothing is fetched. `INCLUDE` and `IGNORE` sections are followed. `start` is where to begin: reading ends after a `]`.
 */
export function declarationsOf(text: string, start: number, importing: Importing): readonly Declaration[] {
  return new Declarations(text, start, importing).read();
}

class Declarations {
  private readonly found: Declaration[] = [];
  private readonly frames: Frame[];
  /** The texts of parameter entities; null: in another file. */
  private readonly entities = new Map<string, string | null>();
  private replaced = 0;
  private comment = "";

  constructor(
    text: string,
    start: number,
    private readonly importing: Importing,
  ) {
    this.frames = [{ text, at: start, entity: null, span: null }];
  }

  read(): readonly Declaration[] {
    for (let frame = this.top(); frame !== undefined; frame = this.top()) {
      const { text, at } = frame;
      const blank = matchAt(/\s+/y, text, at);
      if (blank !== null) frame.at += blank.length;
      else if (text[at] === "%") this.replace(frame);
      else if (text.startsWith("<!--", at)) this.readComment(frame);
      else if (text.startsWith("<?", at)) this.skipTo(frame, "?>");
      else if (text.startsWith("<![", at)) this.beginSection(frame);
      else if (text.startsWith("]]>", at)) frame.at += 3;
      else if (text.startsWith("<!", at)) this.readDeclaration(frame);
      else if (text[at] === "]" && frame.entity === null) return this.found;
      else this.skipUnknown(frame);
    }
    return this.found;
  }

  /** The frame that the next character is in. */
  private top(): Frame | undefined {
    while (this.frames.length > 0) {
      const frame = this.frames.at(-1)!;
      if (frame.at < frame.text.length) return frame;
      this.frames.pop();
    }
    return undefined;
  }

  /** Reads `%name;` and goes on in the text of that entity. */
  private replace(frame: Frame): void {
    const reference = matchAt(/%[^\s%;<>"']+;?/y, frame.text, frame.at) ?? "%";
    const span = frame.span ?? { start: frame.at, end: frame.at + reference.length };
    frame.at += reference.length;
    const name = reference.replace(/[%;]/g, "");
    const text = this.entities.get(name);
    if (text === undefined) this.importing.report("SXP2305", span, { name: reference });
    else if (text === null) this.importing.report("SXP2302", span, { target: reference });
    else if (this.frames.some(({ entity }) => entity === name))
      this.importing.report("SXP2301", span, { kind: "DTD", problem: `the entity "${name}" contains itself` });
    else if (this.frames.length > MOST_ENTITIES)
      this.importing.report("SXP2307", span, { what: "entities in each other", limit: MOST_ENTITIES });
    else if (this.replaced + text.length > MOST_CHARACTERS)
      this.importing.report("SXP2307", span, { what: "characters that entities stand for", limit: MOST_CHARACTERS });
    else {
      this.replaced += text.length + 2;
      this.frames.push({ text: ` ${text} `, at: 0, entity: name, span });
    }
  }

  private readComment(frame: Frame): void {
    const start = frame.at + 4;
    this.skipTo(frame, "-->");
    // Lines of stars or dashes are ornament.
    const words = frame.text.slice(start, frame.at - 3).replace(/[-=*#~_]{3,}/g, " ");
    this.comment = words.replace(/\s+/g, " ").trim();
  }

  private skipTo(frame: Frame, end: string): void {
    const found = frame.text.indexOf(end, frame.at);
    if (found < 0) this.broken(frame, `"${end}" is missing`);
    frame.at = found < 0 ? frame.text.length : found + end.length;
  }

  private skipUnknown(frame: Frame): void {
    this.broken(frame, "a declaration is expected here");
    const next = frame.text.slice(frame.at + 1).search(/[<%\]]/);
    frame.at = next < 0 ? frame.text.length : frame.at + 1 + next;
  }

  private broken(frame: Frame, problem: string): void {
    const at = Math.min(frame.at, frame.text.length - 1);
    this.importing.report("SXP2301", frame.span ?? { start: at, end: at + 1 }, { kind: "DTD", problem });
  }

  /** `<![INCLUDE[`: its declarations count, and its end says nothing. `<![IGNORE[`: all of it is skipped. */
  private beginSection(frame: Frame): void {
    frame.at += 3;
    const word = this.readUntil("[").trim();
    const inside = this.top();
    if (word === "INCLUDE" || inside === undefined) return;
    if (word !== "IGNORE") this.broken(inside, "a section is INCLUDE or IGNORE");
    const marks = /<!\[|\]\]>/g;
    marks.lastIndex = inside.at;
    let depth = 1;
    for (let mark = marks.exec(inside.text); mark !== null; mark = marks.exec(inside.text)) {
      depth += mark[0] === "]]>" ? -1 : 1;
      inside.at = marks.lastIndex;
      if (depth === 0) return;
    }
    inside.at = inside.text.length;
  }

  private readDeclaration(frame: Frame): void {
    const start = frame.at;
    const keyword = matchAt(/<![A-Za-z]*/y, frame.text, start)!;
    frame.at += keyword.length;
    const comment = this.comment;
    this.comment = "";
    const words = this.readUntil(">");
    const span = frame.span ?? { start, end: Math.min(frame.at, frame.text.length) };
    const kind = keyword.slice(2);
    if (kind === "ENTITY") this.readEntity(words);
    else if (kind === "ELEMENT" || kind === "ATTLIST") {
      const [whole, element] = /^\s*(\S+)\s*/.exec(words) ?? ["", undefined];
      if (element === undefined) this.importing.report("SXP2301", span, { kind: "DTD", problem: "a name is missing" });
      else this.found.push({ kind, element, body: words.slice(whole.length), comment, span });
    } else if (kind !== "NOTATION")
      this.importing.report("SXP2301", span, { kind: "DTD", problem: `"${keyword}" is not a declaration` });
  }

  /** The text up to a character outside of quotes, with parameter entities replaced; what follows is read from there on. */
  private readUntil(end: string): string {
    const parts: string[] = [];
    for (let frame = this.top(); frame !== undefined; frame = this.top()) {
      const plain = matchAt(/[^"'%>[]+/y, frame.text, frame.at) ?? "";
      parts.push(plain);
      frame.at += plain.length;
      const next = frame.text[frame.at];
      if (next === undefined) continue;
      if (next === end) {
        frame.at++;
        break;
      }
      if (next === "%" && matchAt(/%[^\s%;<>"']+;/y, frame.text, frame.at) !== null) {
        this.replace(frame);
        continue;
      }
      const quoted = next === '"' || next === "'" ? frame.text.indexOf(next, frame.at + 1) : -1;
      const stop = quoted < 0 ? frame.at + 1 : quoted + 1;
      parts.push(frame.text.slice(frame.at, stop));
      frame.at = stop;
    }
    return parts.join("");
  }

  /** `% name "text"` or `% name SYSTEM "file"`; entities for texts are none of a schema's business. The first declaration counts. */
  private readEntity(words: string): void {
    const [, name, rest = ""] = /^\s*%\s+(\S+)\s+(.*)$/s.exec(words) ?? [];
    if (name === undefined || this.entities.has(name)) return;
    const quote = rest[0];
    const isText = quote === '"' || quote === "'";
    const end = isText ? rest.indexOf(quote, 1) : -1;
    this.entities.set(name, isText ? characters(rest.slice(1, end < 0 ? undefined : end)) : null);
  }
}

/** What a sticky pattern finds at a place, null if nothing. */
export function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** References to characters as the characters. */
export const characters = (text: string): string =>
  text.replace(/&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));/g, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
