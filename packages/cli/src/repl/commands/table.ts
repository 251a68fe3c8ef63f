import { suggest } from "@semantic-xpath/parser";
import { listed } from "@semantic-xpath/values";

import { misuse } from "../session/session.js";
import { answers, more } from "./answers.js";
import { ask } from "./ask.js";
import type { Groups, ReplCommand } from "./command.js";
import { def } from "./def.js";
import { files } from "./files.js";
import { helpOf } from "./help.js";
import { plans } from "./plan.js";
import { schema } from "./schema.js";
import { sitting } from "./session.js";
import { data, settings, source } from "./settings.js";
import { stepping } from "./stepping.js";
import { tree } from "./tree.js";

/**
 * Every command of the prompt under the titles of the help, in its order. One more costs its definition in one of the files beside this
 * one, a section in docs/how-to/repl.md, and a test in test/cli/repl.
 */
const GROUPS: Groups = [
  ["Ask in English", [ask]],
  ["Ask about a result", [...answers, ...plans, tree, more]],
  ["Step through a query", stepping],
  ["What queries run with", [data, source, schema, ...settings, def]],
  ["Files", files],
  ["Session", [helpOf(() => GROUPS, commandNamed), ...sitting]],
];

export const COMMANDS: readonly ReplCommand[] = GROUPS.flatMap(([, commands]) => commands);

/** The commands that a name may mean: the one that has it, else those that begin with it. */
export function commandsOf(written: string): readonly ReplCommand[] {
  const exact = COMMANDS.find(({ name }) => name === written);
  return exact !== undefined ? [exact] : COMMANDS.filter(({ name }) => name.startsWith(written));
}

/** The command with a name, or the only one that begins with it; rejects with what else may be meant. */
export function commandNamed(written: string): ReplCommand {
  const candidates = written === "" ? [] : commandsOf(written);
  if (candidates.length === 1) return candidates[0]!;
  if (candidates.length > 1)
    throw misuse(
      `":${written}" may be ${listed(
        candidates.map(({ name }) => `:${name}`),
        "or",
      )}.`,
    );
  const [near] = suggest(
    written,
    COMMANDS.map(({ name }) => name),
  );
  const suggestion = near === undefined ? "" : ` Did you mean :${near}?`;
  throw misuse(`There is no command ":${written}".${suggestion} :help lists them.`);
}
