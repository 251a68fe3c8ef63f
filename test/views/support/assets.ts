import { bundle } from "../../../packages/views/build.mjs";

export interface Asset {
  readonly script: string;
  readonly style: string;
}

let built: Promise<Readonly<Record<"panel" | "report", Asset>>> | undefined;

/** The scripts and stylesheets of panel and report, built from the sources and kept in memory. */
export function assets(): Promise<Readonly<Record<"panel" | "report", Asset>>> {
  built ??= bundle({ write: false }).then(({ outputFiles = [] }) => {
    const textOf = (name: string): string => outputFiles.find(({ path }) => path.endsWith(`/${name}`))!.text;
    const asset = (name: string): Asset => ({ script: textOf(`${name}.js`), style: textOf(`${name}.css`) });
    return { panel: asset("panel"), report: asset("report") };
  });
  return built;
}
