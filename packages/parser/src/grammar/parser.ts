import { EOF, type IToken, type TokenType } from "chevrotain";
import type {
  Declaration,
  Document,
  Group,
  Import,
  Missing,
  Parameter,
  Query,
  Segment,
  ValueQuery,
} from "../ast/nodes.js";
import type { UpdateDeclaration } from "../ast/updateNodes.js";
import { fix } from "../diagnostics/fix.js";
import { missing, reportStray, type Source, spanOf } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import { VERBS } from "../tokens/updateWords.js";
import type { Alternatives, Rule } from "./base.js";
import { checkIds } from "./idStep.js";
import { conditionOf, parameterOf, stringOf } from "./literal.js";
import { beginsUpdate, reportLate, reportNameless, reportOtherDeclared, reportTwiceGiven, wordOf } from "./module.js";
import type { Operand } from "./operand.js";
import { type Entry, meetOf, operandOf, queryOf, reportTail, valueEntryOf } from "./query.js";
import { checkRecords, reportRecords } from "./record.js";
import { checkLeaves } from "./step.js";
import { UpdateParser } from "./update.js";

export type Parts = Pick<Document, "imports" | "declarations" | "updates" | "query" | "update">;

/** The whole grammar: documents and queries, on top of updates, conditions, values and steps. */
export class SemanticXPathParser extends UpdateParser {
  constructor() {
    super();
    this.performSelfAnalysis();
  }

  /** `Document ::= Query`; what follows the query is reported once. */
  readonly bareQuery: Rule<Parts> = this.rule("bareQuery", () => {
    const query = this.SUBRULE(this.wholeQuery);
    this.ACTION(() => checkRecords(this.source, query));
    if (this.RECORDING_PHASE || this.LA(1).tokenType !== EOF) this.surplus();
    return { ...NO_PARTS, query };
  });

  /** Tokens after a bare query. */
  private surplus(): void {
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
  }

  /** `Document ::= Update` */
  readonly bareUpdate: Rule<Parts> = this.rule("bareUpdate", () => {
    const update = this.SUBRULE(this.update);
    this.ACTION(() => reportRecords(this.source, update));
    const start = this.start();
    this.OPTION(() => {
      this.AT_LEAST_ONE(() =>
        this.OR([{ ALT: () => this.CONSUME(T.Semicolon) }, { ALT: () => this.SUBRULE(this.allStrays) }]),
      );
      this.ACTION(() => reportStray(this.source, "SXP1005", this.from(start)));
    });
    return { ...NO_PARTS, update };
  });

  /** `Document ::= ( Import ";" )* ( Declaration ";" )*` */
  readonly module: Rule<Parts> = this.rule("module", () => {
    const imports: Import[] = [];
    const declared: (Declaration | UpdateDeclaration)[] = [];
    this.MANY(() =>
      this.OR<unknown>([
        { ALT: () => imports.push(this.SUBRULE(this.importDeclaration, { ARGS: [declared[0]?.span.start ?? null] })) },
        { ALT: () => declared.push(this.SUBRULE(this.declaration)) },
        { ALT: () => reportStray(this.source, "SXP1001", spanOf(this.CONSUME(T.Semicolon))) },
        { ALT: () => this.SUBRULE(this.nameless) },
      ]),
    );
    const declarations = declared.filter((each) => each.kind === "Declaration");
    const updates = declared.filter((each) => each.kind === "UpdateDeclaration");
    return { ...NO_PARTS, imports, declarations, updates };
  });

