import { suggest } from "@semantic-xpath/parser";
import { misuse } from "../session/session.js";
import type { ReplCommand } from "./command.js";

/** The command with a name, or the only one that begins with it. */
export async function commandNamed(written: string, commands: readonly ReplCommand[]): Promise<ReplCommand> {
  const exact = commands.find(({ name }) => name === written);
  if (exact !== undefined) return exact;
  const begun = written === "" ? [] : commands.filter(({ name }) => name.startsWith(written));
  if (begun.length === 1) return begun[0]!;
  if (begun.length > 1) {
    const names = begun.map(({ name }) => `:${name}`);
    throw misuse(`":${written}" may be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}.`);
  }
  const [near] = suggest(
    written,
    commands.map(({ name }) => name),
  );
  throw misuse(
    `There is no command ":${written}".${near === undefined ? "" : ` Did you mean :${near}?`} :help lists them.`,
  );
}
