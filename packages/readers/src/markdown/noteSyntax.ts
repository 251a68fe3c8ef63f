import type { CompileContext, Extension as MdastExtension } from "mdast-util-from-markdown";
import type { Code, Effects, Extension, State, Token, TokenizeContext, TokenType } from "micromark-util-types";

/**
 * Syntax of notes beyond Markdown: links `[[Note#Heading|alias]]`, embeds `![[Note]]`, and tags `#home/kitchen`. They are constructs of
 * the tokenizer, so that code keeps similar texts, and `[[my_old_note]]` is not emphasis.
 */
export const noteSyntax: Extension = {
  text: {
    33: { name: "embed", tokenize: tokenizeWikiLink },
    35: { name: "tag", tokenize: tokenizeTag },
    91: { name: "wikiLink", tokenize: tokenizeWikiLink },
  },
};

/** A wiki link as written between its brackets, or a tag with its `#`: inline nodes of the syntax tree with a value. */
export interface NoteNode {
  readonly type: "wikiLink" | "tag";
  readonly value: string;
}

export const noteNodes: MdastExtension = {
  enter: { wikiLink: enterNode("wikiLink"), tag: enterNode("tag") },
  exit: { wikiLink: exitNode, tag: exitNode },
};

type Handle = NonNullable<MdastExtension["enter"]>[TokenType];

function enterNode(type: NoteNode["type"]): Handle {
  return function enter(token) {
    // The library's union of nodes is closed, and its stack takes any node.
    this.enter({ type, value: this.sliceSerialize(token) } as never, token);
  };
}

function exitNode(this: CompileContext, token: Token): void {
  this.exit(token);
}

const [LF, SPACE, BANG, HASH, OPEN, CLOSE] = [10, 32, 33, 35, 91, 93];
/** Longer ones are text, so that many beginnings cost no more than their lengths. */
const MOST = 500;

/** Codes below 0 are ends of lines and tabs. */
const isLineEnd = (code: Code): boolean => code === null || code < -2 || code === LF;

function tokenizeWikiLink(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let length = 0;
  let hasTarget = false;
  return start;

  function start(code: Code): State | undefined {
    effects.enter("wikiLink" as TokenType);
    effects.consume(code);
    return code === BANG ? first : second;
  }
  function first(code: Code): State | undefined {
    if (code !== OPEN) return nok(code);
    effects.consume(code);
    return second;
  }
  function second(code: Code): State | undefined {
    if (code !== OPEN) return nok(code);
    effects.consume(code);
    return inside;
  }
  function inside(code: Code): State | undefined {
    if (isLineEnd(code) || code === OPEN || ++length > MOST) return nok(code);
    effects.consume(code);
    if (code === CLOSE) return hasTarget ? last : nok;
    hasTarget ||= code !== SPACE;
    return inside;
  }
  function last(code: Code): State | undefined {
    if (code !== CLOSE) return nok(code);
    effects.consume(code);
    effects.exit("wikiLink" as TokenType);
    return ok;
  }
}

const TAG_PART = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]/u;
const isTagPart = (code: Code): boolean => code !== null && code > 0 && TAG_PART.test(String.fromCharCode(code));
/** Halves of characters beyond the first plane come one by one. */
const isSurrogate = (code: Code): boolean => code !== null && code >= 0xd800 && code <= 0xdfff;
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;
/** A tag begins a word: `C#`, `a#b` and `/page#part` have none. */
const WORD_BEFORE = /[^\s([{"'>]/;

function tokenizeTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { previous } = this;
  let length = 0;
  let isNumber = true;
  return start;

  function start(code: Code): State | undefined {
    if (previous !== null && previous > 0 && WORD_BEFORE.test(String.fromCharCode(previous))) return nok(code);
    effects.enter("tag" as TokenType);
    effects.consume(code);
    return inside;
  }
  function inside(code: Code): State | undefined {
    if (isTagPart(code) || isSurrogate(code)) {
      if (++length > MOST) return nok(code);
      isNumber &&= isDigit(code);
      effects.consume(code);
      return inside;
    }
    // `#12` is the number of something, and `##` nothing.
    if (isNumber || code === HASH) return nok(code);
    effects.exit("tag" as TokenType);
    return ok(code);
  }
}