  /** Tokens that are neither an import nor a declaration. */
  private readonly nameless: Rule<void> = this.rule("nameless", () => {
    const start = this.start();
    const isQuery = this.ACTION(() => {
      const text = this.source.text.slice(start, start + 64);
      return /^\(*\//.test(text.slice(0, 8)) || beginsUpdate(text);
    });
    if (!isQuery) this.missing("a declaration");
    this.SUBRULE(this.allStrays);
    this.ACTION(() => {
      if (isQuery) reportNameless(this.source, this.input, this.from(start));
    });
  });

  /** `Import ::= "import" ( "schema" | "data" ) String` */
  private readonly importDeclaration: Rule<Import, [first: number | null]> = this.rule("importDeclaration", (first) => {
    const keyword = this.CONSUME(T.Import);
    const what = this.word(1, T.Name, ["schema", "data"]);
    const path = this.OPTION2(() => stringOf(this.CONSUME(T.StringToken))) ?? this.missingFile();
    const span = this.from(keyword.startOffset);
    this.strays(1, this.allStrays);
    this.semicolon();
    this.ACTION(() => {
      if (first !== null) reportLate(this.source, keyword, this.from(keyword.startOffset), first);
    });
    // A file of unknown kind must not be read.
    const pathOrMissing = what === null ? ({ kind: "Missing", span, expected: '"schema" or "data"' } as const) : path;
    return { kind: "Import", span, what: what ?? "schema", path: pathOrMissing };
  });

  /** `"declare" ( "query" | "update" ) Name "(" ( Parameter ( "," Parameter )* )? ")" ":=" ( Query | Update )` */
  private readonly declaration: Rule<Declaration | UpdateDeclaration> = this.rule("declaration", () => {
    const { startOffset } = this.CONSUME(T.Declare);
    const keyword = this.LA(1);
    const what = this.word(1, T.QueryKeyword, ["query", "update"]);
    const name = this.nameOr(2, `a name for the ${what ?? "query"}`);
    const parameters = this.OPTION3(() => this.SUBRULE(this.parameters, { ARGS: [what === "update"] }));
    if (parameters === undefined) {
      const isWhole = !this.RECORDING_PHASE && this.LA(1).tokenType === T.ColonEquals;
      this.missing('"(" and the parameters', isWhole ? "()" : null);
    }
    if (this.optional(4, T.ColonEquals) === undefined) this.missingDefinition(what === "update");
    const written = this.OPTION6(() => this.SUBRULE(this.update));
    const isMissing = written === undefined && what === "update" && this.isAtEnd();
    const update = isMissing && !this.RECORDING_PHASE ? this.missingUpdate() : written;
    const query = update === undefined || this.RECORDING_PHASE ? this.SUBRULE(this.wholeQuery) : null;
    const span = this.from(startOffset);
    this.ACTION(() => {
      if (query !== null) checkRecords(this.source, query);
      else if (update !== undefined) reportRecords(this.source, update);
    });
    this.ACTION(() => reportOtherDeclared(this.source, keyword, what, query === null, parameters ?? []));
    this.semicolon();
    const common = { span, name, parameters: parameters ?? [] };
    if (update !== undefined && query === null) return { kind: "UpdateDeclaration", ...common, update };
    return { kind: "Declaration", ...common, query: query! };
  });

  /** `:=`, for which other languages write `=`. */
  private missingDefinition(isUpdate: boolean): void {
    const next = this.LA(1);
    const isEqual = !this.RECORDING_PHASE && next.image === "=";
    const fixes = isEqual ? [fix("Replace by :=", spanOf(next), ":=")] : [];
    missing(this.source, this.gap(), `":=" and ${isUpdate ? "an update" : "a query"}`, null, fixes);
  }

  /** A file name, whose quotes may have been left out. */
  private missingFile(): Missing {
    const { text } = this.source;
    const start = this.RECORDING_PHASE ? text.length : this.LA(1).startOffset;
    const name = /^[\w./@-]+/.exec(text.slice(start))?.[0];
    const span = { start, end: start + (name?.length ?? 0) };
    const fixes =
      name === undefined || /^(?:import|declare)$/.test(name) ? [] : [fix("Put it in quotes", span, `"${name}"`)];
    return missing(this.source, this.gap(), "a file name in quotes", null, fixes);
  }

  private semicolon(): void {
    if (this.optional(5, T.Semicolon) === undefined) this.missing('";"', ";");
  }

  /** One of a few words; null for another one, which is reported. */
  private word<const W extends string>(
    index: number,
    type: TokenType,
    words: readonly W[],
    expected?: string,
  ): W | null {
    const token = this.optional(index, type);
    return this.ACTION(() => wordOf(this.source, token, this.gap(), words, expected)) ?? null;
  }

  private readonly parameters: Rule<Parameter[], [isOfUpdate: boolean]> = this.rule("parameters", (isOfUpdate) => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const items = this.list(T.Comma, this.argumentStrays, "SXP1001", (index) => {
      const parameter = this.option(index, () => this.subrule(index, this.parameter, { ARGS: [isOfUpdate] }));
      const isLeftOut = parameter === undefined && index === 1 && this.isAtEnd();
      return isLeftOut ? null : (parameter ?? this.missing('a parameter such as "$city"'));
    });
    this.close(opening, T.RightParenthesis);
    const parameters = items.filter((item) => item?.kind === "Parameter");
    this.ACTION(() => reportTwiceGiven(this.source, parameters));
    return parameters;
  });

