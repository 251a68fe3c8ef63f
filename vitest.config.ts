import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests run on the sources, so that a failing line is the line one edits; test/e2e runs the built command. */
const source = (path: string) => fileURLToPath(new URL(`./packages/${path}.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@semantic-xpath\/(parser|planner|runtime|lsp|views|dap|cli)$/, replacement: source("$1/src/index") },
      { find: /^@semantic-xpath\/runtime\/node$/, replacement: source("runtime/src/node/index") },
      { find: /^@semantic-xpath\/dap\/stdio$/, replacement: source("dap/src/stdio") },
      { find: /^@semantic-xpath\/views\/node$/, replacement: source("views/src/node/index") },
      { find: /^@semantic-xpath\/lsp\/server$/, replacement: source("lsp/src/server/node") },
    ],
  },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/support/setup.ts"], testTimeout: 30_000 },
});
