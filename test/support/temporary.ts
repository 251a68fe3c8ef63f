import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whatever tests and the processes that they start write to the temporary folder goes when all have ended. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "sxp-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
