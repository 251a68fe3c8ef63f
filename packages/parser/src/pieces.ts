import type { IToken } from "chevrotain";
import { diagnose } from "./diagnostics/diagnose.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { type Parsed, parse } from "./parse.js";
import { DEFAULTS, limitsOf, type ParseLimits, type ParseOptions } from "./parseOptions.js";
import { documentOf, readParts, sorted } from "./readParts.js";
import { createSource, type Source } from "./source.js";
import { readTokens, type TokenPart, type TokenReading } from "./tokens/readTokens.js";
import { Declare, Name, Semicolon } from "./tokens/tokenTypes.js";

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
  /** Its last token is a semicolon. */
  readonly isEnded: boolean;
  /** Spans count in `text`. The same object as before an edit that did not touch the piece. */
  readonly parsed: Parsed;
  /** Diagnostics of `parsed`, and mistakes caused by other pieces: a name that is declared twice. Spans count in `text`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A text with its pieces. */
interface PiecesOfText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

const NO_PIECES: PiecesOfText = { text: "", pieces: [] };

/** A word after the end of a text. */
interface Following {
  readonly image: string;
  /** UTF-16 units between. */
  readonly gap: number;
}

/**
 * Parses a document piece by piece; together they equal the result of `parse`. Given an earlier text with its pieces, only those that the
 * difference touches are scanned and parsed: comparing the texts is the only step in time linear in the document.
 *
 * @example parsePieces("declare query a() := /A; declare query b() := /B;").map(({ start }) => start) // [0, 24]
 */
export function parsePieces(
  text: string,
  { text: before, pieces: earlier }: PiecesOfText = NO_PIECES,
  options: ParseOptions = DEFAULTS,
): readonly Piece[] {
  const limits = limitsOf(options);
  if (text.length > limits.maxModuleBytes) return [bare(text, limits)];
  const difference = differenceTo(text, before, earlier);
  const pieces =
    withOneChanged(text, earlier, difference, limits) ?? withSomeChanged(text, earlier, difference, limits);
  return withDuplicates(pieces);
}

/** The place of a difference among the earlier pieces. */
interface Difference {
  /** Number of equal pieces before it. */
  readonly equal: number;
  /** Index of the first equal piece after it. */
  readonly same: number;
  /** UTF-16 units that the pieces after it have moved by. */
  readonly shift: number;
}

function differenceTo(text: string, before: string, earlier: readonly Piece[]): Difference {
  const shift = text.length - before.length;
  const until = commonStart(text, before);
  let equal = 0;
  while (equal < earlier.length && endOf(earlier[equal]!) <= until) equal++;
  const least = equal === 0 ? 0 : endOf(earlier[equal - 1]!);
  const from = before.length - commonEnd(text, before);
  let same = earlier.length;
  while (same > equal && earlier[same - 1]!.start >= from && earlier[same - 1]!.start + shift >= least) same--;
  return { equal, same, shift };
}

const endOf = ({ start, text }: Piece): number => start + text.length;

/** Number of UTF-16 units that two texts begin with alike. */
const commonStart = (a: string, b: string): number =>
  longest(Math.min(a.length, b.length), (from, until) => a.slice(from, until) === b.slice(from, until));

const commonEnd = (a: string, b: string): number =>
  longest(
    Math.min(a.length, b.length),
    (from, until) => a.slice(a.length - until, a.length - from) === b.slice(b.length - until, b.length - from),
  );

/** Greatest length up to `most` whose parts are the same: halves are compared at once, which is faster than unit by unit. */
function longest(most: number, isSame: (from: number, until: number) => boolean): number {
  let from = 0;
  for (let until = most; from < until; ) {
    const middle = (from + until + 1) >> 1;
    if (isSame(from, middle)) from = middle;
    else until = middle - 1;
  }
  return from;
}

