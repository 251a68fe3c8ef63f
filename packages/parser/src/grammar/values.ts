import type { IToken } from "chevrotain";
import type { AttributeReference, Bracket, Evidence, Missing, RootStart, Segment } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { endOf, report, reportStray, spanOf, withdraw } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import { type Alternatives, CLOSERS, type Rule } from "./base.js";
import { type Argument, callOf } from "./call.js";
import { checkIds } from "./idStep.js";
import { nameOf, numberOf, parameterOf, stringOf } from "./literal.js";
import {
  afterSet,
  arithmeticOf,
  type ComplementOperand,
  firstSegmentOf,
  negativeOf,
  type Operand,
  type PathOperand,
  setOf,
  splitSigns,
} from "./operand.js";
import { checkLeaves } from "./step.js";
import { EMPTY, StepParser } from "./steps.js";

/** Values: atoms, the paths that begin with them, calls and arithmetic. */
export abstract class ValueParser extends StepParser {
  protected abstract readonly quantified: Rule<Operand>;

  /** `Signed ::= "-"? Atom`, with the steps that may follow it. */
  protected readonly factor: Rule<Operand> = this.rule("factor", () => {
    const atom = this.OR(this.atoms);
    if (this.endsOperand()) return atom;
    return this.OPTION(() => this.SUBRULE2(this.pathTail, { ARGS: [atom] })) ?? atom;
  });

  /** Operators and operands after the first operand of arithmetic. */
  protected readonly arithmetic: Rule<Operand, [left: Operand]> = this.rule("arithmetic", (left) => {
    const signs: IToken[] = [];
    const operands: Operand[] = [];
    this.AT_LEAST_ONE(() => {
      signs.push(this.OR(this.signsOfArithmetic));
      operands.push(this.OPTION(() => this.SUBRULE(this.factor)) ?? this.missing("a value"));
    });
    return this.ACTION(() => {
      if (left.kind !== "ComplementOperand" || this.isParenthesized(left))
        return arithmeticOf(this.source, [left, ...operands], signs);
      const [ones, minuses] = splitSigns(left.signs);
      return arithmeticOf(this.source, [...ones, left.operand, ...operands], [...minuses, ...signs]);
    });
  });

  private readonly signsOfArithmetic = this.anyOf(1, [T.Plus, T.Minus, T.ProductSign, T.Concat]);

  protected readonly atoms: Alternatives<Operand> = [
    { ALT: () => this.field(this.CONSUME1(T.Name)) },
    { ALT: () => this.SUBRULE(this.call) },
    { ALT: () => this.SUBRULE(this.complement) },
    { ALT: () => this.SUBRULE(this.attribute) },
    { ALT: () => ({ kind: "NodeTarget", span: spanOf(this.CONSUME(T.Dot)), form: "." }) },
    { ALT: () => this.SUBRULE(this.parentPath) },
    { ALT: () => this.SUBRULE(this.parenthesized) },
    { ALT: () => stringOf(this.CONSUME1(T.StringToken)) },
    { ALT: () => parameterOf(this.source, this.CONSUME1(T.Parameter), this.gap()) },
    { ALT: () => numberOf(this.source, this.CONSUME1(T.NumberToken)) },
    { ALT: () => this.SUBRULE1(this.pathTail, { ARGS: [null] }) },
    { ALT: () => this.SUBRULE(this.negative) },
    { ALT: () => this.SUBRULE(this.quantified) },
    { ALT: () => this.SUBRULE(this.foreign) },
  ];

  /** Tokens of another language, up to the next closer. */
  private readonly foreign: Rule<Missing> = this.rule("foreign", () => {
    const token = this.CONSUME(T.Foreign);
    this.SUBRULE(this.allStrays);
    const span = this.from(token.startOffset);
    this.ACTION(() => report(this.source, "SXP1028", spanOf(token), { word: token.image }));
    return { kind: "Missing", span, expected: "a condition" };
  });

  /** `node` and `content` are names but before `=~`. */
  private field(token: IToken): Operand {
    const { image } = token;
    if ((image === "node" || image === "content") && this.LA(1).tokenType === T.Tilde)
      return { kind: "NodeTarget", span: spanOf(token), form: image };
    const name = nameOf(token);
    return { kind: "FieldReference", span: name.span, name };
  }

