import type { CharacterRange, Part, Rule } from "./part.js";
import { times } from "./printGbnf.js";
import { TERMINALS } from "./terminals.js";
import { terminalsIn } from "./terminalsIn.js";

/**
 * The rules in the dialect of Lark that llguidance reads: rules in lower case, terminals in upper case as regular expressions of
 * Rust's syntax, strings as in JSON. Nothing is ignored between tokens. No templates, priorities, imports, lookaround or lazy
 * repetition, which the dialect lacks.
 */
export function printLark(rules: readonly Rule[]): string {
  const terminals = terminalsIn(rules).map((name) => `${name.toUpperCase()}: /${regex(TERMINALS[name])}/\n`);
  return [...rules.map(larkRule), ...terminals].join("");
}

export const larkRule = ({ name, part }: Rule): string => `${ruleName(name)}: ${alternatives(part, "\n  | ")}\n`;

const ruleName = (name: string): string => name.replaceAll("-", "_");

function alternatives(part: Part, separator = " | "): string {
  return part.kind === "Choice" ? part.options.map(item).join(separator) : item(part);
}

function item(part: Part): string {
  switch (part.kind) {
    case "Literal":
      return JSON.stringify(part.text).replaceAll("\x7f", "\\u007f");
    case "Characters":
      return `/${regex(part)}/`;
    case "Reference":
      return ruleName(part.name);
    case "Terminal":
      return part.name.toUpperCase();
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

/** A terminal as a regular expression between slashes. */
function regex(part: Part): string {
  switch (part.kind) {
    case "Literal":
      return part.text.replace(/[\\/.*+?()[\]{}|^$]/g, "\\$&");
    case "Characters":
      return `[${part.isNegated ? "^" : ""}${part.ranges.map(range).join("")}]`;
    case "Sequence":
      return part.parts.map((each) => (each.kind === "Choice" ? `(${regex(each)})` : regex(each))).join("");
    case "Choice":
      return part.options.map(regex).join("|");
    case "Repeat":
      return `${isRegexAtom(part.part) ? regex(part.part) : `(${regex(part.part)})`}${times(part.least, part.most)}`;
    case "Reference":
    case "Terminal":
      return part.name.toUpperCase();
  }
}

const isRegexAtom = (part: Part): boolean =>
  part.kind === "Characters" || (part.kind === "Literal" && part.text.length === 1);

const range = ([from, to]: CharacterRange): string =>
  from === to ? classCharacter(from) : `${classCharacter(from)}-${classCharacter(to)}`;

const classCharacter = (text: string): string =>
  text
    .replace(/[\\/\][^&~-]/g, "\\$&")
    .replace(/\p{Cc}/gu, (each) => `\\x${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
