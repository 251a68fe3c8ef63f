import type { IToken } from "chevrotain";
import { diagnose } from "./diagnostics/diagnose.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import {
  documentOf,
  limitsOf,
  type Parsed,
  type ParseLimits,
  type ParseOptions,
  parse,
  readParts,
  sorted,
} from "./parse.js";
import { createSource } from "./source.js";
import { readTokens } from "./tokens/readTokens.js";
import { endOfName } from "./tokens/scan.js";
import { Name } from "./tokens/tokenTypes.js";

/** A part of a document that is parsed on its own: a bare query, a declaration, or what is before the first of them. */
export interface Piece {
  /** Where it begins in the document. */
  readonly start: number;
  /** Up to the next piece. */
  readonly text: string;
  /** The first word of the next piece, which messages at the end of this one name; null: the document ends. */
  readonly following: string | null;
  /** Spans count in `text`. The same object as before an edit that did not touch the piece. */
  readonly parsed: Parsed;
  /** Those of `parsed`, and what other pieces make a mistake here: a name that is declared twice. Spans count in `text`. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a document piece by piece; together they say what `parse` says. Given the pieces of an earlier text, only those that the
 * difference touches are scanned and parsed: comparing the texts is all that takes time linear in the document.
 *
 * @example parsePieces("declare query a() := /A; declare query b() := /B;").map(({ start }) => start) // [0, 25]
 */
export function parsePieces(
  text: string,
  earlier: readonly Piece[] = [],
  options: ParseOptions = {},
): readonly Piece[] {
  const limits = limitsOf(options);
  if (text.length > limits.maxModuleBytes) return [bare(text, limits)];
  const { before, after, until } = untouched(text, earlier);
  const from = end(before);
  const replaced = earlier.slice(before.length, earlier.length - after.length);
  const touched = readPieces(text, { from, until }, after, replaced, limits);
  if (touched !== null) return withDuplicates([...before, ...touched, ...after]);
  // A string or comment that is not closed takes the rest of the text.
  return withDuplicates([...before, ...(readPieces(text, { from, until: text.length }, [], replaced, limits) ?? [])]);
}

const end = (pieces: readonly Piece[]): number => {
  const last = pieces.at(-1);
  return last === undefined ? 0 : last.start + last.text.length;
};

/** Two pieces on either side of the difference are read again: where a declaration starts, its neighbours say. */
const MARGIN = 2;

/** The pieces before and after the difference, and where those after it begin now. */
function untouched(
  text: string,
  earlier: readonly Piece[],
): { readonly before: readonly Piece[]; readonly after: readonly Piece[]; readonly until: number } {
  const shift = text.length - end(earlier);
  let equal = 0;
  while (equal < earlier.length && text.startsWith(earlier[equal]!.text, earlier[equal]!.start)) equal++;
  let same = earlier.length;
  const least = end(earlier.slice(0, equal));
  while (same > equal) {
    const { start, text: own } = earlier[same - 1]!;
    if (start + shift < least || !text.startsWith(own, start + shift)) break;
    same--;
  }
  const before = earlier.slice(0, Math.max(0, equal - MARGIN));
  const after = earlier.slice(same + MARGIN).map((piece) => ({ ...piece, start: piece.start + shift }));
  // What is left may be a bare query now.
  if (before.length < 2 && after.length === 0) return { before: [], after, until: text.length };
  return { before, after, until: after[0]?.start ?? text.length };
}

/** Reads a stretch of a text; null if it does not end where the pieces after it begin. */
function readPieces(
  text: string,
  { from, until }: { readonly from: number; readonly until: number },
  after: readonly Piece[],
  replaced: readonly Piece[],
  limits: ParseLimits,
): readonly Piece[] | null {
  const own = text.slice(from, until);
  const beyond = after[0] === undefined ? null : wordAt(after[0].text, 0);
  const source = createSource(own, wordAfter(own, beyond));
  const { parts, isModule } = readTokens(source, limits.maxNesting);
  if (source.isOpenEnded && after.length > 0) return null;
  if (!isModule && from === 0 && after.length === 0) return [bare(text, limits)];
  const starts = [0, ...parts.slice(1).map(({ tokens }) => tokens[0]!.startOffset)];
  const known = new Map(replaced.map((piece) => [piece.text, piece]));
  return starts.map((at, i) => {
    const next = starts[i + 1];
    const piece = own.slice(at, next);
    const following = next === undefined ? beyond : wordAt(own, next);
    const same = known.get(piece);
    const parsed = same?.following === following ? same.parsed : parsePiece(piece, following, limits);
    return { start: from + at, text: piece, following, parsed, diagnostics: parsed.diagnostics };
  });
}

const wordAt = (text: string, at: number): string => text.slice(at, endOfName(text, at));

function bare(text: string, limits: ParseLimits): Piece {
  const parsed = parse(text, limits);
  return { start: 0, text, following: null, parsed, diagnostics: parsed.diagnostics };
}

function parsePiece(text: string, following: string | null, limits: ParseLimits): Parsed {
  const source = createSource(text, wordAfter(text, following));
  const { parts, comments } = readTokens(source, limits.maxNesting);
  const read = readParts(source, { parts, isModule: true }, limits);
  return { ast: documentOf(source, comments, read), diagnostics: sorted(source.diagnostics) };
}

/** The word that begins the next piece, right after a text. */
const wordAfter = ({ length }: string, image: string | null): IToken | null =>
  image === null
    ? null
    : {
        image,
        startOffset: length,
        endOffset: length + image.length - 1,
        tokenType: Name,
        tokenTypeIdx: Name.tokenTypeIdx!,
      };

/** SXP1015 where a name was declared before, as long as nothing else is wrong there. */
function withDuplicates(pieces: readonly Piece[]): readonly Piece[] {
  const seen = new Set<string>();
  return pieces.map((piece) => {
    const { diagnostics: own } = piece.parsed;
    const twice: Diagnostic[] = [];
    for (const { name } of piece.parsed.ast.declarations) {
      if (name.kind === "Missing") continue;
      const { text, span } = name;
      if (seen.has(text) && !own.some(({ span: { start } }) => start === span.start))
        twice.push(diagnose("SXP1015", span, { what: "query", name: text }));
      seen.add(text);
    }
    if (twice.length === 0) return piece.diagnostics === own ? piece : { ...piece, diagnostics: own };
    return { ...piece, diagnostics: sorted([...own, ...twice]) };
  });
}
