import {
  AGGREGATE_FUNCTIONS,
  AXIS_NAMES,
  type AxisStep,
  type Bracket,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
  type Evidence,
  type Expr,
  type Literal,
  type Name,
  type NodeTest,
  type ParameterReference,
  type Path,
  print,
  type Query,
  type Segment,
  type Step,
  type StringLiteral,
  type Target,
  type Value,
} from "@semantic-xpath/parser";
import fc from "fast-check";

/** Random valid trees. Spans are empty: a tree made up has no text. */
const span = { start: 0, end: 0 };

const WORDS = [
  "Day",
  "POI",
  "a",
  "b-c",
  "d.e",
  "_f",
  "é",
  "日本",
  "dc:title",
  "node",
  "content",
  "and",
  "or",
  "not",
  "min",
  "text",
  "true",
  "declare",
  "query",
  "child",
  "eq",
  "last",
  "AND",
];
const name = fc.constantFrom(...WORDS).map((text): Name => ({ kind: "Name", span, text }));
/** Before `=~` these two words mean the node itself. */
const targetName = name.filter(({ text }) => text !== "node" && text !== "content");

const parameter = fc
  .constantFrom("k", "min", "größe", "a-b")
  .map((text): ParameterReference => ({ kind: "ParameterReference", span, name: text }));
const string = fc
  .oneof(fc.string({ maxLength: 8 }), fc.constantFrom("", '"', "'", 'it\'s "so"', "(: no comment :)", "]", "a\nb"))
  .map((value): StringLiteral => ({ kind: "StringLiteral", span, value }));
const number = fc
  .constantFrom("0", "1", "-1", "0.50", "12", "1e3", "2.5E-2", "-0")
  .map((text): Literal => ({ kind: "NumberLiteral", span, value: Number(text), text }));
const boolean = fc.boolean().map((value): Literal => ({ kind: "BooleanLiteral", span, value }));
const condition = fc.oneof(string, parameter);

const indexLiteral = fc
  .constantFrom("0", "1", "-1", "42", "9007199254740991")
  .map((text) => ({ kind: "IndexLiteral" as const, span, value: Number(text), text }));
const index = fc.oneof(indexLiteral, parameter);
const range = fc
  .tuple(fc.option(index), fc.option(index))
  .filter(([from, to]) => from !== null || to !== null)
  .map(([from, to]) => ({ kind: "RangePosition" as const, span, from, to }));
const offset = fc
  .constantFrom("@+1", "@-2", "@+0")
  .map((text) => ({ kind: "SiblingOffset" as const, span, offset: Number(text.slice(1)), text }));

const attribute = name.map((each) => ({ kind: "AttributeReference" as const, span, name: each }));
const field = name.map((each) => ({ kind: "FieldReference" as const, span, name: each }));
const target: fc.Arbitrary<Target> = fc.oneof(
  fc
    .constantFrom("node" as const, "content" as const, "." as const)
    .map((form) => ({ kind: "NodeTarget" as const, span, form })),
  fc.constant({ kind: "TextTarget" as const, span }),
  attribute,
  targetName.map((each) => ({ kind: "FieldReference" as const, span, name: each })),
);

/** A value where it is compared or searched, and no condition of its own. */
const dot = fc.constant({ kind: "StringValue" as const, span });

interface Trees {
  query: Query;
  path: Path;
  segments: readonly Segment[];
  step: Step;
  bracket: Bracket;
  evidence: Evidence;
  expression: Expr;
  value: Value;
}

