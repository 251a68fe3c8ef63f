import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** For programs that are not installed next to it, such as an editor's extension: the folder whose `node_modules` has it. */
const PLACE = "SXP_ONNXRUNTIME";

/**
 * Imports an optional package, from the folder in `SXP_ONNXRUNTIME` if it is set. The name is a variable, so that bundlers leave
 * it to be found at run time. Rejects with the error of the loader.
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
