import { COMMANDS, commandNamed } from "../options/commands.js";
import { didYouMean } from "../options/readOptions.js";
import type { Command } from "../options/spec.js";
import { commandHelp, overview } from "../render/help.js";
import { screenOf } from "../render/screen.js";
import { EXIT, usage } from "../stop.js";

/** `sxp help [COMMAND]` */
export const help: Command<readonly []> = async ({ operands, color }, io) => {
  const screen = screenOf(io, "stdout", color);
  const words = operands.flatMap((word) => word.split(" "));
  if (words.length === 0) {
    io.stdout.write(overview(screen));
    return EXIT.fine;
  }
  const chosen = commandNamed(words)?.found;
  const several = COMMANDS.filter(({ name }) => name.startsWith(`${words.join(" ")} `));
  if (chosen === undefined && several.length === 0) {
    throw usage(
      `there is no command "${words.join(" ")}".${await didYouMean(
        words[0]!,
        COMMANDS.map(({ name }) => name),
      )}`,
    );
  }
  io.stdout.write((chosen === undefined ? several : [chosen]).map((spec) => commandHelp(spec, screen)).join("\n"));
  return EXIT.fine;
};
