import { EmbeddedActionsParser, EOF, type IOrAlt, type IToken, type ParserMethod, type TokenType } from "chevrotain";
import type { Missing, Name } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { fix, offer } from "../diagnostics/fix.js";
import { createSource, endOf, type Gap, missing, report, reportStray, type Source, spanOf } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import { reportClause } from "./clause.js";
import { FirstTokens } from "./firstTokens.js";
import { nameOf } from "./literal.js";

export type Rule<N, A extends unknown[] = []> = ParserMethod<A, N>;
/** Made once and not on each call of their rule: measured, nested queries parse a fifth faster. */
export type Alternatives<N> = IOrAlt<N>[];
type StrayCode = "SXP1001" | "SXP1005";

/**
 * Common productions: lists, brackets, and missing or stray parts. The grammar is total: every operand, name and
 * closing bracket is optional, and each list ends in strays, which take the remaining tokens up to the next closer. So any token
 * sequence gives a tree and a message for each mistake, at the speed of a correct one. One token of lookahead decides
 * everywhere, since `readTokens` has given every word its role; so the generator's own recovery has nothing to do.
 *
 * While the generator records the grammar, tokens are dummies and nodes are empty: code that reads a node is an `ACTION`.
 */
export abstract class BaseParser extends EmbeddedActionsParser {
  protected source: Source = createSource("");

  constructor() {
    super(T.TOKEN_TYPES, { maxLookahead: 1, skipValidations: true, lookaheadStrategy: new FirstTokens() });
  }

  /** Items with a separator between them; what follows one and has no place is reported. */
  protected list<N>(
    separator: TokenType,
    strays: Rule<Span>,
    code: StrayCode,
    item: (index: number) => N,
  ): [N, ...N[]] {
    let { startOffset } = this.LA(1);
    const items: [N, ...N[]] = [item(1)];
    this.strays(1, strays, code, startOffset);
    if (!this.mayGoOn(separator)) return items;
    this.many(3, () => {
      this.consume(3, separator);
      startOffset = this.LA(1).startOffset;
      items.push(item(2));
      this.strays(2, strays, code, startOffset);
    });
    return items;
  }

  protected nameOr(index: number, expected: string): Name | Missing {
    return this.option(index, () => nameOf(this.consume(index, T.Name))) ?? this.missing(expected);
  }

  /** Up to `|` or a closer. */
  protected readonly queryStrays: Rule<Span> = this.strayRule("queryStrays", [T.Comma]);
  /** Up to `,` or a closer. */
  protected readonly argumentStrays: Rule<Span> = this.strayRule("argumentStrays", [T.Pipe]);
  /** Up to a closer. */
  protected readonly allStrays: Rule<Span> = this.strayRule("allStrays", [T.Comma, T.Pipe]);

