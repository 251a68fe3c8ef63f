import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** For programs that are not installed next to it, such as an editor's extension: the folder whose `node_modules` has it. */
const PLACE = "SXP_ONNXRUNTIME";

/**
 * A package that is installed only by those who want it, from the folder that `SXP_ONNXRUNTIME` names where it is set. Its name comes in a variable, so that
 * bundlers leave it to be found at run time. Rejects with what the loader says.
 */
export async function importOptional<T>(name: string): Promise<T> {
  const loaded = (await import(specifierOf(name))) as { readonly default?: T } & T;
  return loaded.default ?? loaded;
}

function specifierOf(name: string): string {
  const folder = process.env[PLACE];
  if (folder === undefined || folder === "") return name;
  return pathToFileURL(createRequire(join(folder, "package.json")).resolve(name)).href;
}

/** Why a package is not there, as the beginning of a sentence. */
export function whyNot(name: string, failure: unknown): string {
  const { code, message } = failure as { readonly code?: unknown; readonly message?: unknown };
  const isMissing = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(String(code));
  return isMissing ? `${name} is not installed` : `${name} can't be loaded (${message})`;
}
