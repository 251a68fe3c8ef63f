import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ModelFailure } from "./failure.js";
import { isModelName } from "./names.js";

/** The file in a model's folder that says what the model is. A folder without it is no model. */
export const MANIFEST_FILE = "sxp-model.json";

/** Where a model came from. */
export type ModelSource =
  | {
      readonly kind: "hub";
      readonly repository: string;
      /** What was asked for, and the commit that it was then. */
      readonly revision: string;
      readonly commit: string;
      readonly variant: string;
    }
  /** Files that stay where they are. */
  | { readonly kind: "folder"; readonly folder: string };

export interface ModelManifest {
  readonly version: 1;
  readonly source: ModelSource;
  /** The ONNX file, relative to the folder of the files. */
  readonly weights: string;
  /** What was verified when it was fetched; for a folder, what was there when it was added. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

export const printManifest = (manifest: ModelManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The manifest of a folder, null where there is none. */
export async function readManifest(folder: string): Promise<ModelManifest | null> {
  const file = join(folder, MANIFEST_FILE);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const data = parse(text) as Partial<ModelManifest> | null;
  const isFit =
    data?.version === 1 && typeof data.weights === "string" && Array.isArray(data.files) && isSource(data.source);
  if (isFit) return data as ModelManifest;
  throw new ModelFailure(
    "files",
    `${file} can't be read. "sxp models remove" removes the model, so that it can be fetched or added again.`,
  );
}

const isSource = (source: ModelSource | undefined): boolean =>
  source?.kind === "folder"
    ? typeof source.folder === "string"
    : source?.kind === "hub" && isModelName(nameIn(source.repository));

const nameIn = (repository: unknown): string => String(repository).split("/").at(-1)!;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
