import { compile, type Match, readJson, readXml, type TreeNode } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { isPresent, type StructuralCase, structuralCases, syntaxCases } from "./sharedCases.js";

/**
 * Cases whose expectation contradicts the definition of the language. A case that starts to pass fails here, so that the list
 * stays true.
 */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  "antchfx xpath_expression_test.go:155 //author[1]":
    "XPath counts //author[1] per parent; here // is the descendant axis, so it is the first author of the tree (language.md §4.1, §5)",
  "jsonpath-cts basic, descendant segment, index /root//item[2]":
    "JSONPath counts $..[1] per array; here /root//item[2] is the second item below root (language.md §4.1, §5)",
  "elementpath test_default_namespace: /foo /foo (default namespace)":
    "in XPath an unprefixed name is in no namespace; here names are kept as written, so /foo finds <foo xmlns=…> (docs/reference/language.md)",
};

const nameOf = ({ suite, case: name, query, xml }: StructuralCase): string =>
  `${suite} ${name} ${query}${xml?.includes("xmlns=") ? " (default namespace)" : ""}`;

describe.skipIf(!isPresent)("structural cases of other suites (skipped where the shared data folder is absent)", () => {
  const cases = structuralCases();

  it("are all there", () => expect(cases).toHaveLength(128));

  for (const example of cases) {
    const contradiction = CONTRADICTIONS[nameOf(example)];
    it(`${nameOf(example)}${contradiction === undefined ? "" : ` — contradicts: ${contradiction}`}`, async () => {
      const { actual, expected } = await run(example);
      if (contradiction === undefined) expect(actual).toEqual(expected);
      else expect(actual).not.toEqual(expected);
    });
  }
});

describe.skipIf(!isPresent)("syntax errors of other suites", () => {
  for (const example of syntaxCases()) {
    it(`${example.case}: ${example.query}`, () => {
      const errors = compile(example.query).diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.length).toBeGreaterThan(0);
      for (const { span } of errors) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(example.query.length);
      }
    });
  }
});

async function run(example: StructuralCase): Promise<{ actual: string[]; expected: readonly string[] }> {
  const tree =
    example.xml === undefined ? readJson(example.json as object, { membersAsNodes: true }) : readXml(example.xml);
  const { matches } = await compile(example.query).query!.run(tree);
  if (example.xml !== undefined) return { actual: matches.map(({ path }) => path), expected: example.expected! };
  return { actual: matches.map(jsonPath).sort(), expected: [...example.expectedJsonPaths!].sort() };
}

/** The RFC 9535 normalised path of a node of a faithfully read JSON document: array elements are children "item". */
function jsonPath({ node }: Match): string {
  const steps: string[] = [];
  for (let at: TreeNode = node; at.parent !== null; at = at.parent) {
    const siblings = at.parent.children;
    const inArray = at.type === "item" && siblings.every(({ type }) => type === "item");
    steps.unshift(inArray ? `[${siblings.findIndex(({ id }) => id === at.id)}]` : `['${at.type}']`);
  }
  return `$${steps.join("")}`;
}
