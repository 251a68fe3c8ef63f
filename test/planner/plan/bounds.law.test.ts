import {
  estimate,
  type NodeType,
  planRows,
  type QueryPlan,
  type Schema,
  type Statistics,
  schemaStatistics,
} from "@semantic-xpath/planner";
import {
  compile,
  inferSchema,
  RunError,
  readTree,
  readXml,
  type TraceOperator,
  type Tree,
  treeStatistics,
} from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { bracketQuery } from "../../runtime/trace/tracedCase.js";
import { runs } from "../../support/runs.js";

const scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts: readonly string[], condition: string) =>
    Float32Array.from(texts, (text) => hashScore(text, condition, 11)),
} as const;
const PARAMS = { n: 1, v: "sun", c: "rain" };

/** Operators that let more nodes out, or asked for more pairs, than the plan said beforehand. */
async function broken(
  tree: Tree,
  text: string,
  schema: Schema | null,
  statistics: Statistics,
): Promise<TraceOperator[]> {
  const { query } = compile(text, { schema });
  const params = Object.fromEntries(Object.entries(PARAMS).filter(([name]) => text.includes(`$${name}`)));
  const run = await query!.run(tree, { scorer, params, trace: true }).catch((error: unknown) => {
    // A value or an argument that is none of its type ends a run: then there is nothing to count.
    if (error instanceof RunError && (error.code === "SXP4011" || error.code === "SXP4009")) return null;
    throw error;
  });
  if (run === null) return [];
  const { trace } = run;
  const bounds = estimate(query!.plan, statistics);
  const evidence = evidenceOf(query!.plan);
  return trace!.operators.filter(({ id, rowsOut, pairs }) => {
    const bound = bounds.get(id)!;
    // Evidence of several nodes passes an operator once for each; its bound is that of one sequence of distinct nodes.
    const tooMany = bound.rows.max !== null && !evidence.has(id) && rowsOut > bound.rows.max;
    return tooMany || (bound.pairs !== null && pairs > bound.pairs);
  });
}

/** The operators inside evidence paths, of the node being scored or of one that is bound. */
function evidenceOf(plan: QueryPlan): Set<number> {
  const rows = new Map(planRows(plan).map((row) => [row.id, row]));
  const inside = (id: number | null): boolean => {
    if (id === null) return false;
    const { parent, text, kind } = rows.get(id)!;
    return (kind === "Path" && /^from (?:the node being scored|\$)/.test(text)) || inside(parent);
  };
  return new Set([...rows.keys()].filter(inside));
}

/** The schema that a tree follows, with as many children at the most as it has: a bound that is not there always holds. */
function tightSchema(tree: Tree): Schema {
  const schema = inferSchema(tree);
  const tight = ([name, type]: [string, NodeType]): [string, NodeType] => {
    const most = (child: string) => {
      const nodes = Array.from(tree.postings[tree.typeId(name)]!, (id) => tree.node(id));
      return Math.max(...nodes.map(({ children }) => children.filter((one) => one.type === child).length));
    };
    const children = Object.entries(type.children).map(([child, { min }]) => [child, { min, max: most(child) }]);
    return [name, { ...type, children: Object.fromEntries(children) }];
  };
  return { ...schema, types: Object.fromEntries(Object.entries(schema.types).map(tight)) };
}

const told = (operators: readonly TraceOperator[]): string[] => operators.map(({ kind, text }) => `${kind} ${text}`);

/** Queries without what has a test of its own below. */
const plainQuery = fc
  .oneof(arbitraryQuery, bracketQuery)
  .filter((text) => !/::|\/\.|\/\/@|\[@[+-]|\[[-:\d$]|position|last|count|(?<![@\w])[BCx] [=≈]~?/.test(text));

it("bounds from a tree hold", () =>
  fc.assert(
    fc.asyncProperty(arbitraryTree, plainQuery, async (plain, text) => {
      const tree = readTree(plain);
      expect(told(await broken(tree, text, null, treeStatistics(tree))), text).toEqual([]);
    }),
    { numRuns: runs(300, 105) },
  ));

it("bounds from the schema that a tree follows hold", () =>
  fc.assert(
    fc.asyncProperty(arbitraryTree, plainQuery, async (plain, text) => {
      const tree = readTree(plain);
      const schema = tightSchema(tree);
      expect(told(await broken(tree, text, schema, schemaStatistics(schema))), text).toEqual([]);
    }),
    { numRuns: runs(300, 50) },
  ));

describe("a bound holds", () => {
  const tree = readXml("<A><B/><B/><C><B>1</B><B>2</B></C></A>");
  const fromTree = async (text: string) => told(await broken(tree, text, null, treeStatistics(tree)));
  it("for node(), which the document node passes as well", async () => {
    expect(await fromTree("//child::A")).toEqual([]);
  });
  it("for candidates that are counted for each context", async () => {
    expect(await fromTree("//*/following::*[position() < 3]")).toEqual([]);
    expect(await fromTree("//B/ancestor::*[1]")).toEqual([]);
  });
  it("for the pairs of a field, which may be several children", async () => {
    expect(await fromTree('/A/C[B =~ "x"]')).toEqual([]);
  });
  it("for an axis in front of a sibling offset", async () => {
    const schema = tightSchema(tree);
    expect(told(await broken(tree, '//*[node =~ "x"][@+1]', schema, schemaStatistics(schema)))).toEqual([]);
  });
});
