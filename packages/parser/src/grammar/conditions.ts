import type { IToken } from "chevrotain";
import type {
  Binding,
  Expr,
  GroupBy,
  GroupKey,
  Missing,
  OrderBy,
  OrderKey,
  ParameterReference,
  Quantified,
} from "../ast/nodes.js";
import { around, withdraw } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import type { Rule } from "./base.js";
import { comparisonOf, relevanceOf } from "./comparison.js";
import { GROUP_KEY, groupKeyOf, groupValueOf, readGroups } from "./groups.js";
import { parameterOf } from "./literal.js";
import type { Operand } from "./operand.js";
import { readOperator, reportOperator } from "./operator.js";
import { directionOf, KEY, keyOf, readOrder } from "./order.js";
import { bindingEvidenceOf, reportQuantified } from "./quantified.js";
import { reportTwiceNamed } from "./record.js";
import { EMPTY } from "./steps.js";
import { ValueParser } from "./values.js";

/** Conditions: `or`, `and`, comparisons, relevances, quantifiers; and orders. */
export abstract class ConditionParser extends ValueParser {
  /** `Expr ::= Quantified | And ( "or" And )*`; the first operand stays open if it is the only one. */
  protected readonly expression: Rule<Operand> = this.rule("expression", () => {
    const first = this.conjunction(1, this.SUBRULE1(this.unary));
    return this.mayGoOn(T.Or) ? this.disjunctionFrom(first) : first;
  });

  private disjunctionFrom(first: Operand): Operand {
    const operands = [this.settle(first)];
    this.MANY(() => {
      this.operator(this.CONSUME(T.Or));
      operands.push(this.settle(this.conjunction(2, this.SUBRULE2(this.operand))));
    });
    return this.join("Or", operands);
  }

  /** `And ::= Unary ( "and" Unary )*`, after its first operand. */
  private conjunction(index: number, first: Operand): Operand {
    return this.mayGoOn(T.And) ? this.conjunctionFrom(index, first) : first;
  }

  private conjunctionFrom(index: number, first: Operand): Operand {
    const operands = [this.settle(first)];
    this.many(index, () => {
      this.operator(this.consume(index, T.And));
      operands.push(this.subrule(index + 2, this.operand));
    });
    return this.join("And", operands);
  }

  private operator(token: IToken): void {
    this.ACTION(() => {
      // Between values it joins texts.
      if (token.image === "||") reportOperator(this.source, token, "or");
      else readOperator(this.source, token);
    });
  }

  private join(kind: "And" | "Or", operands: readonly Expr[]): Expr {
    const span = this.ACTION(() => {
      reportQuantified(this.source, operands);
      return { start: operands[0]?.span.start ?? 0, end: operands.at(-1)?.span.end ?? 0 };
    });
    return { kind, span, operands };
  }

  /** After an operator: it may be missing. */
  private readonly operand: Rule<Expr> = this.rule("operand", () => {
    const operand = this.OPTION(() => this.SUBRULE(this.unary));
    return operand === undefined ? this.missing("a condition") : this.settle(operand);
  });

  /** `Unary ::= ( "1" "-" )* Value ( "=~" Text )? ( CompOp Value )?`, with the steps that may follow an operand. */
  private readonly unary: Rule<Operand> = this.rule("unary", () => {
    const atom = this.OR(this.atoms);
    if (this.endsOperand()) return atom;
    const { length } = this.source.diagnostics;
    const prefixed = this.operandFrom(atom);
    if (atom.kind !== "ComplementOperand" || atom.operand.kind !== "Missing") return prefixed;
    // `1-` without an operand: what it is compared with adds nothing to that.
    withdraw(this.source, length);
    return atom;
  });

  /** An atom with the steps, arithmetic, relevance and comparison after it. */
  private operandFrom(atom: Operand): Operand {
    let operand = atom;
    const isTarget = !this.RECORDING_PHASE && this.LA(1).tokenType === T.Tilde;
    if (!isTarget) {
      operand = this.OPTION1(() => this.SUBRULE2(this.pathTail, { ARGS: [operand] })) ?? operand;
      operand = this.OPTION2(() => this.SUBRULE(this.arithmetic, { ARGS: [operand] })) ?? operand;
    }
    if (this.mayGoOn(T.Tilde))
      operand = this.OPTION3(() => this.SUBRULE(this.relevance, { ARGS: [operand] })) ?? operand;
    if (!this.mayGoOn(T.ComparisonSign)) return operand;
    return this.OPTION4(() => this.SUBRULE(this.comparison, { ARGS: [operand] })) ?? operand;
  }

  /** `Target ( "=~" | "≈" ) ( String | Param )` */
  private readonly relevance: Rule<Operand, [left: Operand]> = this.rule("relevance", (left) => {
    const sign = this.CONSUME(T.Tilde);
    const text = this.OPTION(this.textHere);
    return this.RECORDING_PHASE ? EMPTY : relevanceOf(this.source, left, sign, text, this.gap());
  });

