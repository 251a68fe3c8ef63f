import type { Missing, Name, Node, Parameter, ParameterReference, Path, Value } from "./nodes.js";
import type { Span } from "./span.js";

/** `"declare" "update" Name "(" ( Parameter ( "," Parameter )* )? ")" ":=" Update` */
export interface UpdateDeclaration extends Node {
  readonly kind: "UpdateDeclaration";
  readonly name: Name | Missing;
  readonly parameters: readonly Parameter[];
  readonly update: Update;
}

/** `Update ::= Primitive ( "," Primitive )*`: all of them see the tree as it is before the first, and are made together. */
export interface Update extends Node {
  readonly kind: "Update";
  readonly primitives: readonly (Primitive | Missing)[];
}

export type Primitive = Insert | InsertAttribute | Delete | Replace | ReplaceValue | Rename | Move;

/** `"insert" "node" Content Placing Target` */
export interface Insert extends Node {
  readonly kind: "Insert";
  readonly content: Content;
  readonly placing: Placing;
  readonly target: UpdateTarget;
}

/** `"insert" "node" "attribute" Name "{" Value "}" "into" Target`: the attribute is set, also where there is one. */
export interface InsertAttribute extends Node {
  readonly kind: "InsertAttribute";
  readonly name: Name | Missing;
  readonly value: Value | Missing;
  readonly target: UpdateTarget;
}

/** `"delete" "node" Target` */
export interface Delete extends Node {
  readonly kind: "Delete";
  readonly target: UpdateTarget;
}

/** `"replace" "node" Target "with" Content` */
export interface Replace extends Node {
  readonly kind: "Replace";
  readonly target: UpdateTarget;
  readonly content: Content;
}

/** `"replace" "value" "of" "node" Target "with" Value` */
export interface ReplaceValue extends Node {
  readonly kind: "ReplaceValue";
  readonly target: UpdateTarget;
  readonly value: Value | Missing;
}

/** `"rename" "node" Target "as" Name` */
export interface Rename extends Node {
  readonly kind: "Rename";
  readonly target: UpdateTarget;
  readonly name: Name | Missing;
}

/** `"move" "node" Target Placing Target`: what moves, and what it is placed by. */
export interface Move extends Node {
  readonly kind: "Move";
  readonly target: UpdateTarget;
  readonly placing: Placing;
  readonly destination: UpdateTarget;
}

/** `"into" | "as" "first" "into" | "as" "last" "into" | "before" | "after"`; `into` alone means `last`. */
export type Placing = "into" | "first" | "last" | "before" | "after";

/** `Path | Param | "#" Digits`: what one primitive is about. */
export type UpdateTarget = Path | ParameterReference | NodeKey | Missing;

/** `Element | Path | Param | "#" Digits ( "@" Digits )?`: what is put in place; a path or key means a copy of what it leads to. */
export type Content = Element | UpdateTarget;

/** `"#" Digits ( "@" Digits )?`: the node with this key, in an old version if one is given. Both are safe integers. */
export interface NodeKey extends Node {
  readonly kind: "NodeKey";
  readonly key: number;
  readonly version: number | null;
}

/** `"<" Name ElementAttribute* ( "/>" | ">" ( ElementText | Enclosed | Element )* "</" Name ">" )`: an element constructor of XQuery. */
export interface Element extends Node {
  readonly kind: "Element";
  readonly name: Name | Missing;
  readonly attributes: readonly ElementAttribute[];
  readonly content: readonly (ElementText | Enclosed | Element)[];
  /** The name in the closing tag; null: there is none. */
  readonly closingSpan: Span | null;
}

/** `Name "=" Quote ( ElementText | Enclosed )* Quote` */
export interface ElementAttribute extends Node {
  readonly kind: "ElementAttribute";
  readonly name: Name;
  readonly value: readonly (ElementText | Enclosed)[];
}

/** A text in an element or an attribute's value; `value` is without entities and doubled braces, and never empty. */
export interface ElementText extends Node {
  readonly kind: "ElementText";
  readonly value: string;
}

/** `"{" Value "}"`: a value that is computed, from the document node. */
export interface Enclosed extends Node {
  readonly kind: "Enclosed";
  readonly value: Value | Missing;
}

export type UpdateNode =
  | UpdateDeclaration
  | Update
  | Primitive
  | NodeKey
  | Element
  | ElementAttribute
  | ElementText
  | Enclosed;
/** Kinds of nodes of updates alone. */
export type UpdateKind = UpdateNode["kind"];
