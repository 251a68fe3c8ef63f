import { diagnose } from "@semantic-xpath/parser";
import { FORMATS, readAs } from "@semantic-xpath/readers";
import {
  applyEdits,
  applyingEdits,
  type Edit,
  type FormatName,
  NONE,
  type NodeId,
  nodeData,
  ReadError,
  type Tree,
} from "@semantic-xpath/tree";
import { clipped, WriteError } from "../problems.js";
import { editName } from "./describeEdit.js";
import { EDITORS, type Editor } from "./editors.js";
import { isDerived } from "./markdown/derived.js";
import { isSameTree } from "./sameTree.js";
import { ComposedEdits, canBeMade, editedText, type TextEdit } from "./textEdits.js";

/** A text and the tree that was read from it. */
export interface EditableSource {
  readonly text: string;
  readonly format: FormatName;
  /** With its places in the text. */
  readonly tree: Tree;
  /**
   * Reader of the text, if it is not `readAs(format, text)`: with a mapping, options or `foldFields`. It decides which edits are
   * possible: an edit is made in the text only if the text then reads as the edited tree.
   */
  readonly read?: (text: string) => Tree | Promise<Tree>;
}

export interface EditedSource {
  readonly text: string;
  /** Changes of the text before, in order, without overlaps. */
  readonly changes: readonly TextEdit[];
  /** The tree read from the text: the tree of `applyEdits`, with its places in the new text. */
  readonly tree: Tree;
}

/**
 * Writes edits of a tree into the text that the tree came from. Only the ranges that they touch change: formatting, comments and
 * everything else stays as it is, byte for byte. The new text is read, and is the result only if it reads as the edited tree.
 *
 * In Markdown the ids of sections, and what links lead to by them, follow the titles that they are made of.
 *
 * The numbers in the edits are those of the tree before all of them, as for `applyEdits`, which also says when a RangeError is thrown. A
 * `WriteError` (SXP4032) is thrown where no text that this knows of reads as the edited tree; nothing is written in part.
 *
 * @example (await editSource({ text, format: "json", tree }, [{ kind: "delete", node: 3 }])).text
 */
export async function editSource(source: EditableSource, edits: readonly Edit[]): Promise<EditedSource> {
  checkReadAgain(source, edits);
  const read = source.read ?? ((text: string) => readAs(source.format, text));
  const editing = new Editing(await EDITORS[source.format](), source.format, read, source.text.length);
  const { text, tree } = await editing.make({ text: source.text, tree: source.tree, intended: source.tree }, edits);
  return { text, tree, changes: editing.changes() };
}

/** A text with a mapping must be read with it again. */
function checkReadAgain({ tree, read }: EditableSource, [edit]: readonly Edit[]): void {
  const { mapping } = tree.source;
  if (mapping === undefined || read !== undefined || edit === undefined) return;
  const problem = `the tree was read with the mapping ${clipped(mapping)}, and only what reads with it can edit it`;
  throw refused(tree, edit, problem);
}

function refused(tree: Tree, edit: Edit, problem: string): WriteError {
  const node = "node" in edit ? edit.node : Math.max(1, edit.parent);
  const span = (node >= 1 && node <= tree.size ? tree.node(node).span : null) ?? { start: 0, end: 0 };
  return new WriteError(diagnose("SXP4032", span, { edit: editName(tree, edit), problem }));
}

interface State {
  readonly text: string;
  /** The tree read from the text. */
  readonly tree: Tree;
  /**
   * Result of the edits so far, with texts that the file can't express. If a text is removed, the next text keeps its join to it; a text
   * that another edit puts there is joined again.
   */
  readonly intended: Tree;
}

class Editing {
  private readonly composed: ComposedEdits;

  constructor(
    private readonly editor: Editor,
    private readonly format: FormatName,
    private readonly read: (text: string) => Tree | Promise<Tree>,
    length: number,
  ) {
    this.composed = new ComposedEdits(length);
  }

  changes(): TextEdit[] {
    return this.composed.finish();
  }

