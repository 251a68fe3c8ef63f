import type { Condition } from "../intermediate.js";
import { type Measure, measuresIn, measuresOf } from "../lexicon/dimensions.js";
import { quoted } from "../write/write.js";
import { comparison, negated } from "./conditions.js";
import type { Choice, Item } from "./items.js";
import { fitOf, nearest, type Relation } from "./resolve.js";
import type { Sketch } from "./sketch.js";
import type { NamedItem } from "./target.js";

export function readMeasured(sketch: Sketch, item: Extract<Item, { kind: "measured" }>, at: number): void {
  const following = sketch.frame.items[at + 1];
  const preceding = sketch.frame.items[at - 1];
  for (const other of [following, preceding]) {
    if (other?.kind !== "named") continue;
    const choice = sketch.chosen.get(other)!;
    if (choice.kind !== "attribute" || sketch.isAsked(choice)) continue;
    const measures = choice.types.map((type) => ({ type, attribute: choice.attribute, strength: choice.strength }));
    if (!compares(sketch, item, measures, other.isNegated)) continue;
    sketch.use(other, `@${choice.attribute}`);
    return;
  }
  const byUnit =
    item.said.kind === "number" && item.said.unit !== undefined ? measuresIn(sketch.lexicon, item.said.unit) : [];
  if (
    byUnit.length > 0 &&
    new Set(byUnit.map(({ attribute }) => attribute)).size === 1 &&
    compares(sketch, item, byUnit)
  )
    return;
  const dimension = item.dimension ?? DIMENSION_OF[item.said.kind];
  if (dimension === null || !compares(sketch, item, measuresOf(sketch.lexicon, dimension))) sketch.confidence *= 0.5;
}

/** `isNegated`: "not rated above 4.5", where the attribute is. */
function compares(
  sketch: Sketch,
  item: Extract<Item, { kind: "measured" }>,
  measures: readonly Measure[],
  isNegated = false,
): boolean {
  const options = measures
    .map((measure) => ({ measure, ...nearest([measure.type], sketch.target.types, sketch.lexicon) }))
    .filter(({ relation }) => relation !== "beside")
    .sort((a, b) => nearness(sketch, b.relation, b.measure) - nearness(sketch, a.relation, a.measure));
  for (const { measure, relation } of options) {
    const conditions = comparisons(sketch, item, measure, relation);
    if (conditions === null) continue;
    const [first] = conditions;
    const whole: Condition = conditions.length === 1 ? first! : { kind: "both", conditions };
    for (const condition of item.isNegated === isNegated ? conditions : [negated(whole)])
      sketch.builder.add(condition, relation, [measure.type]);
    sketch.use(item, `@${measure.attribute}`);
    sketch.confidence *= fitOf(relation);
    if (relation === "below") sketch.mayMeanInner([measure.type]);
    return true;
  }
  return false;
}

/** What is said of days is said of the nearest, and not of the whole. */
const nearness = (sketch: Sketch, relation: Relation, { type, strength }: Measure): number =>
  fitOf(relation) * strength * (relation === "above" && sketch.lexicon.schema.roots.includes(type) ? 0.8 : 1);

function comparisons(
  sketch: Sketch,
  item: Extract<Item, { kind: "measured" }>,
  { type, attribute }: Measure,
  relation: string,
): Condition[] | null {
  const { said, upTo } = item;
  if (
    said.kind === "days" &&
    said.weekdays !== undefined &&
    item.operator === "=" &&
    (said.isAny === true || relation === "above" || contains(sketch, type))
  ) {
    const each = said.weekdays.map(
      (day): Condition => ({ kind: "compares", attribute, part: "weekday", operator: "=", value: quoted(day) }),
    );
    return each.length === 1 ? each : [{ kind: "either", conditions: each }];
  }
  const one = comparison(sketch.lexicon, type, attribute, item.operator, said);
  if (one === null) return null;
  const others = item.others
    .map((said) => comparison(sketch.lexicon, type, attribute, item.operator, said))
    .filter((each) => each !== null);
  if (others.length > 0) return [{ kind: "either", conditions: [one, ...others] }];
  if (upTo === null) return [one];
  const other = comparison(
    sketch.lexicon,
    type,
    attribute,
    upTo.kind === "time" ? "<" : "<=",
    upTo.kind === "number" || upTo.kind === said.kind ? ({ ...said, ...upTo, kind: said.kind } as typeof said) : upTo,
  );
  return other === null ? null : [one, other];
}

const contains = (sketch: Sketch, type: string): boolean =>
  Object.values(sketch.lexicon.schema.types[type]!.children).some(({ min }) => min > 0);

/** "rating above 4.5": the attribute is said before what it compares with. */
export function comparesWithNext(sketch: Sketch, item: NamedItem, choice: Choice, at: number): boolean {
  for (const place of [at + 1, at - 1]) {
    const other = sketch.frame.items[place];
    if (other?.kind !== "measured" || sketch.used.has(other)) continue;
    if (
      compares(
        sketch,
        other,
        choice.types.map((type) => ({ type, attribute: choice.attribute, strength: choice.strength })),
        item.isNegated,
      )
    ) {
      sketch.use(item, `@${choice.attribute}`);
      return true;
    }
  }
  const extreme = sketch.frame.items[at - 1] ?? null;
  return extreme?.kind === "extreme" && sketch.used.has(extreme);
}

const DIMENSION_OF = {
  number: null,
  money: "money",
  duration: "duration",
  time: "time",
  days: "date",
  hours: "time",
} as const;
