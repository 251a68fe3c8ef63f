import type { XMemoryFolder } from "./folder.js";

type Value = string | null | undefined;

interface GraphNode {
  readonly level: Level;
  readonly rawId: string;
  readonly title?: Value;
  readonly text: Value;
  readonly createdAt: Value;
  readonly updatedAt?: Value;
}

/** Levels of a memory in the order of their numbers. */
const LEVELS = ["message", "episode", "semantic", "theme"] as const;
type Level = (typeof LEVELS)[number];

/** Longest text of a node, in characters; a longer one ends with an ellipsis. */
export const MAX_GEXF_TEXT = 4096;

const ATTRIBUTES = [
  ["level", "long"],
  ["raw_id", "string"],
  ["title", "string"],
  ["text", "string"],
  ["created_at", "string"],
  ["updated_at", "string"],
  ["type", "string"],
] as const;

/**
 * The four levels of a memory as an undirected graph in GEXF 1.2, with xMemory's attributes: messages belong to episodes, episodes support
 * facts, facts are abstracted by themes. Ids are numbers from 0 in the order message, episode, fact, theme. Links to absent nodes are left out.
 */
export function writeGexf(memory: Pick<XMemoryFolder, "episodes" | "facts" | "themes">): string {
  const { nodes, edges } = graphOf(memory);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">',
    '  <graph defaultedgetype="undirected" mode="static">',
    '    <attributes class="node" mode="static">',
    ...ATTRIBUTES.map(([title, type], id) => `      <attribute id="${id}" title="${title}" type="${type}"/>`),
    "    </attributes>",
    '    <attributes class="edge" mode="static">',
    '      <attribute id="0" title="kind" type="string"/>',
    "    </attributes>",
    "    <nodes>",
    ...nodes.map(writeNode),
    "    </nodes>",
    "    <edges>",
    ...edges.map(
      ({ source, target, kind }, id) =>
        `      <edge id="${id}" source="${source}" target="${target}"><attvalues><attvalue for="0" value="${kind}"/></attvalues></edge>`,
    ),
    "    </edges>",
    "  </graph>",
    "</gexf>",
    "",
  ].join("\n");
}

function writeNode(node: GraphNode, id: number): string {
  const values = [
    String(LEVELS.indexOf(node.level)),
    node.rawId,
    node.title,
    node.text,
    node.createdAt,
    node.updatedAt,
    node.level,
  ];
  const attributes = values.map((value, index) =>
    value === null || value === undefined ? "" : `<attvalue for="${index}" value="${escapeXml(shortened(value))}"/>`,
  );
  return `      <node id="${id}" label="${id}"><attvalues>${attributes.join("")}</attvalues></node>`;
}

function graphOf({ episodes, facts, themes }: Pick<XMemoryFolder, "episodes" | "facts" | "themes">) {
  const nodes: GraphNode[] = [];
  const numbers = new Map<string, number>();
  const edges: { source: number; target: number; kind: string }[] = [];
  const add = (node: GraphNode) => {
    numbers.set(`${node.level} ${node.rawId}`, nodes.length);
    nodes.push(node);
  };
  const link = (from: Level, source: string, to: Level, target: string, kind: string) => {
    const ends = [numbers.get(`${from} ${source}`), numbers.get(`${to} ${target}`)];
    if (ends[0] !== undefined && ends[1] !== undefined) edges.push({ source: ends[0], target: ends[1], kind });
  };
  for (const { original_messages = [] } of episodes) {
    for (const { message_id, content, timestamp } of original_messages) {
      add({ level: "message", rawId: message_id, text: content, createdAt: timestamp });
    }
  }
  for (const { episode_id, title, content, created_at } of episodes) {
    add({ level: "episode", rawId: episode_id, title, text: content, createdAt: created_at });
  }
  for (const { memory_id, content, created_at, updated_at } of facts) {
    add({ level: "semantic", rawId: memory_id, text: content, createdAt: created_at, updatedAt: updated_at });
  }
  for (const { theme_id, summary, created_at, updated_at } of themes) {
    add({ level: "theme", rawId: theme_id, text: summary, createdAt: created_at, updatedAt: updated_at });
  }
  for (const { episode_id, original_messages = [] } of episodes) {
    for (const { message_id } of original_messages) link("message", message_id, "episode", episode_id, "belongs_to");
  }
  for (const { memory_id, source_episodes } of facts) {
    for (const episode of source_episodes) link("episode", episode, "semantic", memory_id, "supports");
  }
  for (const { theme_id, semantic_ids } of themes) {
    for (const fact of semantic_ids) link("semantic", fact, "theme", theme_id, "abstracted_by");
  }
  return { nodes, edges };
}

function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_GEXF_TEXT
    ? trimmed
    : `${trimmed.slice(0, MAX_GEXF_TEXT).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Text of an attribute of XML 1.0: markup and line ends as references, characters that XML forbids as U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
