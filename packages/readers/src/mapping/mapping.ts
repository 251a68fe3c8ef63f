import type { Diagnostic } from "@semantic-xpath/parser";
import { type ReadLimits, readError, type Tree, TreeBuilder, type TreeSource } from "@semantic-xpath/tree";
import type { JsonSink } from "../jsonEvents.js";
import type { Report } from "../readerOptions.js";
import { JsonValueSink } from "./jsonValue.js";
import { keepRest } from "./keepRest.js";
import { type DraftNode, madeOf } from "./made.js";
import { makeNodes } from "./makeNodes.js";
import type { MappingModel, Rule } from "./model.js";
import { readMappingFile } from "./parseMapping.js";

/** Mapping of JSON-like data to typed nodes: the option `mapping` of readers. */
export interface Mapping {
  /** Name in messages. */
  readonly name: string;
  /** For readers: a sink for the events of one text, whose tree `finish` gives. */
  read(source: TreeSource, limits: ReadLimits, report: Report): { readonly sink: JsonSink; finish(): Tree };
}

/** Result of `parseMapping` for a mapping file. */
export interface ParsedMapping {
  /** Null if there is an error in it. */
  readonly mapping: Mapping | null;
  /** With spans into the text of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a mapping file (docs/reference/formats.md). Mistakes are values: SXP2201 to SXP2208, with spans into the text.
 *
 * @example
 * const { mapping } = parseMapping('{ "version": 1, "root": "Log", "rules": { "Log": { "children": [{ "each": "*", "as": "Entry" }] }, "Entry": { "text": "message" } } }');
 * readJson('[{ "message": "hello" }]', { mapping }).root.children[0].text // "hello"
 */
export function parseMapping(text: string, name = "mapping"): ParsedMapping {
  const { model, diagnostics } = readMappingFile(text);
  return { mapping: model === null ? null : mappingOf(model, name), diagnostics };
}

const mappingOf = (model: MappingModel, name: string): Mapping => ({
  name,
  read(source, limits, report) {
    const sink = new JsonValueSink(limits);
    return { sink, finish: () => treeOf(model, name, sink, { source: { ...source, mapping: name }, limits, report }) };
  },
});

interface Reading {
  readonly source: TreeSource;
  readonly limits: ReadLimits;
  readonly report: Report;
}

function treeOf(
  model: MappingModel,
  name: string,
  { root, count }: JsonValueSink,
  { source, limits, report }: Reading,
): Tree {
  if (root === null) return new TreeBuilder(source, limits).finish();
  const nodes = makeNodes(model, { root, count }, limits);
  const spanOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({ start, end });
  for (const { shape, text, expected, value } of nodes.misfits) {
    report(readError("SXP4022", { shape, text, expected }, spanOf(value)));
  }
  let top = nodes.root;
  if (top === null) {
    report(readError("SXP4023", { mapping: name }, { start: root.start, end: Math.min(root.end, root.start + 1) }));
    top = madeOf("root", root, UNDESCRIBED);
  }
  for (const { first, ...counted } of keepRest(nodes.root === null ? [top] : nodes.nodes, model.rest)) {
    report(readError("SXP4021", counted, spanOf(first)));
  }
  return build(top, { ...source, unsearchable: unsearchableIn(model) }, limits);
}

/** Keeps all that there is. */
const UNDESCRIBED: Rule = {
  ...{
    name: "root",
    type: "root",
    variables: new Map(),
    attributes: new Map(),
    text: null,
    children: [],
    drop: [],
    keep: [],
  },
  rest: "keep",
};

/** The attributes of each type that are left out of the text of nodes. */
function unsearchableIn({ rules }: MappingModel): ReadonlyMap<string, ReadonlySet<string>> {
  const unsearchable = new Map<string, Set<string>>();
  for (const { type, attributes } of rules.values()) {
    for (const [name, { isSearchable }] of attributes) {
      if (!isSearchable) unsearchable.set(type, (unsearchable.get(type) ?? new Set()).add(name));
    }
  }
  return unsearchable;
}

function build(root: DraftNode, source: TreeSource, limits: ReadLimits): Tree {
  const builder = new TreeBuilder(source, limits);
  const open: { readonly made: DraftNode; at: number }[] = [];
  const begin = (made: DraftNode): void => {
    builder.open(made.type, made.start);
    for (const [name, text] of made.attributes) builder.attribute(name, text);
    if (made.text !== "") builder.addText(made.text);
    open.push({ made, at: 0 });
  };
  begin(root);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.made.children[top.at++];
    if (child !== undefined) begin(child);
    else {
      builder.close(top.made.end);
      open.pop();
    }
  }
  return builder.finish();
}
