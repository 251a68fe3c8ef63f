import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadOnnxRuntime } from "../../../../packages/scorers/src/node/onnx/onnxRuntime.js";

const folders: string[] = [];
afterEach(() => {
  delete process.env.SXP_ONNXRUNTIME;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder as an installation leaves it, with a runtime that is none. */
function installed(version = "1.30.0"): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-onnx-"));
  folders.push(folder);
  const place = join(folder, "node_modules", "onnxruntime-node");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), '{ "name": "onnxruntime-node", "main": "index.js" }');
  writeFileSync(
    join(place, "index.js"),
    `exports.InferenceSession = { mark: 'here' }; exports.env = { versions: { common: '${version}' } };`,
  );
  return folder;
}

test("onnxruntime-node is loaded from the folder that SXP_ONNXRUNTIME names, or from its node_modules", async () => {
  for (const below of ["", "node_modules"]) {
    process.env.SXP_ONNXRUNTIME = join(installed(), below);
    expect((await loadOnnxRuntime("m")).InferenceSession).toEqual({ mark: "here" });
  }
});

test("a folder without it is told as a missing installation", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-onnx-"));
  folders.push(folder);
  process.env.SXP_ONNXRUNTIME = folder;
  await expect(loadOnnxRuntime("m")).rejects.toThrow(/onnxruntime-node is not installed/);
});

test("a version whose checks were not tried is not used", async () => {
  process.env.SXP_ONNXRUNTIME = installed("1.29.9");
  await expect(loadOnnxRuntime("m")).rejects.toThrow(
    /onnxruntime-node 1\.29\.9 is older than 1\.30\. Run "npm install/,
  );
});
