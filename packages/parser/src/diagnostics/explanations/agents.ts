import type { AGENTS } from "../registry/agents.js";
import type { Explanations } from "./explanation.js";

export const AGENTS_EXPLAINED: Explanations<typeof AGENTS> = {
  SXP5060: {
    when: "when a query runs",
    text: "The root that a run is limited to was deleted or never existed. Nothing is shown, never the whole tree. Give the session a root that exists.",
  },
  SXP5061: {
    when: "when a session for agents is called to change something",
    text: 'Sessions are read-only unless they are started with write access: `sxp mcp --memory FOLDER --write`, or `rights: "write"` in the grant.',
  },
  SXP5062: {
    when: "when a session for agents is called",
    text: "The session is limited to some tasks or a subtree, and the call would change or show something else. The message says nothing about the rest.",
  },
  SXP5063: {
    when: "when a tool is called",
    text: "The number of calls per minute is limited, and so is the number of writes among them. The message says when to try again.",
  },
  SXP5064: {
    when: "when a tool is called",
    text: "A property is missing, unknown or of the wrong kind. The message names each. Nothing was run.",
  },
  SXP5065: {
    when: "when a tool deletes something",
    text: "A person said no to a deletion, or the client can't ask. `sxp mcp --allow-delete` deletes without asking; deleted nodes stay in earlier versions until `prune`.",
  },
  SXP5066: {
    when: "when a tool is called for its next page",
    text: "A cursor continues where one answer ended, with the same query, task, arguments and version. It is not valid for any other input.",
  },
  SXP5067: {
    when: "when a tool is given a query as a syntax tree",
    text: "The message names the place in the tree and what must be there. The JSON Schema of trees is the resource `memory://query-schema`, and `sxp emit --target json-schema`.",
  },
  SXP5068: {
    when: "when a tool is called",
    text: "The call is not at fault: the disk is full, for instance, or there is a bug. The server's log has the reason. Nothing was changed.",
  },
  SXP5069: {
    when: "when a tool is given a node",
    text: 'Name a node by its key (`17` or `"#17"`, as results show it) or by a path that finds exactly one node in the version.',
  },
  SXP5070: {
    when: "when a client asks for it",
    text: "The server has no tool or resource of that name, or this session may not see it: the message is the same for both.",
  },
};
