import { CstParser, type IOrAlt, type IToken, type ParserMethod, type TokenType } from "chevrotain";
import * as T from "../tokens/tokenTypes.js";
import type * as Cst from "./cst.js";

type Rule<C> = ParserMethod<[], C>;
/** Made once and not on each call of their rule: measured, nested queries parse a fifth faster. */
type Alternatives = IOrAlt<unknown>[];

/** No token list: what is wrong is said by the builder, which knows the noun for each place. */
const SILENT = {
  buildMismatchTokenMessage: () => "",
  buildNotAllInputParsedMessage: () => "",
  buildNoViableAltMessage: () => "",
  buildEarlyExitMessage: () => "",
};

/**
 * The concrete grammar. It is total: every operand, name and closing bracket is optional, and each list ends in `strays`,
 * which take what nothing else does up to the next closer. So any token sequence gives a concrete tree that keeps all that
 * was written, at the same speed as a correct one; `build/` turns it into the AST and says what is missing. One token of
 * lookahead decides everywhere, since `readTokens` has given every word its role. The generator's own recovery, which drops
 * tokens, stays switched on as a net and has nothing to do.
 */
class SemanticXPathParser extends CstParser {
  constructor() {
    super(T.TOKEN_TYPES, {
      recoveryEnabled: true,
      maxLookahead: 1,
      nodeLocationTracking: "none",
      errorMessageProvider: SILENT,
      skipValidations: true,
    });
    this.performSelfAnalysis();
  }

