import { named, type TextProblem, textRead, titled } from "@semantic-xpath/planner";
import { compilePattern, type Pattern } from "@semantic-xpath/values";
import * as z from "zod/mini";
import { type DatePattern, EPOCHS, parseDatePattern } from "./datePattern.js";
import type { ChildRule, Choice, Condition, EachRule, MappingModel, ReferencesRule, Rule, ValueRule } from "./model.js";
import { type Path, parsePath, problemOf } from "./path.js";
import { parseTemplate, type Template } from "./template.js";

/** Names that a mapping declares: its texts are read by them. */
export interface MappingNames {
  readonly rules: ReadonlySet<string>;
  /** Variables that some rule has: holes of these names are theirs everywhere. */
  readonly variables: ReadonlySet<string>;
  /** Sees each rule that another one, or the root, leads to. */
  onUsed(rule: string): void;
}

/** Parameters of a fault in a text: what the text has to be, or that it names no rule. */
export interface TextFault {
  readonly kind: "path" | "pattern" | "rule";
  /** The kind of text: "a path". */
  readonly what?: string;
  /** Name of a rule, as written. */
  readonly name?: string;
}

const maybe = z.optional;
const filled = (expected: string) => z.string(expected).check(z.minLength(1, expected));
const listOf = <S extends z.ZodMiniType>(entry: S) =>
  z.array(entry, "a list with at least one entry").check(z.minLength(1, "a list with at least one entry"));
const faultOf = (
  { kind, problem }: { readonly kind: TextFault["kind"]; readonly problem: string },
  what: string,
): TextProblem => ({
  problem,
  params: { kind, what },
});

const path = textRead<Path>(
  filled("a path").check(
    z.meta({
      id: "path",
      description:
        'Steps with "/" between them: the name of a member or the place of an element from 0, "*" (all), "**" (the value and all below), ".." (what it lies in), "." (the value), "{n}" (the value of a variable), "session_{n:\\\\d+}" (a pattern whose match becomes a variable).',
    }),
  ),
  (source) => {
    const read = parsePath(source);
    return "problem" in read ? faultOf(read, "a path") : read;
  },
);
const paths = z.pipe(
  z.union([path, listOf(path)]).check(z.meta({ id: "paths" })),
  z.transform((read): readonly Path[] => ("steps" in read ? [read] : read)),
);
const pattern = textRead<Pattern>(
  z
    .string()
    .check(z.meta({ id: "pattern", description: "A regular expression of XPath, without references back to groups." })),
  (source) => {
    const read = compilePattern(source);
    return read.kind === "Pattern" ? read : faultOf({ kind: "pattern", problem: problemOf({ ...read, source }) }, "");
  },
);
const date = textRead<DatePattern | { readonly epoch: (typeof EPOCHS)[number] }>(filled("a text"), (source) => {
  const epoch = EPOCHS.find((name) => name === source);
  if (epoch !== undefined) return { epoch };
  const problem =
    'it needs a year (YYYY), a month (M, MM, MMM, MMMM) and a day (D, DD, Do), or is "seconds", "milliseconds" or "epoch"';
  return parseDatePattern(source) ?? faultOf({ kind: "path", problem }, "a pattern of dates");
});
const rest = z.enum(["keep", "drop"]).check(
  z.meta({
    id: "rest",
    title: "Rest",
    description:
      "What becomes of members that are not mentioned: they are kept as they are, or left out. Either is reported.",
    default: "keep",
  }),
);
const conditions = z.pipe(
  named(
    z.union(
      [z.string(), z.boolean(), listOf(z.string())],
      "a text, a list of texts, true (it is there) or false (it is not)",
    ),
  ).check(
    z.meta({
      id: "conditions",
      title: "Conditions",
      description:
        "By path what must hold: a text or one of several, true (there is something) or false (there is nothing).",
    }),
  ),
  z.transform((read, { issues }): readonly Condition[] =>
    [...read].flatMap(([source, value]) => {
      const place = parsePath(source);
      if ("problem" in place) {
        const { problem, params } = faultOf(place, "a path");
        issues.push({
          code: "custom",
          input: source,
          path: [source],
          message: problem,
          params: { ...params, isOfName: true },
        });
        return [];
      }
      const expected = typeof value === "boolean" ? value : new Set(typeof value === "string" ? [value] : value);
      return [{ path: place, expected }];
    }),
  ),
);
/** Texts whose holes are variables that the mapping declares. */
const templateShape = (variables: MappingNames["variables"]) =>
  textRead<Template>(
    z.string().check(
      z.meta({
        id: "template",
        description:
          'A text with holes: "{n}" is a variable or a member, "{a/b}" what a path leads to, "{1}" a group of the pattern, "{#}" the place in the list from 1, "{#0}" from 0. "{{" is a brace.',
      }),
    ),
    (source) => {
      const read = parseTemplate(source, variables);
      return "problem" in read ? faultOf(read, "a template") : read;
    },
  );

