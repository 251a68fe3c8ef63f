import { type Characters, single } from "./characters.js";
import { type Grammar, isDone, type Machine, machineOf } from "./machine.js";
import { type Node, plainRules, Reader, readRepetition } from "./notation.js";

/** GBNF as llama.cpp reads it: names of letters, digits and "-", a rule a line, lines going on behind "|" and in parentheses. */
export function readGbnf(text: string): Grammar<Characters> {
  const reader = new Reader(text);
  const definitions = new Map<string, Node<Characters>>();
  const space = (isInside: boolean) => reader.take(isInside ? /(?:[ \t\r\n]|#[^\n]*)*/ : /(?:[ \t]|#[^\n]*)*/);
  space(true);
  while (!reader.isAtEnd) {
    const name = reader.need(/[a-zA-Z0-9-]+/);
    space(false);
    reader.need(/::=/);
    space(true);
    if (definitions.has(name)) throw new Error(`${name} is there twice`);
    definitions.set(name, readAlternatives(reader, space, false));
    if (!reader.isAtEnd) reader.need(/\n/);
    space(true);
  }
  return plainRules("root", definitions);
}

type Space = (isInside: boolean) => unknown;

function readAlternatives(reader: Reader, space: Space, isInside: boolean): Node<Characters> {
  const any = [readSequence(reader, space, isInside)];
  while (reader.take(/\|/) !== null) {
    space(true);
    any.push(readSequence(reader, space, isInside));
  }
  return any.length === 1 ? any[0]! : { any };
}

function readSequence(reader: Reader, space: Space, isInside: boolean): Node<Characters> {
  const all: Node<Characters>[] = [];
  while (reader.peek(/["[(a-zA-Z0-9-]/) !== null) {
    all.push(readRepetition(reader, readItem(reader, space)));
    space(isInside);
  }
  return { all };
}

function readItem(reader: Reader, space: Space): Node<Characters> {
  if (reader.take(/"/) !== null) {
    const all: Node<Characters>[] = [];
    while (reader.take(/"/) === null) all.push({ terminal: single(readCharacter(reader)) });
    return { all };
  }
  if (reader.take(/\[/) !== null) {
    const isNegated = reader.take(/\^/) !== null;
    const ranges: [number, number][] = [];
    while (reader.take(/\]/) === null) {
      const from = readCharacter(reader).codePointAt(0)!;
      const to = reader.take(/-(?!\])/) === null ? from : readCharacter(reader).codePointAt(0)!;
      ranges.push([from, to]);
    }
    return { terminal: { isNegated, ranges } };
  }
  if (reader.take(/\(/) !== null) {
    space(true);
    const inner = readAlternatives(reader, space, true);
    reader.need(/\)/);
    return inner;
  }
  return { rule: reader.need(/[a-zA-Z0-9-]+/) };
}

function readCharacter(reader: Reader): string {
  const written = reader.need(/\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[trn\\"[\]-]|[^\\]/u);
  if (!written.startsWith("\\")) return written;
  if (/^\\[xu]/.test(written)) return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  return { t: "\t", r: "\r", n: "\n" }[written[1]!] ?? written[1]!;
}

/** Whether the grammar derives a text. */
export function gbnfRecogniser(grammar: Grammar<Characters>): (text: string) => boolean {
  const machine: Machine<Characters> = machineOf(grammar);
  return (text) => {
    let stacks = machine.start;
    for (const character of text) {
      const code = character.codePointAt(0)!;
      stacks = machine.read(
        stacks,
        ({ isNegated, ranges }) => ranges.some(([from, to]) => from <= code && code <= to) !== isNegated,
      );
      if (stacks.size === 0) return false;
    }
    return isDone(stacks);
  };
}
