import { compile, type RunResult, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { evaluateXPath } from "fontoxpath";
import { type Attr, type Node, parseXmlDocument } from "slimdom";
import { expect, it } from "vitest";
import { bushyTree, xmlOf } from "../reference/plainXml.js";
import { asNumber } from "../support/asNumber.js";
import { isLong, runs } from "../support/runs.js";
import { arbitraryNodes, arbitraryValue } from "./xpathValues.js";

/** Another engine (XPath 3.1) on what the second edition has of XPath: values, sets, quantifiers, functions. */
const RUNS = isLong ? runs(1000) : 50;

type Result = readonly (string | number | boolean)[];

/** Numbers of elements in document order, from 1, with the part that is meant; values as they are. */
function theirs(xml: string, xpath: string): Result {
  const document = parseXmlDocument(xml);
  const numbers = new Map<Node, number>(document.getElementsByTagName("*").map((element, i) => [element, i + 1]));
  const told = (item: unknown): string | number | boolean => {
    if (typeof item !== "object" || item === null) return item as string | number | boolean;
    const { ownerElement, name, parentNode, nodeType } = item as Attr;
    if (ownerElement) return `${numbers.get(ownerElement)} @${name}`;
    return nodeType === 3 ? `${numbers.get(parentNode!)} text()` : `${numbers.get(item as Node)}`;
  };
  return evaluateXPath(xpath, document, null, {}, evaluateXPath.ALL_RESULTS_TYPE).map(told);
}

async function ours(xml: string, sxp: string): Promise<RunResult> {
  const { query, diagnostics } = compile(sxp);
  expect(
    diagnostics.filter(({ severity, runnable }) => severity === "error" && !runnable).map(({ message }) => message),
    sxp,
  ).toEqual([]);
  return query!.run(readXml(xml));
}

it(`nodes: agrees with fontoxpath on ${RUNS} random trees and queries`, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(bushyTree, arbitraryNodes, async (tree, { sxp, xpath }) => {
      const xml = xmlOf(tree);
      const expected = theirs(xml, xpath);
      found += Math.min(1, expected.length);
      const { matches } = await ours(xml, sxp);
      const actual = matches.map(
        ({ id, path }) => `${id}${/ @\w+$| text\(\)$/.exec(path.replace(/\/(?=@|text\(\)$)/, " "))?.[0] ?? ""}`,
      );
      expect(actual, `${sxp}\n${xpath}\n${xml}`).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
  expect(found / RUNS).toBeGreaterThan(0.4 - 1 / Math.sqrt(RUNS));
});

it(`values: agrees with fontoxpath on ${RUNS} random trees and queries`, async () => {
  await fc.assert(
    fc.asyncProperty(bushyTree, arbitraryValue, async (tree, { sxp, xpath }) => {
      const xml = xmlOf(tree);
      const { value } = await ours(xml, sxp);
      const actual = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
      const numbered = (item: unknown): unknown => (sxp.startsWith("distinct-values(") ? asNumber(item) : item);
      expect(actual.map(numbered), `${sxp}\n${xpath}\n${xml}`).toEqual(theirs(xml, xpath).map(numbered));
    }),
    { numRuns: RUNS },
  );
});
