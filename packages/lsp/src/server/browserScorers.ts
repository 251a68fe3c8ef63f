import { lexicalScorer, recordedScorer, SemanticXPathError } from "@semantic-xpath/runtime";
import type { ScorerProvider } from "../features/host.js";
import { folderOf, isInFolder, resolveUri, withSlash } from "../features/workspace/uris.js";
import type { FileSystem } from "./fileSystem.js";

/** Scorers that need no machine: words, and scores recorded in a file of the workspace. */
export function browserScorers(files: Pick<FileSystem, "read">, folders: () => readonly string[]): ScorerProvider {
  const lexical = lexicalScorer();
  return {
    async open(spec, uri) {
      const name = spec ?? "lexical";
      if (name === "lexical") return { problem: null, scorer: lexical, name, budget: {} };
      const [, path] = /^recorded:(.+)$/s.exec(name) ?? [];
      if (path === undefined)
        return { problem: `In a browser there is no "${kindOf(name)}" scorer, only "lexical" and "recorded:FILE".` };
      const folder = folders().find((one) => isInFolder(uri, one)) ?? folders()[0];
      const at = resolveUri(path, folder === undefined ? folderOf(uri) : withSlash(folder));
      const text = at === null ? null : await files.read(at);
      if (text === null) return { problem: `There is no file "${path}" with recorded scores.` };
      try {
        return { problem: null, scorer: recordedScorer(text), name, budget: {} };
      } catch (error) {
        if (error instanceof SemanticXPathError) return { problem: error.diagnostic.message };
        throw error;
      }
    },
  };
}

/** After the colon there may be an address. */
const kindOf = (spec: string): string => spec.replace(/:.*$/s, "");
