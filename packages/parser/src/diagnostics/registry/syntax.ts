import { didYouMeanSentence, entry, quote } from "./entry.js";

/** Lexical and syntax errors: what the parser reports. */
export const SYNTAX = {
  SXP1001: entry<{ text: string; takes?: string | null; key?: string }>({
    severity: "error",
    title: "Unexpected character",
    message: ({ text, takes, key }) =>
      key !== undefined
        ? `${quote(key)} is the key of one node, and ${quote(text)} can't follow it: write a path such as "//Day[1]/@date".`
        : takes == null
          ? `${quote(text)} has no meaning here. Remove it, or put it in quotes if it is text.`
          : `${takes}. Remove ${quote(text)}.`,
  }),
  SXP1002: entry<{ quote: string }>({
    severity: "error",
    title: "Unterminated string",
    message: (p) => `This string has no closing ${p.quote === '"' ? "double" : "single"} quote.`,
  }),
  SXP1003: entry<object>({
    severity: "error",
    title: "Unterminated comment",
    message: () => 'This comment has no closing ":)".',
  }),
  SXP1004: entry<{ expected: string; found: string | null }>({
    severity: "error",
    title: "Something is missing",
    message: ({ expected, found }) =>
      found === null
        ? `The text ends where ${expected} is expected.`
        : /^#\d+$/.test(found)
          ? `${quote(found)} is the key of a node, which a query does not know. Expected ${expected}.`
          : `Expected ${expected}, found ${quote(found)}.`,
  }),
  SXP1005: entry<{ text: string }>({
    severity: "error",
    title: "Text after the end of the query",
    message: ({ text }) => `${quote(text)} does not belong to the query, which ends before it.`,
  }),
  SXP1006: entry<{ text: string; reason: string }>({
    severity: "error",
    title: "Malformed position",
    message: ({ text, reason }) => `${quote(text)} is not a position: ${reason}.`,
  }),
  SXP1007: entry<{ text: string }>({
    severity: "error",
    title: "Position out of range",
    runnable: true,
    message: ({ text }) =>
      `The position ${quote(text)} is beyond ±9007199254740991 (2^53 - 1), the largest one allowed.`,
  }),
  SXP1008: entry<{ opening: string; closing: string }>({
    severity: "error",
    title: "Unmatched bracket",
    message: ({ opening, closing }) => `${quote(opening)} has no closing ${quote(closing)}.`,
  }),
  SXP1009: entry<{ what: string; limit: number }>({
    severity: "error",
    title: "Query over a limit",
    message: ({ what, limit }) => `The query has more than ${limit} ${what}, which is the limit.`,
  }),
  SXP1010: entry<{ written: string; operator: string }>({
    severity: "error",
    title: "Operator of another language",
    message: ({ written, operator }) => `${quote(written)} is not an operator here. Write ${quote(operator)}.`,
  }),
  SXP1011: entry<{ name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown axis",
    message: ({ name, suggestions }) => `${quote(name)} is not an axis.${didYouMeanSentence(suggestions)}`,
  }),
  SXP1012: entry<{ name: string; suggestions: readonly string[]; instead?: string | null }>({
    severity: "error",
    title: "Unknown function",
    message: ({ name, suggestions, instead }) =>
      instead == null
        ? `There is no function ${quote(name)}.${didYouMeanSentence(suggestions)}`
        : `The function ${quote(name)} is not in this language.${instead === "" ? "" : ` ${instead}`}`,
  }),
  SXP1013: entry<{ text: string }>({
    severity: "error",
    title: "Path without slash",
    message: ({ text }) =>
      `A path starts with "/" or "//". Did you mean ${quote(`/${text}`)} or ${quote(`//${text}`)}?`,
  }),
  SXP1014: entry<{ text: string }>({
    severity: "error",
    title: "Step after an attribute",
    message: ({ text }) => `A value has neither children nor brackets: ${quote(text)} must be the last step.`,
  }),
  SXP1015: entry<{ what: string; name: string }>({
    severity: "error",
    title: "Declared twice",
    message: ({ what, name }) => `The ${what} ${quote(name)} is declared twice. Rename one of the two.`,
  }),
  SXP1016: entry<{ closing: string; opening: string }>({
    severity: "error",
    title: "Unmatched closing bracket",
    message: ({ closing, opening }) => `${quote(closing)} has no opening ${quote(opening)} before it.`,
  }),
  SXP1017: entry<{ text: string }>({
    severity: "error",
    title: "Path where a condition is expected",
    message: ({ text }) =>
      `A path alone is not a condition. Write ${quote(`exists(${text})`)} to ask whether there is such a node.`,
  }),
  SXP1018: entry<{ text: string }>({
    severity: "error",
    title: "Text without quotes",
    message: ({ text }) => `Text needs quotes, and ${quote(text)} has none.`,
  }),
  SXP1019: entry<{ step: string; axis: string }>({
    severity: "error",
    title: "Bracket after a dot",
    message: ({ step, axis }) => `${quote(step)} takes no brackets. Write ${quote(`${axis}::*`)} instead.`,
  }),
  SXP1020: entry<object>({
    severity: "error",
    title: "Import after a declaration",
    message: () => "Imports come before the declarations. Move this one to the top.",
  }),
  SXP1021: entry<object>({
    severity: "error",
    title: "Query without a name",
    message: () =>
      'In a file with imports or declarations every query has a name. Write "declare query name() :=" before this one.',
  }),
  SXP1022: entry<object>({
    severity: "error",
    title: "Curly quotes",
    message: () => "Text needs straight quotes, and these are curly.",
  }),
  SXP1023: entry<{ word: string }>({
    severity: "error",
    title: "Quantifier without parentheses",
    message: ({ word }) =>
      `Everything after "satisfies" belongs to ${quote(word)}. Next to "and" or "or", put it in parentheses.`,
  }),
  SXP1024: entry<{ text: string }>({
    severity: "error",
    title: "Value where nodes are expected",
    message: ({ text }) => `${quote(text)} is a value, and "|", "intersect" and "except" combine paths.`,
  }),
  SXP1025: entry<{ text: string }>({
    severity: "error",
    title: "Condition as a query",
    message: ({ text }) =>
      `${quote(text)} scores or tests a node. Put it in the brackets of a step, such as "//Day[…]".`,
  }),
  SXP1027: entry<{ text: string; instead: string }>({
    severity: "error",
    title: "Relevance as a value",
    message: ({ text, instead }) => `${quote(text)} is a relevance, not a value. ${instead}`,
  }),
  SXP1028: entry<{ word: string }>({
    severity: "error",
    title: "Statement of another language",
    message: ({ word }) =>
      `${quote(word)} is not part of the language: select with a path and brackets, such as "//Day[some $x in /POI satisfies …]".`,
  }),
  SXP1029: entry<{ clause: string; bracket: string }>({
    severity: "error",
    title: "Clause outside of brackets",
    message: ({ clause, bracket }) => `${quote(clause)} is a bracket here: ${quote(bracket)}.`,
  }),
  SXP1030: entry<{ text: string; place: "first" | "descendants" | "call"; write: string }>({
    severity: "error",
    title: "id() out of place",
    message: ({ text, place, write }) => {
      const why = {
        first: "continues from nodes, and the path has none yet",
        descendants: 'leads from a node to the nodes that it names, so it comes after "/" and not after "//"',
        call: "is a step of a path, not a function",
      }[place];
      return `${quote(text)} ${why}. Write ${quote(write)}.`;
    },
  }),
  SXP1031: entry<{ found: string | null; write: string }>({
    severity: "error",
    title: "Unsuitable argument of id()",
    message: ({ found, write }) =>
      found === null
        ? `"id()" needs an argument that holds the ids. Write ${quote(write)}.`
        : `${quote(found)} is not what "id(…)" takes: an attribute, a field, ".", "text()", a text in quotes or a parameter, such as ${quote(write)}.`,
  }),
  SXP1032: entry<{ declared: string; is: string }>({
    severity: "error",
    title: "Query declared as an update",
    message: ({ declared, is }) =>
      is === "update"
        ? `What is declared as a ${declared} here changes data, so it is an update. Write "declare update".`
        : `What is declared as an ${declared} here changes nothing, so it is a query. Write "declare query".`,
  }),
  SXP1033: entry<{ name: string }>({
    severity: "error",
    title: "Node as the parameter of a query",
    message: ({ name }) =>
      `Only updates take nodes, and "$${name}" is a parameter of a query. Give a string or a number.`,
  }),
  SXP1034: entry<{ text: string; expected: string; isOther: boolean }>({
    severity: "error",
    title: "Unclosed element",
    message: ({ text, expected, isOther }) =>
      isOther
        ? `${quote(text)} closes no element: the one that is open here is closed by ${quote(expected)}.`
        : `${quote(text)} is not closed: ${quote(expected)} is missing.`,
  }),
  SXP1035: entry<{ text: string; write: string }>({
    severity: "error",
    title: "Malformed text of an element",
    message: ({ text, write }) => `${quote(text)} can't be written like this in an element. Write ${quote(write)}.`,
  }),
  SXP1036: entry<{ text: string }>({
    severity: "error",
    title: "Not one path",
    message: ({ text }) =>
      `${quote(text)} can't be the target of an update. A target is one path such as "//Day[1]", a parameter, or the key of a node such as "#17".`,
  }),
  SXP1037: entry<{ text: string; write: string }>({
    severity: "error",
    title: "Target in an old version",
    message: ({ text, write }) =>
      `${quote(text)} is a node of an old version, and those stay as they are. It can be copied; to change the node as it is now, write ${quote(write)}.`,
  }),
  SXP1038: entry<{ language: string; translations: readonly string[]; unsaid: string | null }>({
    severity: "error",
    title: "Query in another language",
    message: ({ language, translations: [first, second], unsaid }) =>
      first === undefined
        ? `This is ${language}, and ${unsaid === null ? "it" : quote(unsaid)} has no translation here. Write a path with conditions in brackets, such as "//Day[2]/POI[@cost > 9]".`
        : second === undefined
          ? `This is ${language}. In Semantic XPath: ${first}`
          : `This is ${language}. In Semantic XPath: ${first} (a value) or ${second} (nodes).`,
  }),
  SXP1039: entry<{ written: string; translation: string }>({
    severity: "error",
    title: "Written as in another language",
    message: ({ written, translation }) => `${quote(written)} is written in another way here: ${translation}`,
  }),
  SXP1040: entry<{ text: string; write: string }>({
    severity: "error",
    title: "Key without a name",
    message: ({ text, write }) => `${quote(text)} as a key of groups needs a name. Write ${quote(write)}.`,
  }),
  SXP1041: entry<{ text: string; write: string }>({
    severity: "error",
    title: "Field without a name",
    message: ({ text, write }) => `${quote(text)} as a field of a record needs a name. Write ${quote(write)}.`,
  }),
  SXP1042: entry<Record<never, never>>({
    severity: "error",
    title: "Record out of place",
    message: () =>
      'A record stands last in a query or in a field, after a step and a single "/": "//Day/{ @date }". Nothing follows it, and it is not in a bracket, a set, an argument or an update.',
  }),
  SXP1043: entry<{ name: string }>({
    severity: "error",
    title: "Name used twice",
    message: ({ name }) => `The name ${quote(name)} is used twice here. Give each key or field a name of its own.`,
  }),
} as const;