/** The name of a rule that the mapping declares. */
const ruleNameShape = ({ rules, onUsed }: MappingNames) =>
  filled("the name of a rule").check(
    z.check(({ value, issues }) => {
      if (rules.has(value)) onUsed(value);
      else
        issues.push({
          code: "custom",
          input: value,
          message: "the name of a rule",
          params: { kind: "rule", name: value },
        });
    }),
  );

/** The name of a rule, or the first of several whose conditions hold. */
function choicesShape(ruleName: ReturnType<typeof ruleNameShape>) {
  const choice = z.strictObject({
    if: maybe(conditions),
    as: titled(
      z.union([ruleName, z.null()], "the name of a rule"),
      "Rule",
      "The name of a rule; null: the value is known and not wanted.",
    ),
  });
  return z.pipe(
    z.union([ruleName, listOf(choice)], "the name of a rule").check(z.meta({ id: "as" })),
    z.transform((read): readonly Choice[] =>
      typeof read === "string"
        ? [{ conditions: [], as: read }]
        : read.map((each) => ({ conditions: each.if ?? [], as: each.as })),
    ),
  );
}

type TemplateShape = ReturnType<typeof templateShape>;

const sourceShape = (template: TemplateShape) =>
  z.strictObject({
    from: maybe(titled(paths, "From", "A path, or several: the first that leads to a text counts.")),
    template: maybe(template),
    constant: maybe(titled(z.string(), "Constant", "The text itself.")),
    join: maybe(titled(z.string(), "Join", "What goes between several texts. Without it the first is taken.")),
    json: maybe(titled(z.boolean(), "As JSON", "Objects and lists are taken, too, as JSON.")),
    kind: maybe(
      titled(
        z.boolean(),
        "Kind",
        'The kind of the value instead of its text: object, array, string, integer, number or boolean. With "values" only those named there.',
      ),
    ),
    match: maybe(
      titled(pattern, "Match", "A pattern whose first match is taken. A text without one is kept and reported."),
    ),
    to: maybe(titled(template, "To", "What the match becomes.")),
    values: maybe(titled(named(z.string()), "Values", "Other texts for some texts.")),
    date: maybe(
      titled(
        date,
        "Date",
        'How the date is written: "seconds" or "milliseconds" since 1970, or a pattern of YYYY, MMMM, MMM, MM, M, dddd, ddd, DD, Do, D, HH, H, hh, h, mm, ss, SSS, a and Z. It becomes ISO 8601.',
      ),
    ),
    longest: maybe(
      titled(
        z.int("a whole number above 0").check(z.minimum(1, "a whole number above 0")),
        "Longest",
        "Characters beyond which the text is cut.",
      ),
    ),
    searchable: maybe(
      titled(
        z.boolean(),
        "Searchable",
        "False: the attribute is no part of the text of nodes, and only queries that name it see it.",
        { default: true },
      ),
    ),
  });