const trees = fc.letrec<Trees>((tie: fc.LetrecTypedTie<Trees>): fc.LetrecValue<Trees> => {
  const brackets = fc.array(tie("bracket"), { maxLength: 2, depthIdentifier: "ast" });
  const operands = fc.array(tie("expression"), { minLength: 2, maxLength: 3, depthIdentifier: "ast" });
  const nodeTest: fc.Arbitrary<NodeTest> = fc.oneof(
    name.map((each) => ({ kind: "NameTest" as const, span, names: [each], parenthesized: false })),
    fc.constant({ kind: "WildcardTest" as const, span }),
    fc
      .array(name, { minLength: 1, maxLength: 3 })
      .map((names) => ({ kind: "NameTest" as const, span, names, parenthesized: true })),
  );
  const axisStep: fc.Arbitrary<AxisStep> = fc
    .record({ axis: fc.option(fc.constantFrom(...AXIS_NAMES)), test: nodeTest, brackets })
    .map((parts) => ({ kind: "AxisStep", span, axisSpan: parts.axis === null ? null : span, ...parts }));
  const separator = fc.constantFrom("/" as const, "//" as const);
  const segment = (step: fc.Arbitrary<Step>) =>
    fc
      .tuple(separator, step)
      .map(([each, inner]): Segment => ({ kind: "Segment", span, separator: each, separatorSpan: span, step: inner }));
  const attributeStep = name.map((each): Step => ({ kind: "AttributeStep", span, name: each }));
  const dots = fc.constantFrom<Step>({ kind: "ParentStep", span }, { kind: "SelfStep", span });

  return {
    query: fc.array(tie("path"), { minLength: 1, maxLength: 2 }).map((paths) => ({ kind: "Query", span, paths })),
    path: fc.oneof(
      { depthIdentifier: "ast" },
      tie("segments").map((segments): Path => ({ kind: "Path", span, head: null, segments })),
      fc.tuple(tie("query"), brackets, fc.boolean(), tie("segments")).map(
        ([query, each, hasSegments, segments]): Path => ({
          kind: "Path",
          span,
          head: { kind: "Group", span, query, brackets: each },
          segments: hasSegments ? segments : [],
        }),
      ),
    ),
    segments: fc
      .tuple(
        fc.array(segment(tie("step")), { minLength: 1, maxLength: 3 }),
        fc.option(segment(attributeStep), { freq: 6 }),
      )
      .map(([steps, last]) => (last === null ? steps : [...steps, last])),
    step: fc.oneof({ weight: 6, arbitrary: axisStep }, { weight: 1, arbitrary: dots }),
    bracket: fc
      .oneof(
        { depthIdentifier: "ast" },
        index.map((each) => ({ kind: "IndexPosition" as const, span, index: each })),
        range,
        offset,
        tie("expression"),
      )
      .map((content) => ({ kind: "Bracket", span, content })),
    evidence: tie("segments").map((segments) => ({ kind: "Evidence", span, segments })),
    value: fc.oneof(
      { depthIdentifier: "ast" },
      field,
      attribute,
      fc.constant({ kind: "TextTarget" as const, span }),
      fc
        .constantFrom("position" as const, "last" as const, "name" as const)
        .map((each) => ({ kind: "NodeFunction" as const, span, name: each })),
      tie("evidence").map((evidence) => ({ kind: "Count" as const, span, evidence })),
    ),
    expression: fc.oneof(
      { depthIdentifier: "ast", depthSize: "small" },
      fc
        .record({ target, condition, operator: fc.constantFrom("=~" as const, "≈" as const) })
        .map((parts): Expr => ({ kind: "Relevance", span, ...parts })),
      tie("value"),
      operands.map((each): Expr => ({ kind: "Or", span, operands: each })),
      operands.map((each): Expr => ({ kind: "And", span, operands: each })),
      fc
        .record({ form: fc.constantFrom("not" as const, "1-" as const), operand: tie("expression") })
        .map((parts): Expr => ({ kind: "Not", span, ...parts })),
      fc
        .record({
          left: fc.oneof({ weight: 6, arbitrary: tie("expression") }, { weight: 1, arbitrary: dot }),
          operator: fc.constantFrom(...COMPARISON_OPERATORS),
          right: fc.oneof(string, number, boolean, parameter),
        })
        .map((parts): Expr => ({ kind: "Comparison", span, operatorSpan: span, ...parts })),
      fc
        .record({ function: fc.constantFrom(...AGGREGATE_FUNCTIONS), isLong: fc.boolean(), evidence: tie("evidence") })
        .map(
          (parts): Expr => ({
            kind: "Aggregate",
            span,
            function: parts.function,
            name: parts.isLong ? `agg_${parts.function}` : parts.function,
            evidence: parts.evidence,
          }),
        ),
      fc
        .record({ function: fc.constantFrom(...COMBINE_FUNCTIONS), operands })
        .map((parts): Expr => ({ kind: "Combine", span, ...parts })),
      fc
        .record({
          function: fc.constantFrom("contains" as const, "starts-with" as const, "ends-with" as const),
          value: fc.oneof({ weight: 6, arbitrary: tie("value") }, { weight: 1, arbitrary: dot }),
          argument: condition,
        })
        .map((parts): Expr => ({ kind: "Call", span, ...parts })),
      tie("evidence").map((evidence): Expr => ({ kind: "Exists", span, evidence })),
    ),
  };
});

/** `/a[…]`: most of the language is inside of brackets. */
const bracketed = (content: Expr): Query => {
  const test: NodeTest = { kind: "NameTest", span, names: [{ kind: "Name", span, text: "a" }], parenthesized: false };
  const step: Step = {
    kind: "AxisStep",
    span,
    axis: null,
    axisSpan: null,
    test,
    brackets: [{ kind: "Bracket", span, content }],
  };
  const segments: Segment[] = [{ kind: "Segment", span, separator: "/", separatorSpan: span, step }];
  return { kind: "Query", span, paths: [{ kind: "Path", span, head: null, segments }] };
};

/** Any valid query as a tree. */
export const arbitraryQuery: fc.Arbitrary<Query> = fc.oneof(trees.query, trees.expression.map(bracketed));

/** Any valid query as text, in canonical layout. */
export const arbitraryQueryText: fc.Arbitrary<string> = arbitraryQuery.map(print);

/** The same with white space and comments between its words, and the number of comments. */
export const arbitraryLooseText: fc.Arbitrary<string> = fc
  .tuple(arbitraryQueryText, fc.infiniteStream(fc.constantFrom("", "", "", " ", "\n", " (: c :) ", "(: a (: b :) :)")))
  .map(([text, fillers]) => loosen(text, fillers));

/** Puts fillers where white space may be: at brackets and operators outside of strings, away from signs and names. */
function loosen(text: string, fillers: Stream): string {
  return text.replace(
    /"(?:[^"]|"")*"|'(?:[^']|'')*'|[[\](),|]|(?<=\s)(?:and|or)(?=\s)| (?:!=|<=|>=|=~|=|<|>) /g,
    (part) => (/^["']/.test(part) ? part : filler(fillers) + part + filler(fillers)),
  );
}

type Stream = Iterator<string>;
const filler = (fillers: Stream): string => String(fillers.next().value ?? "");
