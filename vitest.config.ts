import { defineConfig } from "vitest/config";

/** Tests run on the sources, so that a failing line is the line one edits; test/e2e runs the built command. */
const conditions = ["@semantic-xpath/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/support/setup.ts"], testTimeout: 30_000 },
});
