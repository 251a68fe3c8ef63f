import { writeLines } from "../../render/write.js";
import { commandNamed, didYouMean } from "../../spec/readLine.js";
import { command } from "../../spec/spec.js";
import { usage } from "../../stop.js";

export const help = command({
  name: "help",
  summary: "explain a command, or the code of a message",
  description:
    "Without arguments, lists all commands. For a COMMAND it shows options and examples, for a CODE such as SXP2001 an explanation with a wrong and a right example.",
  operands: ["[COMMAND|CODE...]"],
  options: [],
  examples: {
    "All commands.": "help",
    "One of them.": "help schema infer",
    "A message.": "help SXP2001",
  },
  async run({ operands }, io, commands) {
    const words = operands.flatMap((word) => word.split(" "));
    const [first] = words;
    const { commandHelp, overview } = await import("./commandHelp.js");
    if (first === undefined) {
      io.stdout.write(overview(commands, io.screen));
      return;
    }
    const chosen = commandNamed(words, commands)?.command;
    const several = commands.filter(({ name }) => name.startsWith(`${words.join(" ")} `));
    const specs = chosen === undefined ? several : [chosen];
    if (specs.length === 0 && /^sxp\w+$/i.test(first)) {
      const { codeHelp } = await import("./codeHelp.js");
      writeLines(io.stdout, await codeHelp(first, io.screen));
      return;
    }
    if (specs.length === 0) {
      const names = commands.map(({ name }) => name);
      throw usage(`there is no command "${words.join(" ")}".${await didYouMean(first, names)}`, "");
    }
    io.stdout.write(specs.map((spec) => commandHelp(spec, io.screen)).join("\n"));
  },
});
