import type { CellOrigin, NotebookCell, WrittenCell } from "@semantic-xpath/readers/notebook";
import { NotebookCellData, NotebookCellKind, NotebookData, type NotebookSerializer } from "vscode";
import type { Platform } from "../client/platform.js";

/** Metadata of a cell: how it is written in its file. A copy of a cell has them too. */
interface CellMetadata {
  readonly info?: string;
  readonly origin?: CellOrigin;
}

/** Reads a Markdown file as cells and writes it, byte for byte for cells that are not edited. Runs nothing and needs no server. */
export const serializerOn = ({ notebookText }: Pick<Platform, "notebookText">): NotebookSerializer => ({
  async deserializeNotebook(bytes) {
    const text = decoded(bytes);
    return new NotebookData((await notebookText()).notebookCells(text).map(cellData));
  },
  async serializeNotebook({ cells }) {
    return new TextEncoder().encode((await notebookText()).writeNotebook(cells.map(writtenCell)));
  },
});

/** Decodes UTF-8. Other bytes would not be written as they were, so the file is refused. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(
      "The file is not UTF-8, so it can't be a notebook. Open it as text, and save it with that encoding.",
    );
  }
}

const LANGUAGES = { frontMatter: "yaml", prose: "markdown", code: "sxp" } as const;

function cellData({ kind, text, info, origin }: NotebookCell): NotebookCellData {
  const type = kind === "prose" ? NotebookCellKind.Markup : NotebookCellKind.Code;
  const data = new NotebookCellData(type, text, LANGUAGES[kind]);
  data.metadata = { info, origin } satisfies CellMetadata;
  return data;
}

function writtenCell({ kind, value: text, languageId, metadata = {} }: NotebookCellData, index: number): WrittenCell {
  const { info, origin = null } = metadata as CellMetadata;
  if (kind === NotebookCellKind.Markup) return { kind: "prose", text, origin };
  if (languageId === "yaml" && index === 0) return { kind: "frontMatter", text, origin };
  // A cell of another language is a fence of the Markdown.
  if (languageId !== "sxp") return { kind: "prose", text: `\`\`\`${languageId}\n${text}\n\`\`\``, origin: null };
  return { kind: "code", text, origin, ...(info !== undefined && info !== "" && { info }) };
}
