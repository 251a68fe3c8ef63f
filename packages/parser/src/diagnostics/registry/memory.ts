import { entry, quote } from "./entry.js";

/** What a memory reports: a store of versioned trees, and those who read and write it. */
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
      `${quote(file)} is damaged: ${problem}. "sxp memory doctor" says what is lost; a backup has it.`,
  }),
  SXP5003: entry<{ hash: string }>({
    severity: "error",
    title: "Chunk of the memory is missing",
    message: ({ hash }) =>
      `No file holds the chunk ${quote(hash)}. "sxp memory doctor" says what is lost; a backup has it.`,
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
  SXP5006: entry<{ folder: string }>({
    severity: "error",
    title: "File system without hard links",
    message: ({ folder }) =>
      `${quote(folder)} lies on a file system without hard links, by which several processes write safely. Keep the memory on another disk.`,
  }),
  SXP5007: entry<{ name: string; kind: string }>({
    severity: "error",
    title: "Special file in the memory",
    message: ({ name, kind }) => `${quote(name)} is ${kind}, and is neither followed nor read. Remove it.`,
  }),
  SXP5008: entry<{ where: string }>({
    severity: "error",
    title: "Memory is there already",
    message: ({ where }) => `${quote(where)} holds a memory already. Open it, or name another place.`,
  }),
  SXP5009: entry<{ what: string; times: number }>({
    severity: "error",
    title: "Others were always first",
    message: ({ what, times }) =>
      `${what} was tried ${times} times, and each time another process had written meanwhile. Nothing was changed; try again later.`,
  }),
} as const;
