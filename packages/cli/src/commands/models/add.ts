import { resolve } from "node:path";
import { ANY_FILES } from "../../spec/shared.js";
import { command } from "../../spec/spec.js";
import { NAME, withModels } from "./shared.js";

export const add = command({
  name: "models add",
  summary: "give a folder with a model a name",
  description:
    "The files stay where they are. A folder has config.json, tokenizer.json and onnx/model.onnx; links, weights that lie elsewhere and operators that " +
    "are not standard are refused.",
  // A shell that completes files goes through folders.
  operands: [{ name: "FOLDER", required: true, completes: ANY_FILES }],
  options: [NAME],
  examples: [
    { line: "models add ./my-model", says: "Call it my-model." },
    { line: "models add ./my-model --name house", says: "Call it house." },
    { line: "models add ../exports/my-model -n house", says: "From anywhere." },
  ],
  run: ({ operands: [folder = ""], options: { name } }, io) =>
    withModels("models add", io, async ({ addModel }, home) => {
      const { added } = await import("./added.js");
      const { signal } = io;
      const model = await addModel(resolve(io.cwd, folder), { home, signal, ...(name !== undefined && { name }) });
      io.stdout.write(await added(model, io));
    }),
});
