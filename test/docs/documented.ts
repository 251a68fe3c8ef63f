import { OPENING } from "../../packages/cli/src/commands/help/commandHelp.js";
import { COMMANDS } from "../../packages/cli/src/commands/table.js";
import { blocksOf, DOCUMENTS } from "./blocks.js";

/** A command line of `sxp` in a document or in the help, without `npx sxp`. */
export interface DocumentedCommand {
  readonly line: string;
  /** A file that is piped in, or the text of a here-document. */
  readonly stdin: { readonly file: string } | { readonly text: string };
  /** The file that the output goes to. */
  readonly output: string | null;
  /** Exit code that the line's comment names; 0 by default. */
  readonly code: number;
}

/** What a reader of one document does: files of here-documents, and commands in their order. */
export interface Script {
  readonly name: string;
  readonly files: readonly (readonly [name: string, content: string])[];
  readonly commands: readonly DocumentedCommand[];
}

/** Guides whose commands run in a test of their own, which compares all that they print. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/how-to/wrong-results.md": "test/docs/wrongResults.test.ts",
  "docs/how-to/postgres.md": "test/postgres/guide.test.ts",
  "docs/reference/cli.md": "test/docs/commands.test.ts",
};

/** Commands that serve until they are stopped; they read the input of their process. */
export const isServer = ({ line }: DocumentedCommand): boolean => /^(?:mcp|studio|lsp|debug)\b/.test(line);

const SHOWN = /^(?:cat (\S+) \| )?(?:npx )?sxp(?: (.*))?$/;

/** Commands of the fenced blocks of a document: `[cat FILE |] [npx] sxp … [> FILE] [<<'END'] [# exit code N]`. */
function scriptOf(document: string): Script {
  const files: (readonly [string, string])[] = [];
  const commands: DocumentedCommand[] = [];
  for (const { text } of blocksOf(document).filter(({ info }) => info === "sh")) {
    const lines = text.split("\n").values();
    for (const line of lines) {
      const [shown = "", here] = line.split(" <<'END'");
      let input = "";
      if (here !== undefined)
        for (const each of lines) {
          if (each === "END") break;
          input += `${each}\n`;
        }
      const file = /^cat > (\S+)$/.exec(shown)?.[1];
      if (file !== undefined) files.push([file, input]);
      const [, piped, rest] = SHOWN.exec(shown) ?? [];
      if (!SHOWN.test(shown)) continue;
      const [command = "", comment = ""] = (rest ?? "").split(/ +# /);
      const [, words = "", output] = /^(.*?)(?: > (\S+))?$/.exec(command.trim()) ?? [];
      commands.push({
        line: words,
        stdin: piped === undefined ? { text: input } : { file: piped },
        output: output ?? null,
        code: Number(/^exit code (\d+)$/.exec(comment)?.[1] ?? 0),
      });
    }
  }
  return { name: document, files, commands };
}

/** Documents with commands, in their order. */
export const SCRIPTS: readonly Script[] = DOCUMENTS.map(scriptOf).filter(({ commands }) => commands.length > 0);

/** Examples of the help, by command. */
export const HELP: readonly Script[] = [{ name: "help", examples: OPENING }, ...COMMANDS].map(({ name, examples }) => ({
  name: `sxp help ${name}`,
  files: [],
  commands: examples.map(({ line }) => ({ line, stdin: { text: "" }, output: null, code: 0 })),
}));
