// @module-tag process
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../support/runs.js";
import { openTerminal, type RealTerminal, terminalMissing } from "./repl/support/tmux.js";
import { PLAN, PLAN_MODULE, planFolder, repository } from "./sxp.js";

/** Each shell with the script loaded as its user loads it: what the tabulator makes of a line, on the screen. */
const SHELLS = {
  bash: { start: (rc: string) => `bash --rcfile ${rc} -i`, setUp: "PS1='$ '", load: 'eval "$(sxp completion bash)"' },
  zsh: {
    start: (rc: string) => `sh -c 'ZDOTDIR=$(dirname ${rc}) exec zsh -d -i'`,
    setUp: "PROMPT='$ '; setopt no_beep no_auto_menu; autoload -U compinit; compinit -u -D",
    load: 'eval "$(sxp completion zsh)"',
  },
  fish: {
    start: (rc: string) => `fish --no-config -i -C 'source ${rc}'`,
    setUp: "function fish_prompt; echo -n '$ '; end; set -g fish_autosuggestion_enabled 0; set -g fish_greeting",
    load: "sxp completion fish | source",
  },
} as const;

type Shell = keyof typeof SHELLS;

/** What is typed before the tabulator, and the line after it when a dot is typed next. */
const LINES: readonly (readonly [typed: string, line: string])[] = [
  ["sxp sc", "sxp schema ."],
  ["sxp comple", "sxp completion ."],
  ["sxp schema inf", "sxp schema infer ."],
  ["sxp models a", "sxp models add ."],
  ["sxp cache s", "sxp cache stats ."],
  ["sxp help models p", "sxp help models pull ."],
  ["sxp help expl", "sxp help explain ."],
  ["sxp completion z", "sxp completion zsh ."],
  ["sxp cache clear --y", "sxp cache clear --yes ."],
  [`sxp run '//Day[node =~ "x"]' --tre`, `sxp run '//Day[node =~ "x"]' --tree .`],
  ["sxp run x --format v", "sxp run x --format values ."],
  ["sxp run x -f pa", "sxp run x -f paths ."],
  ["sxp run x --format=v", "sxp run x --format=values ."],
  ["sxp emit --target g", "sxp emit --target gbnf ."],
  ["sxp run --scorer lex", "sxp run --scorer lexical ."],
  ["sxp run --scorer rec", "sxp run --scorer recorded:."],
  ["sxp run --scorer recorded:ans", "sxp run --scorer recorded:answers.jsonl ."],
  ["sxp run pl", "sxp run plan.sxp ."],
  ["sxp check x.sxp tr", "sxp check x.sxp tree.xml ."],
  ["sxp run x -d tr", "sxp run x -d tree.xml ."],
  ["sxp run x --data=tr", "sxp run x --data=tree.xml ."],
  ["sxp schema check pl", "sxp schema check plan.schema.json ."],
  ["sxp run my", "sxp run my\\ trip.sxp ."],
  ["sxp run my\\ t", "sxp run my\\ trip.sxp ."],
  ["sxp run 'my", "sxp run 'my trip.sxp' ."],
  ["sxp run x --data=my", "sxp run x --data=my\\ trip.xml ."],
  ["sxp models add fol", "sxp models add folder/."],
  ["sxp run fol", "sxp run folder/."],
  ["sxp run folder/", "sxp run folder/été.sxp ."],
  ["sxp run plan.sxp --query pl", "sxp run plan.sxp --query places ."],
  ["sxp run plan.sxp --query=pl", "sxp run plan.sxp --query=places ."],
  ["sxp run my\\ trip.sxp -q pl", "sxp run my\\ trip.sxp -q places ."],
  ["sxp run 'my trip.sxp' -q pl", "sxp run 'my trip.sxp' -q places ."],
  ["sxp run ~/folder/été.sxp -q pl", "sxp run ~/folder/été.sxp -q places ."],
  ["sxp run ~/fol", "sxp run ~/folder/."],
  ["sxp compare plan.sxp --with-query da", "sxp compare plan.sxp --with-query day ."],
  ["sxp run x --limit pl", "sxp run x --limit pl."],
  ["sxp lsp pl", "sxp lsp pl."],
];

