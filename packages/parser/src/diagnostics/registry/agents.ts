import { entry, quote, quoteList } from "./entry.js";

/** Diagnostics of the tools for agents, and of clients with a visible part. Their sentences contain nothing outside of that part. */
export const AGENTS = {
  SXP5060: entry<object>({
    severity: "error",
    title: "Root of a run is gone",
    message: () =>
      "This run is limited to the subtree of a node that is not in the data. The node was deleted or never existed, so nothing is shown.",
  }),
  SXP5061: entry<object>({
    severity: "error",
    title: "No right to write",
    message: () => "This session is read-only. The person who started it can grant write access.",
  }),
  SXP5062: entry<{ what: string }>({
    severity: "error",
    title: "Beyond what is granted",
    message: ({ what }) => `${what} is outside what this session may see, so it is refused.`,
  }),
  SXP5063: entry<{ what: string; limit: number; seconds: number }>({
    severity: "error",
    title: "Too many calls",
    message: ({ what, limit, seconds }) => `More than ${limit} ${what} in a minute. Try again in ${seconds} s.`,
  }),
  SXP5064: entry<{ tool: string; problems: readonly string[] }>({
    severity: "error",
    title: "Input of a tool does not fit",
    message: ({ tool, problems }) => `The input of ${quote(tool)} does not fit: ${problems.join("; ")}.`,
  }),
  SXP5065: entry<{ what: string; isDeclined: boolean }>({
    severity: "error",
    title: "Not confirmed",
    message: ({ what, isDeclined }) =>
      isDeclined
        ? `${what} was not confirmed, so nothing was changed.`
        : `${what} needs a person's confirmation, and this client can't ask for one. Try dryRun, or have the server started with "sxp mcp --allow-delete".`,
  }),
  SXP5066: entry<object>({
    severity: "error",
    title: "Cursor does not fit",
    message: () =>
      "The cursor belongs to another call. Repeat the input of the call that returned it, or leave the cursor out.",
  }),
  SXP5067: entry<{ problems: readonly string[] }>({
    severity: "error",
    title: "Syntax tree is not a query",
    message: ({ problems }) => `The syntax tree is not a query: ${problems.join("; ")}`,
  }),
  SXP5068: entry<{ tool: string }>({
    severity: "error",
    title: "Tool failed",
    message: ({ tool }) => `${quote(tool)} failed for a reason that is not in the call. Nothing was changed.`,
  }),
  SXP5069: entry<{ node: string; found: number }>({
    severity: "error",
    title: "Not one node",
    message: ({ node, found }) =>
      found === 0
        ? /^#?\d+\//.test(node)
          ? `${quote(node)} is neither a key nor a path: no path follows a key.`
          : `${quote(node)} matches no node here.`
        : `${quote(node)} matches ${found} nodes here, and exactly one is needed.`,
  }),
  SXP5070: entry<{ name: string; suggestions: readonly string[] }>({
    severity: "error",
    title: "Unknown tool or resource",
    message: ({ name, suggestions }) =>
      `There is no ${quote(name)}.${suggestions.length === 0 ? "" : ` Did you mean ${quoteList(suggestions)}?`}`,
  }),
} as const;
