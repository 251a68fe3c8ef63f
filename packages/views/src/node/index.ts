import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ReportAssets } from "../report/reportHtml.js";

/**
 * The script and the stylesheet of the report, as `build.mjs` wrote them. Rejects with the system's error if they are not in
 * `folder` (a path, or a file URL that ends with a slash).
 */
export async function readReportAssets(folder: string | URL = new URL("../", import.meta.url)): Promise<ReportAssets> {
  const base = typeof folder === "string" ? folder : fileURLToPath(folder);
  const read = (name: string): Promise<string> => readFile(`${base.replace(/[\\/]$/, "")}/${name}`, "utf8");
  const [script, style] = await Promise.all([read("report.js"), read("report.css")]);
  return { script, style };
}