/** What is typed, what two tabulators offer below the line, and what they do not. */
const LISTS: readonly (readonly [typed: string, offered: readonly string[], others: readonly string[]])[] = [
  ["sxp ", ["run", "compare", "schema", "completion"], ["plan.sxp", "tree.xml"]],
  ["sxp schema ", ["infer", "check"], ["run"]],
  ["sxp run ", ["plan.sxp", "trip.sxp", "folder"], ["notes.txt", "tree.xml"]],
  ["sxp run x --data ", ["plan.xml", "plan.schema.json", "trip.xml", "folder"], ["notes.txt", "plan.sxp"]],
  ["sxp run x --format ", ["text", "json", "paths"], ["mermaid", "notes"]],
  ["sxp run x --schema ", ["notes", "chatgpt", "plan.schema.json", "folder"], ["plan.sxp", "notes.txt"]],
  ["sxp run --scorer ", ["lexical", "recorded:", "openai:"], ["notes.txt"]],
  ["sxp run plan.sxp -q ", ["places", "day"], ["notes.txt"]],
  ["sxp compare x --with-", ["--with-data", "--with-scorer"], ["--min-score", "notes.txt"]],
  ["sxp help ", ["run", "models"], ["notes.txt"]],
];

function reasonAgainst(shell: Shell): string | null {
  if (terminalMissing !== null) return terminalMissing;
  return spawnSync(shell, ["--version"]).status === 0 ? null : `there is no ${shell}`;
}

/** A folder to complete in, with a command `sxp` and what the shell reads at its start. */
function world(shell: Shell): { readonly cwd: string; readonly rc: string } {
  const cwd = planFolder({
    "tree.xml": PLAN,
    "my trip.sxp": PLAN_MODULE,
    "my trip.xml": PLAN,
    "answers.jsonl": "",
    "notes.txt": "",
  });
  mkdirSync(join(cwd, "folder"));
  writeFileSync(join(cwd, "folder", "été.sxp"), PLAN_MODULE);
  writeFileSync(join(cwd, "folder", "notes.txt"), "");
  const own = mkdtempSync(join(tmpdir(), "sxp-shell-"));
  const command = join(own, "sxp");
  const bin = join(repository, "packages/cli/bin/sxp.js");
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(command, 0o755);
  const rc = join(own, ".zshrc");
  const path = shell === "fish" ? `set -gx PATH ${own} $PATH` : `PATH=${own}:$PATH`;
  writeFileSync(rc, `${path}\n${SHELLS[shell].setUp}\n${SHELLS[shell].load}\n`);
  return { cwd, rc };
}

const shells = Object.keys(SHELLS) as Shell[];

for (const shell of shells) {
  const reason = reasonAgainst(shell);
  describe.skipIf(reason !== null)(`the tabulator in ${shell}${reason === null ? "" : ` (skipped: ${reason})`}`, () => {
    let at: RealTerminal;
    beforeAll(async () => {
      const { cwd, rc } = world(shell);
      const env = `env HOME=${cwd} LANG=C.UTF-8 LC_ALL=C.UTF-8 TERM=screen-256color`;
      at = openTerminal([], { cwd, columns: 100, rows: 40, around: () => `${env} ${SHELLS[shell].start(rc)}` });
      await at.until(/^\$ *$/m);
    });
    afterAll(() => at?.end());

    const clear = async (): Promise<void> => {
      at.press("C-u", "C-l");
      await at.until((screen) => screen.trim() === "$");
    };

    it.each(LINES.filter((_, i) => isLong || shell === "bash" || i % 3 === 0))("%s", async (typed, line) => {
      await clear();
      at.type(typed);
      at.press("Tab");
      at.type(".");
      await at.until((screen) => screen.split("\n")[0]?.trimEnd() === `$ ${line}`);
    });

    it.each(LISTS)("%s shows a list", async (typed, offered, others) => {
      await clear();
      at.type(typed);
      at.press("Tab", "Tab");
      const shown = await at.until((screen) => offered.every((word) => below(screen).includes(word)));
      for (const word of others) expect(below(shown)).not.toContain(word);
    });
  });
}

/** What stands under the line that is typed. */
const below = (screen: string): string => screen.split("\n").slice(1).join("\n");
