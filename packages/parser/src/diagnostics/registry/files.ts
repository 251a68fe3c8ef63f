import { didYouMeanSentence, entry, noProperty, quote, quoteList } from "./entry.js";

/** Diagnostics of schema files and mapping files. */
export const FILES = {
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
} as const;
