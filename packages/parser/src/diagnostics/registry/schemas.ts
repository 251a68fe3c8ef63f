import { entry, quote } from "./entry.js";

/** Diagnostics of importing a schema, and of queries under a changed schema. */
export const SCHEMAS = {
  SXP2301: entry<{ kind: string; problem: string }>({
    severity: "error",
    title: "Definition can't be read",
    message: ({ kind, problem }) => `This ${kind} can't be read: ${problem}.`,
  }),
  SXP2302: entry<{ target: string }>({
    severity: "warning",
    title: "Definition in another file",
    message: ({ target }) =>
      `${quote(target)} is in another file, and nothing is fetched. What it defines is missing in the schema.`,
  }),
  SXP2303: entry<{ what: string }>({
    severity: "warning",
    title: "Definition without names",
    message: ({ what }) => `${quote(what)} allows any name here. Add to the schema the names that your data has.`,
  }),
  SXP2304: entry<{ what: string; places: number }>({
    severity: "hint",
    title: "Definition without a counterpart",
    message: ({ what, places }) =>
      `A schema can't express ${quote(what)}. It is left out${places === 1 ? "" : ` here and in ${places - 1} more ${places === 2 ? "place" : "places"}`}.`,
  }),
  SXP2305: entry<{ name: string }>({
    severity: "error",
    title: "Definition is missing",
    message: ({ name }) => `Nothing in this file defines ${quote(name)}.`,
  }),
  SXP2306: entry<{ member: string; type: string }>({
    severity: "warning",
    title: "Data names the node types",
    message: ({ member, type }) =>
      `${quote(member)} names the type of these nodes, and may be any text. They are declared as ${quote(type)}; declare the types that your data has.`,
  }),
  SXP2307: entry<{ what: string; limit: number }>({
    severity: "error",
    title: "Definition over a limit",
    message: ({ what, limit }) => `There are more than ${limit} ${what} here. The rest is missing in the schema.`,
  }),
  SXP2308: entry<{ before: string; after: string }>({
    severity: "hint",
    title: "Query gives something else",
    message: ({ before, after }) => `With the new schema this gives ${after}; with the old one it gave ${before}.`,
  }),
};
