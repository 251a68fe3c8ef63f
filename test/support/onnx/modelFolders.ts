import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files (text, bytes, or an object as JSON) that is removed after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array | object>>, name = "model"): string {
  const parent = mkdtempSync(join(tmpdir(), "sxp-onnx-"));
  made.push(parent);
  const folder = join(parent, name);
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const isRaw = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(join(folder, path), isRaw ? content : JSON.stringify(content));
  }
  return folder;
}

/** Why tests that run models are skipped, or undefined where onnxruntime-node loads. */
export async function onnxMissing(): Promise<string | undefined> {
  try {
    await import("onnxruntime-node");
    return undefined;
  } catch (failure) {
    return `onnxruntime-node can't be loaded here: ${(failure as Error).message}`;
  }
}
