import { parseValueType } from "@semantic-xpath/values";
import * as z from "zod/mini";
import { titled } from "../shapes/members.js";
import type { AttributeType } from "./schema.js";
import { aliases, documentation, flag, issueOf, listOf, maybe, once } from "./schemaFault.js";
import { nounOfType, readsAs, textOfType, typeProblem, VALUE_TYPES, type ValueType, valueOfType } from "./valueType.js";

const TYPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  string: "Any text.",
  number: "42, -1.50, 1e3",
  boolean: "true or false",
  date: "2026-03-14, Mar 14, 2026",
  dateTime: "2026-03-14T09:30, Mar 14, 2026 at 9:30 AM",
  time: "9:00 AM, 21:00, noon",
  duration: "1 h 20 min, 90 minutes, PT1H20M",
  money: "CAD 38, $38, 30 euros: each value says its currency",
  quantity: "12 km, 350 kcal: each value says its unit",
  "interval(time)": "9:00 AM - 10:30 AM",
  "interval(date)": "2026-03-14/2026-03-16, Mar 14–16, 2026",
  "interval(dateTime)": "2026-03-14T09:00/2026-03-14T10:30",
  "interval(number)": "3-5, 10 to 12",
  id: "Names the node: no other node of the tree has the same. At most one attribute of a type.",
  ref: "The id of another node, of any type; or several with spaces between: id(@name) leads there.",
};

const TYPE_FORMS = {
  anyOf: [
    { enum: VALUE_TYPES, enumDescriptions: VALUE_TYPES.map((type) => TYPE_DESCRIPTIONS[type]) },
    { type: "string", pattern: "^money\\(([A-Z]{3}|\\$)\\)$", examples: ["money(CAD)", "money(EUR)", "money(USD)"] },
    {
      type: "string",
      pattern: "^quantity\\([^()]+\\)$",
      examples: ["quantity(km)", "quantity(kg)", "quantity(kcal)"],
    },
    { type: "string", pattern: "^ref\\(.+\\)$", examples: ["ref(Turn)", "ref(Turn | Event)"] },
  ],
  default: "string",
};

/** A type of values; a reference leads to types that are declared. */
const valueType = (declared: readonly string[]) =>
  z.pipe(
    z.string(typeProblem({ kind: "ValueTypeError", reason: "unknownType", text: "" }).expected),
    z.transform((text, { issues }): ValueType => {
      const type = parseValueType(text);
      if (type.kind === "ValueTypeError") {
        const { expected, types: words } = typeProblem(type);
        issues.push(issueOf({ kind: "word", text, words }, { input: text, expected }));
        return z.NEVER;
      }
      if (type.kind !== "ref" || type.types === null) return textOfType(type);
      const { types } = type;
      const declaredTypes = types.filter((name) => declared.includes(name));
      const instead = textOfType({ kind: "ref", types: declaredTypes.length > 0 ? declaredTypes : null });
      for (const name of types.filter((each) => !declaredTypes.includes(each))) {
        const write = (other: string): string =>
          textOfType({ kind: "ref", types: [...new Set(types.map((each) => (each === name ? other : each)))] });
        issues.push(issueOf({ kind: "name", name, declared, write }, { input: text, instead }));
      }
      return instead;
    }),
  );

const attributeMembers = (declared: readonly string[]) =>
  z
    .strictObject({
      documentation: documentation("What the attribute says. Shown in completions and hovers."),
      aliases: aliases(
        "What people call the attribute besides, for requests in plain words; of one that is true or false, what they call nodes of which it is true.",
      ),
      type: maybe(
        titled(
          valueType(declared),
          "Value type",
          'What the texts of the data say, in any of the formats in which data write it: money(CAD) reads "CAD 38", quantity(km) "12 km" and "500 m", interval(time) "9:00 AM - 10:30 AM"; ref(Turn) is the id of a Turn. It decides how values compare, and what can be calculated with them.',
          TYPE_FORMS,
        ),
      ),
      required: flag("Required", "Whether every node of the type has the attribute.", false),
      values: maybe(
        titled(
          listOf(z.string("a text"), "a list with at least one value").check(once()),
          "Allowed values",
          "The only values the attribute may have, as written in the data. Each reads as the value type.",
          { uniqueItems: true },
        ),
      ),
      element: flag(
        "Field element",
        "The data writes the attribute as a child element of that name. It is an attribute all the same: * does not match it.",
        false,
      ),
      odd: maybe(
        titled(
          z.enum(["absent"]),
          "Odd values",
          'What becomes of values that do not read as the type. Absent: they are errors. "absent": in comparisons, orders and aggregates the node has no such value, and the result says so; text functions see the text. Of a string: values that read as numbers, dates and so on compare as such beside one of their kind.',
        ),
      ),
      searchable: flag(
        "Searchable",
        'Whether the attribute is a part of the text of its node and of the nodes around it: node =~ "…" does not see it if this is false, a query that names it does.',
        true,
      ),
    })
    .check(z.meta({ id: "attribute", title: "Attribute", description: "The values that an attribute may have." }));

/** An attribute; each of its allowed values reads as its type. */
export const attribute = (declared: readonly string[]) =>
  z.pipe(
    attributeMembers(declared),
    z.transform(({ type = "string", values, odd, ...read }, { issues }): AttributeType => {
      for (const [i, value] of (values ?? []).entries()) {
        if (readsAs(value, type)) continue;
        const expected = valueOfType(type) === "string" ? "a text" : `a text that reads as ${nounOfType(type)}`;
        issues.push({ code: "custom", input: value, path: ["values", i], message: expected });
      }
      return {
        type,
        ...(odd !== undefined && { odd }),
        ...(read.documentation !== undefined && { documentation: read.documentation }),
        ...(read.aliases !== undefined && { aliases: read.aliases }),
        required: read.required ?? false,
        ...(values !== undefined && { values }),
        element: read.element ?? false,
        ...(read.searchable === false && { searchable: false as const }),
      };
    }),
  );
