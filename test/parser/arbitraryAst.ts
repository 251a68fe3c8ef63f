import {
  AGGREGATE_FUNCTIONS,
  ARITHMETIC_OPERATORS,
  AXIS_NAMES,
  type AxisStep,
  type Binding,
  type Bracket,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
  type Comparison,
  type Evidence,
  type Expr,
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionForm,
  type FunctionName,
  type IdArgument,
  type Literal,
  type Meet,
  type Name,
  type NodeTest,
  type OrderBy,
  type OrderKey,
  type ParameterKind,
  type ParameterReference,
  type Path,
  print,
  type Query,
  type Segment,
  type Step,
  type StringLiteral,
  type Target,
  type Value,
  type ValueQuery,
  valueRowOf,
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
  "id",
  "eq",
  "last",
  "AND",
  "order",
  "by",
  "some",
  "in",
  "satisfies",
  "div",
  "mod",
  "except",
  "descending",
  "root",
  "count",
];
const name = fc.constantFrom(...WORDS).map((text): Name => ({ kind: "Name", span, text }));
/** Where a name may be quoted: in steps and after `@`. */
const quotable = fc.oneof(
  { weight: 6, arbitrary: name },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("first name", 'a"b', "it's", "1st", "-x", "(: no comment :)", "]", "a b\nc", "*")
      .map((text): Name => ({ kind: "Name", span, text })),
  },
);
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

const attribute = quotable.map((each) => ({ kind: "AttributeReference" as const, span, name: each }));
const field = name.map((each) => ({ kind: "FieldReference" as const, span, name: each }));
const target: fc.Arbitrary<Target> = fc.oneof(
  fc
    .constantFrom("node" as const, "content" as const, "." as const)
    .map((form) => ({ kind: "NodeTarget" as const, span, form })),
  fc.constant({ kind: "TextTarget" as const, span }),
  attribute,
  targetName.map((each) => ({ kind: "FieldReference" as const, span, name: each })),
);

const textTarget = fc.constant<Value>({ kind: "TextTarget", span });
/** A value where it is compared or searched, and no condition of its own. */
const dot = fc.constant<Value>({ kind: "StringValue", span });

interface Trees {
  query: Query;
  set: Path | Meet;
  path: Path;
  segments: readonly Segment[];
  step: Step;
  bracket: Bracket;
  evidence: Evidence;
  expression: Expr;
  condition: Expr;
  call: Value;
  value: Value;
  atResult: Value;
  compared: Comparison;
}

const isLeaf = ({ segments }: Evidence): boolean => /^(?:Attribute|Text)Step$/.test(segments.at(-1)?.step.kind ?? "");

/** What `1-` before it would make arithmetic when it is compared, or is arithmetic already. */
function isNumeric(node: Expr): boolean {
  if (node.kind === "Not") return node.form === "1-" && isNumeric(node.operand);
  if (node.kind === "Call") return FUNCTIONS[node.function].gives !== "condition";
  return /^(?:Attribute|Field)Reference$|Target$|Value$|Literal$|^Param|^Arith|^Neg|^Evid/.test(node.kind);
}
/** In a condition these would be something else: a position, a range or an error. */
const isArithmetic = ({ kind }: Expr): boolean => kind === "Arithmetic" || kind === "Negative";

