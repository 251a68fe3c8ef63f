import type { SaxesParser } from "saxes";

/** Members of the parser that are not public, as in the version of the manifest. */
interface Inside {
  readonly stateTable: (() => void)[];
  readonly sEntity: () => void;
  readonly sText: () => void;
  readonly sAttrib: () => void;
  readonly sOpenTag: () => void;
  readonly sOpenWaka: () => void;
  readonly openTag: () => void;
  readonly chunk: string;
  readonly i: number;
  readonly entityReturnState: number;
  closeTag: () => void;
  name: string;
  fail(message: string): void;
  readonly tags: { readonly name: string }[];
  state: number;
  text: string;
  entity: string;
}

const REFERENCE = /^(?:#[0-9]{1,100}|#x[0-9a-fA-F]{1,100}|[\p{L}_:][\p{L}\p{N}_:.-]{0,99});/u;
/** Texts that may become a reference with more input. */
const BEGUN = /^(?:#|#[0-9]{1,100}|#x[0-9a-fA-F]{0,100}|[\p{L}_:][\p{L}\p{N}_:.-]{0,99})?$/u;
const LESS = 0x3c;
/** A reference is shorter. */
const LONGEST = 110;

/**
 * Makes a parser lose less after a mistake than it does by itself, and say what is wrong where it is: an ampersand that begins no reference
 * is a character, and does not take the text up to the next semicolon with it; an end tag that ends nothing is left out, and does not end
 * everything.
 *
 * @param onStray is called with the name of the innermost open element before such an end tag is reported
 */
export function recovering(parser: SaxesParser, onStray: (open: string) => void): void {
  const inside = parser as unknown as Inside;
  const { sEntity, closeTag } = inside;
  const inText = inside.stateTable.indexOf(inside.sText);
  inside.stateTable[inside.stateTable.indexOf(sEntity)] = () => {
    const ahead = inside.entity + inside.chunk.slice(inside.i, inside.i + LONGEST);
    if (REFERENCE.test(ahead) || (BEGUN.test(ahead) && inside.i + LONGEST > inside.chunk.length)) {
      sEntity.call(inside);
      return;
    }
    inside.fail("disallowed character in entity name.");
    inside.text += `&${inside.entity}`;
    inside.entity = "";
    inside.state = inside.entityReturnState;
  };
  inside.closeTag = () => {
    const { name, tags, text } = inside;
    const innermost = tags[tags.length - 1]?.name;
    if (name === "" || innermost === name || tags.some((tag) => tag.name === name)) {
      closeTag.call(inside);
      return;
    }
    if (innermost !== undefined) {
      onStray(innermost);
      inside.fail("unexpected close tag.");
      inside.name = "";
      inside.state = inText;
      return;
    }
    closeTag.call(inside);
    inside.text = text;
  };
}

/** Makes a parser end a tag that is not closed where the next one begins. */
export function closingTags(parser: SaxesParser): void {
  const inside = parser as unknown as Inside;
  const states = [...inside.stateTable];
  const attribute = states.indexOf(inside.sAttrib);
  for (const state of [attribute, states.indexOf(inside.sOpenTag)]) {
    inside.stateTable[state] = () => {
      states[state]!.call(inside);
      if (inside.state !== attribute || inside.chunk.charCodeAt(inside.i - 1) !== LESS) return;
      inside.openTag();
      inside.state = states.indexOf(inside.sOpenWaka);
    };
  }
}
