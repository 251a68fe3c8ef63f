import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugRun } from "../program/debugRun.js";
import { COMMANDS } from "./commands.js";

const FUNCTIONS = [
  "min",
  "max",
  "avg",
  "gmean",
  "product",
  "not",
  "count",
  "exists",
  "contains",
  "starts-with",
  "ends-with",
];
const VALUES = ["position()", "last()", "name()", "text()", "node"];

/** What may stand at the end of what was typed: a command, a node type behind a slash, an attribute, a function. */
export function completionsAt(run: DebugRun, typed: string): DebugProtocol.CompletionItem[] {
  const [, before = "", word = ""] = /^([\s\S]*?)([\p{L}_][\p{L}_\p{Nd}.-]*|)$/u.exec(typed) ?? [];
  const { tree, query } = run.stepper;
  const item = (label: string, type: DebugProtocol.CompletionItemType, text = label): DebugProtocol.CompletionItem => ({
    label,
    text,
    type,
    start: before.length,
    length: word.length,
  });
  const items = (): DebugProtocol.CompletionItem[] => {
    if (/^\s*:$/.test(before)) return COMMANDS.map(({ name }) => item(name, "keyword"));
    if (/(?:\/|::)\s*$/.test(before)) return tree.typeNames.slice(1).map((name) => item(name, "class"));
    if (before.endsWith("@")) return tree.attributeNames.map((name) => item(name, "property"));
    if (before.endsWith("$")) return query.plan.parameters.map(({ name }) => item(name, "variable"));
    return [
      ...FUNCTIONS.map((name) => item(`${name}(`, "function")),
      ...VALUES.map((name) => item(name, "value")),
      ...tree.attributeNames.map((name) => item(name, "field")),
    ];
  };
  const start = word.toLowerCase();
  return items()
    .filter(({ label }) => label.toLowerCase().startsWith(start))
    .slice(0, MOST_ITEMS);
}

const MOST_ITEMS = 200;
