import {
  type CharSet,
  CLASS_ESCAPES,
  categorySet,
  complementOf,
  difference,
  rangeSet,
  unionOf,
  withCases,
} from "./charSet.js";
import type { PatternError, PatternErrorReason, PatternNode } from "./syntax.js";

/** Groups and classes in one another. */
const MAX_DEEP = 100;

/** Flags that affect parsing. */
interface ParseFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

/** The regular expression of XPath and XML Schema that a text is, or the first mistake in it. */
export function parsePattern(source: string, flags: ParseFlags): PatternNode | PatternError {
  return new PatternParser(source, flags).parse();
}

/** A character by itself. */
export const charSet = (codePoint: number, ignoreCase: boolean): CharSet =>
  ignoreCase ? withCases(codePoint, codePoint) : rangeSet(codePoint, codePoint);

const NOT_LINE_END: CharSet = (codePoint) => codePoint !== 10 && codePoint !== 13;
const ANY: CharSet = () => true;
const SELF_ESCAPES = "\\|.?*+(){}-[]^$";
const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ["n", 10],
  ["r", 13],
  ["t", 9],
]);
const EMPTY: PatternNode = { kind: "Sequence", nodes: [] };

/** One parse. After the first mistake it stands at the end, so that every loop ends. */
class PatternParser {
  private readonly chars: readonly string[];
  /** Place of each character in the source. */
  private readonly places: readonly number[];
  private at = 0;
  private depth = 0;
  private groups = 0;
  private error: PatternError | null = null;

  constructor(
    private readonly source: string,
    private readonly flags: ParseFlags,
  ) {
    [this.chars, this.places] = charsOf(source, flags.extended);
  }

  parse(): PatternNode | PatternError {
    const node = this.choice();
    if (this.at < this.chars.length) this.fail("unexpected", this.at);
    return this.error ?? node;
  }

