import { type Diagnostic, type DiagnosticCode, diagnose, type Fix, offer, type Span } from "@semantic-xpath/parser";
import { listed } from "@semantic-xpath/values";
import type * as z from "zod/mini";
import { type JsonPath, JsonSource, writtenName } from "./jsonSource.js";
import { nearestNames } from "./nearestNames.js";
import { withoutFaults } from "./withoutFaults.js";

/** Problem of a value that must have a shape. `where`: its path in words, `types.Day.text`. */
export type ValueFault = { readonly path: JsonPath; readonly where: string } & (
  | {
      /** A value of another shape. */
      readonly kind: "Value";
      readonly expected: string;
      /** Values that may be meant. */
      readonly meant: readonly string[];
      /** Parameters of a check of the shape's own; with `isOfName` its place is the name of the member. */
      readonly params: Readonly<Record<string, unknown>>;
    }
  /** A member that no shape has. */
  | { readonly kind: "Member"; readonly name: string; readonly suggestions: readonly string[] }
);

/** Problem of a text that must be JSON of a shape, with its place. */
export type ShapeFault = { readonly span: Span } & (
  | ValueFault
  | { readonly kind: "Syntax"; readonly path: JsonPath; readonly where: string; readonly problem: string }
  /** A member that comes several times. */
  | { readonly kind: "Repeated"; readonly path: JsonPath; readonly where: string; readonly name: string }
);

/** Text that was read as JSON of a shape. */
export interface ShapedText<T> {
  /** Null if there are faults, unless they are left out and the rest has the shape. */
  readonly value: T | null;
  /** In order of their kinds: grammar, repeated members, values. */
  readonly faults: readonly ShapeFault[];
  readonly source: JsonSource;
  /** The members of the whole that stand in for faulty ones. */
  readonly defaulted: ReadonlySet<string>;
}

export interface ReadShapedOptions {
  /** Name of the whole in messages. */
  readonly root: string;
  /** Longest text, in UTF-16 units. Default: any. */
  readonly maxLength?: number;
  /** Reports members that come several times, and counts the first; else the last counts without a word. */
  readonly reportsRepeated?: boolean;
  /** Reads what is left without the faults, with these members of the whole where one has faults that it can't be without. */
  leavesOut?(): Readonly<Record<string, unknown>>;
}

/** UTF-16 units of a schema, mapping or configuration. The syntax tree of a longer text would take gigabytes. */
export const MAX_SHAPED_LENGTH = 16_777_216;

/** Reads JSON of a shape, which may depend on the value: on names that it declares. Every fault is a value with a place in the text; only those of the first kind are found in a text with them. */
export function readShaped<S extends z.ZodMiniType>(
  text: string,
  shape: S | ((value: unknown) => S),
  { root, maxLength, reportsRepeated = false, leavesOut }: ReadShapedOptions,
): ShapedText<z.output<S>> {
  const source = new JsonSource(text);
  const placed = (path: JsonPath, span: Span = source.spanAt(path)) => ({ span, path, where: wordsOf(path, root) });
  const failed = (faults: readonly ShapeFault[]) => ({ value: null, faults, source, defaulted: new Set<string>() });
  if (maxLength !== undefined && text.length > maxLength) {
    const problem = `it has more than ${maxLength} characters`;
    return failed([{ kind: "Syntax", ...placed([], { start: 0, end: 1 }), problem }]);
  }
  const value = reportsRepeated ? source.valueOfFirst() : source.plainValue();
  if (value === undefined)
    return failed(source.syntaxFaults().map(({ span, problem }) => ({ kind: "Syntax", ...placed([], span), problem })));
  const shapeOf = typeof shape === "function" ? shape : () => shape;
  const first = readValue(value, shapeOf(value), root);
  const repeated = reportsRepeated ? source.repeated() : [];
  const faults: ShapeFault[] = [
    ...repeated.map(({ path, name, span }): ShapeFault => ({ kind: "Repeated", ...placed(path, span), name })),
    ...first.faults.map((fault): ShapeFault => ({ ...fault, span: spanOf(fault, source) })),
  ];
  if (leavesOut === undefined || first.faults.length === 0) {
    const isWhole = faults.length === 0 || leavesOut !== undefined;
    return { value: isWhole ? first.value : null, faults, source, defaulted: new Set() };
  }
  const rest = withoutFaults(value, first.faults, { read: (left) => readValue(left, shapeOf(left), root), leavesOut });
  for (const fault of rest.faults) faults.push({ ...fault, span: spanOf(fault, source) });
  return { ...rest, faults, source };
}

