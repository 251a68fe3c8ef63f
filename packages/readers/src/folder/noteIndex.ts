import type { FormatName, Tree } from "@semantic-xpath/tree";
import { append } from "@semantic-xpath/values";
import { headingId, linkTarget, nameOf } from "../markdown/noteLinks.js";
import { fileNameOf, folderOf, joinedPath } from "./notePath.js";

/** A file of a folder that was read. */
export interface FolderDocument {
  /** From the folder on, with `/`. */
  readonly path: string;
  /** As messages call it. */
  readonly name: string;
  readonly id: string;
  readonly format: FormatName;
  /** As its reader gives it without a place. */
  readonly tree: Tree;
}

/** Finds what links between notes lead to, as GitHub reads addresses and as wikis read names. */
export class NoteIndex {
  private readonly byPath = new Map<string, FolderDocument>();
  private readonly byName = new Map<string, FolderDocument[]>();
  private readonly ids = new Set<string>();

  constructor(documents: readonly FolderDocument[]) {
    for (const document of documents) {
      this.ids.add(document.id);
      addFirst(this.byPath, keyOf(document.path), document);
      addFirst(this.byPath, keyOf(document.id), document);
      for (const name of [nameOf(document.path), fileNameOf(document.path), ...aliasesOf(document)])
        append(this.byName, keyOf(name), document);
      if (document.format === "markdown")
        for (const id of anchorIds(document.tree)) this.ids.add(`${document.id}#${id}`);
    }
  }

  /** The names of all notes. */
  get names(): readonly string[] {
    return [...new Set([...this.byName.values()].map(([first]) => nameOf(first!.path)))];
  }

  /** The id of the document, section or footnote that an address or wiki link in a document leads to, or null. */
  resolve(href: string, from: FolderDocument): string | null {
    const { note, heading } = linkTarget(href);
    const document = note === "" ? from : this.find(note, from);
    if (document === null) return null;
    return heading === null ? document.id : headingId(heading, `${document.id}#`, (id) => this.ids.has(id));
  }

  /** By the path from the document, from the folder, and by its name or an alias. */
  private find(note: string, from: FolderDocument): FolderDocument | null {
    const folder = folderOf(from.path);
    const fromTop = joinedPath("", note);
    for (const path of note.startsWith("/") ? [fromTop] : [joinedPath(folder, note), fromTop]) {
      const indexed = this.byPath.get(keyOf(path));
      if (indexed !== undefined) return indexed;
    }
    const named = this.byName.get(keyOf(note)) ?? [];
    return named.find(({ path }) => folderOf(path) === folder) ?? nearestTop(named);
  }
}

/** Names are the same in any case, and however their accents are stored. */
const keyOf = (name: string): string => name.normalize("NFC").toLowerCase();

function addFirst<V>(map: Map<string, V>, key: string, value: V): void {
  if (!map.has(key)) map.set(key, value);
}

/** Among several notes of one name the one with the fewest folders above it, and of these the first. */
function nearestTop(documents: readonly FolderDocument[]): FolderDocument | null {
  const depth = ({ path }: FolderDocument): number => path.split("/").length;
  return documents.reduce<FolderDocument | null>(
    (best, document) => (best === null || depth(document) < depth(best) ? document : best),
    null,
  );
}

const ALIASES = ["aliases", "alias"];

/** Other names of a note, by its front matter. */
function aliasesOf({ tree, format }: FolderDocument): readonly string[] {
  if (format !== "markdown") return [];
  const root = tree.root!;
  const single = ALIASES.flatMap((name) => root.attribute(name) ?? []);
  return [...single, ...root.children.filter(({ type }) => ALIASES.includes(type)).map(({ text }) => text)];
}

/** The types of nodes in a note that links lead to. */
export const ANCHORS: ReadonlySet<string> = new Set(["Section", "Footnote"]);

function* anchorIds(tree: Tree): Generator<string, void, undefined> {
  for (const type of ANCHORS) {
    for (const node of tree.postings[tree.typeId(type)] ?? []) {
      const id = tree.attribute(node, "id");
      if (id !== undefined) yield id;
    }
  }
}
