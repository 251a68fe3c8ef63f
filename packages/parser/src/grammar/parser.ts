import { EmbeddedActionsParser, EOF, type IOrAlt, type IToken, type ParserMethod, type TokenType } from "chevrotain";
import type {
  AxisStep,
  Bracket,
  BracketContent,
  Declaration,
  Document,
  Expr,
  Group,
  Import,
  Index,
  IndexPosition,
  Missing,
  Name,
  NameTest,
  NodeTest,
  Parameter,
  Path,
  Query,
  RangePosition,
  Segment,
  SiblingOffset,
  Step,
  Value,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import {
  createSource,
  endOf,
  fix,
  type Gap,
  missing,
  offer,
  report,
  reportStray,
  type Source,
  spanOf,
  withdraw,
} from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import { type Argument, callOf } from "./call.js";
import { nameOf, parameterOf, stringOf } from "./literal.js";
import { reportNameless, reportTwiceGiven, wordOf } from "./module.js";
import { firstSegmentOf, type Operand, reportRelative, settle } from "./operand.js";
import { comparisonOf, readOperator, relevanceOf } from "./operator.js";
import { indexOf, rangeSlipOf, siblingOffsetOf } from "./position.js";
import { axisOf, checkAttributes, reportAttributeAxis, reportAttributeBrackets, reportDots } from "./step.js";

type Rule<N, A extends unknown[] = []> = ParserMethod<A, N>;
/** Made once and not on each call of their rule: measured, nested queries parse a fifth faster. */
type Alternatives<N> = IOrAlt<N>[];
type StrayCode = "SXP1001" | "SXP1005";
export type Parts = Pick<Document, "imports" | "declarations" | "query">;

/**
 * The grammar: one method for each production, which builds its node in place. It is total: every operand, name and closing
 * bracket is optional, and each list ends in strays, which take what nothing else does up to the next closer. So any token
 * sequence gives a tree and a message for each mistake, at the speed of a correct one. One token of lookahead decides
 * everywhere, since `readTokens` has given every word its role; so the generator's own recovery has nothing to do.
 *
 * While the generator records the grammar, tokens are dummies and nodes are empty: what looks into a node is an `ACTION`.
 */
class SemanticXPathParser extends EmbeddedActionsParser {
  private source: Source = createSource("");

  constructor() {
    super(T.TOKEN_TYPES, { maxLookahead: 1, skipValidations: true });
    this.performSelfAnalysis();
  }

  /** `Document ::= Query`; what follows the query is reported once. */
  readonly bareQuery: Rule<Parts> = this.rule("bareQuery", () => {
    const query = this.SUBRULE(this.query);
    const start = this.start();
    this.OPTION(() => {
      this.AT_LEAST_ONE(() =>
        this.OR([
          { ALT: () => this.CONSUME(T.Semicolon) },
          { ALT: () => this.CONSUME(T.Pipe) },
          { ALT: () => this.SUBRULE(this.queryStrays) },
        ]),
      );
      this.ACTION(() => reportStray(this.source, "SXP1005", this.from(start)));
    });
    return { imports: [], declarations: [], query };
  });

  /** `Document ::= ( Import ";" )* ( Declaration ";" )*` */
  readonly module: Rule<Parts> = this.rule("module", () => {
    const imports: Import[] = [];
    const declarations: Declaration[] = [];
    this.MANY(() =>
      this.OR<unknown>([
        { ALT: () => imports.push(this.SUBRULE(this.importDeclaration, { ARGS: [declarations.length > 0] })) },
        { ALT: () => declarations.push(this.SUBRULE(this.queryDeclaration)) },
        { ALT: () => reportStray(this.source, "SXP1001", spanOf(this.CONSUME(T.Semicolon))) },
        { ALT: () => this.SUBRULE(this.nameless) },
      ]),
    );
    return { imports, declarations, query: null };
  });

  /** What is neither an import nor a declaration. */
  private readonly nameless: Rule<void> = this.rule("nameless", () => {
    const start = this.start();
    const isQuery = this.ACTION(() => /^\(*\//.test(this.source.text.slice(start, start + 8)));
    if (!isQuery) this.missing("a declaration");
    this.SUBRULE(this.allStrays);
    this.ACTION(() => {
      if (isQuery) reportNameless(this.source, this.input, this.from(start));
    });
  });

  /** `Import ::= "import" ( "schema" | "data" ) String` */
  private readonly importDeclaration: Rule<Import, [isLate: boolean]> = this.rule("importDeclaration", (isLate) => {
    const keyword = this.CONSUME(T.Import);
    if (isLate) this.ACTION(() => report(this.source, "SXP1020", spanOf(keyword), {}));
    const what = this.word(1, T.Name, ["schema", "data"]);
    const path = this.OPTION2(() => stringOf(this.CONSUME(T.StringToken))) ?? this.missing("a file name in quotes");
    const span = this.from(keyword.startOffset);
    this.strays(1, this.allStrays);
    this.semicolon();
    // Of a file of which nobody says what it is, nothing is to be read.
    const known = what === null ? ({ kind: "Missing", span, expected: '"schema" or "data"' } as const) : path;
    return { kind: "Import", span, what: what ?? "schema", path: known };
  });

  /** `Declaration ::= "declare" "query" Name "(" ( Parameter ( "," Parameter )* )? ")" ":=" Query` */
  private readonly queryDeclaration: Rule<Declaration> = this.rule("queryDeclaration", () => {
    const { startOffset } = this.CONSUME(T.Declare);
    this.word(1, T.QueryKeyword, ["query"]);
    const name = this.nameOr(2, "a name for the query");
    const parameters = this.OPTION3(() => this.SUBRULE(this.parameters));
    if (parameters === undefined) this.missing('"(" and the parameters');
    if (this.optional(4, T.ColonEquals) === undefined) this.missing('":=" and a query');
    const query = this.SUBRULE(this.query);
    const span = this.from(startOffset);
    this.semicolon();
    return { kind: "Declaration", span, name, parameters: parameters ?? [], query };
  });

  private semicolon(): void {
    if (this.optional(5, T.Semicolon) === undefined) this.missing('";"', ";");
  }

  /** One of a few words; null if it is none of them, which is reported. */
  private word<const W extends string>(index: number, type: TokenType, words: readonly W[]): W | null {
    const token = this.optional(index, type);
    return this.ACTION(() => wordOf(this.source, token, this.gap(), words)) ?? null;
  }

  private readonly parameters: Rule<Parameter[]> = this.rule("parameters", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const items = this.list(T.Comma, this.argumentStrays, "SXP1001", (index) => {
      const parameter = this.option(index, () => this.subrule(index, this.parameter));
      const isLeftOut = parameter === undefined && index === 1 && this.isAtEnd();
      return isLeftOut ? null : (parameter ?? this.missing('a parameter such as "$city"'));
    });
    this.close(opening, T.RightParenthesis);
    const parameters = items.filter((item) => item?.kind === "Parameter");
    this.ACTION(() => reportTwiceGiven(this.source, parameters));
    return parameters;
  });

  /** `Param ( "as" ( "string" | "number" ) )?` */
  private readonly parameter: Rule<Parameter> = this.rule("parameter", () => {
    const token = this.CONSUME(T.Parameter);
    const { name } = parameterOf(this.source, token, this.gap());
    const type = this.OPTION(() => {
      const as = this.CONSUME1(T.Name);
      this.ACTION(() => wordOf(this.source, as, this.gap(), ["as"], '"as" and a type'));
      return this.word(2, T.Name, ["string", "number"]);
    });
    return { kind: "Parameter", span: this.from(token.startOffset), name, type: type ?? null };
  });

  /** `Query ::= Path ( "|" Path )*` */
  private readonly query: Rule<Query> = this.rule("query", () => {
    const paths = this.list(T.Pipe, this.queryStrays, "SXP1005", (index) => this.subrule(index, this.path));
    return { kind: "Query", span: this.fromNode(paths[0]), paths };
  });

  /** Items with a separator between them; what follows one and has no place is reported. */
  private list<N>(separator: TokenType, strays: Rule<Span>, code: StrayCode, item: (index: number) => N): [N, ...N[]] {
    const items: [N, ...N[]] = [item(1)];
    this.strays(1, strays, code);
    this.many(3, () => {
      this.consume(3, separator);
      items.push(item(2));
      this.strays(2, strays, code);
    });
    return items;
  }

  /** `Path ::= ( Group | Step )? Segment*`; a first step without its slash is reported. */
  private readonly path: Rule<Path | Missing> = this.rule("path", () => {
    const segments: Segment[] = [];
    const head = this.OPTION(this.pathHead);
    if (head?.kind === "Segment") segments.push(head);
    this.MANY(() => segments.push(this.SUBRULE(this.segment)));
    checkAttributes(this.source, segments);
    if (head?.kind === "Group") return { kind: "Path", span: this.fromNode(head), head, segments };
    const [first] = segments;
    if (first === undefined) return this.missing('a path such as "/Day"');
    return { kind: "Path", span: this.fromNode(first), head: null, segments };
  });

  private readonly pathHead = () => this.OR(this.heads);
  private readonly heads: Alternatives<Group | Segment> = [
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.relativeSegment) },
  ];

  /** `Group ::= "(" Query ")" Bracket*` */
  private readonly group: Rule<Group> = this.rule("group", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const query = this.SUBRULE(this.query);
    this.close(opening, T.RightParenthesis);
    const brackets = this.brackets(0);
    return { kind: "Group", span: this.from(opening.startOffset), query, brackets };
  });

  /** A step without its slash: reported, and read as if there were one. */
  private readonly relativeSegment: Rule<Segment> = this.rule("relativeSegment", () => {
    const token = this.LA(1);
    const step = this.OR(this.steps);
    return this.ACTION(() => {
      const { start, end } = step.span;
      reportRelative(this.source, token, end, false);
      return { kind: "Segment", span: step.span, separator: "/", separatorSpan: { start, end: start }, step };
    });
  });

  /** `Segment ::= ( "/" | "//" ) Step` */
  private readonly segment: Rule<Segment> = this.rule("segment", () => {
    const { startOffset: start, tokenType } = this.OR1(this.separators);
    const separator = tokenType === T.Slash ? "/" : "//";
    const separatorSpan = { start, end: start + separator.length };
    const step = this.OPTION(this.stepHere) ?? this.missing("a step");
    return { kind: "Segment", span: this.from(start), separator, separatorSpan, step };
  });

  private readonly separators = this.anyOf(1, [T.Slash, T.DoubleSlash]);
  private readonly stepHere = () => this.OR2(this.stepsInSegment);

  /** `Step ::= ( Axis "::" )? NodeTest Bracket* | ".." | "." | "@" Name` */
  private readonly steps: Alternatives<Step> = [
    { ALT: () => this.axisStep(1, nameTestOf(this.CONSUME1(T.Name))) },
    { ALT: () => this.axisStep(2, wildcardOf(this.CONSUME1(T.Star))) },
    { ALT: () => this.axisStep(3, this.SUBRULE1(this.nameList)) },
    { ALT: () => this.SUBRULE(this.stepOnAxis) },
    { ALT: () => this.dotStep(4, this.CONSUME(T.DoubleDot), "parent") },
    { ALT: () => this.dotStep(5, this.CONSUME(T.Dot), "self") },
    { ALT: () => this.SUBRULE(this.attributeStep) },
  ];
  private readonly stepsInSegment: Alternatives<Step> = [
    ...this.steps,
    { ALT: () => this.withoutTest(this.missing('a node type or "*"')) },
  ];

  private axisStep(index: number, test: NodeTest): AxisStep {
    const brackets = this.brackets(index);
    return { kind: "AxisStep", span: this.fromNode(test), axis: null, axisSpan: null, test, brackets };
  }

  private withoutTest(test: Missing): AxisStep {
    const brackets: Bracket[] = [];
    this.AT_LEAST_ONE(() => brackets.push(this.SUBRULE(this.bracket)));
    return { kind: "AxisStep", span: this.fromNode(test), axis: null, axisSpan: null, test, brackets };
  }

  /** `..` and `.` take no brackets; with some they are read as `parent::*` and `self::*`. */
  private dotStep(index: number, token: IToken, axis: "parent" | "self"): Step {
    const span = spanOf(token);
    const brackets = this.brackets(index);
    if (brackets.length === 0) return { kind: axis === "parent" ? "ParentStep" : "SelfStep", span };
    reportDots(this.source, token, axis);
    const test = { kind: "WildcardTest", span } as const;
    return { kind: "AxisStep", span: this.from(span.start), axis, axisSpan: span, test, brackets };
  }

  /** `Axis "::" NodeTest Bracket*` */
  private readonly stepOnAxis: Rule<Step> = this.rule("stepOnAxis", () => {
    const token = this.CONSUME(T.AxisName);
    this.CONSUME(T.DoubleColon);
    const { startOffset } = token;
    const isAttribute = token.image === "attribute";
    const axis = isAttribute ? reportAttributeAxis(this.source, this.from(startOffset)) : axisOf(this.source, token);
    const next = this.LA(1);
    const name = !isAttribute ? null : next.tokenType === T.Name ? nameOf(next) : this.missing("an attribute name");
    const test = this.OPTION(() => this.OR(this.nodeTests)) ?? this.missing('a node type or "*"');
    const brackets = this.brackets(0);
    if (name !== null) return this.attributeOf(startOffset, name, brackets);
    const axisSpan = axis === null ? null : spanOf(token);
    return { kind: "AxisStep", span: this.from(startOffset), axis, axisSpan, test, brackets };
  });

  /** `NodeTest ::= Name | "*" | "(" Name ( "|" Name )* ")"` */
  private readonly nodeTests: Alternatives<NodeTest> = [
    { ALT: () => nameTestOf(this.CONSUME(T.Name)) },
    { ALT: () => wildcardOf(this.CONSUME(T.Star)) },
    { ALT: () => this.SUBRULE(this.nameList) },
  ];

  /** `"@" Name` */
  private readonly attributeStep: Rule<Step> = this.rule("attributeStep", () => {
    const { startOffset } = this.CONSUME(T.At);
    const name = this.nameOr(1, "an attribute name");
    return this.attributeOf(startOffset, name, this.brackets(0));
  });

  private nameOr(index: number, expected: string): Name | Missing {
    return this.option(index, () => nameOf(this.consume(index, T.Name))) ?? this.missing(expected);
  }

  /** Brackets after an attribute are reported and left out of the tree. */
  private attributeOf(start: number, name: Name | Missing, brackets: readonly Bracket[]): Step {
    reportAttributeBrackets(this.source, name, brackets);
    return { kind: "AttributeStep", span: this.from(start), name };
  }

  private readonly nameList: Rule<NameTest> = this.rule("nameList", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const names = this.list(T.Pipe, this.queryStrays, "SXP1005", (index) => this.nameOr(index, "a node type"));
    this.close(opening, T.RightParenthesis);
    return { kind: "NameTest", span: this.from(opening.startOffset), names, parenthesized: true };
  });

  private brackets(index: number): Bracket[] {
    const brackets: Bracket[] = [];
    this.many(index, () => brackets.push(this.subrule(index, this.bracket)));
    return this.RECORDING_PHASE ? [] : brackets;
  }

  /** `Bracket ::= "[" ( Position | SiblingOffset | Expr ) "]"` */
  private readonly bracket: Rule<Bracket> = this.rule("bracket", () => {
    const opening = this.open(this.CONSUME(T.LeftBracket));
    const slip = this.rangeSlip();
    const content = slip ?? this.OPTION1(this.content) ?? this.withoutContent(opening);
    // What follows a malformed position belongs to the same mistake.
    this.strays(1, this.allStrays, slip !== null || isMalformed(content) ? null : "SXP1001");
    this.close(opening, T.RightBracket);
    return { kind: "Bracket", span: this.from(opening.startOffset), content };
  });

  private readonly content = () => this.OR(this.contents);
  private readonly contents: Alternatives<BracketContent> = [
    { ALT: () => this.SUBRULE(this.position) },
    { ALT: () => this.SUBRULE(this.siblingOffset) },
    { ALT: () => this.settle(this.SUBRULE(this.expression)) },
  ];

  private rangeSlip(): RangePosition | null {
    const { tokenType } = this.LA(1);
    if (tokenType !== T.NumberToken && tokenType !== T.One) return null;
    return rangeSlipOf(this.source, [this.LA(1), this.LA(2), this.LA(3), this.LA(4)]);
  }

  /** A bracket that is only opened lacks its end; that it is empty goes without saying. */
  private withoutContent(opening: IToken): Missing {
    const expected = "a position or a condition";
    const end = this.last();
    const isOnlyOpened = opening.payload !== true && this.isAtEnd() && end < this.source.contentEnd;
    return isOnlyOpened ? { kind: "Missing", span: { start: end, end }, expected } : this.missing(expected);
  }

  /** `Position ::= Index | Index? ":" Index?` */
  private readonly position: Rule<IndexPosition | RangePosition> = this.rule("position", () => this.OR(this.positions));

  private readonly positions: Alternatives<IndexPosition | RangePosition> = [
    {
      ALT: () => {
        const index = this.SUBRULE1(this.index);
        const range = this.OPTION1(() => this.SUBRULE1(this.rangeEnd, { ARGS: [index] }));
        return range ?? { kind: "IndexPosition", span: index.span, index };
      },
    },
    { ALT: () => this.SUBRULE2(this.rangeEnd, { ARGS: [null] }) },
  ];

  private readonly rangeEnd: Rule<RangePosition, [from: Index | null]> = this.rule("rangeEnd", (from) => {
    const colon = spanOf(this.CONSUME(T.Colon));
    const to = this.OPTION(() => this.SUBRULE(this.index)) ?? null;
    if (from === null && to === null)
      report(this.source, "SXP1006", colon, { text: ":", reason: "a range needs at least one end" });
    return { kind: "RangePosition", span: from === null ? this.from(colon.start) : this.fromNode(from), from, to };
  });

  /** `Index ::= "-"? Digits | Param` */
  private readonly index: Rule<Index> = this.rule("index", () => this.OR1(this.indices));

  private readonly indices: Alternatives<Index> = [
    { ALT: () => indexOf(this.source, null, this.CONSUME1(T.NumberToken)) },
    { ALT: () => parameterOf(this.source, this.CONSUME1(T.Parameter), this.gap()) },
    {
      ALT: () => {
        const sign = this.OR2(this.signs);
        const digits = this.OPTION(() => this.OR3(this.digits));
        return this.ACTION(() => indexOf(this.source, sign, digits));
      },
    },
  ];

  private readonly signs = this.anyOf(1, [T.Minus, T.Plus]);
  private readonly digits = this.anyOf(2, [T.NumberToken, T.Parameter]);

  /** `SiblingOffset ::= "@" ( "+" | "-" ) Digits` */
  private readonly siblingOffset: Rule<SiblingOffset | Missing> = this.rule("siblingOffset", () => {
    const at = this.CONSUME(T.SiblingAt);
    const sign = this.OR(this.signs);
    const digits = this.optional(1, T.NumberToken);
    return this.ACTION(() => siblingOffsetOf(this.source, at, sign, digits));
  });

  /** `Expr ::= And ( "or" And )*`; the first operand stays open if it is the only one. */
  private readonly expression: Rule<Operand> = this.rule("expression", () => {
    const first = this.conjunction(1, this.SUBRULE1(this.unary));
    let operands: Expr[] | null = null;
    this.MANY(() => {
      operands ??= [this.settle(first)];
      this.operator(this.CONSUME(T.Or));
      operands.push(this.settle(this.conjunction(2, this.SUBRULE2(this.operand))));
    });
    return operands === null ? first : this.join("Or", operands);
  });

  /** `And ::= Unary ( "and" Unary )*`, after its first operand. */
  private conjunction(index: number, first: Operand): Operand {
    let operands: Expr[] | null = null;
    this.many(index, () => {
      operands ??= [this.settle(first)];
      this.operator(this.consume(index, T.And));
      operands.push(this.subrule(index + 2, this.operand));
    });
    return operands === null ? first : this.join("And", operands);
  }

  private operator(token: IToken): void {
    this.ACTION(() => readOperator(this.source, token));
  }

  private join(kind: "And" | "Or", operands: readonly Expr[]): Expr {
    const span = this.ACTION(() => ({ start: operands[0]?.span.start ?? 0, end: operands.at(-1)?.span.end ?? 0 }));
    return { kind, span, operands };
  }

  /** After an operator: it may be missing. */
  private readonly operand: Rule<Expr> = this.rule("operand", () => {
    const operand = this.OPTION(() => this.SUBRULE(this.unary));
    return operand === undefined ? this.missing("a condition") : this.settle(operand);
  });

  /** `Unary ::= "1" "-" Unary | Primary ( "=~" Text )? ( CompOp Value )?`, with the steps that may follow an operand. */
  private readonly unary: Rule<Operand> = this.rule("unary", () => {
    const isNegation = this.LA(1).tokenType === T.One;
    const primary = this.OR(this.primaries);
    const { length } = this.source.diagnostics;
    let left = this.OPTION1(() => this.SUBRULE2(this.pathTail, { ARGS: [primary] })) ?? primary;
    left = this.OPTION2(() => this.SUBRULE(this.relevance, { ARGS: [left] })) ?? left;
    left = this.OPTION3(() => this.SUBRULE(this.comparison, { ARGS: [left] })) ?? left;
    if (!isNegation) return left;
    // `1-` without an operand: what it is compared with adds nothing to that.
    withdraw(this.source, length);
    return primary;
  });

  private readonly primaries: Alternatives<Operand> = [
    { ALT: () => this.field(this.CONSUME1(T.Name)) },
    { ALT: () => this.SUBRULE(this.call) },
    { ALT: () => this.SUBRULE(this.negation) },
    { ALT: () => this.SUBRULE(this.attribute) },
    { ALT: () => ({ kind: "NodeTarget", span: spanOf(this.CONSUME(T.Dot)), form: "." }) },
    { ALT: () => this.SUBRULE(this.parenthesized) },
    { ALT: () => literal(this.CONSUME1(T.StringToken)) },
    { ALT: () => literal(this.CONSUME1(T.Parameter)) },
    { ALT: () => literal(this.CONSUME1(T.NumberToken)) },
    { ALT: () => this.SUBRULE1(this.pathTail, { ARGS: [null] }) },
  ];

  /** `node` and `content` are names but before `=~`. */
  private field(token: IToken): Operand {
    const { image } = token;
    if ((image === "node" || image === "content") && this.LA(1).tokenType === T.Tilde)
      return { kind: "NodeTarget", span: spanOf(token), form: image };
    const name = nameOf(token);
    return { kind: "FieldReference", span: name.span, name };
  }

  /** `"1" "-" Unary` */
  private readonly negation: Rule<Expr> = this.rule("negation", () => {
    const { startOffset } = this.CONSUME(T.One);
    this.CONSUME(T.Minus);
    const operand = this.SUBRULE(this.operand);
    return this.ACTION(() => {
      const span = { start: startOffset, end: operand.span.end };
      return { kind: "Not", span, form: "1-", operand };
    });
  });

  /** `"@" Name` */
  private readonly attribute: Rule<Value> = this.rule("attribute", () => {
    const { startOffset } = this.CONSUME(T.At);
    const name = this.nameOr(1, "an attribute name");
    return { kind: "AttributeReference", span: this.from(startOffset), name };
  });

  /** `"(" Expr ")"`: parentheses leave no node; the span of what they hold includes them. */
  private readonly parenthesized: Rule<Expr> = this.rule("parenthesized", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const inner = this.OPTION1(() => this.settle(this.SUBRULE(this.expression))) ?? this.missing("a condition");
    this.strays(1, this.allStrays);
    this.close(opening, T.RightParenthesis);
    return { ...inner, span: this.from(opening.startOffset) };
  });

  /** `Target ( "=~" | "≈" ) ( String | Param )` */
  private readonly relevance: Rule<Operand, [left: Operand]> = this.rule("relevance", (left) => {
    const sign = this.CONSUME(T.Tilde);
    const text = this.OPTION(this.textHere);
    return this.ACTION(() => relevanceOf(this.source, left, sign, text, this.gap()));
  });

  private readonly textHere = () => this.OR(this.texts);
  private readonly texts = this.anyOf(1, [T.StringToken, T.Parameter, T.NumberToken, T.Name]);

  /** `Primary CompOp ( Literal | Param )` */
  private readonly comparison: Rule<Operand, [left: Operand]> = this.rule("comparison", (left) => {
    const sign = this.CONSUME(T.ComparisonSign);
    const minus = this.optional(1, T.Minus);
    const right = this.OPTION2(this.textHere);
    return this.ACTION(() => comparisonOf(this.source, left, { sign, minus, right }, this.gap()));
  });

  /** `FunctionName "(" ( Argument ( "," Argument )* )? ")"` */
  private readonly call: Rule<Operand> = this.rule("call", () => {
    const name = this.CONSUME(T.FunctionName);
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const first = this.argument(1);
    const rest: Argument[] = [];
    this.MANY(() => {
      this.CONSUME(T.Comma);
      rest.push(this.argument(2));
    });
    const node = this.ACTION(() => {
      const { length: reported } = this.source.diagnostics;
      const closing = this.LA(1);
      const end = closing.tokenType === T.RightParenthesis ? endOf(closing) : this.last();
      const span = { start: name.startOffset, end };
      return callOf(this.source, { name, opening, first, rest, span, end: this.last(), closing, reported });
    });
    this.close(opening, T.RightParenthesis);
    return node;
  });

  private argument(index: number): Argument {
    const reported = this.source.diagnostics.length;
    const start = this.last();
    const token = this.LA(1);
    const operand = this.option(index, () => this.subrule(index, this.expression)) ?? null;
    const end = this.last();
    const next = this.LA(1);
    const strays = this.option(index + 2, () => this.subrule(index, this.argumentStrays)) ?? null;
    return { operand, start, token, end, next, strays, reported };
  }

  /** Steps and brackets after an operand: with nothing, a name or a dot before them they are a path, else they are astray. */
  private readonly pathTail: Rule<Operand, [left: Operand | null]> = this.rule("pathTail", (left) => {
    const { diagnostics } = this.source;
    const reported = diagnostics.length;
    const before = this.LA(0);
    const first = this.LA(1);
    const operand = left === null && first.tokenType === T.LeftBracket ? this.missing("a condition") : left;
    const inside = diagnostics.length;
    const brackets: Bracket[] = [];
    const segments: Segment[] = [];
    this.AT_LEAST_ONE(() =>
      this.OR([
        {
          ALT: () => {
            brackets.push(this.SUBRULE(this.bracket));
            if (operand?.kind === "NodeTarget") withdraw(this.source, inside);
          },
        },
        { ALT: () => segments.push(this.SUBRULE(this.segment)) },
      ]),
    );
    return this.ACTION(() => {
      const head = headOf(operand, segments.length > 0);
      if (operand !== null && head === null) {
        withdraw(this.source, inside);
        reportStray(this.source, "SXP1001", this.from(first.startOffset));
        return operand;
      }
      if (head === "name") segments.unshift(firstSegmentOf(before, brackets));
      checkAttributes(this.source, segments);
      const start = head === null ? first : before;
      const isWhole = diagnostics.length === reported && CLOSERS.has(this.LA(1).tokenType);
      const evidence = { kind: "Evidence", span: this.from(segments[0]?.span.start ?? 0), segments } as const;
      const span = this.from(start.startOffset);
      return { kind: "PathOperand", span, head: head ?? "slash", first: start, evidence, isWhole, compared: null };
    });
  });

  /** Up to `|` or a closer. */
  private readonly queryStrays: Rule<Span> = this.strayRule("queryStrays", [T.Comma]);
  /** Up to `,` or a closer. */
  private readonly argumentStrays: Rule<Span> = this.strayRule("argumentStrays", [T.Pipe]);
  /** Up to a closer. */
  private readonly allStrays: Rule<Span> = this.strayRule("allStrays", [T.Comma, T.Pipe]);

  private strayRule(name: string, also: readonly TokenType[]): Rule<Span> {
    const alternatives: Alternatives<unknown> = this.anyOf(1, [...STRAY_TYPES, ...also]);
    alternatives.push({ ALT: () => this.SUBRULE(this.strayGroup) });
    return this.rule(name, () => {
      const start = this.start();
      this.AT_LEAST_ONE(() => this.OR(alternatives));
      return this.from(start);
    });
  }

  private readonly strayGroup: Rule<void> = this.rule("strayGroup", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.LeftParenthesis);
          this.OPTION1(() => this.SUBRULE1(this.allStrays));
          this.OPTION2(() => this.CONSUME(T.RightParenthesis));
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.LeftBracket);
          this.OPTION3(() => this.SUBRULE2(this.allStrays));
          this.OPTION4(() => this.CONSUME(T.RightBracket));
        },
      },
    ]);
  });

  /** Takes strays if there are some, and reports them if a code is given. */
  private strays(index: number, rule: Rule<Span>, code: StrayCode | null = "SXP1001"): void {
    if (!this.RECORDING_PHASE && this.isAtEnd()) return;
    const strays = this.option(index + 5, () => this.subrule(index, rule));
    if (strays !== undefined && code !== null && !this.RECORDING_PHASE) reportStray(this.source, code, strays);
  }

  private open(opening: IToken): IToken {
    if (opening.payload !== true) this.source.unclosed++;
    return opening;
  }

  /** Takes a closing bracket, or reports that there is none. */
  private close(opening: IToken, type: TokenType): void {
    if (this.optional(9, type) !== undefined) return;
    const { source } = this;
    source.unclosed--;
    const end = this.last();
    if (source.isOpenEnded && end >= source.contentEnd) return;
    const parameters = { opening: opening.image, closing: opening.image === "[" ? "]" : ")" };
    report(source, "SXP1008", spanOf(opening), parameters, [
      // An unterminated string may have swallowed it.
      (source.isOpenEnded ? offer : fix)(`Insert ${parameters.closing}`, { start: end, end }, parameters.closing),
    ]);
  }

  private settle(operand: Operand): Expr {
    switch (operand.kind) {
      case "NodeTarget":
      case "TextTarget":
      case "PathOperand":
      case "LiteralOperand":
        return settle(this.source, operand, this.gap());
    }
    return operand;
  }

  private missing(expected: string, insertion: string | null = null): Missing {
    return missing(this.source, this.gap(), expected, insertion);
  }

  /** Between the last token taken and the next one. */
  private gap(): Gap {
    return { end: this.last(), next: this.LA(1) };
  }

  private start(): number {
    return this.LA(1).startOffset;
  }

  /** End of the last token taken. */
  private last(): number {
    const token = this.LA(0);
    return token.startOffset >= 0 ? endOf(token) : 0;
  }

  private from(start: number): Span {
    return { start, end: this.last() };
  }

  private fromNode(node: { readonly span: Span }): Span {
    return this.from(this.RECORDING_PHASE ? 0 : node.span.start);
  }

  private optional(index: number, type: TokenType): IToken | undefined {
    return this.option(index, () => this.consume(index, type));
  }

  private anyOf(index: number, types: readonly TokenType[]): Alternatives<IToken> {
    return types.map((type) => ({ ALT: () => this.consume(index, type) }));
  }

  private isAtEnd(): boolean {
    return ENDS.has(this.LA(1).tokenType);
  }

  /** Types a production by the field that holds it. */
  private rule<N, A extends unknown[] = []>(name: string, production: (...values: A) => N): Rule<N, A> {
    return this.RULE(name, production);
  }

  read(source: Source, tokens: IToken[], isModule: boolean): Parts {
    this.source = source;
    this.input = tokens;
    return isModule ? this.module() : this.bareQuery();
  }
}

