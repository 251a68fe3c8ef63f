import type { CommandSpec } from "../../spec/spec.js";
import { bashScript } from "./bash.js";
import type { SHELLS } from "./command.js";
import { fishScript } from "./fish.js";
import { type Model, modelOf } from "./model.js";
import { powershellScript } from "./powershell.js";
import { zshScript } from "./zsh.js";

type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (model: Model) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The completion script of a shell, written from the command table. */
export const completionScript = (shell: Shell, commands: readonly CommandSpec[]): string =>
  SCRIPTS[shell](modelOf(commands));
