import type { PullProgress } from "@semantic-xpath/runtime/node";
import { defined } from "../../spec/readLine.js";
import { command } from "../../spec/spec.js";
import { NAME, withModels } from "./shared.js";

/** The one command that fetches something. */
export const pull = command({
  name: "models pull",
  summary: "fetch a model from the hub, pinned and verified",
  description:
    "Fetches the files that are needed of one commit, each checked against its digest. An interrupted pull goes on where it ended. No " +
    "other command fetches a model. Environment: HF_ENDPOINT, HF_TOKEN, HTTPS_PROXY, NO_PROXY.",
  operands: [{ name: "REPO[@REVISION]", required: true }],
  options: [
    NAME,
    {
      name: "variant",
      summary: "which weights: VARIANT of onnx/model_VARIANT.onnx. Default: onnx/model.onnx",
      value: { name: "VARIANT" },
    },
  ],
  examples: [
    { line: "models pull sentence-transformers/all-MiniLM-L6-v2", says: "A small embedding model." },
    { line: "models pull intfloat/multilingual-e5-small@main --name e5", says: "A revision, and a name of one's own." },
    { line: "models pull Xenova/nli-deberta-v3-xsmall --variant quantized", says: "Entailment, with smaller weights." },
  ],
  run: ({ operands: [wanted = ""], options: { name, variant } }, io) =>
    withModels("models pull", io, async ({ pullModel }, home) => {
      const { bytesText } = await import("../../render/columns.js");
      const { added } = await import("./added.js");
      const { transferLine } = await import("./transfer.js");
      const line = transferLine(io);
      let isAnnounced = false;
      const announce = ({ total }: PullProgress): void => {
        if (!isAnnounced) io.stderr.write(`fetching ${wanted}${total === null ? "" : `, ${bytesText(total)}`}\n`);
        isAnnounced = true;
      };
      const model = await pullModel(wanted, {
        home,
        environment: io.env,
        signal: io.signal,
        ...defined({ name, variant }),
        onProgress: (progress) => {
          announce(progress);
          line.show(progress);
        },
        onWait: (reason, milliseconds) => {
          line.clear();
          io.stderr.write(`${reason} Once more in ${(milliseconds / 1000).toFixed(1)} s.\n`);
        },
      }).finally(line.clear);
      io.stdout.write(await added(model, io, model.wasThere));
    }),
});
