import type { CharacterRange, Part, Rule } from "./part.js";
import { TERMINALS, type TerminalName, terminalsIn } from "./terminals.js";

/** Notation of a target for grammars. */
export interface Notation {
  /** The name of the first rule. */
  readonly start: string;
  readonly rule: (rule: Rule) => string;
  /** All rules with the terminals that they use, after comments. */
  readonly print: (rules: readonly Rule[], comments: readonly string[]) => string;
}

/**
 * GBNF, llama.cpp's notation. Its parser takes letters, digits and "-" in names (its guide also says "_"), and lets a rule go on
 * after a "|" at the end of a line.
 */
export const GBNF: Notation = notation({
  start: "root",
  comment: "#",
  head: "",
  rule: ({ name, part }) => `${name} ::= ${alternatives(GBNF_PARTS, part, " |\n  ")}\n`,
  // Prefix that no other rule has: names of rules describe their sequence.
  terminal: (name) => GBNF.rule({ name: `${name}-token`, part: TERMINALS[name], comment: null }),
});

/**
 * The dialect of Lark that llguidance reads: rules in lower case, terminals in upper case as regular expressions of
 * Rust's syntax, strings as in JSON. Nothing is ignored between tokens. No templates, priorities, imports, lookaround or lazy
 * repetition, which the dialect lacks.
 */
export const LARK: Notation = notation({
  start: "start",
  comment: "//",
  head: "%llguidance {}\n",
  rule: ({ name, part }) => `${ruleName(name)}: ${alternatives(LARK_PARTS, part, "\n  | ")}\n`,
  terminal: (name) => `${name.toUpperCase()}: /${regex(TERMINALS[name])}/\n`,
});

function notation({
  start,
  comment,
  head,
  rule,
  terminal,
}: Pick<Notation, "start" | "rule"> & {
  readonly comment: string;
  readonly head: string;
  readonly terminal: (name: TerminalName) => string;
}): Notation {
  const print: Notation["print"] = (rules, comments) => {
    const lines = ["Semantic XPath", ...comments].map(
      (text) => `${comment} ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")}\n`,
    );
    return [head, ...lines, ...rules.map(rule), ...terminalsIn(rules).map(terminal)].join("");
  };
  return { start, rule, print };
}

/** Notation of the parts that contain no others. */
interface Leaves {
  /** Separators of the parts of a sequence, and of alternatives. */
  readonly next: " " | "";
  readonly or: " | " | "|";
  /** Tests that a part can be repeated without parentheses. */
  readonly isAtom: (part: Part) => boolean;
  readonly literal: (text: string) => string;
  readonly characters: (part: Characters) => string;
  readonly reference: (name: string) => string;
  readonly terminal: (name: string) => string;
}
type Characters = Extract<Part, { kind: "Characters" }>;

/** Common to both grammars. */
const SPACED = {
  next: " ",
  or: " | ",
  isAtom: ({ kind }: Part) => kind !== "Sequence" && kind !== "Choice" && kind !== "Repeat",
} as const;

const GBNF_PARTS: Leaves = {
  ...SPACED,
  literal: (text) => `"${escaped(text, /["\\\p{Cc}]/gu)}"`,
  characters: (part) => characterClass(part, (text) => escaped(text, /["\\\][^\p{Cc}-]/gu)),
  reference: (name) => name,
  terminal: (name) => `${name}-token`,
};

const LARK_PARTS: Leaves = {
  ...SPACED,
  literal: (text) => JSON.stringify(text).replaceAll("\x7f", "\\u007f"),
  characters: (part) => `/${regex(part)}/`,
  reference: ruleName,
  terminal: (name) => name.toUpperCase(),
};

function ruleName(name: string): string {
  return name.replaceAll("-", "_");
}

function alternatives(leaves: Leaves, part: Part, separator: string = leaves.or): string {
  return part.kind === "Choice" ? part.options.map((each) => item(leaves, each)).join(separator) : item(leaves, part);
}

function item(leaves: Leaves, part: Part): string {
  const group = (each: Part): string => `(${alternatives(leaves, each)})`;
  switch (part.kind) {
    case "Literal":
      return leaves.literal(part.text);
    case "Characters":
      return leaves.characters(part);
    case "Reference":
      return leaves.reference(part.name);
    case "Terminal":
      return leaves.terminal(part.name);
    case "Sequence":
      return part.parts.length === 0
        ? '""'
        : part.parts.map((each) => (each.kind === "Choice" ? group(each) : item(leaves, each))).join(leaves.next);
    case "Choice":
      return group(part);
    case "Repeat":
      return `${leaves.isAtom(part.part) ? item(leaves, part.part) : group(part.part)}${times(part.least, part.most)}`;
  }
}

function times(least: number, most: number | null): string {
  if (most === null) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  if (least === 0 && most === 1) return "?";
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

/** A terminal as a regular expression between slashes. */
const REGEX_PARTS: Leaves = {
  next: "",
  or: "|",
  isAtom: (part) => part.kind === "Characters" || (part.kind === "Literal" && part.text.length === 1),
  literal: (text) => text.replace(/[\\/.*+?()[\]{}|^$]/g, "\\$&"),
  characters: (part) => characterClass(part, regexCharacter),
  reference: (name) => name,
  terminal: (name) => name,
};

const regex = (part: Part): string => alternatives(REGEX_PARTS, part);

function characterClass({ isNegated, ranges }: Characters, write: (text: string) => string): string {
  const range = ([from, to]: CharacterRange): string => (from === to ? write(from) : `${write(from)}-${write(to)}`);
  return `[${isNegated ? "^" : ""}${ranges.map(range).join("")}]`;
}

const regexCharacter = (text: string): string => text.replace(/[\\/\][^&~-]/g, "\\$&").replace(/\p{Cc}/gu, byNumber);

const byNumber = (character: string): string =>
  `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** A caret has no escape of its own, but any character can be written by its number. */
const escaped = (text: string, special: RegExp): string =>
  text.replace(special, (each) => (/["\\\][-]/.test(each) ? `\\${each}` : byNumber(each)));
