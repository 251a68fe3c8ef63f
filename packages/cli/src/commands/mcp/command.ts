import { ANY_FILES, DATA, LANGUAGE, NO_CACHE, READING, SCHEMA, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

const OPTIONS = options([
  { name: "memory", summary: "the folder of a memory store", value: { name: "FOLDER", completes: ANY_FILES } },
  { ...DATA, summary: "data in place of a store, read only; of several each is a task. - reads standard input" },
  ...READING,
  { ...SCHEMA, summary: "what --data follows. Default: nothing is known of it" },
  { name: "write", summary: "let the client write; each write is a version", needs: "memory" },
  { name: "allow-delete", summary: "let it delete without asking a person", needs: "memory" },
  {
    name: "task",
    summary: "a task that the client may see; may be repeated. Default: all. The first is where it begins",
    value: { name: "NAME", multiple: true },
  },
  {
    name: "root",
    summary: "the node, by its key or a path, that is all that the client may see of the one task",
    value: { name: "NODE" },
  },
  {
    name: "http",
    summary: "serve over HTTP on this machine in place of standard input; 0: any port",
    value: { name: "PORT", type: "number", range: { whole: true, least: 0, most: 65535 } },
  },
  {
    name: "token-file",
    summary: "with --http: the token that clients send is in there; made if it is missing",
    value: { name: "FILE", completes: ANY_FILES },
    needs: "http",
  },
  { name: "author", summary: "who is said to have written what the client writes", value: { name: "NAME" } },
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
    "show history and differences; with --write they insert, update, delete and revert. What the client may see is set here and can't be changed by it.",
  options: OPTIONS,
  examples: {
    "What an agent's configuration starts: a memory that it may change.": "mcp --memory trips --write",
    "One day of one task, to read.": "mcp --memory trips --task san-diego --root '/Plan/Day[2]'",
    "Over HTTP, for several programs of this machine.": "mcp --memory trips --http 7310 --token-file ~/.sxp-token",
  },
  run: async (line, io) => (await import("./mcp.js")).serveMcp(line, io),
});
