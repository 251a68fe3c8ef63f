import { decodeHTMLStrict } from "entities/decode";

/** The character of a name such as `amp`, from the table that the parser of HTML has: a second one would be packed three times. */
export function decodeNamedCharacterReference(name) {
  const text = `&${name};`;
  const decoded = decodeHTMLStrict(text);
  return decoded === text ? false : decoded;
}
