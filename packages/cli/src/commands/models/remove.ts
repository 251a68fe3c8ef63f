import { findModel, modelsHome, removeModel } from "@semantic-xpath/runtime/node";
import { shownPath } from "../../input/files.js";
import type { Command } from "../../spec/spec.js";
import { EXIT } from "../../stop.js";
import { withModels } from "./shared.js";

/** `sxp models remove` */
export const remove: Command<readonly []> = async ({ operands }, io) =>
  withModels("models remove", io, async () => {
    const home = modelsHome(io.env, io.cwd);
    const name = operands[0]!;
    const source = (await findModel(home, name).catch(() => null))?.manifest.source;
    await removeModel(home, name);
    const stays = source?.kind === "folder" ? ` Its files stay in ${shownPath(source.folder, io)}.` : "";
    io.stderr.write(`removed ${name}.${stays}\n`);
    return EXIT.fine;
  });
