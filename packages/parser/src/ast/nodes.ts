import type { CallFunction } from "@semantic-xpath/values";
import type { Axis } from "../words/axes.js";
import type { AggregateFunction, CombineFunction } from "../words/functions.js";
import type { ArithmeticOperator, ComparisonOperator } from "../words/operators.js";
import type { Span } from "./span.js";
import type { Update, UpdateDeclaration, UpdateNode } from "./updateNodes.js";

/**
 * The abstract syntax tree, in grammar order, with the production above each node.
 * Nodes are plain readonly objects without parents; every node has the span of its source text.
 * What the text lacks is a `Missing` node, so that every input has a complete tree.
 */

/** Common members of all nodes. */
export interface Node {
  readonly span: Span;
}

/** Is where the grammar requires something that the text does not have. `expected` is a noun such as "a step". */
export interface Missing extends Node {
  readonly kind: "Missing";
  readonly expected: string;
}

/**
 * `Document ::= Query | Update | ( Import ";" )* ( ( Declaration | UpdateDeclaration ) ";" )*`. A bare query has `query`, a bare update has
 * `update`, a module has the lists.
 */
export interface Document extends Node {
  readonly kind: "Document";
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
  readonly updates: readonly UpdateDeclaration[];
  readonly query: Query | ValueQuery | null;
  readonly update: Update | null;
  /** All comments of the text in source order, delimiters included in the span. The printer puts them back. */
  readonly comments: readonly Comment[];
}

/** `Comment ::= "(:" … ":)"`; `text` is the source with its delimiters. */
export interface Comment extends Node {
  readonly kind: "Comment";
  readonly text: string;
}

/** `Import ::= "import" ( "schema" | "data" ) String` */
export interface Import extends Node {
  readonly kind: "Import";
  readonly what: "schema" | "data";
  readonly path: StringLiteral | Missing;
}

/** `Declaration ::= "declare" "query" Name "(" ( Parameter ( "," Parameter )* )? ")" ":=" Query` */
export interface Declaration extends Node {
  readonly kind: "Declaration";
  readonly name: Name | Missing;
  readonly parameters: readonly Parameter[];
  readonly query: Query | ValueQuery;
}

/** `Param ( "as" ( "string" | "number" | "node" ) )?`; `type` is null if the text does not give one. Only updates take nodes. */
export interface Parameter extends Node {
  readonly kind: "Parameter";
  readonly name: string;
  readonly type: "string" | "number" | "node" | null;
}

/** `"as" "of" ( String | Param )` at the beginning of a query: its moment. Null or absent without one. */
export type AsOf = StringLiteral | ParameterReference | Missing;

/** `Set ::= Meet ( "|" Meet )*`: a query whose result is nodes. One path gives a one-element list. */
export interface Query extends Node {
  readonly kind: "Query";
  readonly asOf?: AsOf | null;
  readonly paths: readonly (Path | Meet | Missing)[];
}

/** `Meet ::= Path ( ( "intersect" | "except" ) Path )*`, one operator at a time: `a except b except c` has `a except b` as its left. */
export interface Meet extends Node {
  readonly kind: "Meet";
  readonly left: Path | Meet | Missing;
  readonly operator: SetOperator;
  readonly operatorSpan: Span;
  readonly right: Path | Missing;
}
export type SetOperator = "intersect" | "except";

/** `Value ( CompOp Value )?`: a query whose result is a value. Its paths start at the document node. */
export interface ValueQuery extends Node {
  readonly kind: "ValueQuery";
  readonly asOf?: AsOf | null;
  readonly value: Value | Comparison;
}

/**
 * `Path ::= ( "/" | "//" ) Step … | Group ( ( "/" | "//" ) Step )*`; within a value or condition it may begin as evidence does. `start` and
 * `head` are not both set.
 */
export interface Path extends Node {
  readonly kind: "Path";
  readonly start: RootStart | ParameterReference | null;
  readonly head: Group | null;
  readonly segments: readonly Segment[];
}

/** `"(" Union ")" Bracket*`: the brackets act on the whole result. */
export interface Group extends Node {
  readonly kind: "Group";
  readonly query: Query;
  readonly brackets: readonly Bracket[];
}

