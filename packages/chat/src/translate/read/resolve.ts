import type { Condition, Things } from "../intermediate.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import { reaches } from "../write/write.js";

/** Where a type stands to the types that are asked for. */
export type Relation = "self" | "above" | "below" | "beside";

const FIT: Readonly<Record<Relation, number>> = { self: 1, above: 0.97, below: 0.9, beside: 0.15 };

export const fitOf = (relation: Relation): number => FIT[relation];

function relationOf(type: string, target: readonly string[], { schema }: Lexicon): Relation {
  if (target.includes(type)) return "self";
  if (reaches(type, target, schema, new Set())) return "above";
  if (target.some((each) => reaches(each, [type], schema, new Set()))) return "below";
  return "beside";
}

/** The best relation of some types to the target, and those that have it. */
export function nearest(
  types: readonly string[],
  target: readonly string[],
  lexicon: Lexicon,
): { relation: Relation; types: string[] } {
  const relations = types.map((type) => relationOf(type, target, lexicon));
  const best =
    (["self", "above", "below", "beside"] as const).find((relation) => relations.includes(relation)) ?? "beside";
  return { relation: best, types: types.filter((_, at) => relations[at] === best) };
}

/** Conditions and places of the types around the target, put together as one path. */
export class Builder {
  private readonly above = new Map<string, { conditions: Condition[]; pick: Things["pick"] }>();
  readonly own: Condition[] = [];

  constructor(
    readonly target: readonly string[],
    private readonly lexicon: Lexicon,
  ) {}

  /** A condition on nodes of a type that stands in a relation to the target. */
  add(condition: Condition, relation: Relation, types: readonly string[]): void {
    if (relation === "self") this.own.push(condition);
    else if (relation === "above") this.scope(types[0]!).conditions.push(condition);
    else this.has(types, condition);
  }

  private has(types: readonly string[], condition: Condition): void {
    this.own.splice(0, this.own.length, ...this.inserted(this.own, types, condition));
  }

  /** "days on which Bruno has risotto for lunch": what is in the node and in something else that was said to be in it is in both. */
  private inserted(list: readonly Condition[], types: readonly string[], condition: Condition): Condition[] {
    const has: Condition = { kind: "has", things: { types, within: null, conditions: [condition], pick: null } };
    const isAbove = (one: readonly string[], other: readonly string[]) =>
      nearest(one, other, this.lexicon).relation === "above";
    for (const [at, other] of list.entries()) {
      if (other.kind !== "has" || other.operator !== undefined) continue;
      const { things } = other;
      if (isAbove(things.types, types))
        return list.with(at, {
          ...other,
          things: { ...things, conditions: this.inserted(things.conditions, types, condition) },
        });
      if (things.conditions.length > 0 && isAbove(types, things.types))
        return list.with(at, { ...has, things: { ...has.things, conditions: [condition, other] } });
    }
    return [...list, has];
  }

  scope(type: string): { conditions: Condition[]; pick: Things["pick"] } {
    const known = this.above.get(type);
    if (known !== undefined) return known;
    const made = { conditions: [], pick: null };
    this.above.set(type, made);
    return made;
  }

  get hasScope(): boolean {
    return this.above.size > 0;
  }

  /** The types above, the outermost first. */
  within(outermost: Things | null = null): Things | null {
    const { schema } = this.lexicon;
    const types = [...this.above.keys()].sort((a, b) =>
      reaches(a, [b], schema, new Set()) ? -1 : reaches(b, [a], schema, new Set()) ? 1 : 0,
    );
    return types.reduce<Things | null>((within, type) => {
      const { conditions, pick } = this.above.get(type)!;
      return { types: [type], within, conditions, pick };
    }, outermost);
  }
}
