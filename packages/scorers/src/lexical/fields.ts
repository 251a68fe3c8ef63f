/** Place of a word in a text: three bits of each occurrence in the postings of a segment. */
export const KIND = {
  body: 0,
  name: 1,
  type: 2,
  attributeName: 3,
  reference: 4,
  /** The text denies it: "no nuts". */
  denied: 5,
  /** In a sentence that is a question. */
  asking: 6,
  /** In the name of an attribute whose value is false. */
  false: 7,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Weights of evidence by the kind of field that it is found in. */
export interface FieldWeights {
  /** Own text, and attributes of no special kind. */
  readonly body: number;
  /** Attributes that name a thing: name, title, label, … */
  readonly name: number;
  /** Attributes that number, date or link a thing: id, date, url, … */
  readonly reference: number;
  readonly type: number;
  readonly attributeName: number;
}

const NAMING = /(?:^|[\W_])(?:name|title|label|heading|headline|subject|author|speaker|sender|owner|person)$/;
const REFERRING =
  /(?:^|[\W_])(?:id|ids|idref|uid|uuid|guid|key|ref|refs|href|url|uri|link|src|hash|index|version|date|time|datetime|timestamp|created|updated|modified|lat|lon|lng|latitude|longitude)$/;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;

/** The kind of an attribute, by the last word of its name. */
export function kindOfAttribute(name: string): Kind {
  const words = name.replace(HUMP, "_").toLowerCase();
  if (NAMING.test(words)) return KIND.name;
  return REFERRING.test(words) ? KIND.reference : KIND.body;
}
