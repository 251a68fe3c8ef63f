import type { CstNode, IToken } from "chevrotain";

/**
 * The concrete tree: for each rule, the children that it may have, in lists in source order. A child that the text
 * lacks has no list.
 */
interface Of<C extends CstNode["children"]> extends CstNode {
  readonly children: C;
}

export type BareQuery = Of<{ query?: Query[]; Semicolon?: IToken[]; Pipe?: IToken[]; queryStrays?: Strays[] }>;

export type Module = Of<{
  importDeclaration?: ImportDeclaration[];
  queryDeclaration?: QueryDeclaration[];
  Semicolon?: IToken[];
  allStrays?: Strays[];
}>;

export type ImportDeclaration = Of<{
  Import: IToken[];
  Name?: IToken[];
  String?: IToken[];
  allStrays?: Strays[];
  Semicolon?: IToken[];
}>;

export type QueryDeclaration = Of<{
  Declare: IToken[];
  QueryKeyword?: IToken[];
  Name?: IToken[];
  parameters?: Parameters[];
  ColonEquals?: IToken[];
  query: Query[];
  Semicolon?: IToken[];
}>;

export type Parameters = Of<{
  LeftParenthesis: IToken[];
  parameter?: Parameter[];
  Comma?: IToken[];
  argumentStrays?: Strays[];
  RightParenthesis?: IToken[];
}>;

export type Parameter = Of<{ Parameter: IToken[]; Name?: IToken[] }>;

export type Query = Of<{ path: Path[]; Pipe?: IToken[]; queryStrays?: Strays[] }>;

export type Path = Of<{ group?: Group[]; relativeStep?: Step[]; segment?: Segment[] }>;

export type Group = Of<{ LeftParenthesis: IToken[]; query: Query[]; RightParenthesis?: IToken[]; bracket?: Bracket[] }>;

interface StepChildren {
  AxisName?: IToken[];
  DoubleColon?: IToken[];
  Name?: IToken[];
  Star?: IToken[];
  nameList?: NameList[];
  DoubleDot?: IToken[];
  Dot?: IToken[];
  At?: IToken[];
  bracket?: Bracket[];
}

export interface Step extends CstNode {
  readonly children: StepChildren & CstNode["children"];
}

export interface Segment extends CstNode {
  readonly children: StepChildren & { Slash?: IToken[]; DoubleSlash?: IToken[] } & CstNode["children"];
}

export type NameList = Of<{
  LeftParenthesis: IToken[];
  Name?: IToken[];
  Pipe?: IToken[];
  queryStrays?: Strays[];
  RightParenthesis?: IToken[];
}>;

export type Bracket = Of<{
  LeftBracket: IToken[];
  position?: Position[];
  siblingOffset?: SiblingOffset[];
  expression?: Expression[];
  allStrays?: Strays[];
  RightBracket?: IToken[];
}>;

export type Position = Of<{ from?: Index[]; rangeEnd?: RangeEnd[] }>;

export type RangeEnd = Of<{ Colon: IToken[]; index?: Index[] }>;

export type Index = Of<{ Minus?: IToken[]; Plus?: IToken[]; Number?: IToken[]; Parameter?: IToken[] }>;

export type SiblingOffset = Of<{ SiblingAt: IToken[]; Minus?: IToken[]; Plus?: IToken[]; Number?: IToken[] }>;

/** One `operand` behind each `operator`. */
export type Expression = Of<{ unary: Unary[]; operator?: IToken[]; operand?: Operand[] }>;

export type Operand = Of<{ unary?: Unary[] }>;

export type Unary = Of<{
  One?: IToken[];
  Minus?: IToken[];
  operand?: Operand[];
  Name?: IToken[];
  call?: Call[];
  At?: IToken[];
  Dot?: IToken[];
  parenthesized?: Parenthesized[];
  String?: IToken[];
  Parameter?: IToken[];
  Number?: IToken[];
  pathTail?: PathTail[];
  Tilde?: IToken[];
  condition?: IToken[];
  ComparisonSign?: IToken[];
  sign?: IToken[];
  right?: IToken[];
}>;

export type Parenthesized = Of<{
  LeftParenthesis: IToken[];
  expression?: Expression[];
  allStrays?: Strays[];
  RightParenthesis?: IToken[];
}>;

export type Call = Of<{
  FunctionName: IToken[];
  LeftParenthesis: IToken[];
  /** One more than commas. */
  argument: Argument[];
  Comma?: IToken[];
  RightParenthesis?: IToken[];
}>;

export type Argument = Of<{ expression?: Expression[]; argumentStrays?: Strays[] }>;

export type PathTail = Of<{ bracket?: Bracket[]; segment?: Segment[] }>;

export type Strays = Of<{ token?: IToken[]; strayGroup?: StrayGroup[] }>;

export type StrayGroup = Of<{ opening: IToken[]; allStrays?: Strays[]; closing?: IToken[] }>;
