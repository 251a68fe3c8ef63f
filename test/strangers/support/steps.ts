import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** More steps than this on so short a text are exponential. */
const MAX_STEPS = 2_000_000;

/** A matcher as engines have it, which backtracks, and counts its steps. It says how much work a text is, not how long it takes. */
export class Stepper {
  private readonly pattern: AST.Pattern;
  private readonly flags: string;
  private readonly isSticky: boolean;
  private readonly known = new Map<AST.Node, Map<string, boolean>>();
  private text = "";
  private steps = 0;
  private groups = new Map<AST.CapturingGroup, readonly [number, number]>();

  constructor(source: string, flags: string) {
    this.isSticky = flags.includes("y");
    this.flags = flags.replace(/[gyd]/g, "");
    this.pattern = new RegExpParser().parsePattern(source, undefined, undefined, { unicode: flags.includes("u") });
  }

  /** Steps of looking for all matches in a text, as `replace` with the flag g does. */
  search(text: string): number {
    this.text = text;
    this.steps = 0;
    // One with the flag y looks in one place.
    const last = this.isSticky ? 0 : text.length;
    for (let start = 0; start <= last; ) {
      let end = -1;
      const isFound = this.alternatives(this.pattern.alternatives, start, (at) => {
        end = at;
        return true;
      });
      start = isFound && end > start ? end : start + 1;
    }
    return this.steps;
  }

  /** Texts that repeat what a part of the pattern matches and then fail: where work that is not linear shows. */
  attacks(): (length: number) => string[] {
    const pumps = new Map<string, readonly [string, string]>();
    const collect = (alternatives: readonly AST.Alternative[], before: string): void => {
      for (const { elements } of alternatives) {
        for (let from = 0; from < elements.length; from++) {
          const head =
            before +
            elements
              .slice(0, from)
              .map((element) => this.sample(element))
              .join("");
          for (let to = from; to < elements.length; to++) {
            const word = elements
              .slice(from, to + 1)
              .map((element) => this.sample(element))
              .join("");
            if (word !== "") pumps.set(`${head} ${word}`, [head, word]).set(` ${word}`, ["", word]);
          }
          const inner = groupOf(elements[from]!);
          if (inner !== null) collect(inner.alternatives, head);
        }
      }
    };
    collect(this.pattern.alternatives, "");
    return (length) =>
      [...pumps.values()].flatMap(([start, word]) => {
        const pumped = start + word.repeat(Math.ceil(length / word.length));
        return [`${pumped}\u0000`, `${pumped}!`, `!${pumped}!`];
      });
  }

  private sample(node: AST.Node): string {
    switch (node.type) {
      case "Quantifier":
        return this.sample(node.element).repeat(Math.max(1, node.min));
      case "Group":
      case "CapturingGroup":
        return node.alternatives[0]!.elements.map((element) => this.sample(element)).join("");
      case "Character":
        return String.fromCodePoint(node.value);
      case "CharacterSet":
      case "CharacterClass":
        return SAMPLES.find((character) => this.fits(node, character)) ?? "";
      default:
        return "";
    }
  }

  private alternatives(all: readonly AST.Alternative[], at: number, next: Next): boolean {
    for (const { elements } of all) if (this.sequence(elements, 0, at, next)) return true;
    return false;
  }

  private sequence(elements: readonly AST.Element[], index: number, at: number, next: Next): boolean {
    if (index === elements.length) return next(at);
    return this.element(elements[index]!, at, (end) => this.sequence(elements, index + 1, end, next));
  }

  private element(node: AST.Element, at: number, next: Next): boolean {
    if (++this.steps > MAX_STEPS) throw new RangeError("too many steps");
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass": {
        const character = at < this.text.length ? String.fromCodePoint(this.text.codePointAt(at)!) : "";
        return character !== "" && this.fits(node, character) && next(at + character.length);
      }
      case "Group":
        return this.alternatives(node.alternatives, at, next);
      case "CapturingGroup":
        return this.alternatives(node.alternatives, at, (end) => {
          this.groups.set(node, [at, end]);
          return next(end);
        });
      case "Quantifier":
        return this.repeat(node, 0, at, next);
      case "Backreference": {
        const [start, end] = this.groups.get([node.resolved].flat()[0]!) ?? [0, 0];
        const said = this.text.slice(start, end);
        return this.text.startsWith(said, at) && next(at + said.length);
      }
      case "Assertion":
        return this.holds(node, at) && next(at);
      default:
        throw new Error(`${node.type} is not known here`);
    }
  }

  private repeat(node: AST.Quantifier, count: number, at: number, next: Next): boolean {
    const more = (): boolean =>
      count < node.max &&
      this.element(node.element as AST.Element, at, (end) =>
        end === at && count >= node.min ? false : this.repeat(node, count + 1, end, next),
      );
    const enough = (): boolean => count >= node.min && next(at);
    return node.greedy ? more() || enough() : enough() || more();
  }

  private holds(node: AST.Assertion, at: number): boolean {
    switch (node.kind) {
      case "start":
        return at === 0 || (this.flags.includes("m") && this.text[at - 1] === "\n");
      case "end":
        return at === this.text.length || (this.flags.includes("m") && this.text[at] === "\n");
      case "word":
        return (isWord(this.text[at - 1]) !== isWord(this.text[at])) !== node.negate;
      case "lookahead":
        return this.alternatives(node.alternatives, at, () => true) !== node.negate;
      // From every start before: the engine goes backwards, which is no more work.
      case "lookbehind": {
        for (let start = at; start >= 0; start--) {
          if (this.alternatives(node.alternatives, start, (end) => end === at)) return !node.negate;
          if (at - start >= 8) break;
        }
        return node.negate;
      }
    }
  }

  /** What the engine itself says about one character. */
  private fits(node: AST.Node, character: string): boolean {
    const known = this.knownOf(node);
    let fits = known.get(character);
    if (fits === undefined) {
      fits = new RegExp(`^(?:${node.raw})$`, this.flags.replace("m", "")).test(character);
      known.set(character, fits);
    }
    return fits;
  }

  private knownOf(node: AST.Node): Map<string, boolean> {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const made = new Map<string, boolean>();
    this.known.set(node, made);
    return made;
  }
}

type Next = (at: number) => boolean;

const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/** One for each kind of character that patterns name. */
const SAMPLES = [..." a1\n\t-_.,:;/\\\"'<>()[]{}=!?#@$%&*+|~^`éÉ日\u0301\u001b\u00a0€"];

function groupOf(node: AST.Node): AST.Group | AST.CapturingGroup | AST.LookaroundAssertion | null {
  if (node.type === "Quantifier") return groupOf(node.element);
  if (node.type === "Group" || node.type === "CapturingGroup") return node;
  return node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind") ? node : null;
}
