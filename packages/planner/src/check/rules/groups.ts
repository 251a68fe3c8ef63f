import {
  type AstNode,
  type Bracket,
  diagnose,
  type Evidence,
  enclosure,
  type Fix,
  type GroupBy,
  type Meet,
  type Missing,
  offer,
  type ParameterReference,
  type Path,
  print,
  type Query,
  type Segment,
  type Span,
  type Step,
} from "@semantic-xpath/parser";
import { nameLiteral } from "@semantic-xpath/values";
import type { Check, CheckContext, Nodes, Place } from "../checked.js";
import { isGroups, isPart, itemsOfEvidence, itemsOfOperand, partName, scopeOfCheck } from "../items.js";
import { readsList } from "../reads.js";
import { isTest } from "../values.js";
import { shortText, stepText } from "../wording.js";

/**
 * Impossible operations on groups, impossible groupings, and invalid keys. On a group `/` and `//` lead to its members and `@` to its keys; it has no
 * text, no parent and no siblings.
 */
export const groups: Check = {
  codes: ["SXP2020", "SXP2033", "SXP2035", "SXP2037", "SXP3016"],
  on: {
    NodeTarget: (context, { span, form }, { parent }) => reportText(context, span, form, parent),
    TextTarget: (context, { span }, { parent }) => reportText(context, span, "text()", parent),
    StringValue: (context, { span }, { parent }) => reportText(context, span, ".", parent),
    Call: (context, { arguments: written, function: name, span }) => {
      if (written.length === 0 && OF_TEXT.has(name)) reportText(context, span, `${name}()`);
    },
    Evidence: (context, evidence, { parent }) => {
      if (parent.kind !== "Call") reportComputed(context, endsOf(evidence));
      else if (OF_SCORES_TOO.has(parent.function) && evidence.start?.kind === "Group") checkBranches(context, evidence);
      const isComputed = evidence.segments.at(-1)?.step.kind === "ComputedStep";
      if (!isComputed && isGroups(itemsOfEvidence(context, evidence))) reportRead(context, evidence, parent);
    },
    ParameterReference: (context, reference, { parent }) => {
      if (isGroups(scopeOfCheck(context).bound(reference.name))) reportRead(context, reference, parent);
    },
    AxisStep: checkStep,
    TextStep: checkStep,
    SelfStep: checkStep,
    IdStep: checkStep,
    Bracket: (context, bracket, place) => {
      const { content, span } = bracket;
      if (content.kind === "SiblingOffset" && isGroups(place.items))
        context.diagnostics.push(
          wrong(span, `[${content.text}]`, "They have no siblings.", [offer("Remove it", span, "")]),
        );
      if (content.kind === "GroupBy") checkGroupBy(context, content, bracket, place);
    },
    Query: (context, query, { parent }) => {
      if (parent === query) reportComputed(context, query.paths.flatMap(endsOfPath));
      if (query.paths.length > 1) for (const path of query.paths) reportInSet(context, path, query, "|");
    },
    Meet: (context, meet) => {
      reportInSet(context, meet.left, meet, meet.operator);
      reportInSet(context, meet.right, meet, meet.operator);
    },
  },
};

/** Functions that join scores where they are given no values. */
const OF_SCORES_TOO: ReadonlySet<string> = new Set(["min", "max", "avg"]);

/** `min(//A | //B/@n)`: nodes are graded, and values are not. */
function checkBranches(context: CheckContext, evidence: Evidence): void {
  if (evidence.segments.length > 0) return;
  const isValues = new Set(endsOf(evidence).map(({ kind }) => LEAVES.has(kind)));
  if (isValues.size > 1) context.diagnostics.push(diagnose("SXP2020", evidence.span, {}));
}

const LEAVES: ReadonlySet<string> = new Set(["AttributeStep", "TextStep", "ComputedStep"]);

/** The last steps of a path; of a set without further steps those of its branches. */
function endsOf({ start, segments }: Pick<Evidence, "start" | "segments">): readonly Step[] {
  const last = segments.at(-1)?.step;
  if (last !== undefined) return [last];
  return start?.kind === "Group" ? start.query.paths.flatMap(endsOfPath) : [];
}

