import { Composer, type CST, type Document, type Node, Parser } from "yaml";

/**
 * A document as the library composes it. The library composes by recursion and ends the process on a full stack, so that what lies
 * deeper than `PART` levels is cut out first and composed when it is come to.
 */
export interface Composed {
  readonly document: Document.Parsed;
  /** Node whose place holds a deeper part, with the problems of that part. */
  readonly partAt: (node: Node) => Document.Parsed | null;
}

/** Levels that are composed at once: about a tenth of those that fill a stack. */
const PART = 100;

const OPTIONS = {
  // Strings as they are written: what they mean is not the library's to say. It would compare each key with all others.
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  logLevel: "silent",
} as const;

/** The documents of a text, at least one, each composed when it is asked for. */
export function* composed(text: string): Generator<Composed, void, undefined> {
  const composer = new Composer(OPTIONS);
  const parts: Part[] = [];
  const composedOf = (document: Document.Parsed | Document): Composed => ({
    document: document as Document.Parsed,
    partAt: (node) => partAt(node, parts),
  });
  for (const token of new Parser().parse(text)) {
    if (token.type === "document" && token.value !== undefined) cutBelow(token.value, parts);
    for (const document of composer.next(token)) yield composedOf(document);
  }
  for (const document of composer.end(true, text.length)) yield composedOf(document);
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

/** A collection that was cut out, and what it is composed to when that is known. */
interface Part {
  readonly value: Collection;
  document: Document.Parsed | null;
}

const isCollection = (token: CST.Token | null | undefined): token is Collection =>
  token !== null && token !== undefined && "items" in token;

/** Puts an empty collection in the place of each one that is `PART` levels deep. */
function cutBelow(top: CST.Token, parts: Part[]): void {
  const open: { readonly token: CST.Token; readonly level: number }[] = [{ token: top, level: 1 }];
  while (open.length > 0) {
    const { token, level } = open.pop()!;
    if (!isCollection(token)) continue;
    for (const item of token.items as CST.CollectionItem[]) {
      for (const place of ["key", "value"] as const) {
        const inner = item[place];
        if (!isCollection(inner)) continue;
        if (level < PART) {
          open.push({ token: inner, level: level + 1 });
        } else {
          item[place] = placeOf(parts.length, inner.indent);
          parts.push({ value: inner, document: null });
        }
      }
    }
  }
}

/** An empty collection at an offset below 0, by which its part is found. */
function placeOf(part: number, indent: number): CST.FlowCollection {
  const bracket = { offset: -1 - part, indent };
  return {
    type: "flow-collection",
    ...bracket,
    start: { type: "flow-seq-start", source: "[", ...bracket },
    items: [],
    end: [{ type: "flow-seq-end", source: "]", ...bracket }],
  };
}

function partAt(node: Node, parts: Part[]): Document.Parsed | null {
  const [start] = node.range!;
  if (start >= 0) return null;
  const part = parts[-1 - start]!;
  if (part.document === null) {
    const { value } = part;
    cutBelow(value, parts);
    const [document] = new Composer(OPTIONS).compose([{ type: "document", offset: value.offset, start: [], value }]);
    part.document = document as Document.Parsed;
  }
  return part.document;
}
