import type { IToken } from "chevrotain";
import type {
  AxisStep,
  Bracket,
  BracketContent,
  Expr,
  Field,
  GroupBy,
  Index,
  IndexPosition,
  Missing,
  Name,
  NameTest,
  NodeTest,
  OrderBy,
  RangePosition,
  Segment,
  SiblingOffset,
  Step,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { offer } from "../diagnostics/fix.js";
import { missing, report, spanOf } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import { type Alternatives, BaseParser, type Rule } from "./base.js";
import { idArgumentOf } from "./idStep.js";
import { nameOf, parameterOf } from "./literal.js";
import { type Operand, readValue, reportRelative, settle } from "./operand.js";
import { indexOf, isPositionAt, rangeSlipOf, siblingOffsetOf } from "./position.js";
import { fieldNameOf, fieldOf, reportTwiceNamed } from "./record.js";
import { axisOf, reportAttributeAxis, reportDots, reportLeafBrackets } from "./step.js";

/** Steps with their brackets, and contents of brackets other than expressions. */
export abstract class StepParser extends BaseParser {
  protected abstract readonly expression: Rule<Operand>;
  protected abstract readonly orderBy: Rule<OrderBy>;
  protected abstract readonly groupBy: Rule<GroupBy>;

  /** A step without its slash: reported, and read as if there were one. */
  protected readonly relativeSegment: Rule<Segment> = this.rule("relativeSegment", () => {
    const token = this.LA(1);
    const step = this.OR(this.steps);
    return this.ACTION(() => {
      const { start, end } = step.span;
      reportRelative(this.source, token, end, false);
      return { kind: "Segment", span: step.span, separator: "/", separatorSpan: { start, end: start }, step };
    });
  });

  /** `Segment ::= ( "/" | "//" ) Step` */
  protected readonly segment: Rule<Segment> = this.rule("segment", () => {
    const { startOffset: start, tokenType } = this.OR1(this.separators);
    const separator = tokenType === T.Slash ? "/" : "//";
    const separatorSpan = { start, end: start + separator.length };
    const step = this.OPTION(this.stepHere) ?? this.missingStep(separatorSpan);
    return { kind: "Segment", span: this.from(start), separator, separatorSpan, step };
  });

  /** `/Day/` says a step too few, or a slash too many. */
  private missingStep(separator: Span): Missing {
    const offers = [
      offer("Remove the slash", separator, ""),
      offer("Any node: *", { start: separator.end, end: separator.end }, "*"),
    ];
    return missing(this.source, this.gap(), "a step", null, separator.start === 0 ? offers.slice(1) : offers);
  }

  private readonly separators = this.anyOf(1, [T.Slash, T.DoubleSlash]);
  private readonly stepHere = () => this.OR2(this.stepsInSegment);

  /** `Step ::= ( Axis "::" )? NodeTest Bracket* | ".." | "." | "@" Name | "text()"` */
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
    { ALT: () => this.SUBRULE(this.textStep) },
    { ALT: () => this.SUBRULE(this.idStep) },
    { ALT: () => this.SUBRULE(this.computedStep) },
    { ALT: () => this.SUBRULE(this.recordStep) },
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

  /** Brackets after an attribute are reported and left out of the tree. */
  private attributeOf(start: number, name: Name | Missing, brackets: readonly Bracket[]): Step {
    const step = { kind: "AttributeStep", span: this.from(start), name } as const;
    reportLeafBrackets(this.source, step, brackets);
    return step;
  }

  /** `"text()"` */
  private readonly textStep: Rule<Step> = this.rule("textStep", () => {
    const { startOffset } = this.CONSUME(T.TextName);
    this.CONSUME(T.LeftParenthesis);
    this.CONSUME(T.RightParenthesis);
    const step = { kind: "TextStep", span: this.from(startOffset) } as const;
    reportLeafBrackets(this.source, step, this.brackets(0));
    return step;
  });

  /** `"(" Value ")"` */
  private readonly computedStep: Rule<Step> = this.rule("computedStep", () => {
    const opening = this.open(this.CONSUME(T.ValueStart));
    const operand = this.OPTION(() => this.SUBRULE(this.expression));
    const value = this.ACTION(() =>
      operand === undefined ? this.missing("a value") : readValue(this.source, operand, "a value"),
    );
    this.strays(1, this.allStrays);
    this.close(opening, T.RightParenthesis);
    const step = { kind: "ComputedStep", span: this.from(opening.startOffset), value } as const;
    reportLeafBrackets(this.source, step, this.brackets(0));
    return step;
  });

  /** `Record ::= "{" Field ( "," Field )* "}"` */
  private readonly recordStep: Rule<Step> = this.rule("recordStep", () => {
    const opening = this.open(this.CONSUME(T.RecordStart));
    this.source.brackets++;
    const items = this.list(
      T.Comma,
      this.argumentStrays,
      "SXP1001",
      (index) =>
        this.option(index, () => this.subrule(index, this.recordField)) ?? this.missing('a field such as "total: @a"'),
    );
    this.source.brackets--;
    this.close(opening, T.RecordEnd);
    const fields = items.filter((item) => item.kind === "Field");
    this.ACTION(() => reportTwiceNamed(this.source, fields, "field"));
    this.source.hasRecords = true;
    const step = { kind: "RecordStep", span: this.from(opening.startOffset), fields } as const;
    reportLeafBrackets(this.source, step, this.brackets(0));
    return step;
  });

  /** `Field ::= ( Name | String ) ":" ( Expr | Value | Evidence "/" Record ) | "@" Name` */
  private readonly recordField: Rule<Field> = this.rule("recordField", () => {
    const start = this.start();
    return this.OR([
      {
        ALT: () => {
          const token = this.CONSUME(T.FieldName);
          this.CONSUME(T.Colon);
          const operand = this.OPTION(() => this.SUBRULE1(this.expression));
          return this.ACTION(() => {
            const value = operand ?? this.missing("a value or a condition");
            return fieldOf(this.source, fieldNameOf(this.source, token, this.gap()), value, this.from(start));
          });
        },
      },
      {
        ALT: () => {
          const value = this.SUBRULE2(this.expression);
          return this.ACTION(() => fieldOf(this.source, null, value, this.from(start)));
        },
      },
    ]);
  });

  /** `"id" "(" IdArgument ")" Bracket*` */
  private readonly idStep: Rule<Step> = this.rule("idStep", () => {
    const name = this.CONSUME(T.IdName);
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const operand = this.OPTION1(() => this.SUBRULE(this.expression)) ?? null;
    const gap = this.gap();
    const strays = this.OPTION2(() => this.SUBRULE(this.allStrays)) ?? null;
    this.close(opening, T.RightParenthesis);
    const callSpan = this.from(name.startOffset);
    const argument = this.ACTION(() => idArgumentOf(this.source, { name, operand, rest: strays, span: callSpan }, gap));
    const brackets = this.brackets(0);
    return { kind: "IdStep", span: this.from(name.startOffset), argument, callSpan, brackets };
  });

  private readonly nameList: Rule<NameTest> = this.rule("nameList", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const names = this.list(T.Pipe, this.queryStrays, "SXP1005", (index) => this.nameOr(index, "a node type"));
    this.close(opening, T.RightParenthesis);
    return { kind: "NameTest", span: this.from(opening.startOffset), names, parenthesized: true };
  });

  protected brackets(index: number): Bracket[] {
    const brackets: Bracket[] = [];
    if (!this.mayGoOn(T.LeftBracket)) return brackets;
    this.many(index, () => brackets.push(this.subrule(index, this.bracket)));
    return this.RECORDING_PHASE ? [] : brackets;
  }

  /** `Bracket ::= "[" ( Position | SiblingOffset | OrderBy | GroupBy | Expr ) "]"` */
  protected readonly bracket: Rule<Bracket> = this.rule("bracket", () => {
    const opening = this.open(this.CONSUME(T.LeftBracket));
    this.source.brackets++;
    const slip = this.rangeSlip();
    const isRecording = this.RECORDING_PHASE;
    const isPosition = slip === null && isPositionAt(this.LA(1), this.LA(2), this.LA(3));
    const position = isPosition || isRecording ? this.OPTION1(this.positionHere) : undefined;
    const other = isPosition && !isRecording ? undefined : this.OPTION2(this.contentHere);
    const content = slip ?? position ?? other ?? this.withoutContent(opening);
    // Tokens after a malformed position belong to the same mistake.
    this.strays(1, this.allStrays, slip !== null || isMalformed(content) ? null : "SXP1001", opening.startOffset + 1);
    this.source.brackets--;
    this.close(opening, T.RightBracket);
    return { kind: "Bracket", span: this.from(opening.startOffset), content };
  });

  private readonly positionHere = () => this.SUBRULE(this.position);
  private readonly contentHere = () => this.OR(this.contents);
  private readonly contents: Alternatives<BracketContent> = [
    { ALT: () => this.SUBRULE(this.siblingOffset) },
    { ALT: () => this.SUBRULE(this.orderBy) },
    { ALT: () => this.SUBRULE(this.groupBy) },
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

  /** Reads an operand as a condition. */
  protected settle(operand: Operand): Expr {
    return this.RECORDING_PHASE ? EMPTY : settle(this.source, operand, this.gap());
  }
}

/** Placeholder of a node while the grammar is recorded. */
export const EMPTY: Missing = { kind: "Missing", span: { start: 0, end: 0 }, expected: "" };

function nameTestOf(token: IToken): NameTest {
  const name = nameOf(token);
  return { kind: "NameTest", span: name.span, names: [name], parenthesized: false };
}

const wildcardOf = (token: IToken): NodeTest => ({ kind: "WildcardTest", span: spanOf(token) });

const isMalformed = (content: BracketContent): boolean =>
  content.kind === "Missing" || (content.kind === "IndexPosition" && content.index.kind === "Missing");
