import { didYouMeanSentence, entry, quote } from "./entry.js";

/** Mistakes in the suites of an evaluation. Each has a place in the file of the suite. */
export const EVALUATION = {
  SXP5201: entry<{ problem: string }>({
    severity: "error",
    title: "Suite is not JSON",
    message: ({ problem }) => `The suite is not JSON: ${problem}.`,
  }),
  SXP5202: entry<{ where: string; problem: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Suite does not fit its schema",
    message: ({ where, problem, suggestions }) => `${quote(where)} ${problem}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP5203: entry<{ path: string; reason: string }>({
    severity: "error",
    title: "File of a suite can't be used",
    message: ({ path, reason }) => `The file ${quote(path)} can't be used: ${reason}.`,
  }),
  SXP5204: entry<{ path: string }>({
    severity: "error",
    title: "Suites import each other",
    message: ({ path }) =>
      `${quote(path)} imports this suite, so that neither comes first. Move what both need to a third file.`,
  }),
  SXP5205: entry<{ reference: string; problem: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Reference names no node",
    message: ({ reference, problem, suggestions }) =>
      `The reference ${quote(reference)} ${problem}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP5206: entry<{ problem: string }>({
    severity: "error",
    title: "Right answers contradict each other",
    message: ({ problem }) => `The case contradicts itself: ${problem}.`,
  }),
  SXP5207: entry<{ what: string; problem: string }>({
    severity: "error",
    title: "Query, update or check of a suite can't be used",
    message: ({ what, problem }) => `The ${what} can't be used: ${problem}.`,
  }),
  SXP5208: entry<{ what: string; name: string }>({
    severity: "error",
    title: "Name comes twice in a suite",
    message: ({ what, name }) => `The ${what} ${quote(name)} comes twice. Give each a name of its own.`,
  }),
  SXP5209: entry<{ where: string; problem: string }>({
    severity: "error",
    title: "File of another benchmark can't be converted",
    message: ({ where, problem }) => `${quote(where)} ${problem}.`,
  }),
  SXP5210: entry<{ where: string; problem: string }>({
    severity: "warning",
    title: "Left out of the converted suite",
    message: ({ where, problem }) => `${quote(where)} is left out: ${problem}.`,
  }),
} as const;
