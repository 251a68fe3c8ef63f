import {
  bracketsOf,
  diagnose,
  enclosure,
  insertion,
  type Path,
  type Primitive,
  print,
  type Step,
} from "@semantic-xpath/parser";
import type { Checked } from "../check/checked.js";
import { FROM_DOCUMENT, isGroups, isKeys, itemsOfOperand } from "../check/items.js";
import { contentOf, type UpdateContext } from "./context.js";

/** The last step of a path; null: a group is its end. */
export const lastStep = (path: Path): Step | null => path.segments.at(-1)?.step ?? null;

export const leadsToValue = (path: Path): boolean => {
  const kind = lastStep(path)?.kind;
  return kind === "AttributeStep" || kind === "TextStep";
};

/** Checks a path in a primitive: a value only if values are allowed, and not several nodes. */
export function checkTarget(context: UpdateContext, primitive: Primitive, path: Path, checked: Checked): void {
  const items = itemsOfOperand(path, FROM_DOCUMENT);
  if (isGroups(items) || isKeys(items)) reportGroups(context, primitive, path);
  else if (leadsToValue(path)) reportValue(context, primitive, path);
  else if (isSurelyOpen(context, path, checked)) {
    const text = print(path);
    const write = `(${text})[1]`;
    const edits = enclosure(path.span, "(", ")[1]");
    const fix = { title: `The first of them: ${write}`, edits, isSafe: false };
    context.diagnostics.push(diagnose("SXP3014", path.span, { text, write }, [fix]));
  }
}

/** Groups and their keys are of the query, and not of the data. */
function reportGroups({ diagnostics }: UpdateContext, { kind }: Primitive, path: Path): void {
  const hint = 'Write a step to members, such as "/*".';
  const isKey = leadsToValue(path);
  const edits = [insertion(path.span.end, "/*")];
  const fixes = isKey ? [] : [{ title: "Step to the members", edits, isSafe: false }];
  diagnostics.push(diagnose("SXP2033", path.span, { text: WORDS[kind], hint }, fixes));
}

const WORDS: Readonly<Record<Primitive["kind"], string>> = {
  Insert: "insert node",
  InsertAttribute: "insert node",
  Delete: "delete node",
  Replace: "replace node",
  ReplaceValue: "replace value of node",
  Rename: "rename node",
  Move: "move node",
};

const DOES: Readonly<Record<Primitive["kind"], string>> = {
  Insert: "inserted, or inserted by",
  InsertAttribute: "given an attribute",
  Delete: "deleted",
  Replace: "replaced",
  ReplaceValue: "changed",
  Rename: "renamed",
  Move: "moved, or moved by",
};

/** Attributes and texts can be deleted and their values replaced; that is all. */
function reportValue({ diagnostics }: UpdateContext, primitive: Primitive, path: Path): void {
  if (primitive.kind === "Delete" || primitive.kind === "ReplaceValue") return;
  const step = lastStep(path);
  const text = print(path);
  const isCopied = contentOf(primitive) === path;
  const name = step?.kind === "AttributeStep" && step.name.kind === "Name" ? print(step.name) : null;
  const write =
    primitive.kind === "Replace" && !isCopied
      ? `replace value of node ${text} with …`
      : isCopied && name !== null && primitive.kind === "Insert"
        ? `insert node attribute ${name} {${text}} into …`
        : null;
  const does = isCopied ? "copied" : DOES[primitive.kind];
  diagnostics.push(diagnose("SXP2025", path.span, { text, does, write }));
}

/**
 * True if the path does not select one node. It has no bracket and the schema allows several, or it searches without a schema. A
 * condition may leave only one, so a path with one is not reported.
 */
function isSurelyOpen({ schema }: UpdateContext, path: Path, checked: Checked): boolean {
  const { head, segments } = path;
  if (head !== null || segments.some(({ step }) => bracketsOf(step).length > 0)) return false;
  if (schema === null) return segments.some(({ separator }) => separator === "//");
  return checked.values.get(path)?.most !== 1 && (checked.types.get(path) ?? null) !== null;
}