/** A separator with the step after it. `//` is the descendant axis of the context node. */
export interface Segment extends Node {
  readonly kind: "Segment";
  readonly separator: "/" | "//";
  readonly separatorSpan: Span;
  readonly step: Step;
}

export type Step =
  | AxisStep
  | IdStep
  | ParentStep
  | SelfStep
  | AttributeStep
  | TextStep
  | ComputedStep
  | RecordStep
  | Missing;

/** `( Axis "::" )? NodeTest Bracket*`; `axis` is null if the separator alone gives it. */
export interface AxisStep extends Node {
  readonly kind: "AxisStep";
  readonly axis: Axis | null;
  readonly axisSpan: Span | null;
  readonly test: NodeTest;
  readonly brackets: readonly Bracket[];
}

/** `"id" "(" IdArgument ")" Bracket*`, after `/` and not first in a path from the document node; `callSpan` is without the brackets. */
export interface IdStep extends Node {
  readonly kind: "IdStep";
  readonly argument: IdArgument;
  readonly callSpan: Span;
  readonly brackets: readonly Bracket[];
}

/** `"@"? Name | "." | "text()" | String | Param`: what holds the ids. */
export type IdArgument =
  | AttributeReference
  | FieldReference
  | StringValue
  | TextTarget
  | StringLiteral
  | ParameterReference
  | Missing;

/** `".."` */
export interface ParentStep extends Node {
  readonly kind: "ParentStep";
}

/** `"."` */
export interface SelfStep extends Node {
  readonly kind: "SelfStep";
}

/** `"@" Name`, only as the last step. */
export interface AttributeStep extends Node {
  readonly kind: "AttributeStep";
  readonly name: Name | Missing;
}

/** `"text()"`, only as the last step: the own text. */
export interface TextStep extends Node {
  readonly kind: "TextStep";
}

/** `"(" Value ")"`, only as the last step of an argument: the value, computed for each node before it. */
export interface ComputedStep extends Node {
  readonly kind: "ComputedStep";
  readonly value: Value | Missing;
}

/** `"{" Field ( "," Field )* "}"`, only as the last step of a query or of a field. */
export interface RecordStep extends Node {
  readonly kind: "RecordStep";
  readonly fields: readonly Field[];
}

/** `( Name | String ) ":" ( Expr | Value | Evidence "/" Record ) | "@" Name`; `name` is null if the value names itself. */
export interface Field extends Node {
  readonly kind: "Field";
  readonly name: Name | null;
  readonly value: Expr;
}

/** `NodeTest ::= Name | "*" | "(" Name ( "|" Name )* ")"` */
export type NodeTest = NameTest | WildcardTest | Missing;

/** One name, or several in parentheses (`parenthesized`). */
export interface NameTest extends Node {
  readonly kind: "NameTest";
  readonly names: readonly (Name | Missing)[];
  readonly parenthesized: boolean;
}

/** `"*"` */
export interface WildcardTest extends Node {
  readonly kind: "WildcardTest";
}

/** A name, prefix included (`dc:title`); `text` is without the quotes of a quoted one. The printer quotes what can't stand bare. */
export interface Name extends Node {
  readonly kind: "Name";
  readonly text: string;
}

/** `Bracket ::= "[" ( Position | SiblingOffset | OrderBy | GroupBy | Expr ) "]"` */
export interface Bracket extends Node {
  readonly kind: "Bracket";
  readonly content: BracketContent;
}
export type BracketContent = IndexPosition | RangePosition | SiblingOffset | OrderBy | GroupBy | Expr;

/** `Index`: 1-based, negative counts from the end. */
export interface IndexPosition extends Node {
  readonly kind: "IndexPosition";
  readonly index: Index;
}

/** `Index? ":" Index?`: both ends included, null if open. */
export interface RangePosition extends Node {
  readonly kind: "RangePosition";
  readonly from: Index | null;
  readonly to: Index | null;
}

export type Index = IndexLiteral | ParameterReference | Missing;

/** `"-"? Digits`. `value` may exceed the safe range; then a diagnostic says so. */
export interface IndexLiteral extends Node {
  readonly kind: "IndexLiteral";
  readonly value: number;
  /** As written, sign included. */
  readonly text: string;
}