  readonly bareQuery: Rule<Cst.BareQuery> = this.rule("bareQuery", () => {
    this.SUBRULE(this.query);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(T.Semicolon) },
        { ALT: () => this.CONSUME(T.Pipe) },
        { ALT: () => this.SUBRULE(this.queryStrays) },
      ]);
    });
  });

  readonly module: Rule<Cst.Module> = this.rule("module", () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.importDeclaration) },
        { ALT: () => this.SUBRULE(this.queryDeclaration) },
        { ALT: () => this.CONSUME(T.Semicolon) },
        { ALT: () => this.SUBRULE(this.allStrays) },
      ]);
    });
  });

  private readonly importDeclaration: Rule<Cst.ImportDeclaration> = this.rule("importDeclaration", () => {
    this.CONSUME(T.Import);
    this.OPTION1(() => this.CONSUME(T.Name));
    this.OPTION2(() => this.CONSUME(T.StringToken));
    this.OPTION3(() => this.SUBRULE(this.allStrays));
    this.OPTION4(() => this.CONSUME(T.Semicolon));
  });

  private readonly queryDeclaration: Rule<Cst.QueryDeclaration> = this.rule("queryDeclaration", () => {
    this.CONSUME(T.Declare);
    this.OPTION1(() => this.CONSUME(T.QueryKeyword));
    this.OPTION2(() => this.CONSUME(T.Name));
    this.OPTION3(() => this.SUBRULE(this.parameters));
    this.OPTION4(() => this.CONSUME(T.ColonEquals));
    this.SUBRULE(this.query);
    this.OPTION5(() => this.CONSUME(T.Semicolon));
  });

  private readonly parameters: Rule<Cst.Parameters> = this.rule("parameters", () => {
    this.CONSUME(T.LeftParenthesis);
    this.OPTION1(() => this.SUBRULE1(this.parameter));
    this.OPTION2(() => this.SUBRULE1(this.argumentStrays));
    this.MANY(() => {
      this.CONSUME(T.Comma);
      this.OPTION3(() => this.SUBRULE2(this.parameter));
      this.OPTION4(() => this.SUBRULE2(this.argumentStrays));
    });
    this.OPTION5(() => this.CONSUME(T.RightParenthesis));
  });

  private readonly parameter: Rule<Cst.Parameter> = this.rule("parameter", () => {
    this.CONSUME(T.Parameter);
    this.OPTION1(() => {
      this.CONSUME1(T.Name);
      this.OPTION2(() => this.CONSUME2(T.Name));
    });
  });

  private readonly query: Rule<Cst.Query> = this.rule("query", () => {
    this.SUBRULE1(this.path);
    this.OPTION1(() => this.SUBRULE1(this.queryStrays));
    this.MANY(() => {
      this.CONSUME(T.Pipe);
      this.SUBRULE2(this.path);
      this.OPTION2(() => this.SUBRULE2(this.queryStrays));
    });
  });

  private readonly heads: Alternatives = [
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.relativeStep) },
  ];

  private readonly path: Rule<Cst.Path> = this.rule("path", () => {
    this.OPTION(() => {
      this.OR(this.heads);
    });
    this.MANY(() => this.SUBRULE(this.segment));
  });

  private readonly group: Rule<Cst.Group> = this.rule("group", () => {
    this.CONSUME(T.LeftParenthesis);
    this.SUBRULE(this.query);
    this.OPTION(() => this.CONSUME(T.RightParenthesis));
    this.MANY(() => this.SUBRULE(this.bracket));
  });

  /** The first step of a path that lacks its slash. */
  private readonly relativeStep: Rule<Cst.Step> = this.rule("relativeStep", () => {
    this.OR([
      { ALT: () => this.axisStep() },
      { ALT: () => this.CONSUME1(T.Name) },
      { ALT: () => this.CONSUME1(T.Star) },
      { ALT: () => this.CONSUME(T.DoubleDot) },
      { ALT: () => this.CONSUME(T.Dot) },
      { ALT: () => this.attributeStep() },
    ]);
    this.MANY(() => this.SUBRULE(this.bracket));
  });

  private readonly separators: Alternatives = [
    { ALT: () => this.CONSUME(T.Slash) },
    { ALT: () => this.CONSUME(T.DoubleSlash) },
  ];

  private readonly steps: Alternatives = [
    { ALT: () => this.CONSUME1(T.Name) },
    { ALT: () => this.CONSUME1(T.Star) },
    { ALT: () => this.SUBRULE1(this.nameList) },
    { ALT: () => this.axisStep() },
    { ALT: () => this.CONSUME(T.DoubleDot) },
    { ALT: () => this.CONSUME(T.Dot) },
    { ALT: () => this.attributeStep() },
  ];

  private readonly segment: Rule<Cst.Segment> = this.rule("segment", () => {
    this.OR1(this.separators);
    this.OPTION1(() => {
      this.OR2(this.steps);
    });
    this.MANY(() => this.SUBRULE(this.bracket));
  });

  /** Inlined into the two rules above: `Axis "::" NodeTest`. */
  private axisStep(): void {
    this.CONSUME(T.AxisName);
    this.CONSUME(T.DoubleColon);
    this.OPTION2(() => {
      this.OR3([
        { ALT: () => this.CONSUME2(T.Name) },
        { ALT: () => this.CONSUME2(T.Star) },
        { ALT: () => this.SUBRULE2(this.nameList) },
      ]);
    });
  }

  /** Inlined likewise: `"@" Name`. */
  private attributeStep(): void {
    this.CONSUME(T.At);
    this.OPTION3(() => this.CONSUME3(T.Name));
  }

  private readonly nameList: Rule<Cst.NameList> = this.rule("nameList", () => {
    this.CONSUME(T.LeftParenthesis);
    this.OPTION1(() => this.CONSUME1(T.Name));
    this.OPTION2(() => this.SUBRULE1(this.queryStrays));
    this.MANY(() => {
      this.CONSUME(T.Pipe);
      this.OPTION3(() => this.CONSUME2(T.Name));
      this.OPTION4(() => this.SUBRULE2(this.queryStrays));
    });
    this.OPTION5(() => this.CONSUME(T.RightParenthesis));
  });

  private readonly contents: Alternatives = [
    { ALT: () => this.SUBRULE(this.position) },
    { ALT: () => this.SUBRULE(this.siblingOffset) },
    { ALT: () => this.SUBRULE(this.expression) },
  ];

  private readonly bracket: Rule<Cst.Bracket> = this.rule("bracket", () => {
    this.CONSUME(T.LeftBracket);
    this.OPTION1(() => {
      this.OR(this.contents);
    });
    this.OPTION2(() => this.SUBRULE(this.allStrays));
    this.OPTION3(() => this.CONSUME(T.RightBracket));
  });

  private readonly positions: Alternatives = [
    {
      ALT: () => {
        this.SUBRULE1(this.index, { LABEL: "from" });
        this.OPTION1(() => this.SUBRULE1(this.rangeEnd));
      },
    },
    { ALT: () => this.SUBRULE2(this.rangeEnd) },
  ];

  private readonly position: Rule<Cst.Position> = this.rule("position", () => {
    this.OR(this.positions);
  });

  private readonly rangeEnd: Rule<Cst.RangeEnd> = this.rule("rangeEnd", () => {
    this.CONSUME(T.Colon);
    this.OPTION(() => this.SUBRULE(this.index));
  });

  private readonly indices: Alternatives = [
    { ALT: () => this.CONSUME1(T.NumberToken) },
    { ALT: () => this.CONSUME1(T.Parameter) },
    {
      ALT: () => {
        this.OR2([{ ALT: () => this.CONSUME(T.Minus) }, { ALT: () => this.CONSUME(T.Plus) }]);
        this.OPTION(() => {
          this.OR3([{ ALT: () => this.CONSUME2(T.NumberToken) }, { ALT: () => this.CONSUME2(T.Parameter) }]);
        });
      },
    },
  ];

  private readonly index: Rule<Cst.Index> = this.rule("index", () => {
    this.OR1(this.indices);
  });

  private readonly siblingOffset: Rule<Cst.SiblingOffset> = this.rule("siblingOffset", () => {
    this.CONSUME(T.SiblingAt);
    this.OR([{ ALT: () => this.CONSUME(T.Minus) }, { ALT: () => this.CONSUME(T.Plus) }]);
    this.OPTION(() => this.CONSUME(T.NumberToken));
  });

  private readonly junctions: Alternatives = [
    { ALT: () => this.CONSUME(T.And, { LABEL: "operator" }) },
    { ALT: () => this.CONSUME(T.Or, { LABEL: "operator" }) },
  ];

  /** `and` and `or` in one list; the builder gives `and` its precedence. */
  private readonly expression: Rule<Cst.Expression> = this.rule("expression", () => {
    this.SUBRULE1(this.unary);
    this.MANY(() => {
      this.OR(this.junctions);
      this.SUBRULE2(this.operand);
    });
  });

  /** Behind an operator: it may be missing. */
  private readonly operand: Rule<Cst.Operand> = this.rule("operand", () => {
    this.OPTION(() => this.SUBRULE(this.unary));
  });

  private readonly operands: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(T.One);
        this.CONSUME1(T.Minus);
        this.SUBRULE(this.operand);
      },
    },
    { ALT: () => this.CONSUME1(T.Name) },
    { ALT: () => this.SUBRULE(this.call) },
    {
      ALT: () => {
        this.CONSUME(T.At);
        this.OPTION2(() => this.CONSUME2(T.Name));
      },
    },
    { ALT: () => this.CONSUME(T.Dot) },
    { ALT: () => this.SUBRULE(this.parenthesized) },
    { ALT: () => this.CONSUME1(T.StringToken) },
    { ALT: () => this.CONSUME1(T.Parameter) },
    { ALT: () => this.CONSUME1(T.NumberToken) },
    { ALT: () => this.SUBRULE1(this.pathTail) },
  ];

  private readonly conditions: Alternatives = [
    { ALT: () => this.CONSUME2(T.StringToken, { LABEL: "condition" }) },
    { ALT: () => this.CONSUME2(T.Parameter, { LABEL: "condition" }) },
    { ALT: () => this.CONSUME2(T.NumberToken, { LABEL: "condition" }) },
    { ALT: () => this.CONSUME3(T.Name, { LABEL: "condition" }) },
  ];

  private readonly values: Alternatives = [
    { ALT: () => this.CONSUME3(T.StringToken, { LABEL: "right" }) },
    { ALT: () => this.CONSUME3(T.NumberToken, { LABEL: "right" }) },
    { ALT: () => this.CONSUME3(T.Parameter, { LABEL: "right" }) },
    { ALT: () => this.CONSUME4(T.Name, { LABEL: "right" }) },
  ];

  private readonly unary: Rule<Cst.Unary> = this.rule("unary", () => {
    this.OR1(this.operands);
    this.OPTION3(() => this.SUBRULE2(this.pathTail));
    this.OPTION4(() => {
      this.CONSUME(T.Tilde);
      this.OPTION5(() => {
        this.OR2(this.conditions);
      });
    });
    this.OPTION6(() => {
      this.CONSUME(T.ComparisonSign);
      this.OPTION7(() => this.CONSUME2(T.Minus, { LABEL: "sign" }));
      this.OPTION8(() => {
        this.OR3(this.values);
      });
    });
  });

  private readonly parenthesized: Rule<Cst.Parenthesized> = this.rule("parenthesized", () => {
    this.CONSUME(T.LeftParenthesis);
    this.OPTION1(() => this.SUBRULE(this.expression));
    this.OPTION2(() => this.SUBRULE(this.allStrays));
    this.OPTION3(() => this.CONSUME(T.RightParenthesis));
  });

  private readonly call: Rule<Cst.Call> = this.rule("call", () => {
    this.CONSUME(T.FunctionName);
    this.CONSUME(T.LeftParenthesis);
    this.SUBRULE1(this.argument);
    this.MANY(() => {
      this.CONSUME(T.Comma);
      this.SUBRULE2(this.argument);
    });
    this.OPTION(() => this.CONSUME(T.RightParenthesis));
  });

  private readonly argument: Rule<Cst.Argument> = this.rule("argument", () => {
    this.OPTION1(() => this.SUBRULE(this.expression));
    this.OPTION2(() => this.SUBRULE(this.argumentStrays));
  });

  private readonly tails: Alternatives = [
    { ALT: () => this.SUBRULE(this.bracket) },
    { ALT: () => this.SUBRULE(this.segment) },
  ];

  /** Brackets and steps behind an operand: with nothing before it, the evidence path of an aggregate. */
  private readonly pathTail: Rule<Cst.PathTail> = this.rule("pathTail", () => {
    this.AT_LEAST_ONE(() => {
      this.OR(this.tails);
    });
  });

  /** Up to `|` or a closer. */
  private readonly queryStrays: Rule<Cst.Strays> = this.strays("queryStrays", [T.Comma]);
  /** Up to `,` or a closer. */
  private readonly argumentStrays: Rule<Cst.Strays> = this.strays("argumentStrays", [T.Pipe]);
  /** Up to a closer. */
  private readonly allStrays: Rule<Cst.Strays> = this.strays("allStrays", [T.Comma, T.Pipe]);

  private strays(name: string, also: readonly TokenType[]): Rule<Cst.Strays> {
    const alternatives: Alternatives = [...STRAY_TYPES, ...also].map((type) => ({
      ALT: () => this.CONSUME(type, { LABEL: "token" }),
    }));
    alternatives.push({ ALT: () => this.SUBRULE(this.strayGroup) });
    return this.rule(name, () => {
      this.AT_LEAST_ONE(() => this.OR(alternatives));
    });
  }

  private readonly strayGroup: Rule<Cst.StrayGroup> = this.rule("strayGroup", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.LeftParenthesis, { LABEL: "opening" });
          this.OPTION1(() => this.SUBRULE1(this.allStrays));
          this.OPTION2(() => this.CONSUME(T.RightParenthesis, { LABEL: "closing" }));
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.LeftBracket, { LABEL: "opening" });
          this.OPTION3(() => this.SUBRULE2(this.allStrays));
          this.OPTION4(() => this.CONSUME(T.RightBracket, { LABEL: "closing" }));
        },
      },
    ]);
  });

  /** The only place where the concrete tree gets its types. */
  private rule<C>(name: string, implementation: () => void): Rule<C> {
    return this.RULE(name, implementation) as unknown as Rule<C>;
  }

  read(tokens: IToken[], isModule: boolean): Cst.BareQuery | Cst.Module {
    this.input = tokens;
    return isModule ? this.module() : this.bareQuery();
  }
}

const STRAY_TYPES: readonly TokenType[] = T.TOKEN_TYPES.filter(
  (type) =>
    ![
      T.WhiteSpace,
      T.Comment,
      T.Unexpected,
      T.LeftBracket,
      T.RightBracket,
      T.LeftParenthesis,
      T.RightParenthesis,
      T.Comma,
      T.Pipe,
      T.Semicolon,
      T.Declare,
      T.Import,
    ].includes(type),
);

let parser: SemanticXPathParser | null = null;

/** Reads the tokens into a concrete tree. The parser is made once, on first use. */
export function readTree(tokens: IToken[], isModule: boolean): Cst.BareQuery | Cst.Module {
  parser ??= new SemanticXPathParser();
  return parser.read(tokens, isModule);
}
