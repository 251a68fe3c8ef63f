import { describe, expect, it } from "vitest";
import { sxp } from "../cli/sxp.js";
import { blocksOf, DOCUMENTS, documentText } from "./blocks.js";

/** The README, then the front door of the documents, as a new user follows them: one command after the other, files made as they say. */

const shell = ["README.md", "docs/README.md"].flatMap(blocksOf).filter(({ info }) => info === "sh");
const withoutComment = (line: string): string => line.replace(/ {2,}# .*$/, "");

/** `cat > NAME <<'END' … END` in a block. */
const files = shell.flatMap(({ text }) =>
  [...text.matchAll(/^cat > (\S+) <<'END'\n([\s\S]*?)^END$/gm)].map(([, name, content]) => [name!, content!] as const),
);
const commands = shell.flatMap(({ text }) =>
  text.split("\n").flatMap((line) => (/^(?:npx )?sxp /.test(line) ? [withoutComment(line).replace(/^npx /, "")] : [])),
);

describe("the README", () => {
  it("makes files and runs commands", () => {
    expect(files.map(([name]) => name)).toEqual(["notes.json", "shelf.xml"]);
    expect(commands.length).toBeGreaterThan(8);
  });

  it("leads to every guide, through the documents' own front door", () => {
    expect(documentText("README.md")).toContain("(docs/README.md)");
    const front = documentText("docs/README.md");
    const unlinked = DOCUMENTS.filter(
      (path) => /^docs\/(?!README)/.test(path) && !front.includes(`(${path.slice("docs/".length)})`),
    );
    expect(unlinked).toEqual([]);
  });

  it("has the demo's first part as its picture", async () => {
    const { out } = await sxp(["demo"]);
    const lines = out.slice(0, out.indexOf("── 2.")).trimEnd().split("\n");
    const picture = documentText("docs/images/demo.svg").replaceAll("&gt;", ">").replaceAll("&lt;", "<");
    const texts = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(lines);
  });
});
