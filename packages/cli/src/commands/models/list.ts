import type { InstalledModel } from "@semantic-xpath/runtime/node";
import { format } from "../../spec/shared.js";
import { command } from "../../spec/spec.js";
import { withModels } from "./shared.js";

export const list = command({
  name: "models list",
  summary: "list the models on this machine",
  description:
    "Lists models with what they give, where they came from, and their size. They live in SXP_MODELS_DIR, else in sxp/models of XDG_DATA_HOME.",
  operands: [],
  options: [format("text", "json")],
  examples: [
    { line: "models list", says: "What there is." },
    { line: "models list --format json", says: "For programs." },
    { line: "models list --no-color", says: "Without colour." },
  ],
  run: ({ options }, io) =>
    withModels("models list", io, async ({ kindOfModel, listModels }, home) => {
      const { shownPath, writeJson } = await import("../../input/files.js");
      const { table } = await import("../../render/columns.js");
      const { sizeText, sourceText } = await import("./added.js");
      const models = await listModels(home);
      const described = await Promise.all(
        models.map(async (model) => ({ model, kind: await kindOfModel(model.folder) })),
      );
      if (options.format === "json") return writeJson(described.map(modelJson), io);
      if (models.length === 0) {
        const where = shownPath(home, io);
        io.stderr.write(`There are no models in ${where}. "sxp help models" shows how to get one.\n`);
        return;
      }
      const rows = described.map(({ model, kind }) => [model.name, kind, sizeText(model), sourceText(model, io)]);
      io.stdout.write(table(["name", "kind", "size", "from"], rows, io.screen, ["size"]));
    }),
});

const modelJson = ({ model, kind }: { readonly model: InstalledModel; readonly kind: string }): object => {
  const { name, folder, manifest } = model;
  const { source, weights, files } = manifest;
  return { name, kind, folder, source, weights, files };
};
