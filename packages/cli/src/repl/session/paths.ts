import { homedir } from "node:os";
import { join } from "node:path";
import type { Io } from "../../io.js";
import { unquoted } from "./definitions.js";
import { misuse } from "./session.js";

/** A path as one types it: in quotes or bare, `~/` for the user's folder. Empty where none was typed. */
export function typedPath({ io }: { readonly io: Pick<Io, "env"> }, written: string): string {
  const path = unquoted(written);
  if (path === "-") throw misuse("Standard input is where commands come from: give a file.");
  return atHome(path, io);
}

/** The path with the user's folder where it begins with `~/`. */
export const atHome = (path: string, { env }: Pick<Io, "env">): string =>
  /^~(?:\/|$)/.test(path) ? join(env.HOME || homedir(), path.slice(1)) : path;
