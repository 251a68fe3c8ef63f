import { type DtdOptions, importDtd } from "./dtd/importDtd.js";
import type { ImportedSchema } from "./importing.js";
import { importJsonSchema, type JsonSchemaOptions } from "./json/importJsonSchema.js";
import { importXsd } from "./xsd/importXsd.js";

export type ImportOptions = JsonSchemaOptions & DtdOptions;

/** The language that a definition is written in. */
type DefinitionKind = "JSON Schema" | "XSD" | "DTD";

/** The schema that a JSON Schema, an XSD or a DTD describes: see `importJsonSchema`, `importXsd` and `importDtd`. Never throws. */
export function importSchema(text: string, name = "", options: ImportOptions = {}): ImportedSchema {
  switch (kindOfDefinition(text, name)) {
    case "JSON Schema":
      return importJsonSchema(text, options);
    case "XSD":
      return importXsd(text, options);
    case "DTD":
      return importDtd(text, options);
  }
}

/** As the ending of the file's name says, else the beginning of the text. */
export function kindOfDefinition(text: string, name = ""): DefinitionKind {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === "dtd" || ending === "mod" || ending === "ent") return "DTD";
  if (ending === "xsd") return "XSD";
  if (ending === "json") return "JSON Schema";
  const start = text.slice(0, 1 << 16).replace(/^\uFEFF?\s+/, "");
  if (ending !== "xml" && !/^[\uFEFF]?[<%]/.test(start)) return "JSON Schema";
  return /<!(?:ELEMENT|ATTLIST|ENTITY)\s|<!DOCTYPE\s/.test(start) && !/<(?:\w+:)?schema[\s>]/.test(start)
    ? "DTD"
    : "XSD";
}
