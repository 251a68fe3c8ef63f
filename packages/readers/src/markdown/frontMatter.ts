import { type ReadLimits, readError, type Tree, type TreeBuilder } from "@semantic-xpath/tree";
import { appendTree } from "../appendTree.js";
import { treeOfEvents } from "../json.js";
import type { Report } from "../readerOptions.js";
import { composed } from "../yaml/compose.js";
import { feedDocument } from "../yaml/feedDocument.js";

/** YAML between two lines of hyphens at the beginning of a note, with places in the note. */
export interface FrontMatter {
  readonly text: string;
  /** Start of the text. */
  readonly textStart: number;
  readonly start: number;
  readonly end: number;
}

interface Target {
  readonly builder: TreeBuilder;
  readonly limits: ReadLimits;
  readonly report: Report;
  /** Names of attributes that the open node has already. */
  readonly usedNames: ReadonlySet<string>;
}

/** The members that are tags, in every way that they are written. */
const TAGS = new Set(["tags", "tag"]);

/**
 * Adds the members of front matter to the open node: scalars as attributes, lists and mappings as children, tags as `Tag` children. A
 * member with the name of an existing attribute is a child. Anything but a mapping, and invalid front matter, is kept as the text of a
 * `FrontMatter` child.
 */
export function addFrontMatter(matter: FrontMatter, target: Target): void {
  const { builder } = target;
  const { tree, isBroken } = readMembers(matter, target);
  const isMapping = tree.size > 0 && tree.ownText(ROOT) === "";
  if (isMapping) addMembers(tree, matter, target);
  if (!isBroken && (isMapping || tree.size === 0)) return;
  builder.open(FRONT_MATTER, matter.start);
  builder.addText(matter.text);
  builder.close(matter.end);
}

const FRONT_MATTER = "FrontMatter";
const ROOT = 1;

/** No key has a meaning of its own. */
const MAPPING = { typeKey: null, textKey: "", childrenKey: "", rootType: FRONT_MATTER } as const;

function readMembers({ text, textStart }: FrontMatter, { limits, report }: Target): { tree: Tree; isBroken: boolean } {
  let isBroken = false;
  const tree = treeOfEvents({ format: "yaml", spans: true }, { ...MAPPING, limits }, (sink) => {
    const [document] = composed(text);
    feedDocument(document!, {
      text,
      limits,
      sink,
      report: ({ diagnostic, parameters }) => {
        if (diagnostic.severity !== "error") return;
        const { start, end } = diagnostic.span;
        const problem = String(parameters.problem ?? diagnostic.message);
        if (!isBroken) report(readError("SXP4017", { problem }, { start: start + textStart, end: end + textStart }));
        isBroken = true;
      },
    });
  });
  return { tree, isBroken };
}

function addMembers(tree: Tree, { textStart, start, end }: FrontMatter, { builder, usedNames }: Target): void {
  const root = tree.node(ROOT);
  // A mapping with nothing in it but one mapping is that one, under its name.
  const within = root.type === FRONT_MATTER ? ROOT : ROOT - 1;
  const addLeaf = (type: string, text: string): void => {
    builder.open(type, start);
    if (type === "Tag") builder.attribute("name", text);
    else builder.addText(text);
    builder.close(end);
  };
  const displaced: [name: string, value: string][] = [];
  for (const [name, value] of within === ROOT ? Object.entries(root.attributes) : []) {
    if (usedNames.has(name) || TAGS.has(name)) displaced.push([name, value]);
    else builder.attribute(name, value);
  }
  for (const [name, value] of displaced) {
    if (TAGS.has(name)) for (const tag of value.split(/[\s,]+/).filter(Boolean)) addLeaf("Tag", tag.replace(/^#/, ""));
    else addLeaf(name, value);
  }
  const isTag = (node: number): boolean => TAGS.has(tree.node(node).type) && tree.ownText(node) !== "";
  for (let node = within + 1; node < tree.end[within]!; node = tree.end[node]!) {
    if (isTag(node)) addTag(tree, node, textStart, builder);
    else appendTree(builder, tree, { within, shift: textStart, takes: (child) => child === node });
  }
}

function addTag(tree: Tree, node: number, shift: number, builder: TreeBuilder): void {
  builder.open("Tag", tree.spanStart![node]! + shift);
  builder.attribute("name", tree.ownText(node).replace(/^#/, ""));
  builder.close(tree.spanEnd![node]! + shift);
}
