import type { Diagnostic } from "@semantic-xpath/parser";
import { FORMATS, readAs } from "@semantic-xpath/readers";
import { type FormatName, ReadError, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { mutated, SAMPLES } from "./mutated.js";

const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

interface Outcome {
  readonly tree: Tree | null;
  readonly error: unknown;
  readonly found: readonly Diagnostic[];
}

async function outcome(format: FormatName, input: string | Uint8Array, isTolerant: boolean): Promise<Outcome> {
  const found: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic) => found.push(diagnostic);
  try {
    return { tree: await readAs(format, input, isTolerant ? { onDiagnostic } : {}), error: null, found };
  } catch (error) {
    return { tree: null, error, found };
  }
}

/** A tree whose nodes lie in each other, with spans in the text; or a problem with a place in it. */
function expectSound({ tree, error, found }: Outcome, length: number): void {
  if (error !== null) expect(error).toBeInstanceOf(ReadError);
  const spans = found.map(({ span }) => span);
  if (error instanceof ReadError) spans.push(error.span);
  for (const { start, end } of spans) {
    expect(0 <= start && start <= end && end <= length + 1).toBe(true);
  }
  if (tree === null) return;
  for (let node = 1; node <= tree.size; node++) {
    const start: number = tree.spanStart![node]!;
    const end: number = tree.spanEnd![node]!;
    const parent: number = tree.parent[node]!;
    const from: number = parent === 0 ? 0 : tree.spanStart![parent]!;
    const to: number = parent === 0 ? length : tree.spanEnd![parent]!;
    if (!(from <= start && start <= end && end <= to)) {
      expect.fail(`${tree.node(node).path} is at ${start}–${end}, and its parent at ${from}–${to}`);
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  it("whatever is done to a text, there is a tree or a problem at a place", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(format), async (text) => {
        const [strict, tolerant] = [await outcome(format, text, false), await outcome(format, text, true)];
        expectSound(strict, text.length);
        expectSound(tolerant, text.length);
        // What is read without a word is read the same when somebody listens.
        if (strict.tree !== null) {
          expect(JSON.stringify(tolerant.tree!.root)).toBe(JSON.stringify(strict.tree.root));
          expect(tolerant.found.filter(({ severity }) => severity === "error")).toEqual([]);
        } else {
          // The first problem is the one that is thrown.
          const [first] = tolerant.found.filter(({ severity }) => severity === "error");
          expect(first ?? (tolerant.error as ReadError).diagnostic).toEqual((strict.error as ReadError).diagnostic);
        }
      }),
      { numRuns: isLong ? runs(2_000, 115) : 25 },
    );
  });

  it("bytes of any kind do no harm", async () => {
    const bytes = fc.tuple(mutated(format), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(bytes, async ([text, changes]) => {
        const encoded = new TextEncoder().encode(text);
        for (const [at, byte] of changes) if (encoded.length > 0) encoded[at % encoded.length] = byte;
        expectSound(await outcome(format, encoded, true), encoded.length * 2);
      }),
      { numRuns: isLong ? runs(1_000) : 15 },
    );
  });

  it("a text that is cut off anywhere is read as far as it goes", async () => {
    for (const sample of SAMPLES[format]) {
      for (let length = 0; length <= sample.length; length += isLong ? 1 : 11) {
        expectSound(await outcome(format, sample.slice(0, length), true), length);
      }
    }
  });
});

/** Texts that grow with `n`, on which something quadratic, or worse, would show. */
const GROWING: Readonly<Record<string, readonly [FormatName, (n: number) => string]>> = {
  "open elements": ["xml", (n) => "<a>".repeat(n)],
  "attributes of XML": ["xml", (n) => `<a ${[...Array(n).keys()].map((at) => `b${at}="1"`).join(" ")}/>`],
  "a huge attribute": ["xml", (n) => `<a b="${"x".repeat(100 * n)}"/>`],
  "entity bomb": ["xml", (n) => `<!DOCTYPE a [${'<!ENTITY b "&b;&b;">'.repeat(n)}]><a>&b;</a>`],
  "open arrays": ["json", (n) => "[".repeat(n)],
  keys: ["json", (n) => `{${[...Array(n).keys()].map((at) => `"k${at}":1`).join(",")}}`],
  lines: ["jsonl", (n) => '{"a":1}\n'.repeat(n)],
  "broken lines": ["jsonl", (n) => '{"a":\n'.repeat(n)],
  "open brackets": ["yaml", (n) => "[".repeat(n)],
  "open braces": ["yaml", (n) => "{a: ".repeat(n)],
  dashes: ["yaml", (n) => `${"- ".repeat(n)}a`],
  "keys of YAML": ["yaml", (n) => [...Array(n).keys()].map((at) => `k${at}: 1`).join("\n")],
  laughs: ["yaml", (n) => `a: &a [${"x, ".repeat(n)}]\nb: &b [${"*a, ".repeat(n)}]\nc: [${"*b, ".repeat(n)}]`],
  merges: [
    "yaml",
    (n) =>
      `a: &a {${[...Array(n).keys()].map((at) => `k${at}: 1`).join(", ")}}\n${[...Array(n).keys()].map((at) => `m${at}: {<<: *a}`).join("\n")}`,
  ],
  "merges of one map": ["yaml", (n) => `a: &a {b: 1}\nc:\n${"  <<: *a\n".repeat(n)}`],
  "a quoted text": ["yaml", (n) => `"${"a\n".repeat(n)}"`],
  "open elements of HTML": ["html", (n) => "<div>".repeat(n)],
  "attributes of HTML": ["html", (n) => `<a ${[...Array(n).keys()].map((at) => `b${at}`).join(" ")}>`],
  "misnested elements": ["html", (n) => "<b><p></b>".repeat(n)],
  "children that move": ["html", (n) => `<a><div>${"<p>".repeat(n)}</a>`],
  "text in a table": ["html", (n) => `<table>${"x<tr>".repeat(n)}`],
  "entities of HTML": ["html", (n) => "&lt;&amp".repeat(n)],
  columns: ["csv", (n) => `${"a,".repeat(n)}\n${"1,".repeat(n)}`],
  "unclosed cells": ["csv", (n) => `a,b\n${'"x,\n'.repeat(n)}"`],
  "quotation marks": ["csv", (n) => `a\n${'"'.repeat(n)}`],
  "bad cells": ["csv", (n) => `a,b\n${'"x"y,"\n'.repeat(n)}`],
};

it.each(Object.entries(GROWING))("%s in great number end", async (_, [format, text]) => {
  const large = text(isLong ? 20_000 : 2_000);
  expectSound(await outcome(format, large, true), large.length);
});
