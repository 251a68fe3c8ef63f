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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A worker that is slow to end has passed all the same.
    teardownTimeout: 180_000,
    reporters: ["verbose"],
  },
});
