import { resolve } from "node:path";
import type { InstalledModel } from "@semantic-xpath/runtime/node";
import { defined } from "@semantic-xpath/values";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { bytesText, table } from "../../render/columns.js";
import { writeJson } from "../../render/write.js";
import { TEXT_OR_JSON } from "../../spec/shared.js";
import { command, operand, option } from "../../spec/spec.js";
import { withModels } from "./shared.js";

/** The models on this machine: list, fetch, add and remove them. */

const NAME = option("-n, --name NAME", "its name here. Default: the last part of its own name");

export const list = command({
  name: "models list",
  summary: "list the models on this machine",
  description:
    "Lists models with what they give, where they came from, and their size. They live in SXP_MODELS_DIR, else in sxp/models of XDG_DATA_HOME.",
  options: [TEXT_OR_JSON],
  examples: {
    "What there is.": "models list",
    "For programs.": "models list --format json",
    "Without colour.": "models list --no-color",
  },
  run: ({ options }, io) =>
    withModels(io, async ({ kindOfModel, listModels }, home) => {
      const models = await listModels(home);
      const kinds = await Promise.all(models.map(({ folder }) => kindOfModel(folder)));
      if (options.format === "json") {
        const described = models.map(({ name, folder, manifest: { source, weights, files } }, i) => ({
          ...{ name, kind: kinds[i], folder, source, weights, files },
        }));
        return writeJson(described, io);
      }
      if (models.length === 0) {
        io.stderr.write(`There are no models in ${shownPath(home, io)}. "sxp help models" shows how to get one.\n`);
        return;
      }
      const rows = models.map((model, i) => [model.name, kinds[i]!, sizeText(model), sourceText(model, io)]);
      io.stdout.write(table(["name", "kind", "size", "from"], rows, io.screen, ["size"]));
    }),
});

/** The one command that fetches something. */
export const pull = command({
  name: "models pull",
  summary: "fetch a model from the hub, pinned and verified",
  description:
    "Fetches the necessary files of one commit, and checks each against its digest. An interrupted pull continues where it ended. No " +
    "other command fetches a model. Environment: HF_ENDPOINT, HF_TOKEN, HTTPS_PROXY, NO_PROXY.",
  operands: ["REPO[@REVISION]"],
  options: [
    NAME,
    option("--variant VARIANT", "which weights: VARIANT of onnx/model_VARIANT.onnx. Default: onnx/model.onnx"),
  ],
  examples: {
    "A small embedding model.": "models pull sentence-transformers/all-MiniLM-L6-v2",
    "A revision, and a name of one's own.": "models pull intfloat/multilingual-e5-small@main --name e5",
    "Entailment, with smaller weights.": "models pull Xenova/nli-deberta-v3-xsmall --variant quantized",
  },
  run: ({ operands: [wanted = ""], options: { name, variant } }, io) =>
    withModels(io, async ({ kindOfModel, pullModel }, home) => {
      const { transferLine } = await import("./transfer.js");
      const line = transferLine(io);
      let isAnnounced = false;
      const model = await pullModel(wanted, {
        home,
        environment: io.env,
        signal: io.signal,
        ...defined({ name, variant }),
        onProgress: (progress) => {
          const { total } = progress;
          if (!isAnnounced) io.stderr.write(`fetching ${wanted}${total === null ? "" : `, ${bytesText(total)}`}\n`);
          isAnnounced = true;
          line.show(progress);
        },
        onWait: (reason, milliseconds) => {
          line.clear();
          io.stderr.write(`${reason} Once more in ${(milliseconds / 1000).toFixed(1)} s.\n`);
        },
      }).finally(line.clear);
      io.stdout.write(addedText(model, await kindOfModel(model.folder), io, model.wasThere));
    }),
});

export const add = command({
  name: "models add",
  summary: "give a folder with a model a name",
  description:
    "The files stay where they are. A folder has config.json, tokenizer.json and onnx/model.onnx; links, weights in other places and non-standard " +
    "operators are refused.",
  // A shell that completes files goes through folders.
  operands: [operand("FOLDER")],
  options: [NAME],
  examples: {
    "Call it my-model.": "models add ./my-model",
    "From anywhere, and call it house.": "models add ../exports/my-model --name house",
    "Another one, with its own name.": "models add ./my-model --name second",
  },
  run: ({ operands: [folder = ""], options: { name } }, io) =>
    withModels(io, async ({ addModel, kindOfModel }, home) => {
      const model = await addModel(resolve(io.cwd, folder), { home, signal: io.signal, ...defined({ name }) });
      io.stdout.write(addedText(model, await kindOfModel(model.folder), io));
    }),
});

export const remove = command({
  name: "models remove",
  summary: "remove a model, or what is left of a pull",
  description: "Removes what was fetched. For an added folder, removes only the name.",
  operands: ["NAME"],
  options: [],
  examples: {
    "Remove what was fetched.": "models remove all-MiniLM-L6-v2",
    "By the name that it has here.": "models remove e5",
    "Forget a folder, and leave it as it is.": "models remove house",
  },
  run: ({ operands: [name = ""] }, io) =>
    withModels(io, async ({ findModel, removeModel }, home) => {
      const source = (await findModel(home, name).catch(() => null))?.manifest.source;
      await removeModel(home, name);
      const stays = source?.kind === "folder" ? ` Its files stay in ${shownPath(source.folder, io)}.` : "";
      io.stderr.write(`removed ${name}.${stays}\n`);
    }),
});

/** The model, and a command that uses it. */
const addedText = (model: InstalledModel, kind: string, io: Io, wasThere = false): string =>
  `${model.name}: ${sourceText(model, io)}, ${sizeText(model)}${wasThere ? ", was there already" : ""}\n` +
  `Use it with --scorer ${kind}:${model.name}\n`;

const sizeText = ({ manifest }: InstalledModel): string =>
  bytesText(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));

/** `owner/model@0123456789ab quantized`, or the folder. */
function sourceText({ manifest: { source } }: InstalledModel, io: Io): string {
  if (source.kind === "folder") return shownPath(source.folder, io);
  const variant = source.variant === "default" ? "" : ` ${source.variant}`;
  return `${source.repository}@${source.commit.slice(0, 12)}${variant}`;
}