  protected strayRule(name: string, also: readonly TokenType[], but: readonly TokenType[] = []): Rule<Span> {
    const types = STRAY_TYPES.filter((type) => !but.includes(type));
    const alternatives: Alternatives<unknown> = this.anyOf(1, [...types, ...also]);
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
      {
        ALT: () => {
          this.CONSUME(T.RecordStart);
          this.OPTION5(() => this.SUBRULE3(this.allStrays));
          this.OPTION6(() => this.CONSUME(T.RecordEnd));
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.ValueStart);
          this.OPTION7(() => this.SUBRULE4(this.allStrays));
          this.OPTION8(() => this.CONSUME2(T.RightParenthesis));
        },
      },
    ]);
  });

  /** Takes strays if there are some, and reports them if a code is given. `from` is where the item before them begins. */
  protected strays(
    index: number,
    rule: Rule<Span>,
    code: StrayCode | null = "SXP1001",
    from: number | null = null,
  ): void {
    if (!this.RECORDING_PHASE && this.isAtEnd()) return;
    const end = this.last();
    const strays = this.option(index + 5, () => this.subrule(index, rule));
    if (strays === undefined || code === null || this.RECORDING_PHASE) return;
    const before = from === null ? null : { start: from, end };
    if (before === null || !reportClause(this.source, before, strays, code === "SXP1005"))
      reportStray(this.source, code, strays);
  }

  protected open(opening: IToken): IToken {
    if (opening.payload !== true) this.source.unclosed++;
    return opening;
  }

  /** Takes a closing bracket, or reports that there is none. */
  protected close(opening: IToken, type: TokenType): void {
    if (this.optional(9, type) !== undefined) return;
    const { source } = this;
    source.unclosed--;
    const end = this.last();
    if (source.isOpenEnded && end >= source.contentEnd) return;
    const parameters = { opening: opening.image, closing: CLOSER_OF.get(opening.image) ?? ")" };
    report(source, "SXP1008", spanOf(opening), parameters, [
      // An unterminated string may have swallowed it.
      (source.isOpenEnded ? offer : fix)(`Insert ${parameters.closing}`, { start: end, end }, parameters.closing),
    ]);
  }

  protected missing(expected: string, insertion: string | null = null): Missing {
    return missing(this.source, this.gap(), expected, insertion);
  }

  /** Between the last token taken and the next one. */
  protected gap(): Gap {
    return { end: this.last(), next: this.LA(1) };
  }

  protected start(): number {
    return this.LA(1).startOffset;
  }

  /** End of the last token taken. */
  protected last(): number {
    const token = this.LA(0);
    return token.startOffset >= 0 ? endOf(token) : 0;
  }

  protected from(start: number): Span {
    return { start, end: this.last() };
  }

  protected fromNode(node: { readonly span: Span }): Span {
    return this.from(this.RECORDING_PHASE ? 0 : node.span.start);
  }

  protected optional(index: number, type: TokenType): IToken | undefined {
    if (!this.mayGoOn(type)) return undefined;
    return this.option(index, () => this.consume(index, type));
  }

  protected anyOf(index: number, types: readonly TokenType[]): Alternatives<IToken> {
    return types.map((type) => ({ ALT: () => this.consume(index, type) }));
  }

  protected isAtEnd(): boolean {
    return ENDS.has(this.LA(1).tokenType);
  }

  /** Nothing can follow an operand here that would join it to something tighter than `and`. */
  protected endsOperand(): boolean {
    return !this.RECORDING_PHASE && OPERAND_ENDS.has(this.LA(1).tokenType);
  }

  /** Tests that a part with a first token of one type may be next; true while recording. Testing first saves making the part's functions. */
  protected mayGoOn(type: TokenType): boolean {
    return this.RECORDING_PHASE || this.LA(1).tokenType === type;
  }

  /** Types a production by the field that holds it. */
  protected rule<N, A extends unknown[] = []>(name: string, production: (...values: A) => N): Rule<N, A> {
    return this.RULE(name, production);
  }
}

export const CLOSERS: ReadonlySet<TokenType> = new Set([T.RightBracket, T.RightParenthesis, T.RightBrace, T.RecordEnd]);
const CLOSER_OF: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
]);

/** End of every list. */
const ENDS: ReadonlySet<TokenType> = new Set([...CLOSERS, T.TagClose, T.Semicolon, T.Declare, T.Import, EOF]);

const OPERAND_ENDS: ReadonlySet<TokenType> = new Set([...ENDS, T.And, T.Or, T.Comma]);

const OPENERS: readonly TokenType[] = [T.LeftBracket, T.LeftParenthesis, T.RecordStart, T.ValueStart];

/** Types of a list's strays, with `,` and `|` in some lists; brackets are taken as groups. */
const STRAY_TYPES: readonly TokenType[] = T.TOKEN_TYPES.filter(
  (type) => !ENDS.has(type) && !OPENERS.includes(type) && ![T.Comment, T.Unexpected, T.Comma, T.Pipe].includes(type),
);