  private choice(): PatternNode {
    const nodes = [this.sequence()];
    while (this.take("|")) nodes.push(this.sequence());
    return nodes.length === 1 ? nodes[0]! : { kind: "Choice", nodes };
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.at < this.chars.length && this.peek !== "|" && this.peek !== ")") nodes.push(this.piece());
    return nodes.length === 1 ? nodes[0]! : { kind: "Sequence", nodes };
  }

  private piece(): PatternNode {
    const node = this.atom();
    const bounds = this.quantifier();
    if (bounds === null) return node;
    const isGreedy = !this.take("?");
    if (this.peek !== undefined && "?*+{".includes(this.peek)) this.fail("quantifier", this.at);
    return { kind: "Repeat", node, ...bounds, isGreedy };
  }

  private quantifier(): { readonly min: number; readonly max: number } | null {
    if (this.take("?")) return { min: 0, max: 1 };
    if (this.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    const start = this.at;
    if (!this.take("{")) return null;
    const min = this.digits();
    const max = !this.take(",") ? min : this.peek === "}" ? Number.POSITIVE_INFINITY : this.digits();
    if (!this.take("}")) this.fail(this.peek === undefined ? "unclosed" : "quantifier", start);
    else if (!(min <= max)) this.fail("quantifier", start);
    return { min, max };
  }

  /** NaN if there are none. */
  private digits(): number {
    let text = "";
    while (this.peek !== undefined && /[0-9]/.test(this.peek)) text += this.next();
    return text === "" ? Number.NaN : Number(text);
  }

  private atom(): PatternNode {
    const start = this.at;
    const char = this.next();
    switch (char) {
      case "(":
        return this.group(start);
      case "[":
        return { kind: "Set", set: this.charClass(start) };
      case "\\":
        return { kind: "Set", set: this.classEscape() ?? this.charOf(this.escapedChar()) };
      case ".":
        return { kind: "Set", set: this.flags.dotAll ? ANY : NOT_LINE_END };
      case "^":
        return { kind: "LineStart" };
      case "$":
        return { kind: "LineEnd" };
      case "?":
      case "*":
      case "+":
      case "{":
        this.fail("quantifier", start);
        return EMPTY;
      case "]":
      case "}":
        this.fail("unexpected", start);
        return EMPTY;
      default:
        return { kind: "Set", set: this.charOf(char.codePointAt(0)!) };
    }
  }

  private group(start: number): PatternNode {
    if (!this.deeper(start)) return EMPTY;
    const isPlain = this.take("?");
    if (isPlain && !this.take(":")) this.fail("unexpected", this.at - 1);
    const group = isPlain ? 0 : ++this.groups;
    const node = this.choice();
    if (!this.take(")")) this.fail("unclosed", start);
    this.depth--;
    return group === 0 ? node : { kind: "Group", node, group };
  }

  /** After its "[", to its "]". */
  private charClass(start: number): CharSet {
    if (!this.deeper(start)) return ANY;
    const isNegative = this.take("^");
    const parts: CharSet[] = [];
    let without: CharSet | null = null;
    while (this.peek !== undefined && (this.peek !== "]" || parts.length === 0) && without === null) {
      const inner = this.at + 1;
      if (parts.length > 0 && this.peek === "-" && this.chars[inner] === "[") {
        this.at = inner + 1;
        without = this.charClass(inner);
      } else parts.push(this.classPart(parts.length === 0));
    }
    if (!this.take("]")) this.fail("unclosed", start);
    this.depth--;
    const all = isNegative ? complementOf(unionOf(parts)) : unionOf(parts);
    return without === null ? all : difference(all, without);
  }

  /** A character, a range, or a class escape. "-" stands for itself first and last. */
  private classPart(isFirst: boolean): CharSet {
    const start = this.at;
    const set = this.peek === "\\" && this.chars[this.at + 1] !== undefined ? this.classEscapeAt() : null;
    if (set !== null) return set;
    const first = this.classChar(isFirst);
    const isRange = this.peek === "-" && this.chars[this.at + 1] !== "]" && this.chars[this.at + 1] !== "[";
    if (!isRange || this.error !== null) return this.charOf(first);
    this.next();
    if (this.chars[this.at] === "\\" && CLASS_ESCAPES.has(this.chars[this.at + 1] ?? "")) this.fail("range", start);
    const last = this.classChar(true);
    if (this.error === null && last < first) this.fail("range", start);
    return this.flags.ignoreCase ? withCases(first, last) : rangeSet(first, last);
  }

  private classEscapeAt(): CharSet | null {
    const start = this.at++;
    const set = this.classEscape();
    if (set === null) this.at = start;
    return set;
  }

  private classChar(mayBeMinus: boolean): number {
    const start = this.at;
    const char = this.next();
    if (char === "\\") return this.escapedChar();
    const isLast = char === "-" && this.peek === "]";
    if (char === "[" || char === "]" || (char === "-" && !mayBeMinus && !isLast)) this.fail("unexpected", start);
    return char.codePointAt(0) ?? 0;
  }

  /** After "\": the set of `\d`, `\p{…}` and their like, or null and nothing is taken. */
  private classEscape(): CharSet | null {
    const letter = this.peek ?? "";
    const set = CLASS_ESCAPES.get(letter);
    if (set !== undefined) {
      this.at++;
      return set;
    }
    if (letter !== "p" && letter !== "P") return null;
    const start = this.at++ - 1;
    let name = "";
    if (this.take("{")) while (this.peek !== undefined && this.peek !== "}") name += this.next();
    const category = this.take("}") ? categorySet(name) : null;
    if (category === null) {
      this.fail("category", start);
      return ANY;
    }
    return letter === "P" ? complementOf(category) : category;
  }

  private escapedChar(): number {
    const start = this.at - 1;
    const char = this.next();
    if (char !== "" && SELF_ESCAPES.includes(char)) return char.codePointAt(0)!;
    const control = CONTROL_ESCAPES.get(char);
    if (control === undefined) this.fail(/[0-9]/.test(char) ? "backReference" : "escape", start);
    return control ?? 0;
  }

  private charOf(codePoint: number): CharSet {
    return charSet(codePoint, this.flags.ignoreCase);
  }

  private deeper(start: number): boolean {
    if (++this.depth > MAX_DEEP) this.fail("tooDeep", start);
    return this.error === null;
  }

  private get peek(): string | undefined {
    return this.chars[this.at];
  }

  /** The character, "" at the end. */
  private next(): string {
    return this.chars[this.at++] ?? "";
  }

  private take(char: string): boolean {
    if (this.peek !== char) return false;
    this.at++;
    return true;
  }

  /** Reports the text from `start` on; the character there, if that is empty. */
  private fail(reason: PatternErrorReason, start: number): void {
    const end = Math.max(this.at, start + 1);
    const [from, to] = [this.places[start] ?? this.source.length, this.places[end] ?? this.source.length];
    this.error ??= { kind: "PatternError", reason, text: this.source.slice(from, to), start: from, end: to };
    this.at = this.chars.length;
  }
}

/** The characters of a pattern with their places; of an extended one without white space, but for that in classes. */
function charsOf(source: string, extended: boolean): [chars: string[], places: number[]] {
  const chars: string[] = [];
  const places: number[] = [];
  let [place, classes, isEscaped] = [0, 0, false];
  for (const char of source) {
    if (!extended || classes > 0 || !/[ \t\n\r]/.test(char)) {
      chars.push(char);
      places.push(place);
      if (!isEscaped && char === "[") classes++;
      if (!isEscaped && char === "]") classes = Math.max(0, classes - 1);
      isEscaped = !isEscaped && char === "\\";
    }
    place += char.length;
  }
  return [chars, places];
}
