import { type Diagnostic, diagnose, suggest } from "@semantic-xpath/parser";
import { type ReadLimits, readLimits, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import { appendTree } from "../appendTree.js";
import { formatOf } from "../formats.js";
import { documentId, isExternal, linkTarget, nameOf } from "../markdown/noteLinks.js";
import { ANCHORS, type FolderDocument, NoteIndex } from "./noteIndex.js";
import { folderOf, joinedPath } from "./notePath.js";

/** Options of `FolderOptions` for more than one file. */
export interface FolderTreeOptions {
  readonly limits?: Partial<ReadLimits>;
  readonly onDiagnostic?: (diagnostic: Diagnostic, file: string) => void;
  readonly checkLinks?: boolean;
}

/**
 * The tree of a folder, as `readFolder` describes it, of documents that were read each by itself: in the order of their paths, none without a
 * node. Throws a `ReadError` SXP4003 beyond a limit.
 */
export function folderTree(name: string, documents: readonly FolderDocument[], options: FolderTreeOptions = {}): Tree {
  const unsearchable = unsearchableIn(documents);
  const source = { format: "folder", spans: true, ...(unsearchable.size > 0 && { unsearchable }) } as const;
  const builder = new TreeBuilder(source, readLimits(options.limits));
  const links = new LinkResolver(documents, options);
  const open: string[] = [];
  const enter = (folder: string): void => {
    builder.open("Folder");
    builder.attribute("name", folder);
  };
  enter(name);
  for (const document of documents) {
    const folders = document.path.split("/").slice(0, -1);
    const same = folders.findIndex((folder, i) => folder !== open[i]);
    const shared = same < 0 ? folders.length : same;
    for (; open.length > shared; open.pop()) builder.close();
    for (const folder of folders.slice(shared)) {
      enter(folder);
      open.push(folder);
    }
    addDocument(builder, document, links);
  }
  return builder.finish();
}

/** Unsearchable parts by the mappings of any of the documents. */
function unsearchableIn(documents: readonly FolderDocument[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, ReadonlySet<string>>();
  for (const { tree } of documents)
    for (const [type, names] of tree.source.unsearchable ?? [])
      all.set(type, new Set([...(all.get(type) ?? []), ...names]));
  return all;
}

function addDocument(builder: TreeBuilder, document: FolderDocument, links: LinkResolver): void {
  const { name, id, path, format, tree } = document;
  const place = { id, name: nameOf(path), path };
  builder.beginDocument(name, format);
  if (format === "markdown") addNote(builder, document, place, links);
  else {
    builder.open("Document", 0);
    for (const [key, value] of Object.entries(place)) builder.attribute(key, value);
    appendTree(builder, tree);
    builder.close(tree.spanEnd?.[ROOT] ?? 0);
  }
  builder.endDocument();
}

const ROOT = 1;

/** A note with its place: ids in it begin with its own, and what its front matter calls as its place is called is in children, as `readMarkdown` has it. */
function addNote(
  builder: TreeBuilder,
  document: FolderDocument,
  place: Readonly<Record<string, string>>,
  links: LinkResolver,
): void {
  const { tree, id } = document;
  const start = tree.spanStart![ROOT]!;
  builder.open(tree.typeOf(ROOT), start);
  for (const [key, value] of Object.entries(place)) builder.attribute(key, value);
  const attributes = Object.entries(tree.node(ROOT).attributes);
  for (const [key, value] of attributes) if (!Object.hasOwn(place, key)) builder.attribute(key, value);
  for (const [key, value] of attributes) {
    if (!Object.hasOwn(place, key)) continue;
    builder.open(key, start);
    builder.addText(value);
    builder.close(start);
  }
  appendTree(builder, tree, {
    within: ROOT,
    also: (node) => {
      const anchor = tree.attribute(node, "id");
      if (anchor !== undefined && ANCHORS.has(tree.typeOf(node))) builder.attribute("id", `${id}#${anchor}`);
      const to = links.targetOf(node, document);
      if (to !== null) builder.attribute("to", to);
    },
  });
  builder.close(tree.spanEnd![ROOT]!);
}

/** Links that are said to lead nowhere with what was meant: to look for that costs more than all else. */
const MAX_SUGGESTED = 100;

class LinkResolver {
  private readonly index: NoteIndex;
  private unresolved = 0;

  constructor(
    documents: readonly FolderDocument[],
    private readonly options: FolderTreeOptions,
  ) {
    this.index = new NoteIndex(documents);
  }

  /** The id of the target of a note's link; null for anything but a link, an outside target, or a missing one. */
  targetOf(node: number, document: FolderDocument): string | null {
    const { tree } = document;
    if (tree.type[node] !== tree.typeId("Link")) return null;
    const within = tree.attribute(node, "to");
    if (within !== undefined) return `${document.id}#${within}`;
    const href = tree.attribute(node, "href") ?? "";
    if (href === "" || isExternal(href)) return null;
    const to = this.index.resolve(href, document);
    if (to === null && this.options.checkLinks === true && isNote(href, document))
      this.reportUnresolved(node, href, document);
    return to;
  }

  private reportUnresolved(node: number, href: string, { name, tree }: FolderDocument): void {
    const suggestions = ++this.unresolved > MAX_SUGGESTED ? [] : suggest(nameOf(href), this.index.names).slice(0, 3);
    this.options.onDiagnostic?.(diagnose("SXP4018", tree.node(node).span!, { href, suggestions }), name);
  }
}

/** Tests that an address is that of a note: not a picture or folder, nor anything outside of all notes. */
function isNote(href: string, from: FolderDocument): boolean {
  const { note } = linkTarget(href);
  if (note.endsWith("/") || joinedPath(folderOf(from.path), note).startsWith("..")) return false;
  return formatOf(note) !== null || !/\.\w{1,5}$/.test(note);
}

/** Ids of the documents at some paths of a folder: the path without its ending, and with it where another has that already. Notes come first. */
export function documentIds(paths: readonly string[]): readonly string[] {
  const ids: string[] = [];
  const usedIds = new Set<string>();
  const isNote = (path: string): boolean => formatOf(path) === "markdown";
  const order = [...paths.keys()].sort((a, b) => Number(isNote(paths[b]!)) - Number(isNote(paths[a]!)) || a - b);
  for (const i of order) {
    const path = paths[i]!;
    let id = usedIds.has(documentId(path)) ? path : documentId(path);
    for (let n = 2; usedIds.has(id); n++) id = `${path} ${n}`;
    usedIds.add(id);
    ids[i] = id;
  }
  return ids;
}
