import { getOrMake } from "@semantic-xpath/tree";
import type { Construct, Effects, Extension, ParseContext, State, TokenizeContext } from "micromark-util-types";

/**
 * Bounds of Markdown. The parser takes time in the square of some counts: brackets and marks of emphasis in one paragraph, look-back at each
 * word, lines that continue a quote without its mark, names of definitions. Beyond these bounds brackets and marks are text, so that no
 * text takes long; real notes stay below.
 */
const MAX_OPEN = 250;
const MAX_MARKS = 2_000;
const MAX_LAZY = 1_000;
const MAX_LOOKED_BACK = 500;
/** Marks of quotes and items further right are text: the cost of a line grows with the cube of its levels. */
const MAX_COLUMN = 200;

/** To be before what has constructs of its own: those of the last extension are tried first. */
export const bounds: Extension = {
  document: Object.fromEntries(
    ["null", ...containerStarts()].map((code) => [code, { name: "install", tokenize: install }]),
  ),
  text: {
    ...Object.fromEntries(wordStarts().map((code) => [code, { name: "word", tokenize: shortenLookBack }])),
    33: guard("image", isOverOpen),
    42: guard("emphasis", isOverMarks),
    91: guard("open", isOverOpen),
    93: guard("close", isUnopened),
    95: [guard("emphasis", isOverMarks), { name: "word", tokenize: shortenLookBack }],
    126: guard("emphasis", isOverMarks),
  },
};

/** The tokenizer of the text of one paragraph, heading or cell, with what the parser and its extensions keep on it and its tokens. */
type Text = TokenizeContext & { readonly _labelStarts?: readonly unknown[] | undefined };
type AutolinkMark = { _gfmAutolinkLiteralWalkedInto?: boolean };

interface Counts {
  labels: number;
  marks: number;
  /** Events up to the last mark that ends looking back. */
  looked: number;
}

const counted = new WeakMap<TokenizeContext, Counts>();

function countsOf(context: TokenizeContext): Counts {
  return getOrMake(counted, context, () => ({ labels: 0, marks: 0, looked: 0 }));
}

const openIn = ({ _labelStarts }: Text): number => _labelStarts?.length ?? 0;

function isOverOpen(text: Text): boolean {
  return openIn(text) >= MAX_OPEN || ++countsOf(text).labels > MAX_MARKS;
}

function isUnopened(text: Text): boolean {
  return openIn(text) === 0;
}

function isOverMarks(text: Text): boolean {
  return ++countsOf(text).marks > MAX_MARKS;
}

/** A construct that takes a character as text where that is over a bound, and else leaves it to others. */
function guard(name: string, isOver: (text: Text) => boolean): Construct {
  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return (code) => {
      if (!isOver(this)) return nok(code);
      effects.enter("data");
      effects.consume(code);
      effects.exit("data");
      return ok;
    };
  }
  return { name: `bound of ${name}`, tokenize };
}

/** Codes of what an address without brackets begins with, for each of which open brackets are looked for. */
function wordStarts(): number[] {
  return [..."+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].map((character) =>
    character.charCodeAt(0),
  );
}

/** Says now and then that no bracket is open further up. An address is then one of its own, within brackets that are that long. */
function shortenLookBack(this: TokenizeContext, _: Effects, __: State, nok: State): State {
  const { events } = this;
  const counts = countsOf(this);
  if (events.length < counts.looked) counts.looked = 0;
  if (events.length - counts.looked > MAX_LOOKED_BACK) {
    (events[events.length - 1]![1] as AutolinkMark)._gfmAutolinkLiteralWalkedInto = true;
    counts.looked = events.length;
  }
  return nok;
}

/** Codes with which quotes, items and notes begin. */
function containerStarts(): number[] {
  return [..."*+-0123456789>["].map((character) => character.charCodeAt(0));
}

/** Before the first line is read: constructs of containers, and lists of the parser that it searches from end to end. */
function install(this: TokenizeContext, _: Effects, __: State, nok: State): State {
  const parser = this.parser as ParseContext & { gfmFootnotes?: string[] };
  if (!(parser.defined instanceof Names)) {
    parser.defined = new Names();
    parser.gfmFootnotes = new Names();
    parser.lazy = lazyLines();
    const containers = parser.constructs.document as Record<string, Construct[]>;
    for (const constructs of Object.values(containers))
      constructs.splice(0, Infinity, ...constructs.map(withinColumns));
  }
  return nok;
}

/** A container that begins in the first columns only. */
function withinColumns(construct: Construct): Construct {
  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return this.now().column > MAX_COLUMN ? nok : construct.tokenize.call(this, effects, ok, nok);
  }
  return { ...construct, tokenize };
}

/** A list of names with a set for membership tests. */
class Names extends Array<string> {
  private readonly known = new Set<string>();

  override push(...names: string[]): number {
    for (const name of names) this.known.add(name);
    return super.push(...names);
  }

  override includes(name: string): boolean {
    return this.known.has(name);
  }
}

/** Lazy lines. After too many in a row a line counts as if it had its missing mark. */
function lazyLines(): ParseContext["lazy"] {
  let row = 0;
  let last = 0;
  return new Proxy<ParseContext["lazy"]>(
    {},
    {
      set(lines, key, isLazy: boolean) {
        const line = Number(key);
        row = isLazy && line === last + 1 ? row + 1 : 0;
        last = line;
        lines[line] = isLazy && row < MAX_LAZY;
        return true;
      },
    },
  );
}
