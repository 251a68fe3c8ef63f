import { resolve } from "node:path";
import { addModel, modelsHome } from "@semantic-xpath/runtime/node";
import type { MODELS_ADD_OPTIONS } from "../../options/modelCommands.js";
import { defined } from "../../spec/readLine.js";
import type { Command } from "../../spec/spec.js";
import { EXIT } from "../../stop.js";
import { added, withModels } from "./shared.js";

/** `sxp models add` */
export const add: Command<typeof MODELS_ADD_OPTIONS> = async ({ operands, options }, io) =>
  withModels("models add", io, async () => {
    const home = modelsHome(io.env, io.cwd);
    const model = await addModel(resolve(io.cwd, operands[0]!), {
      home,
      signal: io.signal,
      ...defined({ name: options.name }),
    });
    io.stdout.write(await added(model, io));
    return EXIT.fine;
  });