  /**
   * All edits at once where they touch different texts, so that the text is read once; else one half after the other. An edit alone is
   * tried in every way that the format has for it.
   */
  async make(state: State, edits: readonly Edit[]): Promise<State> {
    const [edit, ...others] = edits;
    if (edit === undefined) return state;
    const expected = applyEdits(state.intended, edits);
    if (isSameTree(expected, state.intended)) return { ...state, intended: expected };
    if (others.length === 0) return this.makeOne(state, edit, expected);
    const together = this.together(state, edits);
    const combined = together === null ? null : await this.tried(state, together, expected);
    if (combined !== null) return combined;
    const middle = edits.length >> 1;
    const first = edits.slice(0, middle);
    const half = await this.make(state, first);
    const { after } = applyingEdits(state.intended, first);
    return this.make(
      half,
      edits.slice(middle).flatMap((edit) => renumbered(edit, after) ?? []),
    );
  }

  private together({ text, tree }: State, edits: readonly Edit[]): readonly TextEdit[] | null {
    const waysOf = this.editor(text, tree);
    const all: TextEdit[] = [];
    try {
      for (const edit of edits) {
        const first = firstOf(waysOf(edit));
        if (first === null) return null;
        all.push(...first);
      }
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      return null;
    }
    return canBeMade(all, text.length) ? all : null;
  }

  private async makeOne(state: State, edit: Edit, expected: Tree): Promise<State> {
    let problem = `no change of the ${FORMATS[this.format].noun} reads as the edited tree`;
    try {
      for (const way of this.editor(state.text, state.tree)(edit)) {
        const attempt = canBeMade(way, state.text.length) ? await this.tried(state, way, expected) : null;
        if (attempt !== null) return attempt;
      }
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      problem = error.diagnostic.message.replace(/^The tree can't be written as [^:]+: (.*)\.$/s, "$1");
    }
    if (edit.kind === "move") {
      const relocated = await this.moved(state, edit);
      if (relocated !== null && this.readsAs(relocated.tree, expected)) return { ...relocated, intended: expected };
    }
    throw refused(state.tree, edit, problem);
  }

  /** Moving where a format has no way to take the text along: the node is written again, and deleted where it was. */
  private async moved(state: State, { node, parent, before = null }: Edit & { kind: "move" }): Promise<State | null> {
    const content = nodeData(state.tree, node);
    try {
      return await this.make(state, [
        { kind: "insert", content, parent, before },
        { kind: "delete", node },
      ]);
    } catch (error) {
      if (error instanceof WriteError) return null;
      throw error;
    }
  }

  private async tried({ text }: State, changes: readonly TextEdit[], expected: Tree): Promise<State | null> {
    const edited = editedText(text, changes);
    const tree = await this.reads(edited);
    if (tree === null || !this.readsAs(tree, expected)) return null;
    this.composed.add(changes);
    return { text: edited, tree, intended: expected };
  }

  private readsAs(tree: Tree, expected: Tree): boolean {
    return isSameTree(tree, expected, this.format === "markdown" ? isDerived : undefined);
  }

  private async reads(text: string): Promise<Tree | null> {
    try {
      return await this.read(text);
    } catch (error) {
      if (error instanceof ReadError) return null;
      throw error;
    }
  }
}

/** An edit with the numbers that its nodes have after others; null: there is nothing left to delete. */
export function renumbered(edit: Edit, after: (node: NodeId) => NodeId): Edit | null {
  if (edit.kind === "delete" && after(edit.node) === NONE) return null;
  const before = "before" in edit && edit.before != null ? { before: after(edit.before) } : {};
  const node = "node" in edit ? { node: after(edit.node) } : {};
  const parent = "parent" in edit ? { parent: edit.parent === 0 ? 0 : after(edit.parent) } : {};
  return { ...edit, ...node, ...parent, ...before } as Edit;
}

function firstOf<T>(values: Iterable<T>): T | null {
  for (const value of values) return value;
  return null;
}