function endsOfPath(path: Path | Meet | Missing): readonly Step[] {
  if (path.kind === "Missing") return [];
  return path.kind === "Meet"
    ? endsOfPath(path.left)
    : endsOf({ start: path.start ?? path.head, segments: path.segments });
}

/** A value that is computed for each node is the end of an argument, and of nothing else. */
function reportComputed({ diagnostics }: CheckContext, ends: readonly Step[]): void {
  for (const step of ends) if (step.kind === "ComputedStep") diagnostics.push(diagnose("SXP2037", step.span, {}));
}

function reportRead({ diagnostics }: CheckContext, read: Evidence | ParameterReference, parent: AstNode): void {
  if (parent.kind === "Call" ? COUNTERS.has(parent.function) : !READERS.has(parent.kind)) return;
  diagnostics.push(wrong(read.span, shortText(read), "As values, take their keys or members."));
}

/** Expressions that read the texts of the items of a path. A path that is a whole value is one of an update. */
const READERS: ReadonlySet<string> = new Set([
  "ValueQuery",
  "Comparison",
  "Arithmetic",
  "Concatenation",
  "Negative",
  "OrderKey",
  "GroupKey",
]);
const COUNTERS: ReadonlySet<string> = new Set(["count", "exists", "empty"]);

/** Functions that read the text of the context item where they have no argument. */
const OF_TEXT: ReadonlySet<string> = new Set(["string", "number", "string-length", "normalize-space"]);

function reportText({ diagnostics, item, members }: CheckContext, span: Span, text: string, parent?: AstNode): void {
  if (!isGroups(item)) return;
  const fixes = parent === undefined ? [] : membersFix(parent, members);
  diagnostics.push(wrong(span, text, "They have no text: name a key, or a path to members.", fixes));
}

/** `node =~ "x"` of groups is one of their members: the best of them, and for a comparison any. */
function membersFix(parent: AstNode, members: Nodes): readonly Fix[] {
  if (parent.kind !== "Relevance" && parent.kind !== "Comparison") return [];
  const [only, ...others] = members?.names ?? [];
  const step = only === undefined || others.length > 0 ? "/*" : `/${nameLiteral(only)}`;
  const name = parent.kind === "Relevance" ? "max" : "exists";
  const edits = enclosure(parent.span, `${name}(${step}[`, "])");
  return [{ title: `Ask the members: ${name}(${step}[…])`, edits, isSafe: false }];
}

function checkStep(context: CheckContext, _: AstNode, { items, step }: Place): void {
  if (isGroups(items) && step !== null) reportAxis(context, step.segment);
}

/** Steps on other axes than those to members and keys; `..` gives nothing. */
function reportAxis({ diagnostics }: CheckContext, segment: Segment | undefined): void {
  if (segment === undefined) return;
  const { step, separator, span } = segment;
  const isMember =
    step.kind === "AxisStep" && (step.axis === null || step.axis === "child" || step.axis === "descendant");
  if (isMember || step.kind === "AttributeStep" || step.kind === "ParentStep" || step.kind === "Missing") return;
  if (step.kind === "ComputedStep" || step.kind === "RecordStep") return;
  const members = offer("Go to the members first: /*", { start: span.start, end: span.start }, "/*");
  const text = `${separator}${stepText(step)}`;
  diagnostics.push(wrong(span, text, 'Write a step to members first, such as "/*".', [members]));
}