  /** `Param ( "as" ( "string" | "number" | "node" ) )?` */
  private readonly parameter: Rule<Parameter, [isOfUpdate: boolean]> = this.rule("parameter", (isOfUpdate) => {
    const token = this.CONSUME(T.Parameter);
    const { name } = parameterOf(this.source, token, this.gap());
    const type = this.OPTION(() => {
      const as = this.CONSUME1(T.Name);
      this.ACTION(() => wordOf(this.source, as, this.gap(), ["as"], '"as" and a type'));
      // A query that takes a node is reported as a whole.
      return this.word(2, T.Name, ["string", "number", "node"], isOfUpdate ? undefined : '"string" or "number"');
    });
    return { kind: "Parameter", span: this.from(token.startOffset), name, type: type ?? null };
  });

  /** `( "as" "of" ( String | Param ) )? Query` */
  private readonly wholeQuery: Rule<Query | ValueQuery> = this.rule("wholeQuery", () => {
    const start = this.start();
    const asOf = this.OPTION(() => {
      this.CONSUME(T.AsOf);
      this.CONSUME(T.Of);
      const token = this.OR([{ ALT: () => this.CONSUME(T.StringToken) }, { ALT: () => this.CONSUME(T.Parameter) }]);
      return this.ACTION(() => conditionOf(this.source, token, this.gap()));
    });
    const query = this.SUBRULE(this.query);
    if (asOf === undefined || this.RECORDING_PHASE) return query;
    return { ...query, span: { start, end: query.span.end }, asOf };
  });

  /** `Query ::= Meet ( "|" Meet )* | Value ( CompOp Value )?` */
  private readonly query: Rule<Query | ValueQuery> = this.rule("query", () => {
    const entries = this.list(T.Pipe, this.queryStrays, "SXP1005", (index) => this.meet(index));
    return this.RECORDING_PHASE ? NO_QUERY : queryOf(this.source, entries, this.from(entries[0].span.start));
  });

  /** `Meet ::= Path ( ( "intersect" | "except" ) Path )*` */
  private meet(index: number): Entry {
    let left = this.subrule(index, this.entry);
    if (!this.RECORDING_PHASE && this.isAtEnd()) return left;
    this.many(index + 3, () => {
      const sign = this.consume(index, T.SetSign);
      const right = this.subrule(index + 2, this.entry);
      this.ACTION(() => {
        left = meetOf(this.source, left, sign, right);
      });
    });
    return left;
  }

