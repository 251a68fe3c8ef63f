import type { CommandSpec } from "../../spec/spec.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { modelOf } from "./model.js";
import { powershellScript } from "./powershell.js";
import { zshScript } from "./zsh.js";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** The completion script of a shell, written from the command table. */
export const completionScript = (shell: keyof typeof SCRIPTS, commands: readonly CommandSpec[]): string =>
  SCRIPTS[shell](modelOf(commands));
