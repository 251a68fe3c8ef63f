import { didYouMeanSentence, entry, noProperty, quote, quoteList } from "./entry.js";

/** What one writes for a node on an axis: "child", "following sibling", "node on the ancestor-or-self axis". */
function axisNoun(axis: string): string {
  if (axis.endsWith("-sibling")) return axis.replace("-", " ");
  if (axis === "following" || axis === "preceding") return `${axis} node`;
  return axis.endsWith("-or-self") ? `node on the ${axis} axis` : axis;
}

/** What the planner reports: names, types and meaning, of queries and of schema files. */
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
  SXP2003: entry<{ name: string; types: readonly string[]; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown attribute",
    runnable: true,
    message: ({ name, types, suggestions }) =>
      `${quoteList(types, 3)} has no attribute ${quote(name)}.${didYouMeanSentence(suggestions)}`,
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
  SXP2013: entry<{ what: string; most: number | null }>({
    severity: "error",
    title: "Order key with several values",
    runnable: true,
    message: ({ what, most }) =>
      `${quote(what)} can be ${most === null ? "several" : `up to ${most}`} values, and a key is one. Take one of them, e.g. with "min(…)" or "max(…)".`,
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
    /** What it does not go together with; null: the operator takes no such value at all. */
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
      `${quote(text)} is ${is} and no reference to a node.${didYouMeanSentence(suggestions)}`,
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
      `${quote(name)} is ${expected}, and ${quote(value)} is none.${didYouMeanSentence(suggestions)}`,
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
      `This is an update ("${verb} …"), and only queries run here, so that nothing that reads can write. Updates are for compileUpdate() and "sxp memory update".`,
  }),
  SXP2032: entry<{ text: string }>({
    severity: "error",
    title: "Query where an update is expected",
    message: ({ text }) =>
      `${quote(text)} is a query and changes nothing. An update begins with "insert", "delete", "replace", "rename" or "move".`,
  }),
  SXP2101: entry<{ problem: string }>({
    severity: "error",
    title: "Schema file is not JSON",
    message: ({ problem }) => `The schema file can't be read as JSON: ${problem}.`,
  }),
  SXP2102: entry<{ where: string; expected: string }>({
    severity: "error",
    title: "Schema file has the wrong shape",
    message: ({ where, expected }) => `${quote(where)} in the schema file must be ${expected}.`,
  }),
  SXP2103: entry<{ where: string; name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Schema file has an unknown property",
    message: noProperty,
  }),
  SXP2104: entry<{ name: string; where: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Schema file names an undeclared type",
    message: ({ name, where, suggestions }) =>
      `${quote(name)} in ${quote(where)} is not declared under "types".${didYouMeanSentence(suggestions)}`,
  }),
  SXP2105: entry<{ where: string; name: string }>({
    severity: "error",
    title: "Schema file says something twice",
    message: ({ where, name }) =>
      `${quote(where)} has ${quote(name)} twice; only the first counts. Remove one of the two.`,
  }),
  SXP2106: entry<{ where: string; min: number; max: number }>({
    severity: "error",
    title: "Schema file asks for more than it allows",
    message: ({ where, min, max }) =>
      `${quote(where)} must occur at least ${min} times and at most ${max} times. Raise "max" or lower "min".`,
  }),
  SXP2107: entry<{ type: string; name: string }>({
    severity: "error",
    title: "Schema file has a field element that is also a child",
    message: ({ type, name }) =>
      `${quote(name)} of ${quote(type)} is a field element and a child type at once. Remove it from "children", or remove "element".`,
  }),
  SXP2108: entry<{ type: string; first: string; second: string }>({
    severity: "error",
    title: "Schema file gives a type two ids",
    message: ({ type, first, second }) =>
      `${quote(type)} has the id ${quote(first)}, so ${quote(second)} can't be another. Declare one of the two as a string.`,
  }),
  SXP2109: entry<{ type: string; within: string }>({
    severity: "error",
    title: "Schema file reads a type with one that it is never in",
    message: ({ type, within }) =>
      `${quote(type)} is never in ${quote(within)}, so it can't be read with it. Name a type that it can be in, or leave "within" out for its parent.`,
  }),
  SXP2201: entry<{ problem: string }>({
    severity: "error",
    title: "Mapping file is not JSON",
    message: ({ problem }) => `The mapping is not valid JSON: ${problem}.`,
  }),
  SXP2202: entry<{ where: string; expected: string }>({
    severity: "error",
    title: "Mapping file has an unexpected value",
    message: ({ where, expected }) => `${quote(where)} in the mapping must be ${expected}.`,
  }),
  SXP2203: entry<{ where: string; name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Mapping file has an unknown property",
    message: noProperty,
  }),
  SXP2204: entry<{ name: string; where: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Mapping file names an undeclared rule",
    message: ({ name, where, suggestions }) =>
      `${quote(where)} names ${quote(name)}, which is not declared under "rules".${didYouMeanSentence(suggestions)}`,
  }),
  SXP2205: entry<{ where: string; name: string }>({
    severity: "error",
    title: "Mapping file has a name twice",
    message: ({ where, name }) => `${quote(where)} has ${quote(name)} twice. Only the first one counts.`,
  }),
  SXP2206: entry<{ where: string; what: string; problem: string }>({
    severity: "error",
    title: "Mapping file has a broken path or template",
    message: ({ where, what, problem }) => `${quote(where)} is not ${what}: ${problem}.`,
  }),
  SXP2207: entry<{ where: string; problem: string }>({
    severity: "error",
    title: "Mapping file has a broken pattern",
    message: ({ where, problem }) => `${quote(where)} has a pattern that can't be used: ${problem}.`,
  }),
  SXP2208: entry<{ name: string }>({
    severity: "hint",
    title: "Mapping file has a rule that nothing uses",
    message: ({ name }) => `No "root" and no "as" leads to the rule ${quote(name)}.`,
  }),
  SXP2209: entry<{ name: string; known: readonly string[]; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown mapping",
    message: ({ name, known, suggestions }) =>
      `There is no mapping ${quote(name)}.${didYouMeanSentence(suggestions) || ` It can be ${quoteList(known, 20)}, or a file.`}`,
  }),
  SXP3001: entry<{ text: string; reason: string }>({
    severity: "warning",
    title: "Always empty",
    message: ({ text, reason }) => `${quote(text)} never selects anything: ${reason}.`,
  }),
  SXP3002: entry<{ text: string }>({
    severity: "hint",
    title: "Position by rank",
    message: ({ text }) =>
      `${quote(text)} comes after a relevance, so it picks by rank and not by place. Move it before the relevance to pick by place.`,
  }),
  SXP3003: entry<{ what: string; types: readonly string[] }>({
    severity: "hint",
    title: "Relevance without text",
    message: ({ what, types }) =>
      types.length === 0
        ? `${what} is empty, so every score is 0.`
        : `${quoteList(types, 3)} has no ${what}, so every score is 0.`,
  }),
  SXP3004: entry<{
    text: string;
    /** A predicate: "is always true", "keeps every node", "says the same twice". */
    effect: string;
  }>({
    severity: "hint",
    title: "Constant or redundant expression",
    message: ({ text, effect }) => `${quote(text)} ${effect}.`,
  }),
  SXP3005: entry<{ name: string }>({
    severity: "hint",
    title: "Unused parameter",
    message: ({ name }) => `The parameter "$${name}" is not used by the query.`,
  }),
  SXP3006: entry<{ text: string }>({
    severity: "warning",
    title: "Number of the data as a position",
    message: ({ text }) =>
      `${quote(text)} alone in a bracket is a position: it keeps the node at that place. Write "position() =" before it, or compare it.`,
  }),
  SXP3007: entry<{ text: string; why: string }>({
    severity: "hint",
    title: "Order without effect",
    message: ({ text, why }) => `${quote(text)} has no effect: ${why}.`,
  }),
  SXP3008: entry<{ text: string; place: string }>({
    severity: "hint",
    title: "Relevance without effect",
    message: ({ text, place }) =>
      `${quote(text)} has no effect: ${place}, and a relevance keeps every node. Compare it with a number to filter, e.g. with ">= 0.5".`,
  }),
  SXP3009: entry<{ name: string }>({
    severity: "hint",
    title: "Unused binding",
    message: ({ name }) => `"$${name}" is bound and not used. Only whether its path leads anywhere counts.`,
  }),
  SXP3010: entry<{ what: string; whole: string }>({
    severity: "warning",
    title: "Value among scores",
    message: ({ what, whole }) =>
      `${quote(what)} in ${quote(whole)} counts 1 if it is there and else 0, whatever its value: this function joins scores.`,
  }),
  SXP3011: entry<{ text: string }>({
    severity: "hint",
    title: "1 minus a value",
    message: ({ text }) =>
      `${quote(text)} compares a difference of numbers. For the opposite of a comparison write "not(…)".`,
  }),
  SXP3012: entry<{ name: string; what: string; needed: string }>({
    severity: "hint",
    title: "String read as a moment",
    message: ({ name, what, needed }) =>
      `${quote(what)} is a string by the schema, and ${quote(`${name}(…)`)} takes ${needed}: a text that says none ends the run. Give the attribute a type there.`,
  }),
  SXP3013: entry<{ text: string }>({
    severity: "hint",
    title: "String read as a reference",
    message: ({ text }) =>
      `${quote(text)} is a string by the schema, and "id(…)" looks its words up among the ids of all nodes. Give the attribute a type such as ref(Type) there.`,
  }),
  SXP3014: entry<{ text: string; write: string }>({
    severity: "hint",
    title: "Target that may be several nodes",
    message: ({ text, write }) =>
      `${quote(text)} may lead to several nodes, and then nothing is changed: an update is about one. Say which, such as ${quote(write)}.`,
  }),
  SXP3015: entry<{ text: string; children: readonly string[] }>({
    severity: "warning",
    title: "Children lost with the value",
    message: ({ text, children }) =>
      `The value of ${quote(text)} is all that is in it, so its ${quoteList(children, 3)} would go, too. For its own text write ${quote(`${text}/text()`)}.`,
  }),
} as const;