function readValue<S extends z.ZodMiniType>(value: unknown, shape: S, root: string) {
  const read = safely(() => shape.safeParse(value, { reportInput: true, error: () => NO_MESSAGE }));
  if (read === undefined) {
    const fault: ValueFault = {
      ...{ kind: "Value", path: [], where: root, expected: "nested less deeply", meant: [], params: {} },
    };
    return { value: null, faults: [fault] };
  }
  const faults = (read.error?.issues ?? []).flatMap((issue) => faultsOf(issue, shape, { above: [], root }));
  return { value: read.success ? (read.data as z.output<S>) : null, faults };
}

/** The faults of a value that must have a shape; none of one that has it. */
export const faultsOfValue = (value: unknown, shape: z.ZodMiniType, root: string): readonly ValueFault[] =>
  readValue(value, shape, root).faults;

/** The first fault of a value in words, `"types.Day" must be an object`; null if it has the shape. */
export function problemOfValue(value: unknown, shape: z.ZodMiniType, root: string): string | null {
  const [fault] = faultsOfValue(value, shape, root);
  return fault === undefined ? null : `"${fault.where}" ${faultSentence(fault)}`;
}

function spanOf(fault: ValueFault, source: JsonSource): Span {
  if (fault.kind === "Member") return source.nameSpanAt([...fault.path, fault.name]);
  return fault.params.isOfName === true ? source.nameSpanAt(fault.path) : source.spanAt(fault.path);
}

/** The codes under which a kind of file reports its faults. */
export interface ShapeCodes {
  readonly text: Extract<DiagnosticCode, "SXP2101" | "SXP2201">;
  readonly value: Extract<DiagnosticCode, "SXP2102" | "SXP2202">;
  readonly member: Extract<DiagnosticCode, "SXP2103" | "SXP2203">;
  readonly repeated: Extract<DiagnosticCode, "SXP2105" | "SXP2205">;
}

/** The diagnostic of a fault, with fixes for what may be meant. */
export function diagnosticOf(fault: ShapeFault, codes: ShapeCodes): Diagnostic {
  const { span, where } = fault;
  switch (fault.kind) {
    case "Syntax":
      return diagnose(codes.text, span, { problem: fault.problem });
    case "Value":
      return diagnose(codes.value, span, { where, expected: fault.expected }, replacements(span, fault.meant));
    case "Member": {
      const { name, suggestions } = fault;
      return diagnose(codes.member, span, { where, name, suggestions }, replacements(span, suggestions));
    }
    case "Repeated":
      return diagnose(codes.repeated, span, { where, name: fault.name });
  }
}

/** Predicate of a fault, after the name of its place: `must be a list`. */
export function faultSentence(fault: ShapeFault | ValueFault): string {
  switch (fault.kind) {
    case "Syntax":
      return `is no JSON: ${fault.problem}`;
    case "Value":
      return `must be ${fault.expected}`;
    case "Member":
      return `has no member "${fault.name}"`;
    case "Repeated":
      return `has "${fault.name}" twice`;
  }
}

/** Fixes that put a text of JSON in place of another. */
export const replacements = (span: Span, texts: readonly string[]): readonly Fix[] =>
  texts.map((text) => ({
    ...offer(`Replace by "${text}"`, span, JSON.stringify(text)),
    isSafe: texts.length === 1,
  }));

/** `rules.Turn.children[0].as`, or the name of the whole. */
export const wordsOf = (path: JsonPath, root: string): string =>
  path.length === 0
    ? root
    : path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");

