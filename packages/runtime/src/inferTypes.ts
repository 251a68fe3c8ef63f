import type { ArgumentValue } from "./execute/run.js";
import type { QueryValue, SingleValue } from "./execute/valueQuery.js";
import type { SchemaFile } from "./queriesFor.js";
import type { RunResult } from "./runResult.js";
import type { AttributeMatch, NodeMatch, TextMatch, TypedMatches, TypedValue } from "./typedQuery.js";

/**
 * The types of queries, worked out from their texts by the compiler of TypeScript. Literals and brackets are taken out first, since they never
 * change what a step leads to (but for an offset, of which a mark is kept); what is left is a short path, which is walked over the schema.
 * What is not followed has the general type, never a wrong one.
 */

/** What a query over a schema gives. */
export type ResultOf<S extends SchemaFile, Q extends string> = string extends Q
  ? RunResult
  : ResultOfText<S, Trim<OneLine<WithoutBrackets<WithoutStrings<Q>>>>>;

/** The arguments that a query takes: its `$names` but for those that quantifiers bind. */
export type ParametersOf<Q extends string> = string extends Q
  ? Readonly<Record<string, ArgumentValue>>
  : OfNames<NamesIn<WithoutStrings<Q>>>;

type OfNames<N extends string> = { readonly [K in N]: ArgumentValue };

/* What a text is without what does not matter. */

/** A text that types can't follow: everything after it is general. */
type Unknown = "\0";

type WithoutStrings<T extends string, Before extends string = ""> = T extends `${infer A}"${infer R}`
  ? A extends `${infer B}'${string}`
    ? T extends `${B}'${string}'${infer Rest}`
      ? WithoutStrings<Rest, `${Before}${B}?`>
      : Unknown
    : R extends `${string}"${infer Rest}`
      ? WithoutStrings<Rest, `${Before}${A}?`>
      : Unknown
  : T extends `${infer A}'${infer R}`
    ? R extends `${string}'${infer Rest}`
      ? WithoutStrings<Rest, `${Before}${A}?`>
      : Unknown
    : T extends `${string}(:${string}`
      ? Unknown
      : `${Before}${T}`;

/** An offset leaves `~`: it leads to nodes of other types. */
type WithoutBrackets<
  T extends string,
  Before extends string = "",
  Depth extends readonly 0[] = [],
> = Depth extends readonly []
  ? T extends `${infer A}[${infer R}`
    ? WithoutBrackets<R, `${Before}${A}${Mark<R>}`, [0]>
    : `${Before}${T}`
  : T extends `${infer A}]${infer R}`
    ? A extends `${string}[${infer C}`
      ? WithoutBrackets<`${C}]${R}`, Before, [...Depth, 0]>
      : Depth extends readonly [0, ...infer D extends readonly 0[]]
        ? WithoutBrackets<R, Before, D>
        : Unknown
    : Unknown;

type Mark<T extends string> = T extends ` ${infer R}` ? Mark<R> : T extends `@${"+" | "-"}${string}` ? "~" : "";

/** One kind of character at a time: of a union, TypeScript infers the parts of every member at once. */
type OneLine<T extends string> = Spaced<Spaced<Spaced<T, "\n">, "\r">, "\t">;
type Spaced<T extends string, C extends string> = T extends `${infer A}${C}${infer R}` ? Spaced<`${A} ${R}`, C> : T;
type Trim<T extends string> = T extends ` ${infer R}` ? Trim<R> : T extends `${infer R} ` ? Trim<R> : T;

/* What is bound and what is given. */

type NamesIn<T extends string> = Exclude<Dollars<OneLine<T>>, Bound<OneLine<T>>>;
type Dollars<T extends string, Found extends string = never> = T extends `${string}$${infer R}`
  ? Dollars<R, Found | NameAt<R>>
  : Found;
type Bound<T extends string, Found extends string = never> = T extends `${string}$${infer R}`
  ? Bound<R, R extends `${NameAt<R>} in ${string}` ? Found | NameAt<R> : Found>
  : Found;
/** The name at the start: what comes before the first character that ends a name. */
type NameAt<T extends string> = Until<T, NameEnds>;
type Until<T extends string, Ends extends readonly string[]> = Ends extends readonly [
  infer End extends string,
  ...infer Others extends readonly string[],
]
  ? Until<T extends `${infer A}${End}${string}` ? A : T, Others>
  : T;
type NameEnds = [" ", "]", ")", ",", "/", "=", "<", ">", "!", "+", "*", "|", ":", "[", "(", "≈", ";"];

