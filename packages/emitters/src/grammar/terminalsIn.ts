import type { Part, Rule } from "./part.js";
import { TERMINALS, type TerminalName } from "./terminals.js";

/** The terminals that the rules use, in the order of the table. */
export function terminalsIn(rules: readonly Rule[]): readonly TerminalName[] {
  const used = new Set<string>();
  for (const { part } of rules) collect(part, used);
  return (Object.keys(TERMINALS) as TerminalName[]).filter((name) => used.has(name));
}

function collect(part: Part, used: Set<string>): void {
  switch (part.kind) {
    case "Terminal":
      used.add(part.name);
      break;
    case "Sequence":
      for (const each of part.parts) collect(each, used);
      break;
    case "Choice":
      for (const each of part.options) collect(each, used);
      break;
    case "Repeat":
      collect(part.part, used);
  }
}
