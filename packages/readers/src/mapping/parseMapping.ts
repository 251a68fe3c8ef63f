import { byStart, type Diagnostic, errorsOf } from "@semantic-xpath/parser";
import { type JsonNode, type JsonProperty, JsonReader } from "@semantic-xpath/planner";
import { compilePattern, type Pattern } from "@semantic-xpath/values";
import { type DatePattern, EPOCHS, parseDatePattern } from "./datePattern.js";
import type {
  BranchesRule,
  ChildRule,
  Choice,
  Condition,
  EachRule,
  MappingModel,
  ReferencesRule,
  Rest,
  Rule,
  ValueRule,
  WithinRule,
} from "./model.js";
import { type Path, parsePath, problemOf, variablesOf } from "./path.js";
import { parseTemplate, type Template } from "./template.js";

/** The properties of each kind of object in a mapping file, as in schema/sxp-mapping.json. */
export const MAPPING_PROPERTIES = ["$schema", "version", "documentation", "root", "rules", "rest"] as const;
export const RULE_PROPERTIES = [
  "documentation",
  "type",
  "let",
  "attributes",
  "text",
  "children",
  "keep",
  "drop",
  "rest",
] as const;
export const VALUE_PROPERTIES = [
  "from",
  "template",
  "constant",
  "join",
  "json",
  "kind",
  "match",
  "to",
  "values",
  "date",
  "longest",
  "searchable",
] as const;
export const EACH_PROPERTIES = ["each", "as", "if", "within", "branches"] as const;
export const REFERENCES_PROPERTIES = ["references", "as", "find", "to", "proper", "known"] as const;
export const CHOICE_PROPERTIES = ["if", "as"] as const;
export const WITHIN_PROPERTIES = ["names", "split", "as", "attribute"] as const;
export const BRANCHES_PROPERTIES = ["id", "parent", "current", "as"] as const;

/** Result of `readMappingFile`. */
interface ReadMapping {
  /** Null if there is an error in it. */
  readonly model: MappingModel | null;
  /** With spans into the text, in order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a mapping file. Mistakes are values; a mapping with a mistake is null. */
export function readMappingFile(text: string): ReadMapping {
  const json = new JsonReader(
    { text: "SXP2201", shape: "SXP2202", property: "SXP2203", name: "SXP2204", repeated: "SXP2205" },
    "mapping",
  );
  const root = json.tree(text);
  const model = root === null ? null : new MappingReader(json).mapping(root);
  const diagnostics = json.diagnostics.sort(byStart);
  return { model: errorsOf(diagnostics).length > 0 ? null : model, diagnostics };
}

class MappingReader {
  private names: readonly string[] = [];
  private readonly named = new Set<string>();
  /** Variables that some rule has: holes of these names are theirs everywhere. */
  private variables = new Set<string>();

  constructor(private readonly json: JsonReader) {}

  mapping(root: JsonNode): MappingModel | null {
    const { json } = this;
    const properties = json.properties(root, "mapping", MAPPING_PROPERTIES);
    if (root.type !== "object") return null;
    const needed = needing(properties, root);
    json.scalar(properties.get("$schema"), "string");
    const documentation = json.scalar(properties.get("documentation"), "string") ?? null;
    const version = needed("version");
    if (version.value.value !== 1) json.shape(version.value, "version", "1");
    const rules = needed("rules");
    const declared = json.properties(rules.value, "rules", null);
    this.names = [...declared.keys()];
    this.variables = variablesIn(rules.value);
    const read = new Map([...declared.values()].map((property) => [property.name, this.rule(property)]));
    const choices = this.choices(needed("root"));
    const restRule = this.rest(properties.get("rest")) ?? "keep";
    for (const [name, { key }] of declared) if (!this.named.has(name)) json.report("SXP2208", key, { name });
    return { documentation, root: choices, rules: read, rest: restRule };
  }

  private rule({ name, value, where }: JsonProperty): Rule {
    const { json } = this;
    const properties = json.properties(value, where, RULE_PROPERTIES);
    json.scalar(properties.get("documentation"), "string");
    const values = (key: string): Map<string, ValueRule> =>
      new Map(this.record(properties.get(key)).map((property) => [property.name, this.value(property)]));
    const text = properties.get("text");
    return {
      name,
      type: json.scalar(properties.get("type"), "string") ?? name,
      variables: values("let"),
      attributes: values("attributes"),
      text: text === undefined ? null : this.value(text),
      children: this.listed(properties.get("children")).flatMap((child) => this.child(child) ?? []),
      drop: this.listed(properties.get("drop")).flatMap((path) => this.path(path) ?? []),
      keep: this.listed(properties.get("keep")).flatMap((path) => this.path(path) ?? []),
      rest: this.rest(properties.get("rest")),
    };
  }

  private rest(property: JsonProperty | undefined): Rest | null {
    if (property === undefined) return null;
    const { value } = property.value;
    if (value === "keep" || value === "drop") return value;
    this.json.shape(property.value, property.where, '"keep" or "drop"', ["keep", "drop"]);
    return null;
  }

