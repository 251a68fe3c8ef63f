import type { CharacterRange, Part, Rule } from "./part.js";
import { TERMINALS } from "./terminals.js";
import { terminalsIn } from "./terminalsIn.js";

/**
 * The rules in GBNF, llama.cpp's notation. Its parser takes letters, digits and "-" in names (its guide also says "_"), and lets a rule go on
 * behind a "|" at the end of a line.
 */
export function printGbnf(rules: readonly Rule[]): string {
  const terminals = terminalsIn(rules).map((name) => ({
    name: terminalName(name),
    part: TERMINALS[name],
    comment: null,
  }));
  return [...rules, ...terminals].map(gbnfRule).join("");
}

export const gbnfRule = ({ name, part }: Rule): string => `${name} ::= ${alternatives(part, " |\n  ")}\n`;

/** What no rule is called: their names say what follows what. */
const terminalName = (name: string): string => `${name}-token`;

function alternatives(part: Part, separator = " | "): string {
  return part.kind === "Choice" ? part.options.map(item).join(separator) : item(part);
}

function item(part: Part): string {
  switch (part.kind) {
    case "Literal":
      return `"${escaped(part.text, /["\\\p{Cc}]/gu)}"`;
    case "Characters":
      return `[${part.isNegated ? "^" : ""}${part.ranges.map(range).join("")}]`;
    case "Reference":
      return part.name;
    case "Terminal":
      return terminalName(part.name);
    case "Sequence":
      return part.parts.length === 0
        ? '""'
        : part.parts.map((each) => (each.kind === "Choice" ? group(each) : item(each))).join(" ");
    case "Choice":
      return group(part);
    case "Repeat":
      return `${isAtom(part.part) ? item(part.part) : group(part.part)}${times(part.least, part.most)}`;
  }
}

const group = (part: Part): string => `(${alternatives(part)})`;

const isAtom = ({ kind }: Part): boolean => kind !== "Sequence" && kind !== "Choice" && kind !== "Repeat";

export function times(least: number, most: number | null): string {
  if (most === null) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  if (least === 0 && most === 1) return "?";
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

const range = ([from, to]: CharacterRange): string =>
  from === to ? classCharacter(from) : `${classCharacter(from)}-${classCharacter(to)}`;

const classCharacter = (text: string): string => escaped(text, /["\\\][^\p{Cc}-]/gu);

/** A caret has no escape of its own, but any character can be written by its number. */
const escaped = (text: string, special: RegExp): string =>
  text.replace(special, (each) =>
    /["\\\][-]/.test(each) ? `\\${each}` : `\\x${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
