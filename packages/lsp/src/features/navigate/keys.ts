import {
  type AstNode,
  type Field,
  type GroupBy,
  type GroupKey,
  nameOfEntry,
  type RecordStep,
} from "@semantic-xpath/parser";
import { nodesOf } from "../nodes.js";
import type { CheckedText } from "../workspace/view.js";

/** The names of groups and records: keys, which other names mean, and fields, which nothing names again. */

/** A node with a name that may mean a key. */
type KeyReference = AstNode & { readonly kind: "AttributeStep" | "AttributeReference" | "FieldReference" };

/** The key that a node names in the end, null if it names none: a key that only names a key of other groups is that one. */
export function keyOf({ keys }: CheckedText, node: AstNode | undefined): GroupKey | null {
  const key = node && keys.get(node);
  return key === undefined ? null : originOf(keys, key);
}

function originOf(keys: CheckedText["keys"], key: GroupKey): GroupKey {
  const before = key.name === null ? keys.get(key.value) : undefined;
  return before === undefined ? key : originOf(keys, before);
}

/** All names that mean a key, the keys and fields among them that take their name from it. */
export const referencesTo = ({ keys }: CheckedText, key: GroupKey): readonly KeyReference[] =>
  [...keys].filter(([, other]) => originOf(keys, other) === key).map(([node]) => node as KeyReference);

/** Tests that a renamed key would have the name of another of its list, or of a field that is named after it. */
export function isTakenBeside(text: CheckedText, key: GroupKey, name: string): boolean {
  const names = new Set<AstNode>([key.value, ...referencesTo(text, key)]);
  const lists = [...nodesOf(text.query, "GroupBy"), ...nodesOf(text.query, "RecordStep")].map(entriesOf);
  return lists.some((entries) => {
    const isIn = entries.some((entry) => entry === key || (entry.name === null && names.has(entry.value)));
    return isIn && entries.some((entry) => entry !== key && nameOfEntry(entry)?.text === name);
  });
}

/** Tests that another field of its record has a name. */
export const isTakenField = ({ query }: CheckedText, field: Field, name: string): boolean =>
  nodesOf(query, "RecordStep").some(
    ({ fields }) =>
      fields.includes(field) && fields.some((other) => other !== field && nameOfEntry(other)?.text === name),
  );

const entriesOf = (list: GroupBy | RecordStep): readonly (GroupKey | Field)[] =>
  list.kind === "GroupBy" ? list.keys : list.fields;