/** The pieces if the difference is in one declaration, which still is one and ends where it did; else null. */
function withOneChanged(
  text: string,
  earlier: readonly Piece[],
  { equal, same, shift }: Difference,
  limits: ParseLimits,
): readonly Piece[] | null {
  const [previous, old] = [earlier[equal - 1], earlier[equal]];
  if (old === undefined || same !== equal + 1 || previous?.isEnded === false) return null;
  if (earlier.some(({ isOpenEnded }) => isOpenEnded)) return null;
  const { start, following } = old;
  const ownText = text.slice(start, start + old.text.length + shift);
  const source = createSource(ownText, wordAfter(ownText, following));
  const reading = readTokens(source, limits.maxNesting);
  const [part, ...others] = reading.parts;
  const [first] = part!.tokens;
  if (first?.tokenType !== Declare || first.image !== "declare" || others.length > 0 || part!.isOpenEnded) return null;
  // The first word, and what is before it, concern the piece before.
  const word = { image: first.image, gap: first.startOffset };
  if (previous !== undefined && !isSame(previous.following, word)) return null;
  if (source.lexicalMistakes.some((mistake) => mistake.start < first.startOffset)) return null;
  const isEnded = endsInSemicolon(part!);
  if (following !== null && !(isEnded && part!.end === ownText.length)) return null;
  const parsed = parsedOf(source, reading, limits);
  const piece = { ...old, text: ownText, isEnded, parsed, diagnostics: parsed.diagnostics };
  return earlier.map((each, i) => (i === equal ? piece : i < equal ? each : movedBy(each, shift)));
}

const movedBy = (piece: Piece, shift: number): Piece =>
  shift === 0 ? piece : { ...piece, start: piece.start + shift };

/** The pieces with those read again that the difference touches. */
function withSomeChanged(
  text: string,
  earlier: readonly Piece[],
  difference: Difference,
  limits: ParseLimits,
): readonly Piece[] {
  const { before, after, until } = untouched(text, earlier, difference);
  const from = before.length === 0 ? 0 : endOf(before.at(-1)!);
  const replaced = earlier.slice(before.length, earlier.length - after.length);
  const touched = readPieces(text, { from, until }, after, replaced, limits);
  if (touched !== null) return [...before, ...touched, ...after];
  // A string or comment that is not closed takes the rest of the text.
  return [...before, ...(readPieces(text, { from, until: text.length }, [], replaced, limits) ?? [])];
}

/** Two pieces on either side of the difference are read again: where a declaration starts, its neighbours say. */
const MARGIN = 2;

/** The pieces before and after the difference, and where those after it begin now. */
function untouched(
  text: string,
  earlier: readonly Piece[],
  { equal, same, shift }: Difference,
): { readonly before: readonly Piece[]; readonly after: readonly Piece[]; readonly until: number } {
  const open = earlier.findIndex(({ isOpenEnded }) => isOpenEnded);
  const before = earlier.slice(0, Math.max(0, Math.min(equal - MARGIN, open < 0 ? equal : open)));
  const after = earlier.slice(same + MARGIN).map((piece) => movedBy(piece, shift));
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
  const beyond = after.length === 0 ? null : replaced.at(-1)!.following;
  const source = createSource(partText, wordAfter(partText, beyond));
  const { parts, isModule } = readTokens(source, limits.maxNesting);
  if (after.length > 0 && (source.isOpenEnded || parts.at(-1)!.end < partText.length)) return null;
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
    const isEnded = endsInSemicolon(part);
    return { start: at, text: piece, following, isOpenEnded, isEnded, parsed, diagnostics: parsed.diagnostics };
  });
}

const endsInSemicolon = ({ tokens }: TokenPart): boolean => tokens.at(-1)?.tokenType === Semicolon;

const isSame = (a: Following | null | undefined, b: Following | null): boolean =>
  a !== undefined && a?.image === b?.image && a?.gap === b?.gap;

function bare(text: string, limits: ParseLimits): Piece {
  const parsed = parse(text, limits);
  return {
    start: 0,
    text,
    following: null,
    isOpenEnded: false,
    isEnded: false,
    parsed,
    diagnostics: parsed.diagnostics,
  };
}

function parsePiece(text: string, following: Following | null, limits: ParseLimits): Parsed {
  const source = createSource(text, wordAfter(text, following));
  return parsedOf(source, readTokens(source, limits.maxNesting), limits);
}

function parsedOf(source: Source, { parts, comments }: TokenReading, limits: ParseLimits): Parsed {
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
  let changed: Piece[] | null = null;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const { ast, diagnostics: ownDiagnostics } = piece.parsed;
    let diagnostics = ownDiagnostics;
    for (const declared of [ast.declarations, ast.updates]) {
      for (const { name } of declared) {
        if (name.kind === "Missing") continue;
        const { text, span } = name;
        if (seenTexts.has(text) && !ownDiagnostics.some(({ span: { start } }) => start === span.start))
          diagnostics = sorted([...diagnostics, diagnose("SXP1015", span, { what: "query", name: text })]);
        seenTexts.add(text);
      }
    }
    if (diagnostics === ownDiagnostics && piece.diagnostics === ownDiagnostics) continue;
    changed ??= [...pieces];
    changed[i] = { ...piece, diagnostics };
  }
  return changed ?? pieces;
}
