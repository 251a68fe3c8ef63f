import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { argumentsOf, folder, repository, sxp } from "../cli/sxp.js";
import { blocksOf, DOCUMENTS, documentText } from "./blocks.js";

/** The README as a new user follows it: one command after the other, files made as it says. */

const shell = blocksOf("README.md").filter(({ info }) => info === "sh");
const withoutComment = (line: string): string => line.replace(/ {2,}# .*$/, "");

/** `cat > NAME <<'END' … END` in a block. */
const files = shell.flatMap(({ text }) =>
  [...text.matchAll(/^cat > (\S+) <<'END'\n([\s\S]*?)^END$/gm)].map(([, name, content]) => [name!, content!] as const),
);
const commands = shell.flatMap(({ text }) =>
  text.split("\n").flatMap((line) => (/^(?:npx )?sxp /.test(line) ? [withoutComment(line).replace(/^npx /, "")] : [])),
);

describe("the README", () => {
  const cwd = folder(Object.fromEntries(files));
  cpSync(join(repository, "examples"), join(cwd, "examples"), {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules"),
  });

  it("makes files and runs commands", () => {
    expect(files.map(([name]) => name)).toEqual(["notes.json", "shelf.xml"]);
    expect(commands.length).toBeGreaterThan(8);
  });

  it("leads to every guide", () => {
    const unlinked = DOCUMENTS.filter(
      (path) => path.startsWith("docs/") && !documentText("README.md").includes(`(${path})`),
    );
    expect(unlinked).toEqual([]);
  });

  it.each(commands)("%s", async (command) => {
    const [, ...words] = argumentsOf(command);
    const { code, out, err } = await sxp(words, { cwd });
    expect([code, code === 0 ? "" : err]).toEqual(
      words[0] === "check" ? [1, expect.stringContaining('"Day"')] : [0, ""],
    );
    if (words[0] === "run" && !words.includes("--why-not"))
      expect(out).toMatch(/\/(?:Itinerary|TodoList|root|Shelf)\//);
  });
});