  private value(property: JsonProperty): ValueRule {
    const plain: ValueRule = {
      ...{ from: [], template: null, constant: null, join: null, isJson: false, isKind: false },
      ...{ match: null, to: null, values: null, date: null, longest: null, isSearchable: true },
    };
    if (property.value.type === "string" || property.value.type === "array")
      return { ...plain, from: this.paths(property) };
    const { json } = this;
    if (property.value.type !== "object") {
      json.shape(property.value, property.where, "a path, or an object that says where a text comes from");
      return plain;
    }
    const properties = json.properties(property.value, property.where, VALUE_PROPERTIES);
    const sources = ["from", "template", "constant"].filter((name) => properties.has(name));
    if (sources.length !== 1)
      json.shape(property.value, property.where, 'an object with "from", "template" or "constant"');
    const [match, to] = [properties.get("match"), properties.get("to")];
    if (to !== undefined && match === undefined) json.shape(to.value, to.where, 'beside a "match"');
    return {
      from: this.paths(properties.get("from")),
      template: this.template(properties.get("template")),
      constant: json.scalar(properties.get("constant"), "string") ?? null,
      join: json.scalar(properties.get("join"), "string") ?? null,
      isJson: json.scalar(properties.get("json"), "boolean") ?? false,
      isKind: json.scalar(properties.get("kind"), "boolean") ?? false,
      match: this.pattern(match),
      to: this.template(to),
      values: this.values(properties.get("values")),
      date: this.date(properties.get("date")),
      longest: this.length(properties.get("longest")),
      isSearchable: json.scalar(properties.get("searchable"), "boolean") ?? true,
    };
  }

  private length(property: JsonProperty | undefined): number | null {
    if (property === undefined) return null;
    const value: unknown = property.value.value;
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
    this.json.shape(property.value, property.where, "a whole number above 0");
    return null;
  }

  private values(property: JsonProperty | undefined): ReadonlyMap<string, string> | null {
    if (property === undefined) return null;
    const entries = this.record(property).map(
      (entry) => [entry.name, this.json.scalar(entry, "string") ?? ""] as const,
    );
    return new Map(entries);
  }

  private date(property: JsonProperty | undefined): DatePattern | (typeof EPOCHS)[number] | null {
    if (property === undefined) return null;
    const text = this.json.scalar(property, "string");
    if (text === undefined) return null;
    const epoch = EPOCHS.find((name) => name === text);
    const pattern = epoch ?? parseDatePattern(text);
    if (pattern === null) {
      const problem =
        'it needs a year (YYYY), a month (M, MM, MMM, MMMM) and a day (D, DD, Do), or is "seconds" or "milliseconds"';
      this.json.report("SXP2206", property.value, { where: property.where, what: "a pattern of dates", problem });
    }
    return pattern;
  }

  private child(property: JsonProperty): ChildRule | null {
    const { json } = this;
    if (property.value.type !== "object") {
      json.shape(property.value, property.where, 'an object with "each" or "references"');
      return null;
    }
    const has = (name: string): boolean => membersOf(property.value).includes(name);
    return has("references") ? this.references(property) : this.each(property);
  }

  private each({ value, where }: JsonProperty): EachRule {
    const properties = this.json.properties(value, where, EACH_PROPERTIES);
    const needed = needing(properties, value, where);
    const conditions = this.conditions(properties.get("if"));
    const as = this.choices(needed("as"));
    const [within, branches] = [properties.get("within"), properties.get("branches")];
    return {
      kind: "Each",
      paths: this.paths(needed("each")),
      as: as.map((choice) => ({ ...choice, conditions: [...conditions, ...choice.conditions] })),
      within: within === undefined ? null : this.within(within),
      branches: branches === undefined ? null : this.branches(branches),
    };
  }

  private within({ value, where }: JsonProperty): WithinRule | null {
    const properties = this.json.properties(value, where, WITHIN_PROPERTIES);
    const needed = needing(properties, value, where);
    const names = this.path(needed("names"));
    const split = this.json.scalar(properties.get("split"), "string") ?? null;
    const type = this.json.scalar(needed("as"), "string");
    const attribute = this.json.scalar(properties.get("attribute"), "string") ?? "name";
    return names === null || type === undefined ? null : { names, split, type, attribute };
  }

  private branches({ value, where }: JsonProperty): BranchesRule | null {
    const properties = this.json.properties(value, where, BRANCHES_PROPERTIES);
    const needed = needing(properties, value, where);
    const optional = (name: string): Path | null => this.pathOf(properties.get(name));
    const parent = this.path(needed("parent"));
    const as = this.ruleName(needed("as").value, `${where}.as`);
    return parent === null || as === null ? null : { id: optional("id"), parent, current: optional("current"), as };
  }

  private references({ value, where }: JsonProperty): ReferencesRule | null {
    const properties = this.json.properties(value, where, REFERENCES_PROPERTIES);
    const needed = needing(properties, value, where);
    const [find, to] = [this.pattern(needed("find")), this.template(needed("to"))];
    const type = this.json.scalar(needed("as"), "string");
    const paths = this.paths(properties.get("references"));
    const [proper, known] = [this.template(properties.get("proper")), this.pathOf(properties.get("known"))];
    if (find === null || to === null || type === undefined) return null;
    return { kind: "References", paths, type, find, to, proper, known };
  }

