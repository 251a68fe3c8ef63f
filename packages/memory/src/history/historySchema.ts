import type { AttributeType, NodeType, Schema, ValueType } from "@semantic-xpath/planner";
import { joinNodeTypes } from "@semantic-xpath/readers/schema";

export const [MEMORY, TASK, VERSION, CHANGE] = ["Memory", "Task", "Version", "Change"] as const;

const one = (type: ValueType, documentation: string, required = false, values?: readonly string[]): AttributeType => ({
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
      name: one("string", "What the task is called.", true),
      title: one("string", "For people."),
      description: one("string", "For people."),
      branches: one("string", "The names of its branches.", true),
      created: one("dateTime", "When its first version was committed.", true),
      changed: one("dateTime", "When its newest version was committed.", true),
      versions: one("number", "How many versions it has.", true),
    },
    children: { [VERSION]: { min: 0 } },
    text: false,
  },
  [VERSION]: {
    documentation: "A version of a task: what it changed, and the tree as it was then.",
    attributes: {
      number: one("number", "From 1, over all branches.", true),
      branch: one("string", "The branch that it was committed on.", true),
      time: one("dateTime", "When it was committed.", true),
      eventTime: one("string", "When what it says happened in the world."),
      author: one("string", "Who made it."),
      reason: one("string", "Why."),
      turn: one("string", "From which turn of which conversation."),
      operation: one("string", "What kind of step led to it: create, edit, merge, revert, restore, …", true),
      of: one("number", "The version that was merged, reverted or restored."),
      parents: one("string", "The numbers of the versions that it comes from."),
      nodes: one("number", "How many nodes its tree has."),
      pruned: one("boolean", "Whether what it said was deleted for good."),
      changes: one("string", "What it changed, in words."),
    },
    children: { [CHANGE]: { min: 0 } },
    text: false,
  },
  [CHANGE]: {
    documentation: "One thing that a version changed, in words.",
    attributes: {
      kind: one("string", "What was done.", true, [
        ...["insert", "delete", "replace", "move", "setAttribute", "setText", "rename"],
      ]),
      key: one("number", "The node, by what it is called for good.", true),
      path: one("string", "Where the node is; of one that is gone, where it was.", true),
      name: one("string", "The attribute that was set."),
      before: one("string", "What there was before."),
      after: one("string", "What there is now."),
      parent: one("number", "The key of the parent."),
      replaced: one("number", "The key of the node that is gone."),
    },
    children: {},
    text: true,
  },
};

/**
 * What queries on a store are checked against: tasks, versions and changes, and the types of all these schemas, joined where they share a name. null
 * if something has no schema: then nothing is known of what is in a version.
 */
export function historySchema(schemas: readonly (Schema | null)[]): Schema | null {
  const known = [...new Set(schemas)];
  if (known.includes(null)) return null;
  const types = new Map(Object.entries(NODE_TYPES));
  const add = (name: string, type: NodeType): void => {
    const there = types.get(name);
    types.set(name, there === undefined ? type : joinNodeTypes(there, type));
  };
  for (const schema of known) {
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
