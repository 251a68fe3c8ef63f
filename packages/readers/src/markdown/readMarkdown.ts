import { ReadError, type ReadLimits, readError, readLimits, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import type { Root } from "mdast";
import { textOf, wholeText } from "../decode.js";
import { type ReaderOptions, type Report, reporting } from "../readerOptions.js";
import { addFrontMatter, type FrontMatter } from "./frontMatter.js";
import { MarkdownWriter } from "./markdownWriter.js";
import { documentId, nameOf } from "./noteLinks.js";
import { syntaxTree } from "./syntaxTree.js";

export interface MarkdownOptions extends ReaderOptions {
  /** The path of the note in its folder, with `/`: the document has it as `path`, and its `name` and `id` from it. */
  readonly path?: string;
  /** The id of the document, with which those of its sections begin. Default: the path without the ending of its name. */
  readonly id?: string;
}

/**
 * Reads Markdown into a tree: CommonMark with GitHub's extensions, front matter, and the links and tags of notes.
 *
 * - `Document` is the root. Members of its front matter are attributes, lists children, tags `Tag` children.
 * - A heading begins a `Section` with `title`, `depth` and `id`, which holds all up to the next heading of its depth or less.
 * - Blocks are `Paragraph`, `List` of `Item` and `Task` (`done`), `Quote`, `Code` (`lang`), `Footnote`, and `Html` with its readable text. A
 * `Table` (`columns`, its head) has a `Row` with an attribute for each column. The first paragraph of an item, task, quote or footnote is its
 * own text.
 * - The own text of each is its readable text, without markup. Its `Link` (`href`, `text`, `title`), `Image` (`src`, `alt`)
 * and `Tag` (`name`) are children, in their order. For a link within the note `to` is the id of its target.
 *
 * The span of a node is that of its source; a section's is from its heading to the end of its content. Throws a `ReadError` SXP4003
 * beyond a limit, and for no other reason. Reports SXP4016 for invalid bytes, and SXP4017 for broken front matter, whose
 * text is kept.
 *
 * @example readMarkdown("# Budget\n\n- [ ] Call the bank").node(2).attributes // { title: "Budget", depth: "1", id: "budget" }
 */
export function readMarkdown(input: string | Uint8Array, options: MarkdownOptions = {}): Tree {
  const limits = readLimits(options.limits);
  return reporting(options.onDiagnostic, (report) => {
    const text = decoded(input, limits, report);
    const shift = text.startsWith(BOM) ? 1 : 0;
    const body = text.slice(shift);
    const root = syntaxTree(body);
    const builder = new TreeBuilder({ format: "markdown", spans: true }, limits);
    builder.open("Document", 0);
    const place = { shift, id: options.id ?? (options.path === undefined ? null : documentId(options.path)) };
    const placeNames = addPlace(builder, place.id, options.path);
    const matter = frontMatterOf(root, body, shift);
    if (matter !== null) addFrontMatter(matter, { builder, limits, report, usedNames: placeNames });
    new MarkdownWriter(builder, root, place).write();
    builder.close(text.length);
    return builder.finish();
  });
}

const BOM = "\uFEFF";

/** The text of bytes; invalid bytes are reported once, and shown as the replacement character. */
function decoded(input: string | Uint8Array, limits: ReadLimits, report: Report): string {
  const malformed = (problem: string, start: number): ReadError =>
    readError("SXP4016", { what: sentence(problem), reading: "it is read as \uFFFD" }, { start, end: start + 1 });
  try {
    return wholeText(input, limits, malformed);
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== "SXP4016") throw error;
    report(error);
    return textOf(input as Uint8Array);
  }
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Adds attributes for a note's place; returns their names. */
function addPlace(builder: TreeBuilder, id: string | null, path: string | undefined): ReadonlySet<string> {
  const placeAttributes = { ...(id !== null && { id }), ...(path !== undefined && { name: nameOf(path), path }) };
  for (const [name, value] of Object.entries(placeAttributes)) builder.attribute(name, value);
  return new Set(Object.keys(placeAttributes));
}

/** Front matter as it is written, between its first and its last line. */
function frontMatterOf({ children: [first] }: Root, text: string, shift: number): FrontMatter | null {
  if (first?.type !== "yaml") return null;
  const start = first.position!.start.offset!;
  const end = first.position!.end.offset!;
  const lineEnd = /\r\n?|\n/.exec(text.slice(start, end))!;
  const textStart = start + lineEnd.index + lineEnd[0].length;
  const textEnd = Math.max(textStart, Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1);
  return { text: text.slice(textStart, textEnd), textStart: textStart + shift, start: start + shift, end: end + shift };
}
