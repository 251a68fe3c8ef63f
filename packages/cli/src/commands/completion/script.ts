import type { SHELLS } from "../../options/commands.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { powershellScript } from "./powershell.js";
import { zshScript } from "./zsh.js";

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The completion script of a shell, written from the command table. */
export const completionScript = (shell: (typeof SHELLS)[number]): string => SCRIPTS[shell]();
