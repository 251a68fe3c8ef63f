import { modelsHome, type PullProgress, pullModel } from "@semantic-xpath/runtime/node";
import { withModels } from "../../input/models.js";
import { defined } from "../../options/defined.js";
import type { MODELS_PULL_OPTIONS } from "../../options/modelCommands.js";
import type { Command } from "../../options/spec.js";
import { bytesText } from "../../render/bytes.js";
import { screenOf } from "../../render/screen.js";
import { transferLine } from "../../render/transfer.js";
import { EXIT } from "../../stop.js";
import { added } from "./added.js";

/** `sxp models pull`: the one command that fetches something. */
export const pull: Command<typeof MODELS_PULL_OPTIONS> = async ({ operands, options, color }, io) =>
  withModels("models pull", io, async () => {
    const line = transferLine(io, screenOf(io, "stderr", color));
    let isAnnounced = false;
    const announce = ({ total }: PullProgress): void => {
      if (isAnnounced) return;
      isAnnounced = true;
      io.stderr.write(`fetching ${operands[0]}${total === null ? "" : `, ${bytesText(total)}`}\n`);
    };
    try {
      const model = await pullModel(operands[0]!, {
        home: modelsHome(io.env, io.cwd),
        environment: io.env,
        signal: io.signal,
        ...defined({ name: options.name, variant: options.variant }),
        onProgress: (progress) => {
          announce(progress);
          line.show(progress);
        },
        onWait: (reason, milliseconds) => {
          line.clear();
          io.stderr.write(`${reason} Once more in ${(milliseconds / 1000).toFixed(1)} s.\n`);
        },
      });
      line.clear();
      io.stdout.write(await added(model, io, model.wasThere));
      return EXIT.fine;
    } finally {
      line.clear();
    }
  });
