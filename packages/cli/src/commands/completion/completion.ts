import { declaredQueries, readQuery } from "../../input/query.js";
import { SHELLS } from "../../options/commands.js";
import type { Command } from "../../spec/spec.js";
import { EXIT, usage } from "../../stop.js";
import { completionScript } from "./script.js";

/** `sxp completion SHELL`. The scripts themselves call `sxp completion queries:FILE.sxp` for the names of queries. */
export const completion: Command<readonly []> = async ({ operands }, io) => {
  const [asked = ""] = operands;
  if (asked.startsWith("queries:")) {
    const queries = declaredQueries(await readQuery(asked.slice("queries:".length), io));
    io.stdout.write(queries.map(({ name }) => `${name}\n`).join(""));
    return EXIT.fine;
  }
  const shell = SHELLS.find((name) => name === asked);
  if (shell === undefined) throw usage(`completion is for ${SHELLS.join(", ")}, not "${asked}".`, "completion");
  io.stdout.write(completionScript(shell));
  return EXIT.fine;
};
