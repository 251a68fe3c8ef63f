import type { AttributeType, NodeType, Schema, ValueType } from "@semantic-xpath/planner";
import { joinNodeTypes } from "@semantic-xpath/readers/schema";

export const [MEMORY, TASK, VERSION, CHANGE] = ["Memory", "Task", "Version", "Change"] as const;

const attributeType = (
  type: ValueType,
  documentation: string,
  required = false,
  values?: readonly string[],
): AttributeType => ({
  type,
  documentation,
  required,
  element: false,
  ...(values && { values }),
});

const NODE_TYPES: Readonly<Record<string, NodeType>> = {
  [MEMORY]: {
    documentation: "The whole store.",
    attributes: {},
    children: { [TASK]: { min: 0 } },
    text: false,
  },
  [TASK]: {
    documentation: "A tree with all its versions, oldest first.",
    attributes: {
      name: attributeType("string", "What the task is called.", true),
      title: attributeType("string", "For people."),
      description: attributeType("string", "For people."),
      branches: attributeType("string", "The names of its branches.", true),
      created: attributeType("dateTime", "When its first version was committed.", true),
      changed: attributeType("dateTime", "When its newest version was committed.", true),
      versions: attributeType("number", "How many versions it has.", true),
    },
    children: { [VERSION]: { min: 0 } },
    text: false,
  },
  [VERSION]: {
    documentation: "A version of a task: what it changed, and the tree as it was then.",
    attributes: {
      number: attributeType("number", "From 1, over all branches.", true),
      branch: attributeType("string", "The branch that it was committed on.", true),
      time: attributeType("dateTime", "When it was committed.", true),
      eventTime: attributeType("string", "When what it says happened in the world."),
      author: attributeType("string", "Who made it."),
      reason: attributeType("string", "Why."),
      turn: attributeType("string", "From which turn of which conversation."),
      operation: attributeType("string", "What kind of step led to it: create, edit, merge, revert, restore, …", true),
      of: attributeType("number", "The version that was merged, reverted or restored."),
      parents: attributeType("string", "The numbers of the versions that it comes from."),
      nodes: attributeType("number", "How many nodes its tree has."),
      pruned: attributeType("boolean", "Whether what it said was deleted for good."),
      changes: attributeType("string", "What it changed, in words."),
    },
    children: { [CHANGE]: { min: 0 } },
    text: false,
  },
  [CHANGE]: {
    documentation: "One thing that a version changed, in words.",
    attributes: {
      kind: attributeType("string", "What was done.", true, [
        ...["insert", "delete", "replace", "move", "setAttribute", "setText", "rename"],
      ]),
      key: attributeType("number", "The node, by what it is called for good.", true),
      path: attributeType("string", "Where the node is; of one that is gone, where it was.", true),
      name: attributeType("string", "The attribute that was set."),
      before: attributeType("string", "What there was before."),
      after: attributeType("string", "What there is now."),
      parent: attributeType("number", "The key of the parent."),
      replaced: attributeType("number", "The key of the node that is gone."),
    },
    children: {},
    text: true,
  },
};

/**
 * The schema for queries on a store: tasks, versions and changes, and the types of all these schemas, joined by name. null
 * if a schema is missing: then the content of versions is unknown.
 */
export function historySchema(schemas: readonly (Schema | null)[]): Schema | null {
  const distinct = [...new Set(schemas)];
  if (distinct.includes(null)) return null;
  const types = new Map(Object.entries(NODE_TYPES));
  const add = (name: string, type: NodeType): void => {
    const previous = types.get(name);
    types.set(name, previous === undefined ? type : joinNodeTypes(previous, type));
  };
  for (const schema of distinct) {
    const roots = Object.fromEntries(schema!.roots.map((root) => [root, { min: 0, max: 1 }]));
    add(VERSION, { attributes: {}, children: roots, text: false });
    for (const [name, type] of Object.entries(schema!.types)) add(name, withoutElements(type));
  }
  return { version: 1, roots: [MEMORY], types: Object.fromEntries(types) };
}

/** Fields that are elements were made attributes when the version was laid out. */
const withoutElements = (type: NodeType): NodeType => ({
  ...type,
  attributes: Object.fromEntries(
    Object.entries(type.attributes).map(([name, attribute]) => [name, { ...attribute, element: false }]),
  ),
});