  /** A path, or a value that begins with one or with an atom; a first step without its slash is reported. */
  protected readonly entry: Rule<Entry> = this.rule("entry", () => {
    const { startOffset, tokenType } = this.LA(1);
    const isSlash = !this.RECORDING_PHASE && (tokenType === T.Slash || tokenType === T.DoubleSlash);
    const head = isSlash ? undefined : this.OPTION1(this.headHere);
    const first = this.firstOf(head, this.segments(), startOffset);
    return !this.RECORDING_PHASE && this.isAtEnd() ? valueEntryOf(this.source, first) : this.entryFrom(first);
  });

  private segments(): Segment[] {
    const segments: Segment[] = [];
    this.MANY(() => segments.push(this.SUBRULE(this.segment)));
    return segments;
  }

  /** Completes a path or an atom to a value. */
  private entryFrom(first: Entry | Operand): Entry {
    const value = this.OPTION2(() => this.SUBRULE1(this.arithmetic, { ARGS: [this.operandAt(first)] }));
    const compared = this.OPTION3(() => this.SUBRULE(this.comparison, { ARGS: [value ?? this.operandAt(first)] }));
    return this.ACTION(() => valueEntryOf(this.source, compared ?? value ?? first));
  }

  private operandAt(first: Entry | Operand): Operand {
    return this.ACTION(() => operandOf(this.source, first));
  }

  private readonly headHere = () => this.OR(this.heads);
  private readonly heads: Alternatives<Group | Segment | ValueQuery | Operand> = [
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.relativeSegment) },
    { ALT: () => this.SUBRULE(this.factor) },
  ];

  /** `Path ::= ( Group | Step )? Segment*`; `start` is where it begins. */
  private firstOf(
    head: Group | Segment | ValueQuery | Operand | undefined,
    segments: Segment[],
    start: number,
  ): Entry | Operand {
    if (this.RECORDING_PHASE || (head === undefined && segments.length === 0))
      return this.missing('a path such as "/Day"');
    if (head === undefined || head.kind === "Segment" || head.kind === "Group") {
      const group = head?.kind === "Group" ? head : null;
      if (head?.kind === "Segment") segments.unshift(head);
      checkLeaves(this.source, segments);
      checkIds(this.source, segments, group === null);
      return { kind: "Path", span: this.from(start), start: null, head: group, segments };
    }
    // Steps after a value in parentheses; other operands have taken theirs.
    const [tail] = segments;
    if (tail !== undefined) reportTail(this.source, this.from(tail.span.start));
    return head;
  }

  /** `Group ::= "(" Query ")" Bracket*`, or a value in parentheses. */
  private readonly group: Rule<Group | ValueQuery> = this.rule("group", () => {
    const opening = this.open(this.CONSUME(T.LeftParenthesis));
    const query = this.SUBRULE(this.query);
    this.close(opening, T.RightParenthesis);
    const end = this.last();
    const brackets = this.brackets(0);
    return this.ACTION(() => {
      const span = this.from(opening.startOffset);
      if (query.kind === "Query") return { kind: "Group", span, query, brackets };
      if (brackets.length > 0) reportTail(this.source, { start: brackets[0]!.span.start, end: span.end });
      return { ...query, span: { start: span.start, end } };
    });
  });

  read(source: Source, tokens: IToken[], isModule: boolean): Parts {
    this.source = source;
    this.input = tokens;
    if (isModule) return this.module();
    return tokens[0] !== undefined && VERBS.get(tokens[0].image) === tokens[0].tokenType
      ? this.bareUpdate()
      : this.bareQuery();
  }
}

/** Placeholder of a query while the grammar is recorded. */
const NO_QUERY: Query = { kind: "Query", span: { start: 0, end: 0 }, paths: [] };
const NO_PARTS: Parts = { imports: [], declarations: [], updates: [], query: null, update: null };

let parser: SemanticXPathParser | null = null;

/** Reads tokens as a document. The parser is made once, on first use. */
export function readDocument(source: Source, tokens: IToken[], isModule: boolean): Parts {
  parser ??= new SemanticXPathParser();
  return parser.read(source, tokens, isModule);
}
