import { command, operand } from "../../spec/spec.js";
import { usage } from "../../stop.js";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export const completion = command({
  name: "completion",
  summary: "print the script that lets a shell complete sxp",
  description: "Completes commands, options, their values, files, and the names of the queries in a file.",
  operands: [operand(SHELLS.join("|"), { kind: "words", words: SHELLS })],
  options: [],
  examples: {
    'For this shell: eval "$(sxp completion bash)"; for all: the same line in ~/.bashrc.': "completion bash",
    'In ~/.zshrc, after compinit: eval "$(sxp completion zsh)"': "completion zsh",
    "Into ~/.config/fish/completions/sxp.fish": "completion fish",
    "In $PROFILE: sxp completion powershell | Out-String | Invoke-Expression": "completion powershell",
  },
  /** The scripts themselves call `sxp completion queries:FILE.sxp` for the names of queries. */
  async run({ operands: [wanted = ""] }, io, commands) {
    if (wanted.startsWith("queries:")) {
      const { declaredQueries, readQuery } = await import("../../input/query.js");
      const queries = declaredQueries(await readQuery(wanted.slice("queries:".length), io));
      io.stdout.write(queries.map(({ name }) => `${name}\n`).join(""));
      return;
    }
    const shell = SHELLS.find((name) => name === wanted);
    if (shell === undefined) throw usage(`completion is for ${SHELLS.join(", ")}, not "${wanted}".`);
    const { completionScript } = await import("./script.js");
    io.stdout.write(completionScript(shell, commands));
  },
});