/** Undefined if a value is nested too deeply for a parser that is recursive. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Issue = z.core.$ZodIssue;
type Shape = z.core.$ZodType;

/** Faults of an issue. Among alternatives, those of the nearest one. */
function faultsOf(
  issue: Issue,
  shape: Shape,
  { above, root }: { readonly above: JsonPath; readonly root: string },
): readonly ValueFault[] {
  const below = issue.path as JsonPath;
  const path = [...above, ...below].map((step) => (typeof step === "string" ? writtenName(step) : step));
  const place = { path, where: wordsOf(path, root) };
  if (issue.code === "unrecognized_keys") {
    const members = shapesAt(shape, below).flatMap((each) =>
      each._zod.def.type === "object" ? Object.keys((each._zod.def as z.core.$ZodObjectDef).shape) : [],
    );
    return issue.keys
      .map(writtenName)
      .map((name) => ({ kind: "Member", ...place, name, suggestions: nearestNames(name, members) }));
  }
  if (issue.code === "invalid_union") {
    const alternatives = alternativesAt(shape, below);
    const [best] = issue.errors
      .map((issues, i) => ({ issues: issues as readonly Issue[], shape: alternatives[i] ?? shape }))
      .sort((a, b) => distance(a.issues) - distance(b.issues));
    if (best !== undefined && distance(best.issues) < OTHER_KIND)
      return best.issues.flatMap((each) => faultsOf(each, best.shape, { above: path, root }));
  }
  const params = issue.code === "custom" ? (issue.params ?? {}) : {};
  return [{ kind: "Value", ...place, expected: expectedBy(issue), meant: meantBy(issue), params }];
}

const OTHER_KIND = 1_000_000;

/** Number of faults of an alternative; one for values of another kind of JSON is far from all others. */
const distance = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, issue) =>
      sum +
      (issue.code === "unrecognized_keys" ? issue.keys.length : 1) +
      (issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value") ? OTHER_KIND : 0),
    0,
  );

/** The shapes of a value at a path, without what only wraps them. */
function shapesAt(shape: Shape, path: JsonPath): readonly Shape[] {
  let shapes = alternativesOf(shape);
  for (const step of path) shapes = shapes.flatMap((each) => below(each, step)).flatMap(alternativesOf);
  return shapes;
}

/** The alternatives of the union at a path. */
function alternativesAt(shape: Shape, path: JsonPath): readonly Shape[] {
  const at =
    path.length === 0 ? [shape] : shapesAt(shape, path.slice(0, -1)).flatMap((each) => below(each, path.at(-1)!));
  return at.flatMap((each) => {
    const { def } = unwrapped(each)._zod;
    return def.type === "union" ? (def as z.core.$ZodUnionDef).options : [];
  });
}

function below(shape: Shape, step: string | number): readonly Shape[] {
  const { def } = shape._zod;
  switch (def.type) {
    case "object":
      return [(def as z.core.$ZodObjectDef).shape[step]].filter((each) => each !== undefined);
    case "record":
      return [(def as z.core.$ZodRecordDef).valueType];
    case "array":
      return [(def as z.core.$ZodArrayDef).element];
    default:
      return [];
  }
}

function alternativesOf(shape: Shape): readonly Shape[] {
  const inner = unwrapped(shape);
  const { def } = inner._zod;
  return def.type === "union" ? (def as z.core.$ZodUnionDef).options.flatMap(alternativesOf) : [inner];
}

function unwrapped(shape: Shape): Shape {
  const { def } = shape._zod;
  if ("innerType" in def) return unwrapped(def.innerType as Shape);
  if (def.type === "pipe") return unwrapped((def as z.core.$ZodPipeDef).in);
  return def.type === "lazy" ? unwrapped((def as z.core.$ZodLazyDef).getter()) : shape;
}

/** Default message of the library. */
const NO_MESSAGE = "Invalid input";

/** Expectation, after "must be": the shape's own words, else those of its kind. */
function expectedBy(issue: Issue): string {
  if (issue.message !== NO_MESSAGE) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? `of the kind ${issue.expected}`;
    case "invalid_value":
      return listed(
        issue.values.map((value) => JSON.stringify(value)),
        "or",
      );
    case "too_small":
      if (issue.origin === "array") return "a list with at least one entry";
      if (issue.origin === "string") return "a text that is not empty";
      return `a number from ${issue.minimum}`;
    case "invalid_union":
      return listed([...new Set(issue.errors.map(([first]) => expectedBy(first as Issue)))], "or");
    default:
      return "of another form";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list",
  object: "an object",
  record: "an object",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  nonoptional: "there",
};

/** Allowed texts that are near to a text that is not allowed. */
const meantBy = (issue: Issue): readonly string[] =>
  issue.code === "invalid_value" && typeof issue.input === "string"
    ? nearestNames(
        issue.input,
        issue.values.filter((value) => typeof value === "string"),
      )
    : [];
