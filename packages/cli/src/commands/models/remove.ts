import { MODEL_OPERAND } from "../../spec/shared.js";
import { command } from "../../spec/spec.js";
import { withModels } from "./shared.js";

export const remove = command({
  name: "models remove",
  summary: "remove a model, or what is left of a pull",
  description: "Removes what was fetched. Of a folder that was added only the name goes.",
  operands: [MODEL_OPERAND],
  options: [],
  examples: [
    { line: "models remove all-MiniLM-L6-v2", says: "Remove what was fetched." },
    { line: "models remove e5", says: "By the name that it has here." },
    { line: "models remove house", says: "Forget a folder, and leave it as it is." },
  ],
  run: ({ operands: [name = ""] }, io) =>
    withModels("models remove", io, async ({ findModel, removeModel }, home) => {
      const { shownPath } = await import("../../input/files.js");
      const source = (await findModel(home, name).catch(() => null))?.manifest.source;
      await removeModel(home, name);
      const stays = source?.kind === "folder" ? ` Its files stay in ${shownPath(source.folder, io)}.` : "";
      io.stderr.write(`removed ${name}.${stays}\n`);
    }),
});