/** `"@" ( "+" | "-" ) Digits`: `offset` is negative for preceding siblings. */
export interface SiblingOffset extends Node {
  readonly kind: "SiblingOffset";
  readonly offset: number;
  /** As written, `@` and sign included. */
  readonly text: string;
}

/** `"order" "by" Key ( "," Key )*`, at least one key. */
export interface OrderBy extends Node {
  readonly kind: "OrderBy";
  readonly keys: readonly OrderKey[];
}

/** `Value ( "ascending" | "descending" )?`; `direction` is null if the text does not give one, which means ascending. */
export interface OrderKey extends Node {
  readonly kind: "OrderKey";
  readonly value: Value | Missing;
  readonly direction: "ascending" | "descending" | null;
}

/** `"group" "by" GroupKey ( "," GroupKey )*`, at least one key. */
export interface GroupBy extends Node {
  readonly kind: "GroupBy";
  readonly keys: readonly GroupKey[];
}

/** `Value ( "as" Name )?`; `name` is null if the value names itself. */
export interface GroupKey extends Node {
  readonly kind: "GroupKey";
  readonly value: Value | Missing;
  readonly name: Name | Missing | null;
}

/**
 * `Expr ::= Quantified | And ( "or" And )*` and below. Parentheses are not kept: the printer writes those that are needed. A literal, a
 * parameter or a path alone is a value and no condition; the parser reports it where a condition belongs.
 */
export type Expr = Quantified | Or | And | Not | Comparison | Primary;

/** `( "some" | "every" ) Binding ( "," Binding )* "satisfies" Expr`, at least one binding. */
export interface Quantified extends Node {
  readonly kind: "Quantified";
  readonly quantifier: "some" | "every";
  readonly bindings: readonly Binding[];
  readonly condition: Expr;
}

/** `Param "in" Evidence`: seen by the bindings after it and by the condition. */
export interface Binding extends Node {
  readonly kind: "Binding";
  readonly parameter: ParameterReference | Missing;
  readonly evidence: Evidence;
}

/** `And ( "or" And )+`, at least two operands. */
export interface Or extends Node {
  readonly kind: "Or";
  readonly operands: readonly Expr[];
}

/** `Unary ( "and" Unary )+`, at least two operands. */
export interface And extends Node {
  readonly kind: "And";
  readonly operands: readonly Expr[];
}

/** `"not" "(" Expr ")"` or `"1" "-" Unary`; `form` keeps which. */
export interface Not extends Node {
  readonly kind: "Not";
  readonly form: "not" | "1-";
  readonly operand: Expr;
}

/** `Primary ( CompOp ( Literal | Param ) )? | Value CompOp Value`: between values it holds if it holds for any pair of them. */
export interface Comparison extends Node {
  readonly kind: "Comparison";
  /** A value, or a condition or relevance; an `Or`, `And`, `Not` or `Comparison` is here when it was in parentheses. */
  readonly left: Expr;
  readonly operator: ComparisonOperator;
  readonly operatorSpan: Span;
  /** A literal or parameter where the left side is not a value. */
  readonly right: Value | Missing;
}

export type Primary = Relevance | Aggregate | Combine | Value | Missing;

/** `Target ( "=~" | "≈" ) ( String | Param )` */
export interface Relevance extends Node {
  readonly kind: "Relevance";
  readonly target: Target;
  /** As written; both mean the same and the printer writes `=~`. */
  readonly operator: "=~" | "≈";
  readonly condition: StringLiteral | ParameterReference | Missing;
}

/** `"node" | "content" | "." | "text()" | "@"? Name` */
export type Target = NodeTarget | TextTarget | AttributeReference | FieldReference | Missing;

/** The full node representation; `form` keeps the spelling. */
export interface NodeTarget extends Node {
  readonly kind: "NodeTarget";
  readonly form: "node" | "content" | ".";
}

/** `text()`: the own text. Absent where the node has none. */
export interface TextTarget extends Node {
  readonly kind: "TextTarget";
}

/** `"@" Name`: the attribute of that name and nothing else. */
export interface AttributeReference extends Node {
  readonly kind: "AttributeReference";
  readonly name: Name | Missing;
}

