import type { IToken } from "chevrotain";
import { diagnose } from "./diagnostics/diagnose.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { type Parsed, parse } from "./parse.js";
import { DEFAULTS, limitsOf, type ParseLimits, type ParseOptions } from "./parseOptions.js";
import { documentOf, readParts, sorted } from "./readParts.js";
import { createSource } from "./source.js";
import { readTokens } from "./tokens/readTokens.js";
import { scan } from "./tokens/scan.js";
import { Name } from "./tokens/tokenTypes.js";

/** A part of a document that is parsed on its own: a bare query, a declaration, or what is before the first of them. */
export interface Piece {
  /** Start in the document: right after the last token before it. */
  readonly start: number;
  /** Up to the next piece: with the comments before the declaration. */
  readonly text: string;
  /** The first word of the next piece, which messages at the end of this one name; null: the document ends. */
  readonly following: Following | null;
  /** A string, element or comment in it is not closed: what comes later in the document may close it. */
  readonly isOpenEnded: boolean;
  /** Spans count in `text`. The same object as before an edit that did not touch the piece. */
  readonly parsed: Parsed;
  /** Diagnostics of `parsed`, and mistakes caused by other pieces: a name that is declared twice. Spans count in `text`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A word after the end of a text. */
interface Following {
  readonly image: string;
  /** UTF-16 units between. */
  readonly gap: number;
}

/**
 * Parses a document piece by piece; together they equal the result of `parse`. Given the pieces of an earlier text, only those that the
 * difference touches are scanned and parsed: comparing the texts is the only step in time linear in the document.
 *
 * @example parsePieces("declare query a() := /A; declare query b() := /B;").map(({ start }) => start) // [0, 24]
 */
export function parsePieces(
  text: string,
  earlier: readonly Piece[] = [],
  options: ParseOptions = DEFAULTS,
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
    const { start, text: pieceText } = earlier[same - 1]!;
    if (start + shift < least || !text.startsWith(pieceText, start + shift)) break;
    same--;
  }
  const open = earlier.findIndex(({ isOpenEnded }) => isOpenEnded);
  const before = earlier.slice(0, Math.max(0, Math.min(equal - MARGIN, open < 0 ? equal : open)));
  const after = earlier.slice(same + MARGIN).map((piece) => ({ ...piece, start: piece.start + shift }));
  // The remaining text may be a bare query now.
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
  const partText = text.slice(from, until);
  const beyond = after[0] === undefined ? null : firstWord(after[0].text);
  const source = createSource(partText, wordAfter(partText, beyond));
  const { parts, isModule } = readTokens(source, limits.maxNesting);
  if (source.isOpenEnded && after.length > 0) return null;
  if (!isModule && from === 0 && after.length === 0) return [bare(text, limits)];
  const byText = new Map(replaced.map((piece) => [piece.text, piece]));
  let start = 0;
  return parts.map((part, i) => {
    const next = parts[i + 1]?.tokens[0];
    const end = next === undefined ? partText.length : part.end;
    const piece = partText.slice(start, end);
    const following = next === undefined ? beyond : { image: next.image, gap: next.startOffset - end };
    const same = byText.get(piece);
    const parsed = isSame(same?.following, following) ? same!.parsed : parsePiece(piece, following, limits);
    const at = from + start;
    start = end;
    const { isOpenEnded } = part;
    return { start: at, text: piece, following, isOpenEnded, parsed, diagnostics: parsed.diagnostics };
  });
}

const isSame = (a: Following | null | undefined, b: Following | null): boolean =>
  a !== undefined && a?.image === b?.image && a?.gap === b?.gap;

function firstWord(text: string): Following | null {
  const [word] = scan(text).tokens;
  return word === undefined ? null : { image: word.image, gap: word.startOffset };
}

function bare(text: string, limits: ParseLimits): Piece {
  const parsed = parse(text, limits);
  return { start: 0, text, following: null, isOpenEnded: false, parsed, diagnostics: parsed.diagnostics };
}

function parsePiece(text: string, following: Following | null, limits: ParseLimits): Parsed {
  const source = createSource(text, wordAfter(text, following));
  const { parts, comments } = readTokens(source, limits.maxNesting);
  const read = readParts(source, { parts, isModule: true }, limits);
  return { ast: documentOf(source, comments, read), diagnostics: sorted(source.diagnostics) };
}

const wordAfter = ({ length }: string, following: Following | null): IToken | null =>
  following === null
    ? null
    : {
        image: following.image,
        startOffset: length + following.gap,
        tokenType: Name,
        tokenTypeIdx: Name.tokenTypeIdx!,
      };

/** SXP1015 where a name was declared before, as long as nothing else is wrong there. */
function withDuplicates(pieces: readonly Piece[]): readonly Piece[] {
  const seenTexts = new Set<string>();
  return pieces.map((piece) => {
    const { diagnostics: ownDiagnostics } = piece.parsed;
    const twice: Diagnostic[] = [];
    const { declarations, updates } = piece.parsed.ast;
    for (const { name } of [...declarations, ...updates]) {
      if (name.kind === "Missing") continue;
      const { text, span } = name;
      if (seenTexts.has(text) && !ownDiagnostics.some(({ span: { start } }) => start === span.start))
        twice.push(diagnose("SXP1015", span, { what: "query", name: text }));
      seenTexts.add(text);
    }
    if (twice.length === 0)
      return piece.diagnostics === ownDiagnostics ? piece : { ...piece, diagnostics: ownDiagnostics };
    return { ...piece, diagnostics: sorted([...ownDiagnostics, ...twice]) };
  });
}