  /** `( "1" "-" )+` and an operand; whether it is a complement or a difference stays open. */
  private readonly complement: Rule<ComplementOperand> = this.rule("complement", () => {
    const { startOffset } = this.LA(1);
    const signs: [IToken, IToken][] = [];
    this.AT_LEAST_ONE(() => {
      const oneToken = this.CONSUME(T.One);
      signs.push([oneToken, this.CONSUME(T.Minus)]);
    });
    const operand = this.OPTION(() => this.SUBRULE(this.factor)) ?? this.missing("a condition");
    return { kind: "ComplementOperand", span: this.from(startOffset), signs, operand };
  });

  /** `"-"+ Atom`: a loop, since each sign of a long row would take several frames of the stack. */
  private readonly negative: Rule<Operand> = this.rule("negative", () => {
    const signs: IToken[] = [];
    this.AT_LEAST_ONE(() => {
      signs.push(this.CONSUME(T.Minus));
    });
    const operand = this.OPTION(() => this.SUBRULE(this.factor)) ?? this.missing("a value");
    return this.ACTION(() => signs.reduceRight<Operand>((of, sign) => negativeOf(this.source, sign, of), operand));
  });

  /** `"@" Name` */
  private readonly attribute: Rule<AttributeReference> = this.rule("attribute", () => {
    const { startOffset } = this.CONSUME(T.At);
    const name = this.nameOr(1, "an attribute name");
    return { kind: "AttributeReference", span: this.from(startOffset), name };
  });

  /** `../@id`, which is `/../@id`; the steps after it follow as after any path. */
  private readonly parentPath: Rule<Operand> = this.rule("parentPath", () => {
    const token = this.CONSUME(T.DoubleDot);
    const span = spanOf(token);
    const separatorSpan = { start: span.start, end: span.start };
    const step = { kind: "ParentStep", span } as const;
    const segment: Segment = { kind: "Segment", span, separator: "/", separatorSpan, step };
    const evidence: Evidence = { kind: "Evidence", span, start: null, segments: [segment] };
    return { kind: "PathOperand", span, head: "slash", first: token, evidence, isWhole: false };
  });