function checkGroupBy(context: CheckContext, content: GroupBy, bracket: Bracket, { parent, items }: Place): void {
  const { diagnostics } = context;
  if (items === "mixed") diagnostics.push(diagnose("SXP2020", bracket.span, {}));
  if (isPart(items)) {
    const name = partName(items);
    const text = name === null ? "text()" : `@${name}`;
    const problem = "is a value, and values are not grouped: group the nodes that have them";
    diagnostics.push(diagnose("SXP2035", bracket.span, { text, problem }, ownersFix(parent, bracket)));
  }
  for (const { value } of content.keys) {
    if (value.kind === "Missing") continue;
    const place = placeIn(value);
    if (place !== null) {
      const problem = "is a place in the list, and no key of groups";
      diagnostics.push(diagnose("SXP2035", place.span, { text: shortText(place), problem }));
    } else if (isTest(value)) {
      const problem = "is a condition, and no key of groups: filter by it, or group by a value";
      diagnostics.push(diagnose("SXP2035", value.span, { text: shortText(value), problem }));
    }
  }
  reportEachContext(context, bracket, parent);
}

/** `(//Bug/@who)[group by .]`: its nodes come before the brackets. */
function ownersFix(parent: AstNode, { span }: Bracket): readonly Fix[] {
  if (parent.kind !== "Group" || parent.brackets[0]?.span !== span) return [];
  const [path] = parent.query.paths;
  const last = path?.kind === "Path" ? path.segments.at(-1) : undefined;
  if (parent.query.paths.length !== 1 || last?.step.kind !== "AttributeStep") return [];
  const start = last.span.start;
  const key = print(last.step);
  return [
    {
      title: `Group the nodes by ${key}`,
      edits: [
        { span: { start, end: last.span.end }, newText: "" },
        { span, newText: `[group by ${key}]` },
      ],
      isSafe: false,
    },
  ];
}

/** `position()` or `last()` of the grouped list. */
function placeIn(value: AstNode): (AstNode & { readonly kind: "Call" }) | null {
  if (value.kind === "Call" && readsList(value)) return value;
  if (value.kind === "Call")
    for (const each of value.arguments) {
      const place = placeIn(each);
      if (place !== null) return place;
    }
  if (value.kind === "Arithmetic") return placeIn(value.left) ?? placeIn(value.right);
  return value.kind === "Negative" ? placeIn(value.operand) : null;
}

/** A step in several contexts makes groups for each of them. */
function reportEachContext({ diagnostics, contexts }: CheckContext, { span }: Bracket, parent: AstNode): void {
  const before = contexts.get(parent);
  if (before === undefined) return;
  const edits = [
    { span: { start: before, end: before }, newText: "(" },
    { span: { start: span.start, end: span.start }, newText: ")" },
  ];
  const fix = { title: "Group all of them together", edits, isSafe: false };
  diagnostics.push(diagnose("SXP3016", span, {}, [fix]));
}

function reportInSet(
  context: CheckContext,
  operand: Path | Meet | Missing,
  whole: Query | Meet,
  operator: string,
): void {
  if (operand.kind !== "Path" || !isGroups(itemsOfOperand(operand, scopeOfCheck(context)))) return;
  const { span } = operand;
  const brackets = operand.head?.brackets ?? [];
  const at = brackets.findIndex(({ content }) => content.kind === "GroupBy");
  const paths = whole.kind === "Query" ? whole.paths : [whole.left, whole.right];
  const { start, end } = whole.span;
  const from = brackets[at]?.span.start ?? span.end;
  const moved =
    operand === paths.at(-1)
      ? [{ span: { start: from, end: from }, newText: ")" }]
      : [
          { span: { start: from, end: span.end }, newText: "" },
          { span: { start: end, end }, newText: `)${brackets.slice(at).map(print).join("")}` },
        ];
  const edits = [{ span: { start, end: start }, newText: "(" }, ...moved];
  const isMovable = operand.segments.length === 0 && at >= 0;
  const fixes: readonly Fix[] = isMovable ? [{ title: "Group the whole set", edits, isSafe: false }] : [];
  const hint = `Group the whole set, as in "(A ${operator} B)[group by …]".`;
  context.diagnostics.push(diagnose("SXP2033", span, { text: operator, hint }, fixes));
}

const wrong = (span: Span, text: string, hint: string, fixes: readonly Fix[] = []) =>
  diagnose("SXP2033", span, { text, hint }, fixes);