/** Source of a text: a path, several, or an object. */
function valueShape(template: TemplateShape) {
  const source = sourceShape(template);
  return z.pipe(
    z
      .union(
        [
          path,
          listOf(path),
          source.check(
            z.refine(
              ({ from, template, constant }) =>
                [from, template, constant].filter((each) => each !== undefined).length === 1,
              'an object with "from", "template" or "constant"',
            ),
            z.refine(({ to, match }) => to === undefined || match !== undefined, {
              path: ["to"],
              error: 'beside a "match"',
            }),
            z.meta({ anyOf: [{ required: ["from"] }, { required: ["template"] }, { required: ["constant"] }] }),
          ),
        ],
        "a path, or an object that says where a text comes from",
      )
      .check(z.meta({ id: "value" })),
    z.transform((read): ValueRule => {
      if ("steps" in read) return valueRule({ from: [read] });
      return "length" in read ? valueRule({ from: read }) : valueRule(read);
    }),
  );
}

const valueRule = (read: Partial<z.output<ReturnType<typeof sourceShape>>>): ValueRule => ({
  from: read.from ?? [],
  template: read.template ?? null,
  constant: read.constant ?? null,
  join: read.join ?? null,
  isJson: read.json ?? false,
  isKind: read.kind ?? false,
  match: read.match ?? null,
  to: read.to ?? null,
  values: read.values ?? null,
  date: read.date === undefined ? null : "epoch" in read.date ? read.date.epoch : read.date,
  longest: read.longest ?? null,
  isSearchable: read.searchable ?? true,
});

function eachShape(ruleName: ReturnType<typeof ruleNameShape>, as: ReturnType<typeof choicesShape>) {
  return z.pipe(
    z
      .strictObject({
        each: titled(paths, "Each", "A path to the values; of several paths the first that leads anywhere."),
        as: titled(as, "Rule", "The rule for them, or the first of several whose conditions hold."),
        if: maybe(conditions),
        within: maybe(
          titled(
            z.strictObject({
              names: titled(path, "Names", "A path to the names, or to a text of them."),
              split: maybe(titled(z.string(), "Split", "What is between names in one text.")),
              as: titled(filled("a type"), "Type", "The type of these nodes."),
              attribute: maybe(
                titled(z.string(), "Attribute", "The attribute that has the name.", { default: "name" }),
              ),
            }),
            "Within",
            "Nodes around them, one in another by a list of names: namespaces.",
          ),
        ),
        branches: maybe(
          titled(
            z.strictObject({
              id: maybe(titled(path, "Id", "The path to the id of a value. Without it, the name of the member.")),
              parent: titled(path, "Parent", "The path to the id of the one before."),
              current: maybe(
                titled(
                  path,
                  "Current",
                  "The path from what they lie in to the id of the last of the current way. Without it, the last of each ones that follow.",
                ),
              ),
              as: titled(ruleName, "Rule", "The rule for a branch, at its first value."),
            }),
            "Branches",
            "The values say which one is before them: the current way comes as it is, each other one in a node of its own.",
          ),
        ),
      })
      .check(z.meta({ id: "each" })),
    z.transform(
      ({ each, as, if: all = [], within, branches }): EachRule => ({
        kind: "Each",
        paths: each,
        as: as.map((choice) => ({ ...choice, conditions: [...all, ...choice.conditions] })),
        within:
          within === undefined
            ? null
            : {
                names: within.names,
                split: within.split ?? null,
                type: within.as,
                attribute: within.attribute ?? "name",
              },
        branches:
          branches === undefined
            ? null
            : { id: branches.id ?? null, parent: branches.parent, current: branches.current ?? null, as: branches.as },
      }),
    ),
  );
}

