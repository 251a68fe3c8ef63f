import { SemanticXPathError } from "@semantic-xpath/runtime";
import { readProject } from "../../input/project.js";
import type { World } from "../../render/screen.js";
import { EXIT, problem } from "../../stop.js";
import type { Notebook } from "./cells.js";

/**
 * The scorer that a notebook names. As the default of a configuration, it may not be one that sends texts to a server: a file comes
 * from anyone. Undefined: it names none.
 */
export async function notebookScorer({ file, settings }: Notebook, io: World): Promise<string | undefined> {
  if (settings.scorer === null) return undefined;
  const { defaultOf } = await import("@semantic-xpath/runtime/node");
  const project = await readProject(io);
  const none = { path: file, folder: io.cwd, text: "", config: { scorers: {} }, diagnostics: [] };
  const loaded = project ?? none;
  try {
    return defaultOf({ ...loaded, config: { ...loaded.config, defaultScorer: settings.scorer } });
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    throw problem(EXIT.scorer, `${file}: ${error.diagnostic.message}\nTry: --scorer ${settings.scorer}`);
  }
}
