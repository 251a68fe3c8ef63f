import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "./chromium.mjs";
import { codeServer } from "./codeServer.mjs";
import { builtCommand, installedExtension, packedExtension } from "./extension.mjs";

/** What every test file needs is made once and named in the environment. A value that is there already is taken as it is. */
export default async function setup(): Promise<() => void> {
  const browser = chromium();
  if ("missing" in browser) throw new Error(browser.missing);
  const server = await codeServer();
  if ("missing" in server) throw new Error(server.missing);
  process.env.SXP_E2E_CHROMIUM = browser.executable;
  process.env.SXP_E2E_SERVER = server.entry;
  process.env.SXP_E2E_VSIX ||= packedExtension();
  process.env.SXP_E2E_COMMAND ||= builtCommand();
  const folder = mkdtempSync(join(tmpdir(), "sxp-e2e-"));
  process.env.SXP_E2E_EXTENSIONS = installedExtension(server.entry, process.env.SXP_E2E_VSIX, folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
