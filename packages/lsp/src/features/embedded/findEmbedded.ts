import type { Span } from "@semantic-xpath/parser";

/** A query inside a script: the place of its text, quotes left out, and the holes in it. */
export interface Embedded {
  readonly span: Span;
  /** In offsets of the script. */
  readonly holes: readonly Span[];
  readonly quote: '"' | "'" | "`";
}

/**
 * The queries of a TypeScript or JavaScript file: templates with the tag `sxp` (also `sxp<T>`), and the first argument of
 * `compile(…)` in a file that names this toolchain. One pass over the characters, which knows comments, strings, templates and
 * regular expressions and nothing else of the language, so that no broken line can hide the rest of the file.
 */
export function findEmbedded(script: string): readonly Embedded[] {
  if (!script.includes("sxp") && !script.includes("semantic-xpath")) return [];
  return new Scanner(script, script.includes("semantic-xpath")).scan();
}

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const TYPE_ARGUMENT = /\s*<[^<>(){};`"']*(?:<[^<>(){};`"']*>[^<>(){};`"']*)*>\s*(?=`)/y;
const BLANKS = /\s+/y;
const CALL = /\s*\(\s*/y;
const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\[\s\S])*/y;
const SINGLE_QUOTED = /'(?:[^'\\\n]|\\[\s\S])*/y;
const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/y;
const REGEX = /\/(?:[^/\\[\n]|\\[\s\S]|\[(?:[^\]\\\n]|\\[\s\S])*\]?)*\/?/y;
const REGEX_BEFORE =
  /(?:^|[=([{,;:!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield))$/;

/** A lifetime of one scan. */
class Scanner {
  private at = 0;
  private readonly results: Embedded[] = [];

  constructor(
    private readonly text: string,
    private readonly callsCount: boolean,
  ) {}

  scan(): readonly Embedded[] {
    this.code(null);
    return this.results.sort((a, b) => a.span.start - b.span.start);
  }

  /** Code up to the brace that closes a hole, or to the end. */
  private code(until: "}" | null): void {
    const { text } = this;
    let depth = 0;
    while (this.at < text.length) {
      const character = text[this.at]!;
      if (character === "}" && until === "}" && depth-- === 0) return;
      if (character === "{") depth++;
      if (character === "/" && this.skipSlash()) continue;
      if (character === "`") this.template();
      else if (character === '"' || character === "'") this.string();
      else if (this.identifier()) continue;
      else this.at++;
    }
  }

  private identifier(): boolean {
    const start = this.at;
    this.at += this.length(IDENTIFIER);
    if (this.at === start) return false;
    const word = this.text.slice(start, this.at);
    if (word === "sxp") this.tag();
    else if (word === "compile" && this.callsCount && this.text[start - 1] !== ".") this.call();
    return true;
  }

  private tag(): void {
    const skipped = this.length(TYPE_ARGUMENT) || this.length(BLANKS);
    if (this.text[this.at + skipped] !== "`") return;
    this.at += skipped;
    this.keep(this.template(), "`");
  }

  private call(): void {
    const start = this.at + this.length(CALL);
    const quote = start === this.at ? undefined : this.text[start];
    if (quote !== '"' && quote !== "'" && quote !== "`") return;
    this.at = start;
    this.keep(quote === "`" ? this.template() : this.string(), quote);
  }

  private keep(literal: Omit<Embedded, "quote">, quote: Embedded["quote"]): void {
    this.results.push({ ...literal, quote });
  }

  private template(): Omit<Embedded, "quote"> {
    const start = ++this.at;
    const holes: Span[] = [];
    while (this.at < this.text.length && this.text[this.at] !== "`") {
      if (this.text.startsWith("${", this.at)) {
        const hole = this.at;
        this.at += 2;
        this.code("}");
        this.at = Math.min(this.at + 1, this.text.length);
        holes.push({ start: hole, end: this.at });
      } else this.at += this.text[this.at] === "\\" ? 2 : 1;
    }
    const end = Math.min(this.at, this.text.length);
    this.at = end + 1;
    return { span: { start, end }, holes };
  }

  /** A string ends with its line, closed or not. */
  private string(): Omit<Embedded, "quote"> {
    const start = this.at + 1;
    this.at += this.length(this.text[this.at] === '"' ? DOUBLE_QUOTED : SINGLE_QUOTED);
    const end = this.at;
    if (this.text[end] === this.text[start - 1]) this.at++;
    return { span: { start, end }, holes: [] };
  }

  /** Comments and regular expressions; false for a division. */
  private skipSlash(): boolean {
    const comment = this.length(COMMENT);
    const before = comment > 0 ? "" : this.text.slice(Math.max(0, this.at - 40), this.at).trimEnd();
    const skipped = comment || (REGEX_BEFORE.test(before) ? this.length(REGEX) : 0);
    this.at += skipped;
    return skipped > 0;
  }

  /** Length of a sticky pattern's match here, 0 without one. */
  private length(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }
}
