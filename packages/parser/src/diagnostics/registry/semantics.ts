import { didYouMeanSentence, entry, quote, quoteList } from "./entry.js";

/** Noun of a node on an axis: "child", "following sibling", "node on the ancestor-or-self axis". */
function axisNoun(axis: string): string {
  if (axis.endsWith("-sibling")) return axis.replace("-", " ");
  if (axis === "following" || axis === "preceding") return `${axis} node`;
  return axis.endsWith("-or-self") ? `node on the ${axis} axis` : axis;
}

/** Errors of the planner: names, types and meaning, of queries and of updates. */
export const SEMANTICS = {
  SXP2001: entry<{
    name: string;
    suggestions: readonly string[];
    /** If the name is one of an attribute: the types that have it, and a query that tests it in a bracket. */
    field: { readonly what: "field" | "attribute"; readonly types: readonly string[]; readonly write: string } | null;
  }>({
    severity: "error",
    title: "Unknown node type",
    runnable: true,
    message: ({ name, suggestions, field }) =>
      field === null
        ? `The schema has no node type ${quote(name)}.${didYouMeanSentence(suggestions)}`
        : `${quote(name)} is ${field.what === "field" ? "a field" : "an attribute"} of ${quoteList(field.types, 3)}, not a node type. Write it in a bracket: ${field.write}`,
  }),
  SXP2002: entry<{
    name: string;
    axis: string;
    /** The types of the previous step; empty at the start of the path. */
    from: readonly string[];
    /** At the start of the path: the types that the root may have. */
    roots: readonly string[];
    /** The shortest text that reaches the name, separator included. */
    shortest: string | null;
    suggestions: readonly string[];
  }>({
    severity: "error",
    title: "Node type out of reach",
    runnable: true,
    message: ({ name, axis, from, roots, shortest, suggestions }) => {
      const way = shortest === null ? didYouMeanSentence(suggestions) : ` Write ${quote(shortest)} to reach it.`;
      if (from.length === 0 && axis === "child") return `The root is ${quoteList(roots, 3)}, not ${quote(name)}.${way}`;
      const place = from.length === 0 ? "The document" : quoteList(from, 3);
      return `${place} ${axis === "self" ? "is not" : `has no ${axisNoun(axis)}`} ${quote(name)}.${way}`;
    },
  }),
  SXP2003: entry<{
    name: string;
    types: readonly string[];
    suggestions: readonly string[];
    /** Other types that have it. */
    owners?: readonly string[];
  }>({
    severity: "error",
    title: "Unknown attribute",
    runnable: true,
    message: ({ name, types, suggestions, owners = [] }) => {
      const ownersText = owners.length === 0 ? "" : ` ${quoteList(owners, 3)} has it.`;
      return `${quoteList(types, 3)} has no attribute ${quote(name)}.${ownersText}${didYouMeanSentence(suggestions)}`;
    },
  }),
  SXP2004: entry<{ name: string; missing: readonly string[] }>({
    severity: "warning",
    title: "Attribute unknown on some types",
    message: ({ name, missing }) =>
      `${quoteList(missing, 3)} has no attribute ${quote(name)}, so it never matches there.`,
  }),
  SXP2005: entry<{
    what: string;
    /** "a number", or "always" with the allowed values. */
    expected: string;
    found: string;
    /** True if the types agree and only the value is impossible. */
    impossible: boolean;
    suggestions: readonly string[];
  }>({
    severity: "error",
    title: "Incompatible comparison",
    runnable: true,
    message: ({ what, expected, found, impossible, suggestions }) =>
      `${quote(what)} is ${expected} and can't ${impossible ? "equal" : "be compared with"} ${found}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP2006: entry<{ text: string; suggestion: string }>({
    severity: "error",
    title: "Position 0",
    runnable: true,
    message: ({ text, suggestion }) =>
      text.startsWith("@")
        ? `${quote(text)} goes nowhere: offsets count from 1. Did you mean ${quote(suggestion)}?`
        : `${quote(text)} selects nothing: positions count from 1. Did you mean ${quote(suggestion)}?`,
  }),
  SXP2007: entry<{ name: string; problem: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown or unsuitable parameter",
    message: ({ name, problem, suggestions }) =>
      `The parameter "$${name}" ${problem}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP2008: entry<{ text: string }>({
    severity: "error",
    title: "Sibling offset without anchor",
    message: ({ text }) =>
      `${quote(`[${text}]`)} has no bracket before it to move from. Put one before it, e.g. [1][${text}].`,
  }),
  SXP2009: entry<{ what: string; example: string }>({
    severity: "error",
    title: "Value where a condition is expected",
    message: ({ what, example }) =>
      `${quote(what)} gives a number, not a condition or a score. Write a comparison or a test, e.g. ${quote(example)}.`,
  }),
  SXP2010: entry<{ name: string; values: string; write: string }>({
    severity: "error",
    title: "Function of scores over values",
    message: ({ name, values, write }) =>
      `${quote(`${name}(…)`)} joins scores, and ${quote(values)} leads to values. Did you mean ${quote(`${write}(…)`)}?`,
  }),
  SXP2011: entry<{ text: string; write: "max" | "min" }>({
    severity: "error",
    title: "Graded condition of a quantifier",
    message: ({ text, write }) =>
      `${quote(text)} is a score, and "satisfies" takes what is true or false. Compare it with a number, or grade with ${quote(`${write}(…)`)}.`,
  }),
  SXP2012: entry<{ what: string }>({
    severity: "error",
    title: "Position in an order key",
    message: ({ what }) =>
      `${quote(what)} is the place in a list that the keys are about to order. Order by what the node has.`,
  }),
  SXP2013: entry<{ what: string; most: number | null; isKey: boolean }>({
    severity: "warning",
    title: "Key or field with several values",
    message: ({ what, most, isKey }) => {
      const count = most === null ? "several" : `up to ${most}`;
      return isKey
        ? `${quote(what)} can be ${count} values, and a key is one. Take one of them, e.g. with "min(…)" or "max(…)".`
        : `${quote(what)} can be ${count} values, and a field that is not a path is one.`;
    },
  }),
  SXP2014: entry<{ name: string; problem: string }>({
    severity: "error",
    title: "Bound name out of place",
    message: ({ name, problem }) => `"$${name}" ${problem}.`,
  }),
  SXP2015: entry<{ name: string; expected: string; found: string }>({
    severity: "error",
    title: "Unsuitable argument",
    runnable: true,
    message: ({ name, expected, found }) => `${quote(`${name}(…)`)} takes ${expected} here, not ${found}.`,
  }),
  SXP2016: entry<{
    what: string;
    is: string;
    operator: string;
    /** Incompatible other operand; null: the operator takes no such value at all. */
    beside: string | null;
  }>({
    severity: "error",
    title: "Arithmetic without a number",
    runnable: true,
    message: ({ what, is, operator, beside }) =>
      beside === null
        ? `${quote(what)} is ${is}, and ${quote(operator)} computes with numbers.`
        : `${quote(what)} is ${is}, and ${quote(operator)} does not join it with ${beside}.`,
  }),
  SXP2017: entry<{ text: string; problem: string }>({
    severity: "error",
    title: "Broken regular expression",
    message: ({ text, problem }) => `${quote(text)} in this regular expression ${problem}.`,
  }),
  SXP2018: entry<{ text: string; is: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Not a reference",
    runnable: true,
    message: ({ text, is, suggestions }) =>
      `${quote(text)} is ${is}, not a reference to a node.${didYouMeanSentence(suggestions)}`,
  }),
  SXP2019: entry<{ text: string; item: string }>({
    severity: "error",
    title: "Node where a value is",
    message: ({ text, item }) =>
      `${quote(text)} is of a node, and these are values: after ${quote(`(…/${item})`)} "." is the value, and "/.." leads to its node.`,
  }),
  SXP2020: entry<Record<never, never>>({
    severity: "error",
    title: "Items of several kinds",
    message: () =>
      "Nodes, texts and values of several attributes in one set take positions only. Put conditions, orders and steps on each part of the set.",
  }),
  SXP2021: entry<{
    child: string;
    parents: readonly string[];
    allowed: readonly string[];
    suggestions: readonly string[];
  }>({
    severity: "error",
    title: "Child that is not allowed",
    runnable: true,
    message: ({ child, parents, allowed, suggestions }) =>
      parents.length === 0
        ? `${quote(child)} can't be the root. It can be ${quoteList(allowed)}.`
        : `${quoteList(parents, 3)} can't contain ${quote(child)}${allowed.length === 0 ? ", nor anything else" : ""}.${
            didYouMeanSentence(suggestions) || (allowed.length === 0 ? "" : ` It can contain ${quoteList(allowed)}.`)
          }`,
  }),
  SXP2022: entry<{ type: string; name: string; isRemoved: boolean }>({
    severity: "error",
    title: "Required attribute",
    runnable: true,
    message: ({ type, name, isRemoved }) =>
      isRemoved
        ? `${quote(type)} requires the attribute ${quote(name)}, so it can't be deleted. It can be replaced.`
        : `${quote(type)} requires the attribute ${quote(name)}, and it is missing here.`,
  }),
  SXP2023: entry<{ name: string; value: string; expected: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Value that is not allowed",
    runnable: true,
    message: ({ name, value, expected, suggestions }) =>
      `${quote(name)} must be ${expected}, not ${quote(value)}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP2024: entry<{ type: string; parent: string; bound: number; isMost: boolean }>({
    severity: "error",
    title: "Number of children out of bounds",
    runnable: true,
    message: ({ type, parent, bound, isMost }) =>
      `${quote(parent)} has at ${isMost ? "most" : "least"} ${bound} ${quote(type)}, and this update would leave ${isMost ? "more" : "fewer"}.`,
  }),
  SXP2025: entry<{ text: string; does: string; write: string | null }>({
    severity: "error",
    title: "Attribute where a node is needed",
    message: ({ text, does, write }) =>
      `${quote(text)} leads to a value, and only nodes can be ${does}.${write === null ? "" : ` Write ${quote(write)}.`}`,
  }),
  SXP2026: entry<{ does: string }>({
    severity: "error",
    title: "Root of the tree",
    message: ({ does }) =>
      `The root can't be ${does}: a tree has exactly one. It can be replaced, renamed and changed inside.`,
  }),
  SXP2027: entry<{ text: string }>({
    severity: "error",
    title: "Node moved into itself",
    message: ({ text }) => `What ${quote(text)} leads to can't move into itself or what is in it.`,
  }),
  SXP2028: entry<{ text: string; what: string }>({
    severity: "error",
    title: "Updates in conflict",
    message: ({ text, what }) =>
      `${quote(text)} is ${what} twice in one update, which sees the tree as it was before. Keep one of the two.`,
  }),
  SXP2029: entry<{ type: string }>({
    severity: "error",
    title: "Text that is not allowed",
    runnable: true,
    message: ({ type }) => `${quote(type)} has no text of its own. Put the text into an attribute or a child.`,
  }),
  SXP2030: entry<{ text: string; write: string }>({
    severity: "error",
    title: "Value without a node",
    message: ({ text, write }) =>
      `Values of an update start at the document, so ${quote(text)} is of no node here. Write its path, such as ${quote(write)}.`,
  }),
  SXP2031: entry<{ verb: string }>({
    severity: "error",
    title: "Update where a query is expected",
    message: ({ verb }) =>
      `This is an update ("${verb} …"), and only queries run here, so that nothing that reads can write. Run it as an update of a memory.`,
  }),
  SXP2032: entry<{ text: string }>({
    severity: "error",
    title: "Query where an update is expected",
    message: ({ text }) =>
      `${quote(text)} is a query and changes nothing. An update begins with "insert", "delete", "replace", "rename" or "move".`,
  }),
  SXP2033: entry<{ text: string; hint: string }>({
    severity: "error",
    title: "Node where a group is",
    message: ({ text, hint }) =>
      `${quote(text)} does not work on groups: "/" and "//" lead to their members, and "@" to their keys. ${hint}`,
  }),
  SXP2034: entry<{ name: string; keys: readonly string[]; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown key of groups",
    runnable: true,
    message: ({ name, keys, suggestions }) =>
      `These groups have no key ${quote(name)}: they have ${quoteList(keys)}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP2035: entry<{ text: string; problem: string }>({
    severity: "error",
    title: "Unsuitable key of groups",
    message: ({ text, problem }) => `${quote(text)} ${problem}.`,
  }),
  SXP2036: entry<{ text: string; problem: string }>({
    severity: "error",
    title: "Unsuitable field",
    message: ({ text, problem }) => `${quote(text)} ${problem}.`,
  }),
  SXP2037: entry<Record<never, never>>({
    severity: "error",
    title: "Computed value out of place",
    message: () =>
      'A step in parentheses is a value for each node, which only an argument takes: "sum(//Line/(@price * @qty))". In a record, name it as a field.',
  }),
  SXP2038: entry<{ text: string }>({
    severity: "error",
    title: "Moment that does not read",
    message: ({ text }) =>
      `${quote(text)} is no moment. Write a date, such as "2026-03-14", a date and time, "now" or "all".`,
  }),
} as const;
