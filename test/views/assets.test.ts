import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { bundle } from "../../packages/views/build.mjs";
import { readReportAssets } from "../../packages/views/src/node/index.js";
import { assets } from "./support/assets.js";

const folder = mkdtempSync(join(tmpdir(), "sxp-assets-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Half of it is the components, a sixth Preact. */
const MAX_PANEL = 101_000;

it("the build writes what the report reads, from a path or an address", async () => {
  await bundle({ outdir: folder });
  const read = await readReportAssets(folder);
  expect(read).toEqual((await assets()).report);
  expect(await readReportAssets(`${folder}/`)).toEqual(read);
  expect(await readReportAssets(pathToFileURL(`${folder}/`))).toEqual(read);
  await expect(readReportAssets(join(folder, "nowhere"))).rejects.toThrow("ENOENT");
});

it("the panel is small, and has nothing of the runtime in it", async () => {
  const { script } = (await assets()).panel;
  expect(script.length).toBeLessThan(MAX_PANEL);
  expect(script).not.toContain("chevrotain");
});
