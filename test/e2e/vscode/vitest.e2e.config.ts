import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A window of VS Code is heavy: two at a time. Waits are for conditions: a failed file is repeated only where `run.mjs` is asked to. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/e2e/vscode/**/*.e2e.ts"],
    // Not a test: makes the pictures of the README, see `run.mjs`.
    exclude: process.env.SXP_E2E_IMAGES === undefined ? ["test/e2e/vscode/images.e2e.ts"] : [],
    globalSetup: ["test/e2e/vscode/setup/global.ts"],
    maxWorkers: 2,
    // Files share what they import, which takes seconds to read; each has windows of its own.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A worker that ends slowly would count as an error outside of tests.
    teardownTimeout: 180_000,
    reporters: ["verbose"],
  },
});
