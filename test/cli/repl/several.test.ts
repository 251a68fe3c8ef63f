import { describe, expect, it } from "vitest";
import { folder } from "../sxp.js";
import { sitting } from "./support/session.js";

const cwd = () =>
  folder({
    "a.xml": '<Day><Item n="1">art museum</Item></Day>',
    "b.xml": '<Day><Item n="2">museum of glass</Item><Item n="3">lunch</Item></Day>',
    "c d.jsonl": '{"type": "Item", "n": 4}\n',
  });

describe("several trees at the prompt", () => {
  it("are queried together, each line with its tree", async () => {
    const { type } = sitting({ cwd: cwd() });
    expect(await type(":data a.xml b.xml")).toBe("data: a.xml b.xml, 2 trees, 5 nodes\n");
    const said = await type("//Item");
    expect(said).toMatch(/3 matches in 5 nodes[\s\S]*a\.xml +\/Day\/Item +art museum[\s\S]*b\.xml +\/Day\/Item\[1\]/);
    expect(await type("count(//Item)")).toMatch(/a\.xml {2}1\nb\.xml {2}2\n/);
  });

  it("are named by patterns, and by names with spaces", async () => {
    const { type } = sitting({ cwd: cwd() });
    expect(await type(":data *.xml 'c d.jsonl'")).toContain("3 trees");
    expect(await type(":data c d.jsonl")).toContain("data: c d.jsonl, ");
    expect(await type(":data nothing/*.xml")).toContain("No file matches");
  });

  it("have one chosen, and all again", async () => {
    const { type } = sitting({ cwd: cwd() });
    await type(":data a.xml b.xml");
    expect(await type(":source b")).toContain("queries run over b.xml alone");
    expect(await type("//Item")).toContain("2 matches in 3 nodes");
    expect(await type(":source")).toBe("  a.xml, 2 nodes\n* b.xml, 3 nodes\n");
    expect(await type(":source zzz")).toContain('No tree is called "zzz". :source lists them.');
    expect(await type(":source .xml")).toContain('".xml" may be a.xml, b.xml.');
    await type(":source all");
    expect(await type("//Item")).toContain("3 matches in 5 nodes");
    await type(":undo");
    expect(await type("//Item")).toContain("2 matches in 3 nodes");
  });

  it("are asked about by the tree of the best match", async () => {
    const { type } = sitting({ cwd: cwd() });
    await type(":data a.xml b.xml");
    await type('//Item[node =~ "glass"]');
    expect(await type(":why 1")).toContain("/Day/Item[1]");
  });
});