const trees = fc.letrec<Trees>((tie: fc.LetrecTypedTie<Trees>): fc.LetrecValue<Trees> => {
  const brackets = fc.array(tie("bracket"), { maxLength: 2, depthIdentifier: "ast" });
  const operands = fc.array(tie("expression"), { minLength: 2, maxLength: 3, depthIdentifier: "ast" });
  const nodeTest: fc.Arbitrary<NodeTest> = fc.oneof(
    quotable.map((each) => ({ kind: "NameTest" as const, span, names: [each], parenthesized: false })),
    fc.constant({ kind: "WildcardTest" as const, span }),
    fc
      .array(quotable, { minLength: 1, maxLength: 3 })
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
  const leaf = fc.oneof(
    quotable.map((each): Step => ({ kind: "AttributeStep", span, name: each })),
    fc.constant<Step>({ kind: "TextStep", span }),
  );
  const dots = fc.constantFrom<Step>({ kind: "ParentStep", span }, { kind: "SelfStep", span });
  const idStep: fc.Arbitrary<Step> = fc
    .record({
      argument: fc.oneof(attribute, field, dot, textTarget, string, parameter) as fc.Arbitrary<IdArgument>,
      brackets,
    })
    .map((parts) => ({ kind: "IdStep", span, callSpan: span, ...parts }));
  const values = fc.oneof(
    { weight: 4, arbitrary: tie("evidence") },
    { weight: 1, arbitrary: attribute },
    {
      weight: 1,
      arbitrary: tie("evidence").map(
        (each): Value => ({ kind: "Call", span, function: "distinct-values", arguments: [each] }),
      ),
    },
  );
  const argumentOf: Readonly<Record<ParameterKind, fc.Arbitrary<Value>>> = {
    path: tie("evidence"),
    condition: tie("value"),
    value: tie("value"),
    values,
    text: condition,
  };
  const callOf = (name: FunctionName): readonly fc.Arbitrary<Value>[] => {
    const { forms, aliasOf } = FUNCTIONS[name];
    return (aliasOf === null ? forms : []).flatMap((form: FunctionForm) => {
      if (form.builds !== "Call") return [];
      const isShared = forms.length > 1;
      const all = form.parameters.map((kind) => (isShared ? tie("evidence").filter(isLeaf) : argumentOf[kind]));
      return Array.from({ length: form.optional + 1 }, (_, less) =>
        fc
          .tuple(...all.slice(0, all.length - less))
          .map((each): Value => ({ kind: "Call", span, function: form.function, arguments: each })),
      );
    });
  };
  const arithmetic = (left: fc.Arbitrary<Value>) =>
    fc
      .record({
        left: left.filter((each) => each.kind !== "NumberLiteral" || each.text !== "1"),
        operator: fc.constantFrom(...ARITHMETIC_OPERATORS),
        right: tie("value"),
      })
      .map((parts): Value => ({ kind: "Arithmetic", span, operatorSpan: span, ...parts }));
  const negative = tie("value")
    .filter((each) => each.kind !== "NumberLiteral" || each.text.startsWith("-"))
    .map((operand): Value => ({ kind: "Negative", span, operand }));
  const compared = (left: fc.Arbitrary<Value>) =>
    fc
      .record({
        left,
        operator: fc.constantFrom(...COMPARISON_OPERATORS),
        right: fc.oneof({ weight: 3, arbitrary: tie("value") }, { weight: 1, arbitrary: boolean }),
      })
      .filter(({ right }) => !(right.kind === "FieldReference" && /^(?:true|false)$/.test(right.name.text)))
      .map((parts): Comparison => ({ kind: "Comparison", span, operatorSpan: span, ...parts }));
  const binding = fc
    .record({ parameter, evidence: tie("evidence") })
    .map((parts): Binding => ({ kind: "Binding", span, ...parts }));
  const key = fc
    .record({ value: tie("value"), direction: fc.option(fc.constantFrom("ascending" as const, "descending" as const)) })
    .map((parts): OrderKey => ({ kind: "OrderKey", span, ...parts }));

  return {
    query: fc.array(tie("set"), { minLength: 1, maxLength: 2 }).map((paths) => ({ kind: "Query", span, paths })),
    set: fc.oneof(
      { depthIdentifier: "ast" },
      { weight: 4, arbitrary: tie("path") },
      {
        weight: 1,
        arbitrary: fc
          .record({
            left: tie("set"),
            operator: fc.constantFrom("except" as const, "intersect" as const),
            right: tie("path"),
          })
          .map((parts): Meet => ({ kind: "Meet", span, operatorSpan: span, ...parts })),
      },
    ),
    path: fc.oneof(
      { depthIdentifier: "ast" },
      tie("segments").map((segments): Path => ({ kind: "Path", start: null, span, head: null, segments })),
      fc.tuple(tie("query"), brackets, fc.boolean(), tie("segments")).map(
        ([query, each, hasSegments, segments]): Path => ({
          kind: "Path",
          start: null,
          span,
          head: { kind: "Group", span, query, brackets: each },
          segments: hasSegments ? segments : [],
        }),
      ),
    ),
    segments: fc
      .tuple(
        fc.array(segment(tie("step")), { minLength: 1, maxLength: 3 }),
        fc.option(segment(idStep), { freq: 8 }),
        fc.option(segment(leaf), { freq: 4 }),
      )
      // `id(…)` goes on from nodes.
      .map(([[first, ...more], id, last]) => [
        first!,
        ...(id === null ? [] : [{ ...id, separator: "/" as const }]),
        ...more,
        ...(last === null ? [] : [last]),
      ]),
    step: fc.oneof({ weight: 6, arbitrary: axisStep }, { weight: 1, arbitrary: dots }),
    bracket: fc
      .oneof(
        { depthIdentifier: "ast" },
        index.map((each) => ({ kind: "IndexPosition" as const, span, index: each })),
        range,
        offset,
        fc
          .array(key, { minLength: 1, maxLength: 2, depthIdentifier: "ast" })
          .map((keys): OrderBy => ({ kind: "OrderBy", span, keys })),
        tie("expression"),
      )
      .map((content) => ({ kind: "Bracket", span, content })),
    evidence: fc
      .tuple(
        fc.oneof(
          { weight: 5, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constant({ kind: "RootStart" as const, span }) },
          { weight: 1, arbitrary: parameter },
        ),
        tie("segments"),
      )
      .map(([start, segments]) => ({ kind: "Evidence", span, start, segments })),
    call: fc.oneof({ depthIdentifier: "ast" }, ...FUNCTION_NAMES.flatMap(callOf)),
    value: fc.oneof(
      { depthIdentifier: "ast", depthSize: "small" },
      { weight: 3, arbitrary: fc.oneof(field, attribute, textTarget, dot, string, number, parameter) },
      { weight: 1, arbitrary: tie("evidence") },
      { weight: 1, arbitrary: tie("call") },
      { weight: 1, arbitrary: arithmetic(tie("value")) },
      { weight: 1, arbitrary: negative },
    ),
    // What a value query may begin with: no name, dot or attribute, and a path only where something follows.
    atResult: fc.oneof(
      { depthIdentifier: "ast", depthSize: "small" },
      fc.oneof(string, number, parameter, textTarget),
      tie("call"),
      arithmetic(fc.oneof(tie("atResult"), tie("evidence"))),
      negative,
      tie("evidence").filter(({ start }) => start !== null),
    ),
    compared: compared(fc.oneof(tie("atResult"), tie("evidence"))),
    condition: fc.oneof(
      { depthIdentifier: "ast", depthSize: "small" },
      fc
        .record({ target, condition, operator: fc.constantFrom("=~" as const, "≈" as const) })
        .map((parts): Expr => ({ kind: "Relevance", span, ...parts })),
      operands.map((each): Expr => ({ kind: "Or", span, operands: each })),
      operands.map((each): Expr => ({ kind: "And", span, operands: each })),
      fc
        .record({ form: fc.constantFrom("not" as const, "1-" as const), operand: tie("expression") })
        .filter(({ form, operand }) => form === "not" || !isArithmetic(operand))
        .map((parts): Expr => ({ kind: "Not", span, ...parts })),
      fc
        .record({
          left: tie("condition").filter((each) => !isNumeric(each)),
          operator: fc.constantFrom(...COMPARISON_OPERATORS),
          right: fc.oneof(string, number, boolean, parameter),
        })
        .map((parts): Expr => ({ kind: "Comparison", span, operatorSpan: span, ...parts })),
      compared(tie("value")),
      fc
        .record({ function: fc.constantFrom(...AGGREGATE_FUNCTIONS), isLong: fc.boolean(), evidence: tie("evidence") })
        .filter(({ function: each, isLong, evidence }) => isLong || valueRowOf(each) === null || !isLeaf(evidence))
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
          quantifier: fc.constantFrom("some" as const, "every" as const),
          bindings: fc.array(binding, { minLength: 1, maxLength: 2, depthIdentifier: "ast" }),
          condition: tie("expression"),
        })
        .map((parts): Expr => ({ kind: "Quantified", span, ...parts })),
    ),
    expression: fc.oneof(
      { depthIdentifier: "ast", depthSize: "small" },
      { weight: 3, arbitrary: fc.oneof(field, attribute, textTarget) },
      { weight: 4, arbitrary: tie("condition") },
      { weight: 1, arbitrary: tie("call") },
      { weight: 1, arbitrary: arithmetic(fc.oneof(attribute, tie("call"))) },
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
  return { kind: "Query", span, paths: [{ kind: "Path", start: null, span, head: null, segments }] };
};

/** Any valid query for nodes as a tree. */
export const arbitraryNodeQuery: fc.Arbitrary<Query> = fc.oneof(trees.query, trees.expression.map(bracketed));

const valueQuery: fc.Arbitrary<ValueQuery> = fc
  .oneof(trees.atResult, trees.compared)
  .map((value) => ({ kind: "ValueQuery", span, value }));

/** A path, and a value from the document node: what updates are made of. */
export const arbitraryPath: fc.Arbitrary<Path> = trees.path;
export const arbitraryValue: fc.Arbitrary<Value> = fc.oneof(string, number, parameter, trees.atResult);

/** Any valid query as a tree. */
export const arbitraryQuery: fc.Arbitrary<Query | ValueQuery> = fc.oneof(
  { weight: 4, arbitrary: arbitraryNodeQuery },
  { weight: 1, arbitrary: valueQuery },
);

/** Any valid query as text, in canonical layout. */
export const arbitraryQueryText: fc.Arbitrary<string> = arbitraryQuery.map(print);

/** The same with white space and comments between its words, and the number of comments. */
export const arbitraryLooseText: fc.Arbitrary<string> = fc
  .tuple(arbitraryQueryText, fc.infiniteStream(fc.constantFrom("", "", "", " ", "\n", " (: c :) ", "(: a (: b :) :)")))
  .map(([text, fillers]) => loosen(text, fillers));

/** Puts fillers where white space may be: at brackets and operators outside of strings, away from signs and names. */
function loosen(text: string, fillers: Stream): string {
  return text.replace(
    /"(?:[^"]|"")*"|'(?:[^']|'')*'|[[\](),|]|(?<=\s)(?:and|or|div|mod|in|satisfies|except|intersect|by|descending|[-+*])(?=\s)| (?:!=|<=|>=|=~|=|<|>) /g,
    (part) => (/^["']/.test(part) ? part : filler(fillers) + part + filler(fillers)),
  );
}

type Stream = Iterator<string>;
const filler = (fillers: Stream): string => String(fillers.next().value ?? "");
