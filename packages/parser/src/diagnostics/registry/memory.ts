import { entry, nearOrKnownSentence, quote } from "./entry.js";

/** Diagnostics of a memory: its files, and the store of versioned trees in them. */
export const MEMORY = {
  SXP5001: entry<{ where: string; reason: string }>({
    severity: "error",
    title: "Memory can't be opened",
    message: ({ where, reason }) => `The memory ${quote(where)} can't be opened: ${reason}.`,
  }),
  SXP5002: entry<{ file: string; problem: string }>({
    severity: "error",
    title: "Memory is damaged",
    message: ({ file, problem }) =>
      `${quote(file)} is damaged: ${problem}. "sxp memory doctor" shows what is lost; restore it from a backup.`,
  }),
  SXP5003: entry<{ hash: string }>({
    severity: "error",
    title: "Chunk of the memory is missing",
    message: ({ hash }) =>
      `The memory does not hold the chunk ${quote(hash)}. "sxp memory doctor" shows what is lost; restore it from a backup.`,
  }),
  SXP5004: entry<{ found: number; known: number }>({
    severity: "error",
    title: "Memory of a newer version",
    message: ({ found, known }) =>
      `The memory has the format ${found}, and formats up to ${known} are known here. Install a newer version; nothing was changed.`,
  }),
  SXP5005: entry<{ reason: string }>({
    severity: "error",
    title: "Memory can't be written",
    message: ({ reason }) => `The memory can't be written: ${reason}.`,
  }),
  SXP5006: entry<{ where: string }>({
    severity: "error",
    title: "Disk is full",
    message: ({ where }) =>
      `There is no room for ${quote(where)} to grow. Nothing was written: make room, and try again.`,
  }),
  SXP5007: entry<{ name: string; kind: string }>({
    severity: "error",
    title: "Special file in the memory",
    message: ({ name, kind }) => `${quote(name)} is ${kind}, and is neither followed nor read. Remove it.`,
  }),
  SXP5008: entry<{ where: string }>({
    severity: "error",
    title: "Memory already exists",
    message: ({ where }) => `${quote(where)} already holds a memory. Open it, or choose another place.`,
  }),
  SXP5010: entry<{ branch: string; expected: number; head: number }>({
    severity: "error",
    title: "Version is not the newest",
    message: ({ branch, expected, head }) =>
      `The newest version of ${quote(branch)} is ${head}, not ${expected}. Look at what has changed since, and try again on version ${head}.`,
  }),
  SXP5011: entry<{ what: string; count: number; first: string }>({
    severity: "error",
    title: "Conflicting changes",
    message: ({ what, count, first }) =>
      `The ${what} conflicts with the current state in ${count === 1 ? "one place" : `${count} places`}: ${first}. Choose a side, or change one of them.`,
  }),
  SXP5012: entry<{ name: string; suggestions: readonly string[]; known: readonly string[] }>({
    severity: "error",
    title: "Unknown task",
    message: ({ name, suggestions, known }) =>
      `There is no task ${quote(name)}.${nearOrKnownSentence(suggestions, known)}`,
  }),
  SXP5013: entry<{ task: string; name: string; suggestions: readonly string[]; known: readonly string[] }>({
    severity: "error",
    title: "Unknown version or branch",
    message: ({ task, name, suggestions, known }) =>
      `${quote(task)} has no version or branch ${quote(name)}.${nearOrKnownSentence(suggestions, known)}`,
  }),
  SXP5014: entry<{ what: string; name: string; problem: string }>({
    severity: "error",
    title: "Name can't be used",
    message: ({ what, name, problem }) => `No ${what} can be called ${quote(name)}: ${problem}.`,
  }),
  SXP5015: entry<{ what: string; limit: number; option: string }>({
    severity: "error",
    title: "Store is full",
    message: ({ what, limit, option }) =>
      `This would be more than ${limit} ${what}. Nothing was written. Prune old versions, or raise the quota ${quote(option)}.`,
  }),
  SXP5016: entry<{ task: string; version: number; since: string | null; left: string }>({
    severity: "error",
    title: "Version was pruned",
    message: ({ task, version, since, left }) =>
      `Version ${version} of ${quote(task)} was pruned${since === null ? "" : ` at ${since}`}: its content is permanently deleted. Left are its number, branch and time, and ${versionsText(left)}.`,
  }),
  SXP5017: entry<{ task: string; version: number; key: number }>({
    severity: "error",
    title: "Unknown node key",
    message: ({ task, version, key }) => `Version ${version} of ${quote(task)} has no node #${key}.`,
  }),
  SXP5018: entry<{ what: string; problem: string }>({
    severity: "error",
    title: "Not possible here",
    message: ({ what, problem }) => `${what} is not possible: ${problem}.`,
  }),
  SXP5020: entry<{ attempts: number }>({
    severity: "error",
    title: "Others kept writing first",
    message: ({ attempts }) =>
      `Nothing was written: in ${attempts} attempts another writer was always first. Try again.`,
  }),
  SXP5021: entry<{ file: string; problem: string }>({
    severity: "error",
    title: "Not an exported task",
    message: ({ file, problem }) => `This can't be imported: in "${file}" ${problem}.`,
  }),
  SXP5022: entry<{ folder: string; problem: string }>({
    severity: "error",
    title: "A task can't be exported there",
    message: ({ folder, problem }) => `The task can't be written to "${folder}": ${problem}.`,
  }),
  SXP5023: entry<{ where: string; reason: string }>({
    severity: "error",
    title: "No answer from the memory's server",
    message: ({ where, reason }) => `No answer came from the server of the memory ${quote(where)}: ${reason}.`,
  }),
  SXP5024: entry<{ from: string; to: string; problem: string }>({
    severity: "error",
    title: "Histories differ",
    message: ({ from, to, problem }) => `${quote(from)} can't be copied to ${quote(to)}: ${problem}.`,
  }),
  SXP5025: entry<{ key: string; version: number }>({
    severity: "error",
    title: "Idempotency key of another call",
    message: ({ key, version }) =>
      `The key ${quote(key)} belongs to another call, which made version ${version}. Nothing was written. Repeat that call with it, or give this one a key of its own.`,
  }),
  SXP5030: entry<{
    path: string;
    type: string;
    bound: "min" | "max";
    limit: number;
    before: number;
    after: number;
    isStrict: boolean;
  }>({
    severity: "error",
    title: "Update breaks a bound",
    message: ({ isStrict, ...broken }) =>
      `${boundSentence(broken)} ${isStrict ? "The schema is strict about bounds." : "Nothing was written. To write it anyway: allowBroken in a tool, --allow-broken in the command, onBroken in the API."}`,
  }),
  SXP5031: entry<{
    path: string;
    type: string;
    bound: "min" | "max";
    limit: number;
    before: number;
    after: number;
  }>({
    severity: "warning",
    title: "Broken bound that was allowed",
    message: (broken) => `${boundSentence(broken)} That was allowed.`,
  }),
  SXP5032: entry<{ content: string; path: string; percent: number; isSkipped: boolean }>({
    severity: "warning",
    title: "Content already exists",
    message: ({ content, path, percent, isSkipped }) =>
      `${alikeSentence(content, path, percent)}${isSkipped ? " It was not inserted again." : ""}`,
  }),
  SXP5033: entry<{ content: string; path: string; percent: number }>({
    severity: "error",
    title: "Near-duplicate refused",
    message: ({ content, path, percent }) =>
      `${alikeSentence(content, path, percent)} Nothing was written. Change that node, or insert what is new.`,
  }),
  SXP5034: entry<{ branch: string; expected: number; head: number; problem: string }>({
    severity: "error",
    title: "Somebody else has written since",
    message: ({ branch, expected, head, problem }) =>
      `The update was made for version ${expected} of ${quote(branch)}, and its newest version is ${head}: ${problem}. Nothing was written. Look at what has changed, and try again.`,
  }),
  SXP5035: entry<{ key: number; problem: string }>({
    severity: "error",
    title: "Node can't be superseded",
    message: ({ key, problem }) => `#${key} can't be superseded: ${problem}.`,
  }),
  SXP5036: entry<{ problem: string }>({
    severity: "error",
    title: "Update can't be made",
    message: ({ problem }) => `The update can't be made: ${problem}.`,
  }),
  SXP5037: entry<{ query: string; problem: string }>({
    severity: "warning",
    title: "Saved query breaks",
    message: ({ query, problem }) => `With the new schema the saved query ${quote(query)} breaks: ${problem}`,
  }),
  SXP5050: entry<{ count: number; what: string; limit: number; option: string }>({
    severity: "error",
    title: "Query reads too many versions",
    message: ({ count, what, limit, option }) =>
      `The query reads ${count} ${what}, and the limit is ${limit}. Name the versions, as in /Memory/Task[@name = "trip"]/Version[-1]//Day, or raise ${quote(option)}.`,
  }),
  SXP5051: entry<{ option: string }>({
    severity: "error",
    title: "Option does not fit the query",
    message: ({ option }) => `${quote(option)} is about one task: name it with "task".`,
  }),
  SXP5052: entry<{ task: string; versions: string; since: string | null; left: string }>({
    severity: "warning",
    title: "Query looks into pruned versions",
    message: ({ task, versions, since, left }) =>
      `The query looks into what was pruned of ${quote(task)}${since === null ? "" : ` since ${since}`}: ${versionsText(versions)}. Nothing is found there; left is the content of ${versionsText(left)}.`,
  }),
} as const;

function boundSentence({
  path,
  type,
  bound,
  limit,
  before,
  after,
}: {
  path: string;
  type: string;
  bound: "min" | "max";
  limit: number;
  before: number;
  after: number;
}): string {
  if (type.startsWith("@"))
    return `${path} would be without ${quote(type.slice(1))}, an attribute that the schema requires.`;
  const most = bound === "max" ? "at most" : "at least";
  return `${path} has ${most} ${limit} ${quote(type)} by the schema: there were ${before}, and would be ${after}.`;
}

const alikeSentence = (content: string, path: string, percent: number): string =>
  percent === 100
    ? `${quote(content)} already exists at ${path}.`
    : `${quote(content)} is ${percent} % similar to what already exists at ${path}.`;

/** `version 3`, or `versions 1, 4-6`. */
const versionsText = (ranges: string): string =>
  ranges === "" ? "no version" : `${/\D/.test(ranges) ? "versions" : "version"} ${ranges}`;