/* What a text gives. */

type ResultOfText<S extends SchemaFile, T extends string> = T extends `${string}${Unknown}${string}`
  ? RunResult
  : T extends `${string}${"=" | "<" | ">"}${string}`
    ? TypedValue<boolean>
    : T extends `${string}${"+" | " - " | " * " | " div " | " mod "}${string}`
      ? TypedValue<SingleValue | null>
      : T extends `${"/" | "("}${string}`
        ? OfPlaces<S, PlacesOfSet<S, T>>
        : ValueOfCall<T>;

type ValueOfCall<T extends string> = T extends `${infer F}(${string}`
  ? F extends "count"
    ? TypedValue<number>
    : F extends "sum"
      ? TypedValue<number | string>
      : F extends "exists" | "contains" | "starts-with" | "ends-with" | "matches" | "overlaps"
        ? TypedValue<boolean>
        : F extends "distinct-values"
          ? TypedValue<readonly string[]>
          : TypedValue<SingleValue | null>
  : TypedValue<QueryValue>;

/* Where paths lead: places are nodes of a type, one of their attributes, or their own text; `null` is a path that is not followed. */

interface Place<K extends "node" | "attribute" | "text", T extends string, A extends string = never> {
  readonly kind: K;
  readonly type: T;
  readonly attribute: A;
}
type Places = Place<"node" | "attribute" | "text", string, string> | null;

type OfPlaces<S extends SchemaFile, P extends Places> = null extends P
  ? RunResult
  : TypedMatches<MatchAt<S, Exclude<P, null>>>;

type MatchAt<S extends SchemaFile, P extends Exclude<Places, null>> =
  | NodeMatch<NodesAt<S, Extract<P, { kind: "node" }>["type"]>>
  | (P extends { kind: "attribute"; type: infer T extends string; attribute: infer A extends string }
      ? AttributeAt<S, T, A>
      : never)
  | (P extends { kind: "text"; type: infer T extends string } ? TextMatch<NodesAt<S, T>> : never);

type NodesAt<S extends SchemaFile, T extends string> = T extends Names<S> ? NodeOf<S, T> : never;
type AttributeAt<S extends SchemaFile, T extends string, A extends string> =
  T extends Names<S>
    ? A extends keyof AttributesOf<S, T>
      ? AttributeMatch<NodeOf<S, T>, A, ValueOf<AttributesOf<S, T>[A]>>
      : never
    : never;

/** `A | B`, outside of parentheses; of `A except B` and `A intersect B` the left. */
type PlacesOfSet<S extends SchemaFile, T extends string, Before extends string = ""> = T extends `${infer A}|${infer R}`
  ? IsWhole<`${Before}${A}`> extends true
    ? PlacesOfPath<S, Left<Trim<`${Before}${A}`>>> | PlacesOfSet<S, Trim<R>>
    : PlacesOfSet<S, R, `${Before}${A}|`>
  : PlacesOfPath<S, Left<Trim<`${Before}${T}`>>>;

type Left<T extends string> = Before<Before<T, " except ">, " intersect ">;
type Before<T extends string, Word extends string> = T extends `${infer A}${Word}${string}`
  ? IsWhole<A> extends true
    ? Trim<A>
    : T
  : T;

/** Whether every parenthesis of a text has its other half. */
type IsWhole<T extends string, Depth extends readonly 0[] = []> = T extends `${infer A})${infer R}`
  ? A extends `${string}(${infer C}`
    ? IsWhole<`${C})${R}`, [...Depth, 0]>
    : Depth extends readonly [0, ...infer D extends readonly 0[]]
      ? IsWhole<R, D>
      : false
  : T extends `${string}(${string}`
    ? false
    : Depth extends readonly []
      ? true
      : false;

type PlacesOfPath<S extends SchemaFile, T extends string> = T extends `(${infer R}`
  ? PlacesOfGroup<S, R>
  : Walk<S, Place<"node", "/">, T>;

/** The text after the opening parenthesis of a group: the shortest part that is whole ends it. */
type PlacesOfGroup<
  S extends SchemaFile,
  T extends string,
  Before extends string = "",
> = T extends `${infer A})${infer R}`
  ? IsWhole<`${Before}${A}`> extends true
    ? AfterGroup<S, PlacesOfSet<S, Trim<`${Before}${A}`>>, Trim<R>>
    : PlacesOfGroup<S, R, `${Before}${A})`>
  : null;