  /** `"(" Expr ")"`: parentheses leave no node; the span of what they hold includes them. */
  private readonly parenthesized: Rule<Operand> = this.rule("parenthesized", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const first = this.OPTION1(() => this.SUBRULE(this.expression)) ?? this.missing("a condition");
    const inner = this.setOrNot(2, first) ?? first;
    this.strays(1, this.allStrays);
    this.close(opening, T.RightParenthesis);
    return { ...inner, span: this.from(opening.startOffset) };
  });

  /** Completes a path to a set: `( ( "intersect" | "except" ) Path )* ( "|" Meet )*`. */
  private readonly setTail: Rule<Operand, [first: Operand]> = this.rule("setTail", (first) => {
    const signs: IToken[] = [];
    const operands: Operand[] = [first];
    this.AT_LEAST_ONE(() => {
      signs.push(this.OR(this.signsOfSets));
      operands.push(this.OPTION(() => this.SUBRULE(this.factor)) ?? this.missing('a path such as "/Day"'));
    });
    return this.ACTION(() => setOf(this.source, operands, signs));
  });

  private readonly signsOfSets = this.anyOf(2, [T.SetSign, T.Pipe]);

  private setOrNot(index: number, first: Operand | null): Operand | null {
    const { tokenType } = this.LA(1);
    const goesOn = (tokenType === T.SetSign || tokenType === T.Pipe) && first?.kind === "PathOperand";
    if (!this.RECORDING_PHASE && !goesOn) return first;
    return this.option(index, () => this.subrule(index, this.setTail, { ARGS: [first ?? EMPTY] })) ?? first;
  }

  protected isParenthesized({ span }: Operand): boolean {
    return this.source.text[span.start] === "(";
  }

  /** `FunctionName "(" ( Argument ( "," Argument )* )? ")"` */
  private readonly call: Rule<Operand> = this.rule("call", () => {
    const name = this.CONSUME(T.FunctionName);
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const first = this.argument(1);
    const laterArguments = this.mayGoOn(T.Comma) ? this.moreArguments() : [];
    const node = this.nodeOfCall(name, opening, first, laterArguments);
    this.close(opening, T.RightParenthesis);
    return node.kind === "RootStart" ? this.rootStart(node, name) : node;
  });

  private moreArguments(): Argument[] {
    const later: Argument[] = [];
    this.MANY(() => {
      this.CONSUME(T.Comma);
      later.push(this.argument(2));
    });
    return later;
  }

  private nodeOfCall(name: IToken, opening: IToken, first: Argument, rest: readonly Argument[]): Operand {
    if (this.RECORDING_PHASE) return EMPTY;
    const { length: reported } = this.source.diagnostics;
    const closing = this.LA(1);
    const end = closing.tokenType === T.RightParenthesis ? endOf(closing) : this.last();
    const span = { start: name.startOffset, end };
    return callOf(this.source, { name, opening, first, rest, span, end: this.last(), closing, reported });
  }

  /** `root()` needs a path after it. */
  private rootStart(start: RootStart, first: IToken): Operand {
    const { tokenType } = this.LA(1);
    if (tokenType === T.Slash || tokenType === T.DoubleSlash) return start;
    const { span } = start;
    const step = this.missing('"/" and a step');
    const segment: Segment = { kind: "Segment", span: step.span, separator: "/", separatorSpan: step.span, step };
    const evidence: Evidence = {
      kind: "Evidence",
      span: { start: span.start, end: step.span.end },
      start,
      segments: [segment],
    };
    return { kind: "PathOperand", span: evidence.span, head: "start", first, evidence, isWhole: false };
  }

  private argument(index: number): Argument {
    const reported = this.source.diagnostics.length;
    const start = this.last();
    const token = this.LA(1);
    const first = this.option(index, () => this.subrule(index, this.expression)) ?? null;
    const operand = this.setOrNot(index + 4, first);
    const end = this.last();
    const next = this.LA(1);
    const isWhole = !this.RECORDING_PHASE && (this.isAtEnd() || next.tokenType === T.Comma);
    const strays = isWhole ? undefined : this.option(index + 2, () => this.subrule(index, this.argumentStrays));
    return { operand, start, token, end, next, strays: strays ?? null, reported };
  }

  /**
   * Steps and brackets after an operand: with nothing, `root()`, a parameter, a name or a dot before them they are a path, else
   * they are astray.
   */
  protected readonly pathTail: Rule<Operand, [left: Operand | null]> = this.rule("pathTail", (left) => {
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
      const head = headOf(operand, first, segments.length > 0);
      if (operand?.kind === "PathOperand" && this.isParenthesized(operand)) {
        checkLeaves(this.source, segments);
        checkIds(this.source, segments, false);
        return afterSet(operand, brackets, segments, this.from(operand.span.start));
      }
      if (operand?.kind === "PathOperand") return goingOn(operand, brackets, segments, this.from(operand.span.start));
      if (operand !== null && head === null) {
        withdraw(this.source, inside);
        reportStray(this.source, "SXP1001", this.from(first.startOffset));
        return operand;
      }
      if (head === "name") segments.unshift(firstSegmentOf(before, brackets));
      checkLeaves(this.source, segments);
      checkIds(this.source, segments, operand?.kind === "RootStart");
      const begin = operand?.kind === "RootStart" || operand?.kind === "ParameterReference" ? operand : null;
      const start = begin?.span.start ?? (head === null ? first : before).startOffset;
      const isWhole = diagnostics.length === reported && CLOSERS.has(this.LA(1).tokenType);
      const from = begin?.span.start ?? segments[0]?.span.start ?? 0;
      const evidence = { kind: "Evidence", span: this.from(from), start: begin, segments } as const;
      const path: PathOperand = {
        kind: "PathOperand",
        span: this.from(start),
        head: head ?? "slash",
        first: head === null || begin !== null ? first : before,
        evidence,
        isWhole,
      };
      return path;
    });
  });
}

/** Steps and brackets after an `id(…)` that lacks its slash. */
function goingOn(
  path: PathOperand,
  brackets: readonly Bracket[],
  segments: readonly Segment[],
  span: Span,
): PathOperand {
  const first = path.evidence.segments.map((segment) => {
    if (segment.step.kind !== "IdStep") return segment;
    const around = { start: segment.span.start, end: brackets.at(-1)?.span.end ?? segment.span.end };
    return { ...segment, span: around, step: { ...segment.step, span: around, brackets } };
  });
  return { ...path, span, evidence: { ...path.evidence, span, segments: [...first, ...segments] }, isWhole: false };
}

/** Start of a path; null: not the start of a path, or a slash. */
function headOf(operand: Operand | null, first: IToken, hasSegments: boolean): "start" | "name" | "dot" | null {
  switch (operand?.kind) {
    case "RootStart":
      return "start";
    case "ParameterReference":
      return first.tokenType === T.LeftBracket ? null : "start";
    case "FieldReference":
      return operand.span === operand.name.span ? "name" : null;
    case "NodeTarget":
      return operand.form === "." && hasSegments && operand.span.end - operand.span.start === 1 ? "dot" : null;
    default:
      return null;
  }
}
