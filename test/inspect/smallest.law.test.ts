import { type Change, inspect } from "@semantic-xpath/inspect";
import { type AstNode, type Path, parse, walk } from "@semantic-xpath/parser";
import { compile, type Tree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCase } from "../runtime/trace/tracedCase.js";
import { runs } from "../support/runs.js";

/** How many places a told change touches at the least; the node's own path stands for more than any change has, an operand that is taken out for one. */
function placesOf({ kind, edits, options }: Change): number {
  if (edits.length === 1 && edits[0]!.text === "") return 1;
  if (kind === "path") return Number.POSITIVE_INFINITY;
  return kind === "several" ? Math.max(2, edits.length + Object.keys(options).length) : 1;
}

it("no change of one place admits a node where one of more places is told, or its own path", async () => {
  let larger = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      const node = 1 + (text.length % tree.size);
      const change = await inspection.change(node);
      // Of several edits in one bracket nothing is left out: that is one place.
      if (change === null || placesOf(change) === 1 || isInOneBracket(text, change)) return;
      larger++;
      const errors = errorsIn(text);
      for (const edited of new Set(singleEdits(text, tree))) {
        const other = compile(edited).query;
        if (other === undefined || errorsIn(edited) > errors) continue;
        const params = Object.fromEntries(other.plan.parameters.map(({ name }) => [name, options.params![name]!]));
        const { matches } = await other.run(tree, { ...options, params });
        const admits = matches.some((match) => match.node.id === node);
        expect(admits, `${text}: ${tree.node(node).path}: ${change.message}, and not ${edited}`).toBe(false);
      }
    }),
    { numRuns: runs(60, 4) },
  );
  expect(larger).toBeGreaterThan(0);
});

const errorsIn = (text: string): number =>
  compile(text).diagnostics.filter(({ severity }) => severity === "error").length;

function isInOneBracket(text: string, { edits, options }: Change): boolean {
  if (Object.keys(options).length > 0) return false;
  let found = false;
  walk(parse(text).ast, ({ kind, span }) => {
    if (kind === "Bracket" && edits.every((edit) => edit.span.start >= span.start && edit.span.end <= span.end))
      found = true;
  });
  return found;
}

const VERTICAL = [
  "child",
  "descendant",
  "descendant-or-self",
  "self",
  "parent",
  "ancestor",
  "ancestor-or-self",
] as const;
const BESIDE = ["following-sibling", "preceding-sibling", "following", "preceding"] as const;

/**
 * Written straight from the syntax tree: every text with a bracket less, another axis, a type more or another one, another place, an
 * end further in front, or steps left out.
 */
function singleEdits(text: string, tree: Tree): string[] {
  const edited: string[] = [];
  const put = ({ start, end }: { start: number; end: number }, by: string): void => {
    edited.push(text.slice(0, start) + by + text.slice(end));
  };
  const types = tree.typeNames.slice(1);
  walk(parse(text).ast, (node: AstNode, ancestors) => {
    if (ancestors.some(({ kind }) => kind === "Evidence")) return;
    if (node.kind === "Bracket") put(node.span, "");
    if (node.kind === "IndexLiteral") for (let at = -6; at <= 6; at++) if (at !== 0) put(node.span, String(at));
    if (node.kind === "NameTest") {
      const names = node.names.flatMap((name) => (name.kind === "Name" ? [name.text] : []));
      for (const type of types.filter((one) => !names.includes(one))) {
        put(node.span, `(${[...names, type].join("|")})`);
        put(node.span, type);
      }
    }
    if (node.kind === "Path") pathEdits(node, put);
  });
  return edited;
}

function pathEdits(
  { segments, head, span }: Path,
  put: (span: { start: number; end: number }, by: string) => void,
): void {
  for (const [i, { separator, separatorSpan, step, span: own }] of segments.entries()) {
    if (i > 0 || head !== null) put({ start: own.start, end: span.end }, "");
    const isPlain = step.kind === "AxisStep" && step.axis === null;
    if (step.kind === "AxisStep") {
      const axis = step.axis ?? (separator === "//" ? "descendant" : "child");
      const slash = separator === "//" && !isPlain ? "//" : "/";
      for (const other of VERTICAL.some((one) => one === axis) ? VERTICAL : BESIDE)
        put({ start: separatorSpan.start, end: step.test.span.start }, `${slash}${other}::`);
    }
    for (const before of segments.slice(0, i)) {
      put({ start: before.span.start, end: own.start }, "");
      if (separator === "/" && isPlain) put({ start: before.span.start, end: separatorSpan.end }, "//");
    }
  }
}
