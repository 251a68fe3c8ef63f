import { TextDocument } from "vscode-languageserver-textdocument";
import { written } from "../support/written.js";

/**
 * A value of the protocol as text that a person reads: each range with what it covers, texts of several lines as they are. Throws where a range is not one of its
 * document: before its beginning, after its end, or within a character.
 */
export function readable(value: unknown, texts: ReadonlyMap<string, string>, uri: string): string {
  const covered = (at: unknown, of: string): unknown => {
    if (Array.isArray(at)) return at.map((one) => covered(one, of));
    if (typeof at !== "object" || at === null) return at;
    if (isRange(at)) return rangeText(at, documentOf(texts, of));
    const own = at as Readonly<Record<string, unknown>>;
    const inner = [own.uri, own.targetUri].find((one): one is string => typeof one === "string") ?? of;
    return Object.fromEntries(
      Object.entries(own).map(([name, one]) => {
        const uri = OUTER.has(name) ? of : texts.has(name) ? name : name === "edits" ? String(own.data) : inner;
        return [name, covered(one, uri)];
      }),
    );
  };
  return written(covered(value, uri));
}

/** Ranges of the document that was asked about, beside the URI of another. */
const OUTER: ReadonlySet<string> = new Set(["originSelectionRange", "importedAt"]);

interface Place {
  readonly line: number;
  readonly character: number;
}
interface Span {
  readonly start: Place;
  readonly end: Place;
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && "line" in value && "character" in value;
const isRange = (value: object): value is Span =>
  "start" in value && "end" in value && isPlace(value.start) && isPlace(value.end);
const documentOf = (texts: ReadonlyMap<string, string>, uri: string): TextDocument | null =>
  texts.has(uri) ? TextDocument.create(uri, "", 0, texts.get(uri)!) : null;

export function rangeText({ start, end }: Span, document: TextDocument | null): string {
  const at = (place: Place): string => `${place.line}:${place.character}`;
  const places = start.line === end.line && start.character === end.character ? at(start) : `${at(start)}-${at(end)}`;
  if (document === null) return places;
  for (const place of [start, end]) {
    const offset = document.offsetAt(place);
    const same = document.positionAt(offset);
    const text = document.getText();
    const isInside = /[\udc00-\udfff]/.test(text[offset] ?? "") && /[\ud800-\udbff]/.test(text[offset - 1] ?? "");
    if (same.line !== place.line || same.character !== place.character || isInside)
      throw new Error(`${at(place)} is no place of ${document.uri}`);
  }
  const text = document.getText({ start, end });
  const shown = text.length <= 60 ? text : `${text.slice(0, 30)}…${text.slice(-25)}`;
  return text === ""
    ? places
    : `${places} «${shown.replaceAll("\r", "␍").replaceAll("\n", "⏎").replaceAll("\t", "⇥")}»`;
}
