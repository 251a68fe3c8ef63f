import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests run on the sources, so that a failing line is the line one edits; test/e2e runs the built command. */
const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "@semantic-xpath/parser": source("parser"),
      "@semantic-xpath/planner": source("planner"),
      "@semantic-xpath/runtime": source("runtime"),
    },
  },
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000 },
});