type AfterGroup<S extends SchemaFile, P extends Places, Rest extends string> = Rest extends ""
  ? P
  : Rest extends `~${infer R}`
    ? Walk<S, Place<"node", Names<S>>, R>
    : Walk<S, Extract<P, { kind: "node" }>, Rest>;

/** The steps of a path from some nodes on; the document node is of the type "/". */
type Walk<S extends SchemaFile, From extends Places, T extends string> = null extends From
  ? null
  : T extends ""
    ? From
    : T extends `//${infer R}`
      ? Step<S, TypesOf<From>, Trim<R>, "descendant">
      : T extends `/${infer R}`
        ? Step<S, TypesOf<From>, Trim<R>, "child">
        : T extends ` ${infer R}`
          ? Walk<S, From, R>
          : null;

type TypesOf<P extends Places> = P extends { kind: "node"; type: infer T extends string } ? T : never;

type Step<
  S extends SchemaFile,
  From extends string,
  T extends string,
  A extends string,
> = T extends `id(${string})${infer R}`
  ? Walk<S, Place<"node", Names<S>>, Unmarked<Trim<R>>>
  : T extends `${infer Head}/${infer R}`
    ? Walk<S, Moved<S, From, Trim<Head>, A>, `/${R}`>
    : Moved<S, From, T, A>;
type Unmarked<T extends string> = T extends `~${infer R}` ? Unmarked<Trim<R>> : T;

type Moved<S extends SchemaFile, From extends string, T extends string, A extends string> = T extends `${string}~`
  ? Place<"node", Names<S>>
  : T extends `@${infer N}`
    ? Place<"attribute", From, Trim<N>>
    : T extends "text()"
      ? Place<"text", From>
      : T extends "."
        ? Place<"node", From>
        : T extends ".."
          ? Place<"node", ParentsOf<S, From>>
          : T extends `${infer Other}::${infer Test}`
            ? Tested<S, From, Trim<Test>, Trim<Other>>
            : Tested<S, From, T, A>;

type Tested<S extends SchemaFile, From extends string, T extends string, A extends string> = T extends "*"
  ? Place<"node", OnAxis<S, From, A>>
  : T extends `(${infer Alternatives})`
    ? OneOf<S, Alternatives>
    : T extends Names<S>
      ? Place<"node", T>
      : null;

type OneOf<S extends SchemaFile, T extends string> = T extends `${infer A}|${infer R}`
  ? OneOf<S, A> | OneOf<S, R>
  : Trim<T> extends Names<S>
    ? Place<"node", Trim<T>>
    : null;

type OnAxis<S extends SchemaFile, From extends string, A extends string> = A extends "child"
  ? ChildrenOf<S, From>
  : A extends "self"
    ? From
    : A extends "parent"
      ? ParentsOf<S, From>
      : Names<S>;

/* What the schema says. */

type Names<S extends SchemaFile> = keyof S["types"] & string;
type NodeType<S extends SchemaFile, T extends Names<S>> = S["types"][T];
type Part<N, K extends string> = N extends { readonly [P in K]: infer V } ? V : object;
type AttributesOf<S extends SchemaFile, T extends Names<S>> = Part<NodeType<S, T>, "attributes">;

type ChildrenOf<S extends SchemaFile, From extends string> = From extends "/"
  ? S["roots"][number] & Names<S>
  : From extends Names<S>
    ? keyof Part<NodeType<S, From>, "children"> & Names<S>
    : never;
type ParentsOf<S extends SchemaFile, From extends string> = {
  [T in Names<S>]: From extends keyof Part<NodeType<S, T>, "children"> ? T : never;
}[Names<S>];

/** A node type of the schema as JSON has its nodes. */
type NodeOf<S extends SchemaFile, T extends Names<S>> =
  T extends Names<S>
    ? {
        readonly type: T;
        readonly attributes: AttributeValues<AttributesOf<S, T>>;
        readonly text?: string;
        readonly children?: readonly NodeOf<S, ChildrenOf<S, T> & Names<S>>[];
      }
    : never;

type AttributeValues<A> = {
  readonly [K in keyof A as A[K] extends { readonly required: true } ? K : never]: ValueOf<A[K]>;
} & {
  readonly [K in keyof A as A[K] extends { readonly required: true } ? never : K]?: ValueOf<A[K]>;
};

/** The texts that an attribute may be. */
type ValueOf<A> = A extends { readonly values: readonly (infer V extends string)[] }
  ? V
  : A extends { readonly type: "number" }
    ? `${number}`
    : A extends { readonly type: "boolean" }
      ? "true" | "false" | "1" | "0"
      : string;
