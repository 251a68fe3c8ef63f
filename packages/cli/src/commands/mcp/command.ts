import { ANY_FILES, DATA, LANGUAGE, NO_CACHE, READING, SCHEMA, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  { name: "memory", summary: "the folder of a memory store", value: { name: "FOLDER", completes: ANY_FILES } },
  { ...DATA, summary: "data instead of a memory, read-only; each file is a task. - reads standard input" },
  ...READING,
  { ...SCHEMA, summary: "the schema of --data. Default: none" },
  { name: "write", summary: "let the client write; each write is a version", needs: "memory" },
  { name: "allow-delete", summary: "let the client delete without asking a person", needs: "memory" },
  {
    name: "task",
    summary:
      "a task that the client may see; may be repeated. Default: all. The first is the current task at the start",
    value: { name: "NAME", multiple: true },
  },
  {
    name: "root",
    summary: "with one --task: limit the client to the subtree of this node, a key or a path",
    value: { name: "NODE" },
  },
  {
    name: "http",
    summary: "serve over HTTP on this machine instead of standard input; 0: any port",
    value: { name: "PORT", type: "number", range: { whole: true, least: 0, most: 65535 } },
  },
  {
    name: "token-file",
    summary: "with --http: the file with the token that clients send; created if it is missing",
    value: { name: "FILE", completes: ANY_FILES },
    needs: "http",
  },
  { name: "author", summary: "the author of what the client writes", value: { name: "NAME" } },
  SCORER,
  LANGUAGE,
  NO_CACHE,
]);
export type McpLine = CommandLine<typeof OPTIONS>;

export const mcp = command({
  name: "mcp",
  summary: "serve a memory or data to agents, over MCP",
  description:
    "Runs a server of the Model Context Protocol over standard input and output, or with --http on this machine. Its tools query, explain, " +
    "show history and differences; with --write they insert, update, delete and revert. What the client may see is set here, and the client can't change it.",
  options: OPTIONS,
  examples: {
    "For the configuration of an agent: a memory that it may change.": "mcp --memory trips --write",
    "One day of one task, to read.": "mcp --memory trips --task san-diego --root '/Plan/Day[2]'",
    "Over HTTP, for several programs on this machine.": "mcp --memory trips --http 7310 --token-file ~/.sxp-token",
  },
  run: async (line, io) => (await import("./mcp.js")).serveMcp(line, io),
});
