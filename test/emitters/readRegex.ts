import { type Characters, single } from "./characters.js";
import { type Node, Reader, readRepetition } from "./notation.js";

/** A regular expression of the plain kind that Lark terminals need: classes, groups, alternatives, greedy repetitions. */
export function readRegex(text: string): Node<Characters> {
  const reader = new Reader(text);
  const node = readAlternatives(reader);
  if (!reader.isAtEnd) throw new Error(`can't read /${text}/ from ${reader.at}`);
  return node;
}

function readAlternatives(reader: Reader): Node<Characters> {
  const any = [readSequence(reader)];
  while (reader.take(/\|/) !== null) any.push(readSequence(reader));
  return any.length === 1 ? any[0]! : { any };
}

function readSequence(reader: Reader): Node<Characters> {
  const all: Node<Characters>[] = [];
  while (!reader.isAtEnd && reader.peek(/[|)]/) === null) {
    all.push(readRepetition(reader, readAtom(reader)));
    if (reader.peek(/[?*+]/) !== null)
      throw new Error("lazy and possessive repetitions are not supported by the target");
  }
  return { all };
}

function readAtom(reader: Reader): Node<Characters> {
  if (reader.take(/\((?!\?)/) !== null) {
    const inner = readAlternatives(reader);
    reader.need(/\)/);
    return inner;
  }
  if (reader.take(/\[/) !== null) {
    const isNegated = reader.take(/\^/) !== null;
    const ranges: [number, number][] = [];
    while (reader.take(/\]/) === null) {
      const from = readClassCharacter(reader);
      ranges.push([from, reader.take(/-(?!\])/) === null ? from : readClassCharacter(reader)]);
    }
    return { terminal: { isNegated, ranges } };
  }
  return { terminal: single(reader.need(/\\[\\/.*+?()[\]{}|^$-]|[^\\/.*+?()[\]{}|^$]/u).replace(/^\\/, "")) };
}

function readClassCharacter(reader: Reader): number {
  const written = reader.need(/\\x[0-9a-fA-F]{2}|\\[\\/[\]^&~-]|[^\\/[\]&~]/u);
  return written.startsWith("\\x") ? Number.parseInt(written.slice(2), 16) : written.replace(/^\\/, "").codePointAt(0)!;
}
