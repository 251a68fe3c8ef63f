import { getOrMake } from "@semantic-xpath/values";
import {
  Alternation,
  type ILookaheadStrategy,
  type IProduction,
  type IToken,
  type LookaheadProductionType,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
  type Rule,
  Terminal,
} from "chevrotain";

/** First tokens of a part of the grammar: numbers of token types, and whether it can be empty. */
interface First {
  readonly types: ReadonlySet<number>;
  readonly isNullable: boolean;
}

/** The token at a distance, as the generator's own functions look at it: without a check, since the end has a token, too. */
interface Looking {
  LA_FAST(distance: number): IToken;
}

/** Choices and optional parts, with the generator's names. */
const KINDS: readonly (readonly [LookaheadProductionType, new (options: never) => IProduction])[] = [
  ["Alternation", Alternation],
  ["Option", Option],
  ["Repetition", Repetition],
  ["RepetitionMandatory", RepetitionMandatory],
  ["RepetitionMandatoryWithSeparator", RepetitionMandatoryWithSeparator],
  ["RepetitionWithSeparator", RepetitionWithSeparator],
];
const OPTIONAL = new Set<LookaheadProductionType>(["Option", "Repetition", "RepetitionWithSeparator"]);

/**
 * Decides by the next token alone, as the generator's own strategy does for one token, and is made in a tenth of the time. That one follows every
 * path through the grammar again for each decision, which took longer than the rest of a short command. A token that may begin two alternatives
 * chooses the first.
 */
export class FirstTokens implements ILookaheadStrategy {
  private readonly decisions = new Map<Rule, Map<string, Choosing>>();
  private readonly firstOfRules = new Map<Rule, First>();

  /** Never called: what the generator would call ambiguous is meant, since the first alternative wins. */
  validate(): [] {
    return [];
  }

  buildLookaheadForAlternation({ rule, prodOccurrence }: { rule: Rule; prodOccurrence: number }) {
    const choice: number[] = [];
    let otherwise: number | undefined;
    for (const [i, alternative] of this.decision(rule, "Alternation", prodOccurrence).definition.entries()) {
      const { types, isNullable } = this.first(alternative);
      for (const type of types) choice[type] ??= i;
      if (isNullable) otherwise ??= i;
      if (isNullable) break;
    }
    return function (this: Looking): number | undefined {
      return choice[this.LA_FAST(1).tokenTypeIdx] ?? otherwise;
    } as () => number | undefined;
  }

  buildLookaheadForOptional({
    rule,
    prodOccurrence,
    prodType,
  }: Parameters<ILookaheadStrategy["buildLookaheadForOptional"]>[0]) {
    const { types, isNullable } = this.firstOf(this.decision(rule, prodType, prodOccurrence).definition);
    if (isNullable) return () => true;
    const [only] = types;
    if (types.size === 1)
      return function (this: Looking): boolean {
        return this.LA_FAST(1).tokenTypeIdx === only;
      } as () => boolean;
    const isFirst: boolean[] = [];
    for (const type of types) isFirst[type] = true;
    return function (this: Looking): boolean {
      return isFirst[this.LA_FAST(1).tokenTypeIdx] === true;
    } as () => boolean;
  }

  private decision(rule: Rule, kind: LookaheadProductionType, occurrence: number): Choosing {
    const firstTokens = getOrMake(this.decisions, rule, () => collect(rule.definition));
    return firstTokens.get(`${kind} ${occurrence}`)!;
  }

  private first(part: IProduction): First {
    if (part instanceof Terminal) return { types: new Set([part.terminalType.tokenTypeIdx!]), isNullable: false };
    if (part instanceof NonTerminal) return this.firstOfRule(part.referencedRule);
    const { definition } = part as Choosing;
    const kind = kindOf(part);
    if (kind !== "Alternation") {
      const { types, isNullable } = this.firstOf(definition);
      return { types, isNullable: isNullable || (kind !== null && OPTIONAL.has(kind)) };
    }
    const firsts = definition.map((alternative) => this.first(alternative));
    return {
      types: new Set(firsts.flatMap(({ types }) => [...types])),
      isNullable: firsts.some(({ isNullable }) => isNullable),
    };
  }

  private firstOfRule(rule: Rule): First {
    const cached = this.firstOfRules.get(rule);
    if (cached !== undefined) return cached;
    const first = this.firstOf(rule.definition);
    this.firstOfRules.set(rule, first);
    return first;
  }

  /** First tokens of parts one after the other. */
  private firstOf(parts: readonly IProduction[]): First {
    const types = new Set<number>();
    for (const part of parts) {
      const first = this.first(part);
      for (const type of first.types) types.add(type);
      if (!first.isNullable) return { types, isNullable: false };
    }
    return { types, isNullable: true };
  }
}

type Choosing = IProduction & { readonly idx: number; readonly definition: IProduction[] };

const kindOf = (part: IProduction): LookaheadProductionType | null =>
  KINDS.find(([, type]) => part instanceof type)?.[0] ?? null;

/** The decisions in parts of a rule, by their kind and number. */
function collect(parts: readonly IProduction[], decisions = new Map<string, Choosing>()): Map<string, Choosing> {
  for (const part of parts) {
    if (part instanceof Terminal || part instanceof NonTerminal) continue;
    const kind = kindOf(part);
    if (kind !== null) decisions.set(`${kind} ${(part as Choosing).idx}`, part as Choosing);
    collect((part as Choosing).definition, decisions);
  }
  return decisions;
}
