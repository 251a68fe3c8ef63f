import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../../packages/views/build.mjs";
import { onceForAll } from "../../support/once.js";

export interface Asset {
  readonly script: string;
  readonly style: string;
}

let built: Promise<Readonly<Record<"panel" | "report", Asset>>> | undefined;

/** The scripts and stylesheets of panel and report, built from the sources, once for all tests. */
export function assets(): Promise<Readonly<Record<"panel" | "report", Asset>>> {
  built ??= onceForAll("views", (outdir) => bundle({ outdir })).then((folder) => {
    const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
    const asset = (name: string): Asset => ({ script: textOf(`${name}.js`), style: textOf(`${name}.css`) });
    return { panel: asset("panel"), report: asset("report") };
  });
  return built;
}
