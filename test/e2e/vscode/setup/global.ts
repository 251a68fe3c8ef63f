import { chromium } from "./chromium.mjs";
import { codeServer } from "./codeServer.mjs";
import { builtCommand, packedExtension } from "./extension.mjs";

/** What every test file needs is made once and named in the environment. A value that is there already is taken as it is. */
export default async function setup(): Promise<void> {
  const browser = chromium();
  if ("missing" in browser) throw new Error(browser.missing);
  const server = await codeServer();
  if ("missing" in server) throw new Error(server.missing);
  process.env.SXP_E2E_CHROMIUM = browser.executable;
  process.env.SXP_E2E_SERVER = server.entry;
  process.env.SXP_E2E_VSIX ||= packedExtension();
  process.env.SXP_E2E_COMMAND ||= builtCommand();
}
