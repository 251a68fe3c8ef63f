import { pathToFileURL } from "node:url";
import { createLanguageService, type LanguageService } from "@semantic-xpath/lsp";
import type { Tree } from "@semantic-xpath/runtime";
import { getOrMake } from "@semantic-xpath/tree";
import { TextDocument as Document } from "vscode-languageserver-textdocument";
import { listFolder } from "./commandChoices.js";

/** State of a session for the language service. */
interface Basis {
  readonly cwd: string;
  /** The tree that is looked at, if it is small enough to be looked into. */
  readonly data: Tree | null;
  readonly schema: string | null;
}

export type ReplService = ReturnType<typeof replService>;

/** The language service of editors over what a session has in memory: its input, data and schema. Nothing is read but folder lists. */
export function replService(known: () => Basis) {
  const { cwd } = known();
  const dataUri = pathToFileURL(`${cwd}/.data`).href;
  const schemaUri = pathToFileURL(`${cwd}/.schema.json`).href;
  let current = inputDocument("", cwd);
  let basis: Basis = { cwd, data: null, schema: null };
  const service = createLanguageService({
    readText(uri) {
      if (uri === dataUri) return known().data === null ? null : versionOf(known().data!);
      if (uri === schemaUri) return known().schema;
      return uri === inputUri(cwd) ? current.getText() : null;
    },
    dataFile(uri) {
      const { data: tree } = known();
      if (uri !== dataUri || tree === null) return undefined;
      const text = versionOf(tree);
      return {
        uri,
        text,
        tree,
        problem: null,
        problemAt: null,
        reading: null,
        diagnostics: [],
        document: Document.create(uri, "", 0, text),
      };
    },
    files: () => [],
    list: (folder) => listFolder(new URL(folder)),
  });
  service.configure({ inlayHints: false });
  return {
    service,
    /** Returns one object for the same text over the same data and schema. */
    document(text: string) {
      const { data, schema } = known();
      if (basis.data === data && basis.schema === schema && current.getText() === text) return current;
      basis = { cwd, data, schema };
      service.configure({ data: data === null ? null : dataUri, schema: schema === null ? null : schemaUri });
      current = inputDocument(text, cwd);
      return current;
    },
  };
}

const versions = new WeakMap<Tree, string>();
let latest = 0;

/** Stands for the text of data that is a tree already: another one for another tree. */
function versionOf(tree: Tree): string {
  return getOrMake(versions, tree, () => `tree ${++latest}`);
}

/** A text as the language service takes it. */
export type TextDocument = Parameters<LanguageService["complete"]>[0];

/** The input as a document of the session's folder, so that the paths in it are as seen from there. */
const inputDocument = (text: string, cwd: string): TextDocument => Document.create(inputUri(cwd), "sxp", 0, text);

/** No file has this name; editors and the session know it apart from those that are there. */
const inputUri = (cwd: string): string => pathToFileURL(`${cwd}/.input.sxp`).href;