/** A bare `Name`: the attribute of that name, else the text of the children of that type. */
export interface FieldReference extends Node {
  readonly kind: "FieldReference";
  readonly name: Name;
}

/** `AggName "(" EvidencePath ")"`. `agg_avg` and `avg` mean the same; `name` keeps the spelling. */
export interface Aggregate extends Node {
  readonly kind: "Aggregate";
  readonly function: AggregateFunction;
  readonly name: string;
  readonly evidence: Evidence;
}

/**
 * `Evidence ::= ( "root()" | Param | Group )? ( ( "/" | "//" ) Step )+ | Group`: a path within an expression. It starts at the node whose
 * bracket contains it (in a value query at the document node), at the document node, at the node of a quantifier, or at the items of a set. As
 * a value: the values of all nodes that it reaches. An argument that is a set without parentheses is a group without brackets.
 */
export interface Evidence extends Node {
  readonly kind: "Evidence";
  readonly start: RootStart | ParameterReference | Group | null;
  readonly segments: readonly Segment[];
}

/** `"root()"`: the document node. */
export interface RootStart extends Node {
  readonly kind: "RootStart";
}

/** `( "min" | "max" | "avg" | "gmean" | "product" ) "(" Expr ( "," Expr )* ")"` */
export interface Combine extends Node {
  readonly kind: "Combine";
  readonly function: CombineFunction;
  readonly operands: readonly Expr[];
}

/** `Value ::= Sum ( "||" Sum )*` and below. Parentheses are not kept. */
export type Value =
  | Concatenation
  | Arithmetic
  | Negative
  | Literal
  | ParameterReference
  | AttributeReference
  | FieldReference
  | StringValue
  | TextTarget
  | Evidence
  | Call;

/** `Sum ( "||" Sum )+`, at least two operands: their texts, one after the other. */
export interface Concatenation extends Node {
  readonly kind: "Concatenation";
  readonly operands: readonly (Value | Missing)[];
}

/** `Value ( "+" | "-" | "*" | "div" | "mod" ) Value`, left to right. */
export interface Arithmetic extends Node {
  readonly kind: "Arithmetic";
  readonly operator: ArithmeticOperator;
  readonly operatorSpan: Span;
  readonly left: Value | Missing;
  readonly right: Value | Missing;
}

/** `"-" Value`; before a number literal it is part of the literal. */
export interface Negative extends Node {
  readonly kind: "Negative";
  readonly operand: Value | Missing;
}

/** `.` as a value: the text of the node and of all below it, in document order. */
export interface StringValue extends Node {
  readonly kind: "StringValue";
}

/** `Function "(" ( Value ( "," Value )* )? ")"` for every function that takes values and gives a value or a condition. */
export interface Call extends Node {
  readonly kind: "Call";
  readonly function: CallFunction;
  readonly arguments: readonly (Value | Missing)[];
}

/** `Literal ::= String | Number | "true" | "false"` */
export type Literal = StringLiteral | NumberLiteral | BooleanLiteral;

/** `value` is unescaped: doubled quotes are one. */
export interface StringLiteral extends Node {
  readonly kind: "StringLiteral";
  readonly value: string;
}

/** `text` keeps the spelling (`0.50`). */
export interface NumberLiteral extends Node {
  readonly kind: "NumberLiteral";
  readonly value: number;
  readonly text: string;
}

export interface BooleanLiteral extends Node {
  readonly kind: "BooleanLiteral";
  readonly value: boolean;
}

/** `Param ::= "$" Name`; `name` is without the sign, empty if the text ends after it. */
export interface ParameterReference extends Node {
  readonly kind: "ParameterReference";
  readonly name: string;
}

export type AstNode =
  | Document
  | Comment
  | Import
  | Declaration
  | UpdateNode
  | Parameter
  | Query
  | Meet
  | ValueQuery
  | Path
  | Group
  | Segment
  | Step
  | NodeTest
  | Name
  | Bracket
  | BracketContent
  | Index
  | OrderKey
  | GroupKey
  | Field
  | Binding
  | Target
  | RootStart;
export type AstKind = AstNode["kind"];