  private readonly textHere = () => this.OR(this.texts);
  private readonly texts = this.anyOf(1, [T.StringToken, T.Parameter, T.NumberToken, T.Name]);

  /** `Primary CompOp Value` */
  protected readonly comparison: Rule<Operand, [left: Operand]> = this.rule("comparison", (left) => {
    const sign = this.CONSUME(T.ComparisonSign);
    let right = this.OPTION1(this.factorHere);
    if (!this.endsOperand())
      right = this.OPTION2(() => this.SUBRULE(this.arithmetic, { ARGS: [right ?? this.missing("a value")] })) ?? right;
    return this.RECORDING_PHASE ? EMPTY : comparisonOf(this.source, left, sign, right, this.gap());
  });

  private readonly factorHere = () => this.SUBRULE(this.factor);

  /** `( "some" | "every" ) Binding ( "," Binding )* "satisfies" Expr` */
  protected readonly quantified: Rule<Quantified> = this.rule("quantified", () => {
    const { image, startOffset } = this.CONSUME(T.Quantifier);
    const bindings = [this.SUBRULE1(this.binding)];
    this.MANY(() => {
      this.CONSUME(T.Comma);
      bindings.push(this.SUBRULE2(this.binding));
    });
    if (this.optional(4, T.Satisfies) === undefined) this.missing('"satisfies" and a condition');
    const operand = this.OPTION(() => this.SUBRULE(this.expression));
    const condition: Expr = operand === undefined ? this.missing("a condition") : this.settle(operand);
    const quantifier = image === "every" ? "every" : "some";
    return { kind: "Quantified", span: this.from(startOffset), quantifier, bindings, condition };
  });

  /** `Param "in" Evidence` */
  private readonly binding: Rule<Binding> = this.rule("binding", () => {
    const token = this.optional(1, T.Parameter);
    const parameter: ParameterReference | Missing = this.ACTION(() =>
      token === undefined ? this.missing('a parameter such as "$x"') : parameterOf(this.source, token, this.gap()),
    );
    if (this.optional(2, T.In) === undefined) this.missing('"in" and a path');
    const operand = this.OPTION(() => this.SUBRULE(this.factor));
    return this.ACTION(() => {
      const evidence = bindingEvidenceOf(this.source, operand, this.gap());
      return { kind: "Binding", span: { start: parameter.span.start, end: this.last() }, parameter, evidence };
    });
  });

  /** `"order" "by" Key ( "," Key )*` */
  protected readonly orderBy: Rule<OrderBy> = this.rule("orderBy", () => {
    const order = this.CONSUME(T.Order);
    const by = this.optional(4, T.By);
    this.ACTION(() => readOrder(this.source, order, by));
    const keys = this.list(T.Comma, this.argumentStrays, "SXP1001", (index) =>
      this.subrule(index, this.orderKey, { ARGS: [index === 1 ? order : null] }),
    );
    return { kind: "OrderBy", span: this.from(order.startOffset), keys };
  });

  /** `"group" "by" GroupKey ( "," GroupKey )*` */
  protected readonly groupBy: Rule<GroupBy> = this.rule("groupBy", () => {
    const word = this.CONSUME(T.GroupWord);
    const by = this.optional(4, T.By);
    this.ACTION(() => readGroups(this.source, word, by));
    const keys = this.list(T.Comma, this.argumentStrays, "SXP1001", (index) => this.subrule(index, this.groupKey));
    this.ACTION(() => reportTwiceNamed(this.source, keys, "key"));
    return { kind: "GroupBy", span: this.from(word.startOffset), keys };
  });

  /** `Value ( "as" Name )?` */
  private readonly groupKey: Rule<GroupKey> = this.rule("groupKey", () => {
    const start = this.start();
    const operand = this.OPTION1(() => this.SUBRULE(this.expression));
    const value = this.ACTION(() =>
      operand === undefined ? this.missing(GROUP_KEY) : groupValueOf(this.source, operand),
    );
    const name = this.OPTION2(() => {
      this.CONSUME(T.As);
      return this.nameOr(3, "a name for the key");
    });
    const span = around(operand === undefined && name === undefined ? value.span : this.from(start), value);
    return this.ACTION(() => groupKeyOf(this.source, value, name ?? null, span));
  });

  /** `Value ( "ascending" | "descending" )?`; `order` is the word before the first one. */
  private readonly orderKey: Rule<OrderKey, [order: IToken | null]> = this.rule("orderKey", (order) => {
    const start = this.start();
    const operand = this.OPTION1(() => this.SUBRULE(this.expression));
    const isLast = this.LA(1).tokenType === T.RightBracket;
    const value = this.ACTION(() =>
      operand === undefined ? this.missing(KEY) : keyOf(this.source, operand, isLast ? order : null),
    );
    const direction = this.OPTION2(() => this.CONSUME(T.Direction));
    const span = around(operand === undefined ? value.span : this.from(start), value);
    return { kind: "OrderKey", span, value, direction: this.ACTION(() => directionOf(this.source, direction)) };
  });
}
