// @module-tag process
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Framing } from "../../packages/dap/src/framing.js";
import { runs } from "../support/runs.js";
import { framed } from "./process.js";

/** The messages that get through, of bytes that come in pieces. */
async function through(bytes: Buffer, cuts: readonly number[] = []): Promise<string[]> {
  const at = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
  let out = Buffer.alloc(0);
  for await (const piece of Readable.from(pieces, { objectMode: false }).pipe(new Framing()))
    out = Buffer.concat([out, piece]);
  const bodies: string[] = [];
  for (let rest = out; rest.length > 0; ) {
    const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString("latin1", 0, 64))!;
    const end = head.length + Number(length);
    bodies.push(rest.toString("utf8", head.length, end));
    rest = rest.subarray(end);
  }
  return bodies;
}

const message = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify({ value }));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe("messages", () => {
  it("get through as they are, in whatever pieces they come", () =>
    fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 5 }), cuts, async (messages, pieces) => {
        expect(await through(Buffer.from(messages.map(framed).join("")), pieces)).toEqual(messages);
      }),
      { numRuns: runs(200) },
    ));

  it("are found again behind anything", () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), message, cuts, async (noise, wanted, pieces) => {
        const bytes = Buffer.concat([Buffer.from(noise), Buffer.from(framed(wanted))]);
        expect((await through(bytes, pieces)).at(-1)).toBe(wanted);
      }),
      { numRuns: runs(200) },
    ));

  it.each([
    ["a length that is none", "Content-Length: many\r\n\r\n"],
    ["a negative length", "Content-Length: -5\r\n\r\n"],
    ["no length", "Content-Type: application/json\r\n\r\n"],
    ["a length beyond all bounds", "Content-Length: 999999999999\r\n\r\n{}"],
    ["a length that promises too much", "Content-Length: 5000\r\n\r\n{}"],
    ["a length that says too little", 'Content-Length: 2\r\n\r\n{"a": 1}'],
    ["an empty message", "Content-Length: 0\r\n\r\n"],
    ["a header that never ends", `X: ${"x".repeat(100_000)}`],
  ])("come behind %s", async (_, noise) => {
    expect((await through(Buffer.from(noise + framed('{"b":2}')))).at(-1)).toBe('{"b":2}');
  });

  it.each([
    ["in other letters", "content-length: 7\r\n\r\n"],
    ["without a space", "Content-Length:7\r\n\r\n"],
    ["with a type behind", "Content-Length: 7\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n"],
    ["with a type before", "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n"],
    ["with bare line ends", "Content-Length: 7\n\n"],
  ])("may have a header %s", async (_, header) => {
    expect(await through(Buffer.from(`${header}{"b":2}`))).toEqual(['{"b":2}']);
  });

  it("may be long", async () => {
    const long = JSON.stringify({ text: "é".repeat(4_000_000) });
    const bytes = Buffer.from(framed(long) + framed("{}"));
    const pieces = Array.from({ length: 200 }, (_, i) => i * 40_000);
    expect((await through(bytes, pieces)).map(({ length }) => length)).toEqual([long.length, 2]);
  });
});
