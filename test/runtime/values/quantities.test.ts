import { columnsOf } from "@semantic-xpath/readers";
import { readTree } from "@semantic-xpath/runtime";
import type { Item, ValueType } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";
import { aggregateValues } from "../../../packages/runtime/src/execute/values/aggregates.js";
import { constant, type ItemColumn } from "../../../packages/runtime/src/execute/values/column.js";
import { compareColumns } from "../../../packages/runtime/src/execute/values/existential.js";
import { comparator, sortKeysOf } from "../../../packages/runtime/src/execute/values/sortKeys.js";

const tree = readTree({ type: "A" });
const span = { start: 0, end: 1 };
const MONEY: ValueType = { kind: "money", currency: null };

/** One entry with these texts of a declared type. */
const texts = (values: readonly string[], type: ValueType | null): ItemColumn => ({
  kind: "items",
  values,
  offsets: Int32Array.of(0, values.length),
  type,
  origin: (k) => `/A/B[${k + 1}]/@cost`,
});
const aggregated = (fn: "sum" | "avg" | "min" | "max" | "distinct-values", column: ItemColumn): readonly Item[] => {
  const value = { kind: "StringValue", id: 1, span } as const;
  const call = { kind: "Function", id: 2, span, function: fn, arguments: [value] } as const;
  return [
    ...(aggregateValues({ tree, columns: columnsOf(tree), caveats: new Map() }, call, column, 1)
      .values as readonly Item[]),
  ];
};
const holds = (left: ItemColumn, operator: "=" | "!=" | "<" | ">", right: ItemColumn): boolean =>
  compareColumns({ tree, columns: columnsOf(tree), caveats: new Map() }, { left, operator, right, span }, 1)[0] === 1;

describe("amounts of money", () => {
  const costs = texts(["CAD 12", "30 CAD", "CAD 9.50"], MONEY);

  it("add up, and have a least and a greatest", () => {
    expect(aggregated("sum", costs)).toEqual([{ kind: "money", amount: 51.5, currency: "CAD" }]);
    expect(aggregated("min", costs)).toEqual([{ kind: "money", amount: 9.5, currency: "CAD" }]);
    expect(aggregated("max", costs)).toEqual([{ kind: "money", amount: 30, currency: "CAD" }]);
  });

  it("compare with amounts, with texts and with bare numbers", () => {
    expect(holds(costs, ">", constant([20]))).toBe(true);
    expect(holds(costs, ">", constant([40]))).toBe(false);
    expect(holds(costs, "=", constant(["CAD 30.00"]))).toBe(true);
    expect(holds(texts(["free"], MONEY), "<", constant([20]))).toBe(false);
    expect(holds(texts(["free"], MONEY), "!=", constant([20]))).toBe(true);
  });

  it("of two currencies end the run, with the place", () => {
    const mixed = texts(["CAD 12", "EUR 9"], MONEY);
    for (const go of [() => aggregated("sum", mixed), () => aggregated("min", mixed)])
      expect(go).toThrow(/SXP4011: The value of \/A\/B\[[12]\]\/@cost must be in one currency/);
    expect(() => aggregated("sum", texts(["CAD 12", "free"], MONEY))).toThrow(
      'The value of /A/B[2]/@cost must be money, and it is "free".',
    );
  });

  it("sort by amount, and what is no amount is last either way", () => {
    const column = texts(["CAD 12", "free", "CAD 9"], MONEY);
    const keys = sortKeysOf(tree, column, Int32Array.of(0, 1, 2, -1), span);
    const sorted = (isDescending: boolean) => [0, 1, 2].sort(comparator(keys, isDescending));
    expect(sorted(false)).toEqual([2, 0, 1]);
    expect(sorted(true)).toEqual([0, 2, 1]);
  });
});

describe("intervals", () => {
  it("sort by their start, then their end", () => {
    const column = texts(["9:00 - 11:00", "9:00 - 10:00", "8:00 - 12:00"], { kind: "interval", of: "time" });
    const keys = sortKeysOf(tree, column, Int32Array.of(0, 1, 2), span);
    expect([0, 1, 2].sort(comparator(keys, false))).toEqual([2, 1, 0]);
  });
});

describe("comparing many with many", () => {
  const untyped = (values: readonly string[]) => texts(values, null);
  const SAMPLES = ["1", "01", "2", "2026", "2026-01-01", "2026-03-14", "a", "b", "", "10", "x9"];

  it("is the same as comparing each with each", () => {
    for (let seed = 0; seed < 300; seed++) {
      const pick = (i: number) => SAMPLES[(seed * 7 + i * (3 + (seed % 5))) % SAMPLES.length]!;
      const left = Array.from({ length: 5 }, (_, i) => pick(i));
      const right = Array.from({ length: 4 }, (_, i) => pick(i + 11 + seed));
      for (const operator of ["=", "!=", "<", ">"] as const) {
        const each = left.some((a) => right.some((b) => holds(untyped([a]), operator, untyped([b]))));
        expect(holds(untyped(left), operator, untyped(right)), `${left} ${operator} ${right}`).toBe(each);
      }
    }
  });
});
