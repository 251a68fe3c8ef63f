import { expect, test, vi } from "vitest";
import { loadOnnxRuntime } from "../../../../packages/scorers/src/node/onnx/onnxRuntime.js";

vi.mock("onnxruntime-node", () => {
  throw Object.assign(new Error("no such package"), { code: "ERR_MODULE_NOT_FOUND" });
});

test("without onnxruntime-node, the message says what to install", async () => {
  await expect(loadOnnxRuntime("models/minilm")).rejects.toThrow(
    /SXP4001: The scorer "models\/minilm" failed: onnxruntime-node .* "npm install --ignore-scripts onnxruntime-node"/,
  );
});