function nameTestOf(token: IToken): NameTest {
  const name = nameOf(token);
  return { kind: "NameTest", span: name.span, names: [name], parenthesized: false };
}

const wildcardOf = (token: IToken): NodeTest => ({ kind: "WildcardTest", span: spanOf(token) });

const literal = (token: IToken): Operand => ({ kind: "LiteralOperand", span: spanOf(token), token });

const isMalformed = (content: BracketContent): boolean =>
  content.kind === "Missing" || (content.kind === "IndexPosition" && content.index.kind === "Missing");

/** Null: not the start of a path, or a slash. */
function headOf(operand: Operand | null, hasSegments: boolean): "name" | "dot" | null {
  if (operand?.kind === "FieldReference") return operand.span === operand.name.span ? "name" : null;
  return operand?.kind === "NodeTarget" && operand.form === "." && hasSegments ? "dot" : null;
}

const CLOSERS: ReadonlySet<TokenType> = new Set([T.RightBracket, T.RightParenthesis]);

/** Where every list ends. */
const ENDS: ReadonlySet<TokenType> = new Set([...CLOSERS, T.Semicolon, T.Declare, T.Import, EOF]);

/** What a list's strays may be, `,` and `|` in some lists besides; brackets are taken as groups. */
const STRAY_TYPES: readonly TokenType[] = T.TOKEN_TYPES.filter(
  (type) =>
    !ENDS.has(type) && ![T.Comment, T.Unexpected, T.LeftBracket, T.LeftParenthesis, T.Comma, T.Pipe].includes(type),
);

let parser: SemanticXPathParser | null = null;

/** Reads tokens as a document. The parser is made once, on first use. */
export function readDocument(source: Source, tokens: IToken[], isModule: boolean): Parts {
  parser ??= new SemanticXPathParser();
  return parser.read(source, tokens, isModule);
}
