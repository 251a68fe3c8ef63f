import { createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheDirectory } from "@semantic-xpath/scorers/node";

const SECRET_BYTES = 32;

/**
 * The secret of this user that seals derived data in memories, made on first use; null if it can't be read or made. A memory may come from
 * a stranger and must not influence the results of a query: derived data of another user, or changed data, is ignored.
 */
export function userSecret(file = join(cacheDirectory(), "memory.secret")): Uint8Array | null {
  const secret = readSecret(file) ?? madeSecret(file);
  return secret && createHash("sha256").update("derived data of a memory").update(secret).digest();
}

function madeSecret(file: string): Buffer | null {
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, randomBytes(SECRET_BYTES), { mode: 0o600, flag: "wx" });
    linkSync(temporary, file);
  } catch {
    // Another process was first, or it can't be written.
  } finally {
    rmSync(temporary, { force: true });
  }
  return readSecret(file);
}

function readSecret(file: string): Buffer | null {
  try {
    const secret = readFileSync(file);
    return secret.length === SECRET_BYTES ? secret : null;
  } catch {
    return null;
  }
}
