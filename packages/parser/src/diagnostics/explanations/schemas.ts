import type { SCHEMAS } from "../registry/schemas.js";
import type { Explanations } from "./explanation.js";

export const SCHEMAS_EXPLAINED: Explanations<typeof SCHEMAS> = {
  SXP2301: {
    text: "`sxp schema import` can't read the file as a JSON Schema: it is not well-formed, or no object.",
  },
  SXP2302: {
    text: "The definition has a `$ref` to another file. Importing fetches nothing, so what is there is missing: combine the files first, or add it to the printed schema.",
    bad: '{ "properties": { "stay": { "$ref": "https://example.org/stay.json" } } }',
    language: "json",
  },
  SXP2303: {
    text: "Data may have names that the definition does not list, and would not fit ([SXP4008](#sxp4008)). `sxp schema infer DATA --into FILE` adds the names of your data.",
  },
  SXP2304: {
    text: "A schema can't express this keyword, such as a `pattern` or `uniqueItems`, so it allows more than the definition did. Each keyword is reported once.",
  },
  SXP2305: {
    text: "Nothing in the file defines the target of a `$ref` to `#/…`; what refers to it is missing in the schema, or may be anything. Check its spelling.",
  },
  SXP2306: {
    text: 'The member that names types may be any text, so types are not listed. Add those of your data, or import and read with `--type-key ""`.',
  },
  SXP2307: {
    text: "The definition has too many alternatives, types or nested references: choices multiply, or a type extends itself. The schema has what was read up to the limit.",
  },
  SXP2308: {
    text: "A saved query compiles with both schemas, but gives nodes or values of another type. Programs that use the result may have to change.",
  },
};
