import { type InstalledModel, kindOfModel, listModels, type ModelKind, modelsHome } from "@semantic-xpath/runtime/node";
import { shownPath } from "../../input/files.js";
import type { MODELS_LIST_OPTIONS } from "../../options/modelCommands.js";
import { bytesText, table } from "../../render/columns.js";
import { screenOf } from "../../render/screen.js";
import type { Command } from "../../spec/spec.js";
import { EXIT } from "../../stop.js";
import { withModels } from "./shared.js";

/** `sxp models list` */
export const list: Command<typeof MODELS_LIST_OPTIONS> = async ({ options, color }, io) =>
  withModels("models list", io, async () => {
    const home = modelsHome(io.env, io.cwd);
    const models = await listModels(home);
    const kinds = await Promise.all(models.map(({ folder }) => kindOfModel(folder)));
    if (options.format === "json") {
      const entries = models.map((model, i) => modelJson(model, kinds[i]!));
      io.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
      return EXIT.fine;
    }
    if (models.length === 0) {
      io.stderr.write(`There are no models in ${shownPath(home, io)}. "sxp help models" shows how to get one.\n`);
      return EXIT.fine;
    }
    const rows = models.map((model, i) => [
      model.name,
      kinds[i]!,
      bytesText(sizeOf(model)),
      sourceText(model, (path) => shownPath(path, io)),
    ]);
    io.stdout.write(table(["name", "kind", "size", "from"], rows, screenOf(io, "stdout", color), ["size"]));
    return EXIT.fine;
  });

export const sizeOf = ({ manifest }: InstalledModel): number =>
  manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);

/** `owner/model@0123456789ab quantized`, or the folder. */
export function sourceText({ manifest: { source } }: InstalledModel, shown: (path: string) => string): string {
  if (source.kind === "folder") return shown(source.folder);
  const variant = source.variant === "default" ? "" : ` ${source.variant}`;
  return `${source.repository}@${source.commit.slice(0, 12)}${variant}`;
}

const modelJson = ({ name, folder, manifest }: InstalledModel, kind: ModelKind): object => ({
  name,
  kind,
  folder,
  source: manifest.source,
  weights: manifest.weights,
  files: manifest.files,
});
