import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { HostResult } from "../host/kit.js";
import { until } from "./until.js";
import { openVsCode, type WindowOptions } from "./window.js";

/** Runs the tests of `host/` inside the extension host of a new window, on the extension as it was packed. */
export async function runInExtensionHost(name: string, options: WindowOptions = {}): Promise<readonly HostResult[]> {
  const temporary = mkdtempSync(join(tmpdir(), "sxp-host-"));
  const module = join(temporary, "tests.js");
  const results = join(temporary, "results.json");
  await build({
    entryPoints: [fileURLToPath(new URL("../host/index.ts", import.meta.url))],
    outfile: module,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    logLevel: "error",
  });
  const vscode = await openVsCode(name, {
    ...options,
    environment: { SXP_HOST_RESULTS: results },
    payload: ({ host, extensions }) => [
      ["extensionDevelopmentPath", `vscode-remote://${host}${unpacked(extensions)}`],
      ["extensionTestsPath", `vscode-remote://${host}${module}`],
    ],
  });
  try {
    await until("results", () => existsSync(results), Boolean, 180_000);
    await vscode.shot("end");
    return JSON.parse(readFileSync(results, "utf8")) as readonly HostResult[];
  } catch (error) {
    await vscode.shot("no results");
    throw error;
  } finally {
    await vscode.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The folder of the extension that was installed. */
function unpacked(extensions: string): string {
  const [folder] = readdirSync(extensions, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return join(extensions, folder!.name);
}
