import { ATTRIBUTE_NAME, BODY, QUESTION, TYPE } from "./lexicon.js";
import type { LexicalSettings } from "./settings.js";

const NAMING = /(?:^|[\W_])(?:name|title|label|heading|headline|subject|author|speaker|sender|owner|person)$/;
const REFERRING =
  /(?:^|[\W_])(?:id|ids|idref|uid|uuid|guid|key|ref|refs|href|url|uri|link|src|hash|index|version|date|time|datetime|timestamp|created|updated|modified|lat|lon|lng|latitude|longitude)$/;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;

/** The weight of evidence found in an attribute, by the last word of its name. */
export function attributeWeight(name: string, settings: LexicalSettings): number {
  if (Object.hasOwn(settings.attributes, name)) return settings.attributes[name]!;
  const words = name.replace(HUMP, "_").toLowerCase();
  if (NAMING.test(words)) return settings.fields.name;
  return REFERRING.test(words) ? settings.fields.reference : settings.fields.body;
}

/** The weight of evidence in a field of a lexicon. */
export function fieldWeight(field: number, name: string, settings: LexicalSettings): number {
  if (field === BODY || field === QUESTION) return settings.fields.body;
  if (field === TYPE) return settings.fields.type;
  return field === ATTRIBUTE_NAME ? settings.fields.attributeName : attributeWeight(name, settings);
}

/** A field as evidence shows it: null for own text. */
export function fieldName(field: number, names: readonly string[]): string | null {
  if (field === BODY || field === QUESTION) return null;
  if (field === TYPE) return "type";
  return field === ATTRIBUTE_NAME ? "attribute name" : `@${names[field]!}`;
}
