import {
  append,
  LANGUAGE_NAMES,
  LANGUAGE_TAG,
  type LanguageName,
  languageList,
  languageNamed,
} from "@semantic-xpath/values";
import * as z from "zod/mini";
import { named, titled } from "../shapes/members.js";
import { nodeType } from "./nodeTypeShape.js";
import type { NodeType, ReadingContext, Schema } from "./schema.js";
import { documentation, flag, issueOf, listOf, maybe, once, type Report, recordOf } from "./schemaFault.js";

const language = titled(
  z.pipe(
    z.string(`a language: ${languageList()}`),
    z.transform((text, { issues }): LanguageName => {
      const read = languageNamed(text);
      if (read !== null) return read;
      const expected = `a language: ${languageList()}`;
      issues.push(issueOf({ kind: "word", text, words: LANGUAGE_NAMES }, { input: text, expected }));
      return z.NEVER;
    }),
  ),
  "Language",
  "The language of the texts, by its name or its code (de, de-CH): scorers that compare words use its stems and function words. What a run or the configuration says goes before it. English if absent.",
  {
    anyOf: [{ enum: LANGUAGE_NAMES }, { type: "string", pattern: LANGUAGE_TAG }],
  },
);

/**
 * The shape of a schema file whose types have these names: its checks, the model that is read from it, and its JSON Schema. Null: it has no types.
 */
export const schemaShape = (declared: readonly string[] | null) =>
  z.pipe(
    z.strictObject({
      $schema: maybe(titled(z.string(), "JSON Schema", "Where editors find the description of this file format.")),
      version: titled(z.literal(1), "Format version", "The version of this file format."),
      documentation: documentation("What the trees of this schema hold."),
      language: maybe(language),
      strict: flag(
        "Strict",
        "Whether updates that break a bound on occurrences are refused. If not, whoever makes the update decides.",
        false,
      ),
      roots: titled(
        listOf(
          z.string("the name of a type").check(
            z.check(({ value, issues }) => {
              if (declared !== null && !declared.includes(value))
                issues.push(issueOf({ kind: "name", name: value, declared, isListed: true }, { input: value }));
            }),
          ),
          "a list with the name of at least one type",
        ).check(once()),
        "Root types",
        'The types that the root of a tree may have. Each is declared under "types".',
        { uniqueItems: true },
      ),
      types: titled(
        named(nodeType(declared ?? []), "an object that declares the node types by name"),
        "Node types",
        "The node types by name.",
        { propertyNames: { minLength: 1 } },
      ),
    }),
    z.transform(({ documentation, language, strict, roots, types }, { issues, value }): Schema => {
      const record = recordOf(types);
      checkTypes(record, (fault, options) => issues.push(issueOf(fault, { input: value, ...options })));
      return {
        version: 1,
        ...(documentation !== undefined && { documentation }),
        ...(language !== undefined && { language }),
        ...(strict === true && { strict }),
        roots,
        types: record,
      };
    }),
  );

type Types = Readonly<Record<string, NodeType>>;

/** Checks that need the name of a type, or all types together: ids, and what nodes are read with. */
function checkTypes(types: Types, report: Report): void {
  const above = ancestorsOf(types);
  for (const [type, { attributes, context }] of Object.entries(types)) {
    const [first, ...others] = Object.keys(attributes).filter((name) => attributes[name]!.type === "id");
    for (const second of others)
      report(
        { kind: "secondId", type, first: first!, second },
        {
          path: ["types", type, "attributes", second],
          isOfName: true,
          instead: { ...attributes[second], type: "string" },
        },
      );
    if (context) checkContext(context, { types, type, above: above(type) }, report);
  }
}

function checkContext(
  { within, facts = [], by }: ReadingContext,
  { types, type, above }: { readonly types: Types; readonly type: string; readonly above: ReadonlySet<string> },
  report: Report,
): void {
  const path = ["types", type, "context"];
  const checkName = (name: string, names: readonly string[], place: readonly (string | number)[]): void => {
    if (!names.includes(name))
      report(
        { kind: "name", name, declared: names, ...(place.length > 1 && { isListed: true }) },
        { path: [...path, ...place] },
      );
  };
  if (within !== undefined && !above.has(within)) {
    if (Object.hasOwn(types, within)) report({ kind: "neverWithin", type, within }, { path: [...path, "within"] });
    else checkName(within, above.size > 0 ? [...above] : Object.keys(types), ["within"]);
  }
  const declared = [...new Set([...above].flatMap((one) => Object.keys(types[one]!.attributes)))];
  for (const [i, fact] of facts.entries()) checkName(fact, declared, ["facts", i]);
  if (by !== undefined) checkName(by, Object.keys(types[type]!.attributes), ["by"]);
}

/** The types that a node of a type may be in, itself if it may be in one of its own. */
function ancestorsOf(types: Types): (name: string) => ReadonlySet<string> {
  const parents = new Map<string, string[]>();
  for (const [name, { children }] of Object.entries(types))
    for (const child of Object.keys(children)) append(parents, child, name);
  return (name) => {
    const ancestors = new Set<string>();
    const open = [...(parents.get(name) ?? [])];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (ancestors.has(parent)) continue;
      ancestors.add(parent);
      open.push(...(parents.get(parent) ?? []));
    }
    return ancestors;
  };
}

/** The JSON Schema of a schema file, for editors: draft 2020-12. */
export const schemaFileSchema = (): object => ({
  $id: "urn:semantic-xpath:schema:1",
  title: "Semantic XPath schema",
  description:
    "The node types of a tree: what they carry and what they contain. With it, queries are checked before they run.",
  ...z.toJSONSchema(schemaShape(null), { io: "input" }),
});
