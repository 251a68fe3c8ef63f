import type { SaxesParser } from "saxes";

/** What of the parser is not public, and stays as it is in the version that the manifest names. */
interface Inside {
  readonly stateTable: (() => void)[];
  readonly sEntity: () => void;
  readonly sAttrib: () => void;
  readonly sOpenTag: () => void;
  readonly sOpenWaka: () => void;
  readonly openTag: () => void;
  readonly chunk: string;
  readonly i: number;
  readonly name: string;
  readonly entityReturnState: number;
  closeTag: () => void;
  fail(message: string): void;
  tags: { readonly name: string }[];
  state: number;
  text: string;
  entity: string;
}

const REFERENCE = /^(?:#[0-9]{1,100}|#x[0-9a-fA-F]{1,100}|[\p{L}_:][\p{L}\p{N}_:.-]{0,99});/u;
/** What may become a reference when more of the text comes. */
const BEGUN = /^(?:#|#[0-9]{1,100}|#x[0-9a-fA-F]{0,100}|[\p{L}_:][\p{L}\p{N}_:.-]{0,99})?$/u;
const LESS = 0x3c;
/** A reference is shorter. */
const LONGEST = 110;

/**
 * Makes a parser lose less after a mistake than it does by itself: an ampersand that begins no reference is a character, and does not take
 * the text up to the next semicolon with it; an end tag that ends nothing is left out, and does not end everything; a tag that is not
 * closed ends where the next begins.
 */
export function recovering(parser: SaxesParser): void {
  const inside = parser as unknown as Inside;
  const { sEntity, closeTag } = inside;
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
  inside.closeTag = () => {
    const { name, tags, text } = inside;
    if (name === "" || tags[tags.length - 1]?.name === name || tags.some((tag) => tag.name === name)) {
      closeTag.call(inside);
      return;
    }
    inside.tags = [];
    closeTag.call(inside);
    inside.tags = tags;
    inside.text = text;
  };
}
