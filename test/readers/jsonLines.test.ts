import type { Diagnostic } from "@semantic-xpath/parser";
import { readJsonLines, readTree } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";
import { line } from "./trees.js";

const LINES = '{"type":"Turn","n":1}\n\n{"n":2,"parts":[{"text":"hello"}]}\r\n"bare"\n[1,2]\n';

describe("JSON Lines", () => {
  it("is a root with a child for each line, as the elements of an array", () => {
    const lines = readJsonLines(LINES);
    const array = readTree(`[${LINES.trim().split(/\s+/).join(",")}]`);
    expect(JSON.stringify(lines.root)).toBe(JSON.stringify(array.root));
    expect(lines.source.format).toBe("jsonl");
    expect(lines.root!.children.map(({ type }) => type)).toEqual(["Turn", "item", "item", "item"]);
  });

  it("has the span of each value in the whole text", () => {
    const spans = readJsonLines(LINES).root!.children.map(({ span }) => LINES.slice(span!.start, span!.end));
    expect(spans).toEqual(['{"type":"Turn","n":1}', '{"n":2,"parts":[{"text":"hello"}]}', '"bare"', "[1,2]"]);
  });

  it("is known by its beginning: a whole value, and another after it", () => {
    const format = (text: string) => readTree(text).source.format;
    expect(format('{"a":1}\n{"b":2}')).toBe("jsonl");
    expect(format('\uFEFF\n{"a":"}{"}  \n\n {"b":2}')).toBe("jsonl");
    expect(format("1\n2")).toBe("jsonl");
    expect(format('{"a":1}\n')).toBe("json");
    expect(format('{"a":\n{"b":2}}')).toBe("json");
    expect(format('{"a":{}\n,"b":{}}')).toBe("json");
    expect(format("[1,\n2]")).toBe("json");
  });

  it("is read from bytes and streams", async () => {
    const bytes = new TextEncoder().encode(LINES);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    expect(JSON.stringify(readTree(bytes).root)).toBe(JSON.stringify(readJsonLines(LINES).root));
    expect(JSON.stringify((await readTree(pieces())).root)).toBe(JSON.stringify(readJsonLines(LINES).root));
  });

  it("says where a line is no JSON", () => {
    const text = '{"a":1}\n{"b":}\n{"c":3}';
    expect(() => readJsonLines(text)).toThrow(
      expect.objectContaining({ code: "SXP4007", span: { start: 13, end: 14 } }),
    );
    expect(() => readJsonLines('{"a":1}\n{"b"')).toThrow("it ends too early");
  });

  it("loses no other line with a bad one", () => {
    const text = '{"a":1}\n{"b":[{"c":2}\nnot json\n{"d":3}\n{"e":';
    const found: string[] = [];
    const onDiagnostic = ({ code, span }: Diagnostic) => found.push(`${code} ${text.slice(span.start, span.end)}`);
    const tree = readJsonLines(text, { onDiagnostic });
    expect(line(tree)).toBe("root{item(a=1) item{b(c=2)} item(d=3) item}");
    expect(found).toEqual(["SXP4007 }", "SXP4007 not", "SXP4007 :"]);
  });
});
