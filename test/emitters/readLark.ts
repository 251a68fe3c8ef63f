import { type Characters, has, single } from "./characters.js";
import { expected, type Grammar, isDone, type Machine, machineOf, type Stacks } from "./machine.js";
import { type Node, plainRules, Reader, readRepetition } from "./notation.js";
import { readRegex } from "./readRegex.js";

/** A token of a Lark grammar, as written: `"not("`, or the name of a terminal. */
export type Lexeme = string;

export interface LarkGrammar {
  readonly rules: Grammar<Lexeme>;
  /** How each lexeme is spelt. */
  readonly lexemes: ReadonlyMap<Lexeme, Grammar<Characters>>;
}

/** The subset of Lark that the emitter writes, in the dialect of llguidance. */
export function readLark(text: string): LarkGrammar {
  const reader = new Reader(text);
  reader.need(/%llguidance \{\}\n/);
  const definitions = new Map<string, Node<Lexeme>>();
  const lexemes = new Map<Lexeme, Grammar<Characters>>();
  const literal = (written: string): Node<Lexeme> => {
    const content: string = JSON.parse(written);
    if (content === "") return { all: [] };
    const all = [...content].map((each) => ({ terminal: single(each) }));
    lexemes.set(written, plainRules("it", new Map([["it", { all }]])));
    return { terminal: written };
  };
  while (!reader.isAtEnd) {
    if (reader.take(/\/\/[^\n]*\n/) !== null) continue;
    const name = reader.need(/[a-z][_a-z0-9]*|[A-Z][_A-Z0-9]*/);
    if (definitions.has(name) || lexemes.has(name)) throw new Error(`${name} is there twice`);
    reader.need(/: /);
    if (/^[a-z]/.test(name)) definitions.set(name, readAlternatives(reader, literal));
    else
      lexemes.set(
        name,
        plainRules("it", new Map([["it", readRegex(reader.need(/\/(?:\\.|[^/\\])+\//).slice(1, -1))]])),
      );
    reader.need(/\n/);
  }
  return { rules: plainRules("start", definitions), lexemes };
}

function readAlternatives(reader: Reader, literal: (written: string) => Node<Lexeme>): Node<Lexeme> {
  const any = [readSequence(reader, literal)];
  while (reader.take(/ ?\| |\n {2}\| /) !== null) any.push(readSequence(reader, literal));
  return any.length === 1 ? any[0]! : { any };
}

function readSequence(reader: Reader, literal: (written: string) => Node<Lexeme>): Node<Lexeme> {
  const all: Node<Lexeme>[] = [];
  do {
    const atom = readAtom(reader, literal);
    all.push(readRepetition(reader, atom));
  } while (reader.take(/ (?!\|)/) !== null);
  return { all };
}

function readAtom(reader: Reader, literal: (written: string) => Node<Lexeme>): Node<Lexeme> {
  if (reader.take(/\(/) !== null) {
    const inner = readAlternatives(reader, literal);
    reader.need(/\)/);
    return inner;
  }
  const string = reader.take(/"(?:\\(?:["\\/bfnrt]|u[a-fA-F0-9]{4})|[^"\\\p{Cc}])*"/u);
  if (string !== null) return literal(string);
  const name = reader.need(/[a-z][_a-z0-9]*|[A-Z][_A-Z0-9]*/);
  return /^[a-z]/.test(name) ? { rule: name } : { terminal: name };
}

/**
 * Whether the grammar derives a text, reading tokens as llguidance does: of those that the rules allow at a place, the longest,
 * and without going back where a longer one that was begun does not end.
 */
export function larkRecogniser({ rules, lexemes }: LarkGrammar): (text: string) => boolean {
  const machine = machineOf(rules);
  const spellings = new Map([...lexemes].map(([lexeme, spelling]) => [lexeme, machineOf(spelling)]));
  return (text) => {
    let stacks = machine.start;
    for (let at = 0; at < text.length; ) {
      const allowed = [...new Set(expected(stacks))];
      const { end, found } = longest(
        allowed.map((lexeme) => [lexeme, spellings.get(lexeme)!]),
        text,
        at,
      );
      if (found.size === 0) return false;
      stacks = machine.read(stacks, (lexeme) => found.has(lexeme));
      at = end;
    }
    return isDone(stacks);
  };
}

type Begun = readonly [Lexeme, Machine<Characters>, Stacks<Characters>];

function longest(allowed: readonly (readonly [Lexeme, Machine<Characters>])[], text: string, start: number) {
  let begun: Begun[] = allowed.map(([lexeme, machine]) => [lexeme, machine, machine.start]);
  let end = start;
  while (end < text.length) {
    const code = text.codePointAt(end)!;
    const next = begun.flatMap<Begun>(([lexeme, machine, stacks]) => {
      const after = machine.read(stacks, (set) => has(set, code));
      return after.size === 0 ? [] : [[lexeme, machine, after]];
    });
    if (next.length === 0) break;
    begun = next;
    end += code > 0xffff ? 2 : 1;
  }
  const found = begun.filter(([, , stacks]) => end > start && isDone(stacks)).map(([lexeme]) => lexeme);
  return { end, found: new Set(found) };
}
