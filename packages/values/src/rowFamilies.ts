import { type DurationPart, durationPart, type MomentKind, type MomentPart, momentPart } from "./moments.js";
import { onAmount } from "./rounding.js";
import { type ScalarRow, scalar } from "./row.js";
import { foldOf } from "./texts.js";

export type SearchRow = ScalarRow & { readonly search: NonNullable<ScalarRow["search"]> };

/** A test of two texts, such as `contains`. */
export function search(name: string, how: string, verb: string, test: SearchRow["search"]["test"]): SearchRow {
  const row = scalar({
    takes: ["any*", "any", "collation?"],
    gives: "condition",
    documentation: `True if the value ${how} the text, case included unless a collation says otherwise. An absent value reads as "".`,
    equation: `${name}(v, t) = 1 if v ${how} t, else 0`,
    example: `//T[${name}(@A, V)]`,
    apply(text, wanted, collation) {
      const fold = foldOf(collation, 2);
      return typeof fold === "function" ? test(fold(text), fold(wanted)) : fold;
    },
  });
  return { ...row, search: { verb, test } };
}

const SAMPLES: Readonly<Record<MomentKind, string>> = {
  date: "2026-03-13",
  dateTime: "2026-03-13T09:30:00+01:00",
  time: "09:30:00+01:00",
};
const WORDS: Readonly<Record<MomentKind, string>> = { date: "a date", dateTime: "a date with a time", time: "a time" };

/** A part of a moment: `year-from-date`. */
export const momentPartOf = (name: MomentPart, of: MomentKind): ScalarRow =>
  scalar({
    takes: [of],
    gives: name === "timezone" ? "duration" : "number",
    documentation:
      name === "timezone"
        ? `The time zone of ${WORDS[of]}, as a duration; nothing without a zone.`
        : `The ${name.replace(/s$/, "")} of ${WORDS[of]}, in the zone in which it was written.`,
    equation: `${name}-from-${of}(v)`,
    example: `${name}-from-${of}("${SAMPLES[of]}")`,
    apply: (item) => momentPart(item, of, name),
  });

/** A part of a duration: `days-from-duration`. */
export const durationPartOf = (name: DurationPart): ScalarRow =>
  scalar({
    takes: ["duration"],
    gives: "number",
    documentation: `The ${name} of a duration that are no larger unit: \`PT123H\` has 5 days and 3 hours.`,
    equation: `${name}-from-duration(v)`,
    example: `${name}-from-duration("P1Y2M3DT4H5M6S")`,
    apply: (item) => durationPart(item, name),
  });

/** A number made from one: `floor`. */
export const rounding = (name: string, documentation: string, apply: (number: number) => number): ScalarRow =>
  scalar({
    takes: ["amount"],
    gives: "amount",
    documentation: `${documentation} A quantity keeps its unit.`,
    equation: `${name}(v)`,
    example: `${name}(-2.5)`,
    apply: (item) => onAmount(item, apply),
  });