const referencesShape = (template: TemplateShape) =>
  z.pipe(
    z
      .strictObject({
        references: titled(
          paths,
          "References",
          "A path to texts with references; of several paths the first that leads to texts.",
        ),
        as: titled(filled("a type"), "Type", "The type of a node for each of them."),
        find: titled(pattern, "Find", "The pattern of a reference."),
        to: titled(template, "To", "The id that a match means."),
        proper: maybe(titled(template, "Proper", "How it is written properly; what is not is malformed.")),
        known: maybe(
          titled(path, "Known", "A path to all ids that there are, as written properly; any other is dangling."),
        ),
      })
      .check(z.meta({ id: "references" })),
    z.transform(
      ({ references, as, find, to, proper, known }): ReferencesRule => ({
        kind: "References",
        paths: references,
        type: as,
        find,
        to,
        proper: proper ?? null,
        known: known ?? null,
      }),
    ),
  );

function ruleShape<V extends z.ZodMiniType<ValueRule, unknown>, C extends z.ZodMiniType<ChildRule, unknown>>(
  value: V,
  child: C,
) {
  const values = named(value);
  return z
    .strictObject({
      documentation: maybe(titled(z.string(), "Documentation", "A sentence for readers.")),
      type: maybe(titled(filled("a type"), "Type", "The type of the nodes, if it is not the name of the rule.")),
      let: maybe(
        titled(
          values,
          "Variables",
          "Texts by name for the templates and paths of this rule and of what lies in its nodes.",
        ),
      ),
      attributes: maybe(
        titled(values, "Attributes", "Texts by the names of attributes. One without a text is left out."),
      ),
      text: maybe(titled(value, "Own text", "Where the text of the node is.")),
      children: maybe(titled(listOf(child), "Children", "What becomes nodes in the node, in this order.")),
      keep: maybe(
        titled(
          listOf(path),
          "Kept",
          "Paths to what is kept as it is, without a notice: scalars as attributes, objects as children.",
        ),
      ),
      drop: maybe(titled(listOf(path), "Dropped", "Paths to what is known and not wanted.")),
      rest: maybe(rest),
    })
    .check(z.meta({ id: "rule" }));
}

function ruleOf(name: string, read: z.output<ReturnType<typeof ruleShape>>): Rule {
  return {
    name,
    type: read.type ?? name,
    variables: read.let ?? new Map(),
    attributes: read.attributes ?? new Map(),
    text: read.text ?? null,
    children: read.children ?? [],
    drop: read.drop ?? [],
    keep: read.keep ?? [],
    rest: read.rest ?? null,
  };
}

/** The shape of a mapping file: its checks, the model that is read from it, and its JSON Schema. */
export function mappingShape(
  names: MappingNames = { rules: new Set(), variables: new Set(), onUsed: () => undefined },
) {
  const template = templateShape(names.variables);
  const ruleName = ruleNameShape(names);
  const as = choicesShape(ruleName);
  const child = z.union([eachShape(ruleName, as), referencesShape(template)], 'an object with "each" or "references"');
  const rule = ruleShape(valueShape(template), child);
  return z.pipe(
    z.strictObject({
      $schema: maybe(titled(z.string(), "JSON Schema", "Where editors find the description of this file format.")),
      version: titled(z.literal(1), "Format version", "The version of this file format."),
      documentation: maybe(titled(z.string(), "Documentation", "Which data the mapping is for.")),
      root: titled(as, "Root", "The rule for the whole value, or the first of several whose conditions hold."),
      rules: titled(named(rule), "Rules", "How values become nodes, by name. The name is also the type of the nodes."),
      rest: maybe(rest),
    }),
    z.transform(
      ({ documentation, root, rules, rest }): MappingModel => ({
        documentation: documentation ?? null,
        root,
        rules: new Map([...rules].map(([name, read]) => [name, ruleOf(name, read)])),
        rest: rest ?? "keep",
      }),
    ),
  );
}

/** The JSON Schema of a mapping file, for editors: draft 2020-12. */
export const mappingSchema = (): object => ({
  $id: "urn:semantic-xpath:mapping:1",
  title: "Semantic XPath mapping",
  description: "How data in the shape of JSON becomes typed nodes (docs/reference/formats.md).",
  ...z.toJSONSchema(mappingShape(), { io: "input" }),
});
