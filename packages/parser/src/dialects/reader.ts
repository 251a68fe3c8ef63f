import { Untranslated } from "./written.js";

/** A word, number, string or sign of another language; the value of a string is without its quotes and escapes. */
interface Lexeme {
  readonly kind: "word" | "number" | "string" | "sign";
  readonly image: string;
  readonly value: string;
}

const LEXEMES =
  /\s+|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'')*')|(?<number>-?\d+(?:\.\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_-]*)|(?<sign>\.{2,3}|==|!=|<>|<=|>=|&&|\|\||[^\s"'])/suy;

/** The lexemes of a text, read from first to last. */
export class Reader {
  private readonly lexemes: readonly Lexeme[];
  private at = 0;

  constructor(text: string) {
    this.lexemes = lexemesOf(text);
  }

  get isAtEnd(): boolean {
    return this.at === this.lexemes.length;
  }

  get isAtNumber(): boolean {
    return this.lexemes[this.at]?.kind === "number";
  }

  /** Tests that the next lexeme is one of some signs or lower-case words, in any case. */
  isAt(...images: readonly string[]): boolean {
    const next = this.lexemes[this.at];
    return next !== undefined && next.kind !== "string" && images.includes(next.image.toLowerCase());
  }

  /** Reads one of some signs or words, if it is next. */
  takes(...images: readonly string[]): boolean {
    const isNext = this.isAt(...images);
    if (isNext) this.at++;
    return isNext;
  }

  isAtCall(name: string): boolean {
    return this.isAt(name) && this.lexemes[this.at + 1]?.image === "(";
  }

  /** Reads a name and the parenthesis after it, if they are next. */
  calls(name: string): boolean {
    const isNext = this.isAtCall(name);
    if (isNext) this.at += 2;
    return isNext;
  }

  expect(...images: readonly string[]): void {
    if (!this.takes(...images)) throw new Untranslated();
  }

  /** Reads a lexeme of a kind, if it is next; null otherwise. */
  take(...kinds: readonly Lexeme["kind"][]): string | null {
    const next = this.lexemes[this.at];
    if (next === undefined || !kinds.includes(next.kind)) return null;
    this.at++;
    return next.value;
  }

  need(...kinds: readonly Lexeme["kind"][]): string {
    const value = this.take(...kinds);
    if (value === null) throw new Untranslated();
    return value;
  }

  /** Tests that a text in brackets is next; `quoted` reads it. */
  takesName(): boolean {
    const isNext = this.isAt("[") && this.lexemes[this.at + 1]?.kind === "string";
    if (isNext) this.at++;
    return isNext;
  }

  quoted(): string {
    const name = this.need("string");
    this.expect("]");
    return name;
  }

  /** The lexeme that is next, as it is written; null at the end. */
  get next(): string | null {
    return this.lexemes[this.at]?.image ?? null;
  }

  integer(): number {
    const value = Number(this.need("number"));
    if (!Number.isInteger(value)) throw new Untranslated();
    return value;
  }
}

function lexemesOf(text: string): readonly Lexeme[] {
  const lexemes: Lexeme[] = [];
  const pattern = new RegExp(LEXEMES);
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) throw new Untranslated();
    const [kind, image] = Object.entries(match.groups!).find(([, found]) => found !== undefined) ?? [];
    if (kind === undefined || image === undefined) continue;
    lexemes.push({ kind: kind as Lexeme["kind"], image, value: kind === "string" ? unquoted(image) : image });
  }
  return lexemes;
}

function unquoted(image: string): string {
  // An escape that stands for another character than the one after it.
  if (/\\[a-zA-Z]/.test(image)) throw new Untranslated();
  const inside = image.slice(1, -1).replace(/\\(.)/gsu, "$1");
  return image.startsWith("'") ? inside.replaceAll("''", "'") : inside;
}
