import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileProblem } from "@semantic-xpath/readers/node";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import type { LoadedConfig } from "@semantic-xpath/runtime/node";
import { diagnosticTexts, hasErrors } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { EXIT, problem, Stop } from "../stop.js";
import { shownPath } from "./files.js";

/** The project's `sxp.config.json`, from here upwards; null if there is none. A configuration with mistakes ends the command. */
export async function readProject(io: World): Promise<LoadedConfig | null> {
  if (!hasProject(io.cwd)) return null;
  const { loadConfig } = await import("@semantic-xpath/runtime/node");
  const loaded = await loadConfig(io.cwd).catch((error: unknown) => {
    const reason = error instanceof SemanticXPathError ? error.diagnostic.message : `${fileProblem(error)}.`;
    throw problem(EXIT.input, `sxp.config.json can't be read: ${reason}`);
  });
  if (loaded === null) return null;
  const source = { name: shownPath(loaded.path, io), text: loaded.text };
  io.stderr.write(diagnosticTexts(source, loaded.diagnostics, io.errors));
  if (hasErrors(loaded.diagnostics)) throw new Stop(EXIT.diagnostics);
  return loaded;
}

/** Most folders have none; then the code that reads one need not be loaded. */
export function hasProject(folder: string): boolean {
  if (existsSync(join(folder, "sxp.config.json"))) return true;
  const above = dirname(folder);
  return above !== folder && hasProject(above);
}
