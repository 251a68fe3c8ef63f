import * as z from "zod/mini";
import { named, titled } from "../shapes/members.js";
import { attribute } from "./attributeShape.js";
import type { NodeType, Occurrence, Validity } from "./schema.js";
import { aliases, documentation, flag, issueOf, listOf, maybe, NAMES, type Report, recordOf } from "./schemaFault.js";

/** Neighbours beyond this many on either side say nothing of a node. */
const MAX_NEIGHBOURS = 8;
const NEIGHBOURS = `a whole number from 0 to ${MAX_NEIGHBOURS}`;

const context = z.union(
  [
    z.boolean(),
    z
      .strictObject({
        within: maybe(
          titled(
            z.string(),
            "Within",
            "The type of ancestor whose text and facts it is read with; its parent if absent.",
          ),
        ),
        facts: maybe(
          titled(
            z.array(z.string("the name of an attribute"), "a list of attributes"),
            "Facts",
            "Attributes of that node and of those above it that are facts about this one, such as a date or a title; all that are searched if absent.",
            { uniqueItems: true },
          ),
        ),
        neighbours: maybe(
          titled(
            z.int(NEIGHBOURS).check(z.minimum(0, NEIGHBOURS), z.maximum(MAX_NEIGHBOURS, NEIGHBOURS)),
            "Neighbours",
            "How many nodes of its type before it and after it.",
            { default: 2 },
          ),
        ),
        by: maybe(
          titled(
            z.string(),
            "By",
            "The attribute that names who says it; speaker, sender, author, from or role if absent.",
          ),
        ),
      })
      .check(
        z.meta({
          id: "context",
          title: "Context",
          description: "What a node is read with; what is absent has its default.",
        }),
      ),
  ],
  'true, false or an object with "within", "facts", "neighbours" or "by"',
);

const validity = z
  .strictObject({
    from: maybe(titled(z.string(), "From", "It holds from then on.")),
    to: maybe(titled(z.string(), "To", "It no longer holds from then on.")),
    by: maybe(titled(z.string(), "By", "The id of the node that took its place.")),
    status: maybe(titled(z.string(), "Status", "A status with which it may never hold.")),
    hides: maybe(
      titled(
        listOf(z.string(), "a list with at least one value"),
        "Hides",
        "Values of the status with which it never holds.",
        { default: ["retracted", "failed"] },
      ),
    ),
  })
  .check(
    z.meta({
      id: "validity",
      title: "Validity",
      description:
        'The attributes of the type that say from when to when its nodes hold, for "as of" and validAt. Absent: they hold at all times.',
    }),
  );

const count = (least: number, title: string, description: string, more: object = {}) => {
  const expected = `a whole number of at least ${least}`;
  return maybe(titled(z.int(expected).check(z.minimum(least, expected)), title, description, more));
};
const occurrence = z.pipe(
  z
    .strictObject({
      min: count(0, "At least", "The least number of such children under one parent.", { default: 0 }),
      max: count(1, "At most", "The greatest number of such children under one parent; without it there is no bound."),
    })
    .check(
      z.meta({
        id: "occurrence",
        title: "Occurrence",
        description: "How often a child may occur under one parent. {} sets no bounds.",
      }),
    ),
  z.transform(({ min = 0, max }, { issues }): Occurrence => {
    if (max === undefined) return { min };
    if (min > max) issues.push(issueOf({ kind: "bounds", min, max }, { input: min, instead: { min: max, max } }));
    return { min, max };
  }),
);

const nodeTypeMembers = (declared: readonly string[]) =>
  z
    .strictObject({
      documentation: documentation("What a node of this type stands for. Shown in completions and hovers."),
      aliases: aliases("What people call such nodes besides, for requests in plain words: a POI is a stop, too."),
      text: flag("Own text", "Whether nodes of this type have own text: text() reads it.", false),
      searchable: flag(
        "Searchable",
        'Whether nodes of this type, with all that is in them, are a part of the text of the nodes that they are in: node =~ "…" on one of those does not see them if this is false.',
        true,
      ),
      context: maybe(
        titled(
          context,
          "Context",
          "With what a scorer that reads contexts reads nodes of this type beside their own text: true for the defaults, false for nothing. Absent: a turn of a conversation is read with what is around it, any other node with nothing.",
        ),
      ),
      validity: maybe(validity),
      attributes: maybe(
        titled(named(attribute(declared)), "Attributes", "The attributes by name, field elements included.", NAMES),
      ),
      children: maybe(
        titled(
          named(occurrence),
          "Children",
          'The child types by name, with how often each may occur under one parent. Each is declared under "types".',
          NAMES,
        ),
      ),
    })
    .check(z.meta({ id: "nodeType", title: "Node type", description: "What nodes of this type carry and contain." }));

type Members = z.output<ReturnType<typeof nodeTypeMembers>>;

/** A type of nodes; names in it that the type itself can check are checked. */
export const nodeType = (declared: readonly string[]) =>
  z.pipe(
    nodeTypeMembers(declared),
    z.transform((read, { issues, value }): NodeType => {
      const report: Report = (fault, options) => issues.push(issueOf(fault, { input: value, ...options }));
      const { documentation, aliases, searchable, context, attributes = new Map(), children = new Map() } = read;
      checkChildren(read, declared, report);
      return {
        ...(documentation !== undefined && { documentation }),
        ...(aliases !== undefined && { aliases }),
        attributes: recordOf(attributes),
        children: recordOf(children),
        text: read.text ?? false,
        ...(searchable === false && { searchable: false as const }),
        ...(context !== undefined && { context: context === true ? {} : context }),
        ...(read.validity !== undefined && {
          validity: checkedValidity(read.validity, [...attributes.keys()], report),
        }),
      };
    }),
  );

function checkChildren({ attributes, children }: Members, declared: readonly string[], report: Report): void {
  for (const name of children?.keys() ?? []) {
    const place = { path: ["children", name], isOfName: true } as const;
    if (attributes?.get(name)?.element) report({ kind: "fieldAndChild", name }, place);
    else if (!declared.includes(name)) report({ kind: "name", name, declared, isListed: true }, place);
  }
}

function checkedValidity(validity: Validity, attributes: readonly string[], report: Report): Validity {
  for (const part of ["from", "to", "by", "status"] as const) {
    const name = validity[part];
    if (name !== undefined && !attributes.includes(name))
      report({ kind: "name", name, declared: attributes }, { path: ["validity", part] });
  }
  return validity;
}
