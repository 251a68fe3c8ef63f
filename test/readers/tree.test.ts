import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTree } from "../../packages/readers/src/readTree.js";
import { cuts, cutUp, plainOf, plainTree, streamOf } from "./trees.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the format is seen from the start", () => {
  it.each<[string, string | Uint8Array | object, string]>([
    ["XML", "\n <Plan/>", "xml"],
    ["XML with a byte order mark", "\uFEFF<Plan/>", "xml"],
    ["XML bytes", bytes("\uFEFF\n<Plan/>"), "xml"],
    [
      "UTF-16 bytes",
      Uint8Array.from([0xff, 0xfe, ...[..."<Plan/>"].flatMap((char) => [char.charCodeAt(0), 0])]),
      "xml",
    ],
    ["JSON", ' {"Plan":{}}', "json"],
    ["JSON bytes", bytes(' {"Plan":{}}'), "json"],
    ["a parsed value", { Plan: {} }, "json"],
    ["a parsed value with other members", { type: "Plan", title: "x" }, "json"],
    ["a node", { type: "Plan" }, "object"],
    ["a node with all", { type: "Plan", attributes: { title: "x" }, text: "y", children: [{ type: "Day" }] }, "object"],
  ])("%s", (_, input, format) => {
    const tree = readTree(input as string);
    expect(tree.source.format).toBe(format);
    expect(tree.root!.type).toBe("Plan");
  });

  it("or said", () => {
    expect(() => readTree("<a/>", { format: "json" })).toThrow("SXP4007");
    expect(() => readTree("{}", { format: "xml" })).toThrow("SXP4005");
  });

  it("of a stream, too", async () => {
    expect((await readTree(streamOf(["", " \n", "<Pl", "an/>"]))).source.format).toBe("xml");
    expect((await readTree(streamOf(["", " \n", '{"Pl', 'an":{}}']))).root!.type).toBe("Plan");
    expect((await readTree(streamOf(cutUp(bytes('{"Plan":{"a":"é"}}'), [1])))).root!.attributes).toEqual({ a: "é" });
    await expect(readTree(streamOf([bytes("<a>"), Uint8Array.of(0xff)]))).rejects.toMatchObject({ code: "SXP4005" });
    await expect(readTree(streamOf([bytes('["'), Uint8Array.of(0xff)]))).rejects.toMatchObject({ code: "SXP4007" });
    await expect(readTree(streamOf([]))).rejects.toMatchObject({ code: "SXP4007" });
  });
});

describe("what JSON.stringify writes of a root", () => {
  it("comes back as it was, parsed or as text", () => {
    fc.assert(
      fc.property(plainTree, (plain) => {
        const first = readTree(plain);
        expect(first.source).toEqual({ format: "object", spans: false });
        expect(plainOf(first)).toEqual(plain);
        const written = JSON.stringify(first.root);
        expect(plainOf(readTree(JSON.parse(written) as object))).toEqual(plain);
        expect(plainOf(readTree(written))).toEqual(plain);
        expect(plainOf(readTree(bytes(written)))).toEqual(plain);
        expect(plainOf(readTree(first.root!))).toEqual(plain);
      }),
    );
  });

  it("comes back from a stream in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(plainTree, cuts, async (plain, sizes) => {
        const written = JSON.stringify(readTree(plain).root);
        expect(plainOf(await readTree(streamOf(cutUp(bytes(written), sizes))))).toEqual(plain);
      }),
    );
  });

  it("an attribute must be a scalar", () => {
    expect(() => readTree({ type: "a", attributes: { x: [] } })).toThrow('the attribute "x" must be a string');
  });
});
