import { readLimits, type Tree } from "@semantic-xpath/tree";
import { isMap, isScalar, type Node, type Pair } from "yaml";
import { wholeText } from "../decode.js";
import { type JsonOptions, nodeForm, treeOfEvents } from "../json.js";
import { type Composed, composed } from "./compose.js";
import { feedDocument } from "./feedDocument.js";
import { malformedYaml } from "./yamlProblem.js";

export type YamlOptions = JsonOptions;

/**
 * Reads YAML into a tree, by the rules and with the options of `readJson`: a mapping is an object, a sequence an array.
 *
 * - Scalars are texts as they are written: `0x1F`, `1_000`, `yes` and `2026-03-14T09:30+02:00` stay what they are; only quotes, escapes,
 *   and the folding of lines are undone. An unquoted null or `~`, and nothing at all, are null.
 * - Several documents are read as JSON Lines are: each an `itemType` child of a `rootType` root.
 * - Aliases and merge keys (`<<`) give what they stand for. The nodes of it have the span of the alias.
 * - A set (`!!set`) is a list. Other tags change no value; those that are not YAML's own are reported.
 * - A document that begins with `type` and a mapping `attributes` is read as nodes, the form of `JSON.stringify(tree.root)`.
 * - A key that is null, a list or a mapping is called as it is written.
 *
 * The span of a node is that of its value, without comments. Throws a `ReadError`: SXP4012 if the text is no YAML, a key is given twice
 * or an alias has no anchor; SXP4003 beyond a limit. Reports besides SXP4016.
 *
 * @example readYaml("Plan:\n  Day:\n  - index: 1\n  - index: 2").root.path // "/Plan"
 */
export function readYaml(input: string | Uint8Array, options: YamlOptions = {}): Tree {
  const limits = readLimits(options.limits);
  // The library takes a carriage return alone for no line end.
  const text = wholeText(input, limits, malformedYaml)
    .replace(/\r(?!\n)/g, "\n")
    .replace(BYTE_ORDER_MARK, "\n");
  const documents = composed(text);
  // The second says whether the first is the tree or one of its children; the others are composed when they are read.
  const first = documents.next().value!;
  const second = documents.next().value;
  const mapped = isNodeForm(first) ? nodeForm(options) : options;
  return treeOfEvents({ format: "yaml", spans: true }, mapped, (sink, report) => {
    const feed = (document: Composed): void => feedDocument(document, { text, limits, sink, report });
    if (!second) {
      feed(first);
      return;
    }
    sink.beginArray(0);
    feed(first);
    feed(second);
    for (const document of documents) feed(document);
    sink.endArray(text.length);
  });
}

/** Replaced by a line end, which is as long: after the mark itself, the library accepts no directive. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Tests that a document begins as the output of \`JSON.stringify(tree.root)\`. */
function isNodeForm({ document: { contents } }: Composed): boolean {
  const [type, attributes] = isMap(contents) ? (contents.items as Pair<Node, Node | null>[]) : [];
  return isKey(type, "type") && isScalar(type!.value) && isKey(attributes, "attributes") && isMap(attributes!.value);
}

const isKey = (pair: Pair<Node> | undefined, name: string): boolean =>
  pair !== undefined && isScalar(pair.key) && pair.key.source === name;
