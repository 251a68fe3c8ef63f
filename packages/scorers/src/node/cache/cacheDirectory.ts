import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** What decides where caches lie. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

const thisMachine = (): Machine => ({ environment: process.env, platform: process.platform, home: homedir() });

/**
 * The folder for kept scores: `SXP_CACHE_DIR`, else `sxp` in `XDG_CACHE_HOME` (XDG Base Directory Specification; a relative path
 * there counts as none), else in the folder for caches that the platform has. It need not exist.
 */
export function cacheDirectory({ environment, platform, home }: Machine = thisMachine()): string {
  const { SXP_CACHE_DIR: own, XDG_CACHE_HOME: shared, LOCALAPPDATA: local } = environment;
  if (own) return own;
  if (shared && isAbsolute(shared)) return join(shared, "sxp");
  if (platform === "darwin") return join(home, "Library", "Caches", "sxp");
  if (platform === "win32") return join(local || join(home, "AppData", "Local"), "sxp", "Cache");
  return join(home, ".cache", "sxp");
}
