// Assembles kernels.wat. `node test/support/onnx/assembleKernels.mjs` writes the bytes into kernelBytes.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import loadWabt from "wabt";

const vectors = new URL("../../../packages/scorers/src/vectors/", import.meta.url);

/** @returns {Promise<Uint8Array>} the module of kernels.wat */
export async function assembleKernels() {
  const wabt = await loadWabt();
  const module = wabt.parseWat("kernels.wat", readFileSync(new URL("kernels.wat", vectors), "utf8"), { simd: true });
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = Buffer.from(await assembleKernels())
    .toString("base64")
    .match(/.{1,110}/g);
  const text = `/** kernels.wat, assembled by test/support/onnx/assembleKernels.mjs; base64. */
export const KERNEL_BYTES =
  "${lines.join('" +\n  "')}";
`;
  writeFileSync(new URL("kernelBytes.ts", vectors), text);
}