  /** The name of a rule, or a list of them with conditions. */
  private choices(property: JsonProperty): Choice[] {
    if (property.value.type !== "array") {
      const as = this.ruleName(property.value, property.where);
      return as === null ? [] : [{ conditions: [], as }];
    }
    return this.listed(property).flatMap(({ value, where }): Choice[] => {
      const properties = this.json.properties(value, where, CHOICE_PROPERTIES);
      const conditions = this.conditions(properties.get("if"));
      const as = needing(properties, value, where)("as");
      if (properties.has("as") && as.value.type === "null") return [{ conditions, as: null }];
      const name = this.ruleName(as.value, as.where);
      return name === null ? [] : [{ conditions, as: name }];
    });
  }

  private conditions(property: JsonProperty | undefined): Condition[] {
    return this.record(property).flatMap(({ name, key, value, where }) => {
      const path = this.path({ name, key, value: key, where });
      const texts = value.type === "array" ? (value.children ?? []) : [value];
      if (value.type !== "boolean" && !texts.every(({ type }) => type === "string")) {
        this.json.shape(value, where, "a text, a list of texts, true (it is there) or false (it is not)");
      }
      const expected =
        value.type === "boolean" ? Boolean(value.value) : new Set(texts.map((text) => String(text.value)));
      return path === null ? [] : [{ path, expected }];
    });
  }

  private ruleName(node: JsonNode, where: string): string | null {
    const name: unknown = node.value;
    if (typeof name !== "string") this.json.shape(node, where, "the name of a rule");
    else if (!this.names.includes(name)) this.json.unknown("name", node, where, this.names);
    else {
      this.named.add(name);
      return name;
    }
    return null;
  }

  /** One path or several. */
  private paths(property: JsonProperty | undefined): Path[] {
    if (property === undefined) return [];
    const all = property.value.type === "array" ? this.listed(property) : [property];
    return all.flatMap((one) => this.path(one) ?? []);
  }

  private pathOf(property: JsonProperty | undefined): Path | null {
    return property === undefined ? null : this.path(property);
  }

  private path(property: JsonProperty): Path | null {
    const source: unknown = property.value.value;
    if (typeof source !== "string") {
      this.json.shape(property.value, property.where, "a path");
      return null;
    }
    const path = parsePath(source);
    return "problem" in path ? this.broken(property, "a path", path) : path;
  }

  private template(property: JsonProperty | undefined): Template | null {
    const source = property === undefined ? undefined : this.json.scalar(property, "string");
    if (source === undefined) return null;
    const template = parseTemplate(source, this.variables);
    return "problem" in template ? this.broken(property!, "a template", template) : template;
  }

  private broken(
    { value, where }: JsonProperty,
    what: string,
    { kind, problem }: { readonly kind: "path" | "pattern"; readonly problem: string },
  ): null {
    if (kind === "path") this.json.report("SXP2206", value, { where, what, problem });
    else this.json.report("SXP2207", value, { where, problem });
    return null;
  }

  private pattern(property: JsonProperty | undefined): Pattern | null {
    const source = property === undefined ? undefined : this.json.scalar(property, "string");
    if (source === undefined) return null;
    const pattern = compilePattern(source);
    if (pattern.kind === "Pattern") return pattern;
    return this.broken(property!, "a pattern", { kind: "pattern", problem: problemOf({ ...pattern, source }) });
  }

  private record(property: JsonProperty | undefined): readonly JsonProperty[] {
    return property === undefined ? [] : [...this.json.properties(property.value, property.where, null).values()];
  }

  private listed(property: JsonProperty | undefined): readonly JsonProperty[] {
    if (property === undefined) return [];
    const items = this.json.items(property.value, property.where, "at least one entry") ?? [];
    return items.map((value, i) => ({ name: String(i), key: value, value, where: `${property.where}[${i}]` }));
  }
}

/** The properties that an object must have. What it lacks is reported at its first character. */
function needing(properties: ReadonlyMap<string, JsonProperty>, { offset }: JsonNode, where?: string) {
  const value: JsonNode = { type: "null", offset, length: 1 };
  return (name: string): JsonProperty =>
    properties.get(name) ?? { name, key: value, value, where: where === undefined ? name : `${where}.${name}` };
}

const membersOf = (object: JsonNode): readonly string[] =>
  (object.children ?? []).map(({ children: [key] = [] }) => String(key?.value));

/** The names under every "let", and those that paths take from names. */
function variablesIn(rules: JsonNode): Set<string> {
  const names = new Set<string>();
  const open = [rules];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []));
    const [key, value] = node.type === "property" ? (node.children ?? []) : [];
    if (key?.value === "let" && value?.type === "object") for (const name of membersOf(value)) names.add(name);
    if (node.type === "string" && String(node.value).includes(":")) {
      const path = parsePath(String(node.value));
      if ("steps" in path) for (const name of variablesOf(path)) names.add(name);
    }
  }
  return names;
}
