import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../../http/secret.js";

/**
 * Where models live: `SXP_MODELS_DIR`, else `sxp/models` under `XDG_DATA_HOME`, else under the usual folder for data of the system.
 * A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification asks.
 */
export function modelsHome(environment: Environment, cwd = "."): string {
  const own = environment.SXP_MODELS_DIR;
  if (own !== undefined && own !== "") return resolve(cwd, own);
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "sxp", "models");
  if (process.platform === "win32" && local !== undefined && isAbsolute(local)) return join(local, "sxp", "models");
  return join(environment.HOME || homedir(), ".local", "share", "sxp", "models");
}
