import { DATA, READING, SCHEMA, SCORING } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  option("--memory FOLDER", "the folder of a memory store"),
  option("--store URL", "the memory on a server: postgres://HOST/DATABASE#NAME; with --tenants without #NAME", {
    completes: { kind: "nothing" },
  }),
  option("--tenants FILE", "with --store and --http: tokens, each with its store and rights, as JSON", {
    needs: "store",
    completes: { kind: "files", endings: [".json"] },
  }),
  option("--store-bytes N", "with --tenants: bytes of RAM for stores that are open. Default: 1073741824", {
    needs: "tenants",
    range: { whole: true, least: 1 },
  }),
  { ...DATA, summary: "data instead of a memory, read-only; each file is a task. - reads standard input" },
  ...READING,
  { ...SCHEMA, summary: "the schema of --data. Default: none" },
  option("--write", "let the client write; each write is a version"),
  option(
    "--conversations",
    "for conversations: recall and, with --write, remember_messages, in place of the tools that write nodes",
  ),
  option("--allow-delete", "let the client delete without asking a person"),
  option(
    "--task NAME",
    "a task that the client may see; may be repeated. Default: all. The first is the current task at the start",
    { multiple: true },
  ),
  option("--root NODE", "with one --task: limit the client to the subtree of this node, a key or a path"),
  option("--http PORT", "serve over HTTP on this machine instead of standard input; 0: any port", {
    range: { whole: true, least: 0, most: 65535 },
  }),
  option("--token-file FILE", "with --http: the file with the token that clients send; created if it is missing", {
    needs: "http",
  }),
  option("--author NAME", "the author of what the client writes"),
  option(
    "--otel",
    "send spans and metrics of OpenTelemetry, where the variables OTEL_... say; needs @opentelemetry/sdk-node",
  ),
  ...SCORING,
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
    "Facts of conversations, which it may add to.": "mcp --memory talks --conversations --write",
    "Traces for a viewer on this machine.": "mcp --memory trips --otel",
    "Over HTTP, for several programs on this machine.": "mcp --memory trips --http 7310 --token-file ~/.sxp-token",
  },
  load: async () => (await import("./mcp.js")).serveMcp,
});
