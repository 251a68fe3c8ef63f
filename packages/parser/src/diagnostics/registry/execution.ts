import { didYouMeanSentence, entry, noProperty, quote, quoteList } from "./entry.js";

/** Diagnostics of readers and the executor at run time. */
export const EXECUTION = {
  SXP4001: entry<{ scorer: string; reason: string }>({
    severity: "error",
    title: "Scorer failed",
    message: ({ scorer, reason }) => `The scorer ${quote(scorer)} failed: ${reason}`,
  }),
  SXP4002: entry<{ scorer: string; score: string; condition: string }>({
    severity: "error",
    title: "Score out of range",
    message: ({ scorer, score, condition }) =>
      `The scorer ${quote(scorer)} gave ${score} for ${quote(condition)}. A score is a number from 0 to 1.`,
  }),
  SXP4003: entry<{ what: string; limit: number; option: string }>({
    severity: "error",
    title: "Limit exceeded",
    message: ({ what, limit, option }) =>
      `More than ${limit} ${what}. Raise the option ${quote(option)} if this is intended.`,
  }),
  SXP4004: entry<object>({
    severity: "error",
    title: "Cancelled",
    message: () => "The run was cancelled by its signal.",
  }),
  SXP4005: entry<{ problem: string }>({
    severity: "error",
    title: "Malformed XML",
    message: ({ problem }) => `The XML is not well formed: ${problem}.`,
  }),
  SXP4006: entry<{ entity: string }>({
    severity: "error",
    title: "Entity refused",
    message: ({ entity }) =>
      `The entity ${quote(entity)} is not expanded: what a DOCTYPE declares or names is skipped. Write the text that it stands for.`,
  }),
  SXP4007: entry<{ problem: string }>({
    severity: "error",
    title: "Malformed JSON",
    message: ({ problem }) => `The JSON can't be read: ${problem}.`,
  }),
  SXP4008: entry<{ path: string; problem: string }>({
    severity: "error",
    title: "Data does not fit the schema",
    message: ({ path, problem }) => `${path} does not fit the schema: ${problem}.`,
  }),
  SXP4009: entry<{ name: string; problem: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Missing or unsuitable argument",
    message: ({ name, problem, suggestions }) =>
      `The argument "$${name}" ${problem}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP4010: entry<{ condition: string; text: string }>({
    severity: "error",
    title: "No recorded score",
    message: ({ condition, text }) => `No score is recorded for ${quote(condition)} on ${quote(text)}.`,
  }),
  SXP4011: entry<{ path: string | null; needed: string; found: string; why: string | null }>({
    severity: "error",
    title: "Unsuitable value",
    message: ({ path, needed, found, why }) =>
      `${path === null ? "A value here" : `The value of ${path}`} must be ${needed}, and it is ${found}.${why === null ? "" : ` ${why}`}`,
  }),
  SXP4012: entry<{ problem: string }>({
    severity: "error",
    title: "Malformed YAML",
    message: ({ problem }) => `The YAML can't be read: ${problem}.`,
  }),
  SXP4013: entry<{ problem: string }>({
    severity: "error",
    title: "Malformed CSV",
    message: ({ problem }) => `The CSV can't be read: ${problem}.`,
  }),
  SXP4014: entry<{ problem: string }>({
    severity: "warning",
    title: "Error in HTML",
    message: ({ problem }) => `The HTML has an error, and is read as browsers read it: ${problem}.`,
  }),
  SXP4015: entry<{ cells: number; columns: number }>({
    severity: "warning",
    title: "Uneven row",
    message: ({ cells, columns }) =>
      `The row has ${cells} ${cells === 1 ? "cell" : "cells"}, and there are ${columns} ${columns === 1 ? "column" : "columns"}.`,
  }),
  SXP4016: entry<{ what: string; reading: string }>({
    severity: "warning",
    title: "Read as well as it can be",
    message: ({ what, reading }) => `${what}, so ${reading}.`,
  }),
  SXP4017: entry<{ problem: string }>({
    severity: "warning",
    title: "Error in front matter",
    message: ({ problem }) => `The front matter has an error, and its text is kept: ${problem}.`,
  }),
  SXP4018: entry<{ href: string; suggestions: readonly string[] }>({
    severity: "hint",
    title: "Link leads nowhere",
    message: ({ href, suggestions }) =>
      `No note or heading is called ${quote(href)}.${didYouMeanSentence(suggestions)}`,
  }),
  SXP4021: entry<{ shape: string; count: number; isKept: boolean }>({
    severity: "hint",
    title: "Mapping does not mention a part of the data",
    message: ({ shape, count, isKept }) =>
      `The mapping does not mention ${quote(shape)}${count === 1 ? "" : ` (${count} times)`}. It is ${isKept ? "kept as it is" : "left out"}.`,
  }),
  SXP4022: entry<{ shape: string; text: string; expected: string }>({
    severity: "warning",
    title: "Value that the mapping can't convert",
    message: ({ shape, text, expected }) =>
      `${quote(text)} at ${quote(shape)} is not ${expected}. It is kept as it is.`,
  }),
  SXP4023: entry<{ mapping: string }>({
    severity: "error",
    title: "Data of another shape than the mapping's",
    message: ({ mapping }) => `The data does not have the shape that the mapping ${quote(mapping)} is for.`,
  }),
  SXP4024: entry<{ title: string; name: string }>({
    severity: "hint",
    title: "Data that a mapping is for",
    message: ({ title, name }) => `This looks like ${title}: --mapping ${name} reads it as such.`,
  }),
  SXP4025: entry<{ path: string; attribute: string; id: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Reference to no node",
    message: ({ path, attribute, id, suggestions }) =>
      `${path}: no node has the id ${quote(id)}, to which ${quote(attribute)} refers.${didYouMeanSentence(suggestions)}`,
  }),
  SXP4026: entry<{ path: string; attribute: string; id: string; is: string; types: readonly string[] }>({
    severity: "error",
    title: "Reference to a node of another type",
    message: ({ path, attribute, id, is, types }) =>
      `${path}: ${quote(attribute)} refers to ${quoteList(types, 3)}, and the node with the id ${quote(id)} is ${quote(is)}.`,
  }),
  SXP4027: entry<{ path: string; id: string; first: string }>({
    severity: "error",
    title: "Repeated id",
    message: ({ path, id, first }) => `${path}: the id ${quote(id)} is that of ${first} already.`,
  }),
  SXP4031: entry<{ format: string; problem: string }>({
    severity: "error",
    title: "Can't be written in this format",
    message: ({ format, problem }) => `The tree can't be written as ${format}: ${problem}.`,
  }),
  SXP4032: entry<{ edit: string; problem: string }>({
    severity: "error",
    title: "Edit can't be written back",
    message: ({ edit, problem }) => `${edit} can't be written into the source: ${problem}. Nothing was changed.`,
  }),
  SXP4033: entry<{ edit: string; ours: string; theirs: string }>({
    severity: "error",
    title: "Changed on both sides",
    message: ({ edit, ours, theirs }) => `${edit} was changed on both sides: here to ${ours}, outside to ${theirs}.`,
  }),
  SXP4034: entry<{ edit: string; problem: string }>({
    severity: "error",
    title: "Node of an edit gone",
    message: ({ edit, problem }) => `${edit} can't be made any more: ${problem}.`,
  }),
  SXP4035: entry<{ name: string; reason: string }>({
    severity: "error",
    title: "Data can't be read",
    message: ({ name, reason }) => `"${name}" can't be read: ${reason}.`,
  }),
  SXP4036: entry<{ name: string; isPattern: boolean }>({
    severity: "error",
    title: "No data there",
    message: ({ name, isPattern }) =>
      isPattern
        ? `No file matches "${name}". "*" stands for any characters of a name, "**" for any folders.`
        : `The folder "${name}" has no file of a format that is read.`,
  }),
  SXP4037: entry<{ name: string; limit: number; option: string }>({
    severity: "error",
    title: "Too many files",
    message: ({ name, limit, option }) =>
      `"${name}" is more than ${limit} files. Name fewer, or raise the option ${quote(option)}.`,
  }),
  SXP4038: entry<{ name: string; endings: readonly string[] }>({
    severity: "error",
    title: "Unknown format",
    message: ({ name, endings }) =>
      `Neither the extension nor the content of "${name}" shows a format that can be read: ${endings.join(", ")}. Name its format.`,
  }),
  SXP4041: entry<{ text: string }>({
    severity: "error",
    title: "No node to update",
    message: ({ text }) => `${quote(text)} leads to no node, so nothing is changed.`,
  }),
  SXP4042: entry<{ text: string; count: number; paths: readonly string[] }>({
    severity: "error",
    title: "Several nodes to update",
    message: ({ text, count, paths }) =>
      `${quote(text)} leads to ${count} nodes, and an update changes one: ${paths.join(", ")}${count > paths.length ? ", …" : ""}. Say which.`,
  }),
  SXP4043: entry<{ text: string; first: string; second: string; margin: string }>({
    severity: "error",
    title: "Ambiguous node to update",
    message: ({ text, first, second, margin }) =>
      `${quote(text)} may mean ${first} or ${second}: their weights are less than ${margin} apart. Say which, or ask.`,
  }),
  SXP4044: entry<{ text: string; best: string; weight: string; least: string }>({
    severity: "error",
    title: "Unsure node to update",
    message: ({ text, best, weight, least }) =>
      `The best match for ${quote(text)} is ${best} with a weight of ${weight}, and ${least} is needed to be sure. Say which, or ask.`,
  }),
  SXP4045: entry<{ path: string; what: string }>({
    severity: "error",
    title: "Updates of one node in conflict",
    message: ({ path, what }) =>
      `${path} is ${what} in one update, which sees the tree as it was before. Keep one of the two.`,
  }),
  SXP4046: entry<{ path: string; into: string }>({
    severity: "error",
    title: "Node would move into itself",
    message: ({ path, into }) => `${path} can't move to ${into}, which is in it, or would be.`,
  }),
  SXP4047: entry<{ path: string; does: string }>({
    severity: "error",
    title: "Root would be updated",
    message: ({ path, does }) => `${path} is the root and can't be ${does}: a tree has exactly one.`,
  }),
  SXP4048: entry<{ what: string; problem: string }>({
    severity: "error",
    title: "Unsuitable node to update",
    message: ({ what, problem }) => `${what} ${problem}.`,
  }),
  SXP4049: entry<{ text: string; problem: string }>({
    severity: "error",
    title: "Unsuitable value to update with",
    message: ({ text, problem }) => `${quote(text)} ${problem}.`,
  }),
  SXP4050: entry<{ problem: string }>({
    severity: "error",
    title: "Malformed stored tree",
    message: ({ problem }) => `The stored tree can't be read: ${problem}.`,
  }),
  SXP4051: entry<{ format: number; known: number }>({
    severity: "error",
    title: "Stored tree of a later version",
    message: ({ format, known }) =>
      `The tree is stored in format ${format}, and this version reads formats up to ${known}. Update Semantic XPath to read it.`,
  }),
  SXP4080: entry<{ model: string; is: string; wanted: string; use: string | null }>({
    severity: "error",
    title: "Model of another kind",
    message: ({ model, is, wanted, use }) =>
      `${quote(model)} is ${is}, not the ${wanted} that the scorer needs. ${use === null ? "There is no scorer for it." : `Use ${use}.`}`,
  }),
  SXP4101: entry<{ where: string; name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Configuration has an unknown property",
    message: noProperty,
  }),
  SXP4102: entry<{ where: string; expected: string }>({
    severity: "error",
    title: "Configuration has an unsuitable value",
    message: ({ where, expected }) => `${quote(where)} in the configuration must be ${expected}.`,
  }),
  SXP4103: entry<{ name: string; known: readonly string[]; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown scorer",
    message: ({ name, known, suggestions }) =>
      `There is no scorer ${quote(name)}.${didYouMeanSentence(suggestions) || ` It can be ${quoteList(known, 12)}.`}`,
  }),
  SXP4104: entry<{ name: string; through: readonly string[] }>({
    severity: "error",
    title: "Scorer refers to itself",
    message: ({ name, through }) => `The scorer ${quote(name)} refers to itself: ${through.join(" > ")}.`,
  }),
  SXP4105: entry<{ name: string; reason: string }>({
    severity: "error",
    title: "Scorer can't be made",
    message: ({ name, reason }) => `The scorer ${quote(name)} can't be made: ${reason}`,
  }),
} as const;
