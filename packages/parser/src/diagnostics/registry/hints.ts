import { entry, quote, quoteList } from "./entry.js";

/** Warnings and hints of the planner about queries and updates that are valid but rarely intended. */
export const HINTS = {
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
      `${quote(what)} is a string by the schema, and ${quote(`${name}(…)`)} takes ${needed}: a text that is not one ends the run. Give the attribute a type there.`,
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
      `The value of ${quote(text)} is all that is in it, so its ${quoteList(children, 3)} would be deleted, too. For its own text write ${quote(`${text}/text()`)}.`,
  }),
  SXP3016: entry<Record<never, never>>({
    severity: "hint",
    title: "Groups of each context",
    message: () =>
      "This step makes groups for each of the nodes before it. In parentheses, all results of the path are grouped together.",
  }),
  SXP3017: entry<Record<never, never>>({
    severity: "warning",
    title: "Moment without validity",
    message: () =>
      '"as of" has no effect here: no type of the schema says from when to when its nodes hold. A schema says so with "validity".',
  }),
  SXP3018: entry<{ text: string; write: string }>({
    severity: "hint",
    title: "Length of an interval over midnight",
    message: ({ text, write }) =>
      `${quote(text)} is below zero for times that go over midnight, such as "22:00 - 01:00". The length of an interval is ${quote(write)}.`,
  }),
  SXP3019: entry<{ text: string; exists: string }>({
    severity: "hint",
    title: "Boolean as a condition",
    message: ({ text, exists }) =>
      `${quote(text)} alone holds wherever it is written, also as "false". Write ${quote(`${text} = true()`)}, or ${quote(exists)} if that is meant.`,
  }),
} as const;
