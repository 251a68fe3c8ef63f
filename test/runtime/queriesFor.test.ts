import { type ParametersOf, queriesFor, type ResultOf, type RunResult, readTree } from "@semantic-xpath/runtime";
import { describe, expect, expectTypeOf, it } from "vitest";

const SCHEMA = {
  version: 1,
  roots: ["Plan"],
  types: {
    Plan: { children: { Day: { min: 1 }, Note: {} } },
    Day: {
      attributes: { n: { type: "number", required: true }, sky: { values: ["sun", "rain"] } },
      children: { POI: {}, Trip: {} },
    },
    POI: {
      attributes: { cost: { type: "money(CAD)" }, open: { type: "boolean" } },
      text: true,
      children: { Note: {} },
    },
    Trip: { attributes: { minutes: { type: "number" } } },
    Note: { text: true },
    "first name": {},
  },
} as const;
type S = typeof SCHEMA;

/** The node types of a result, the attributes, or what else it is. */
type Kinds<Q extends string> =
  ResultOf<S, Q> extends infer R
    ? [R] extends [RunResult]
      ? [RunResult] extends [R]
        ? "general"
        : Read<R>
      : Read<R>
    : never;
type Read<R> = R extends { readonly matches: readonly (infer M)[] }
  ? R extends { readonly value: infer V }
    ? { readonly value: V }
    : M extends { readonly node: { readonly type: infer T }; readonly attribute: infer A; readonly text: infer X }
      ? [A] extends [null]
        ? [X] extends [string]
          ? ["text", T]
          : T
        : A extends { readonly name: infer N; readonly value: infer V }
          ? ["attribute", T, N, V]
          : never
      : never
  : never;

describe("types of results, from texts", () => {
  it("follow steps", () => {
    expectTypeOf<Kinds<"/Plan">>().toEqualTypeOf<"Plan">();
    expectTypeOf<Kinds<"//Day">>().toEqualTypeOf<"Day">();
    expectTypeOf<Kinds<"/Plan/Day/POI">>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<"/Plan/*">>().toEqualTypeOf<"Day" | "Note">();
    expectTypeOf<Kinds<"/*">>().toEqualTypeOf<"Plan">();
    expectTypeOf<Kinds<"//Day/*">>().toEqualTypeOf<"POI" | "Trip">();
    expectTypeOf<Kinds<"//Day//*">>().toEqualTypeOf<keyof S["types"]>();
    expectTypeOf<Kinds<"//Note/..">>().toEqualTypeOf<"Plan" | "POI">();
    expectTypeOf<Kinds<"//Note/parent::*">>().toEqualTypeOf<"Plan" | "POI">();
    expectTypeOf<Kinds<"//Note/parent::POI">>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<"//Note/ancestor::*">>().toEqualTypeOf<keyof S["types"]>();
    expectTypeOf<Kinds<"//Day/.">>().toEqualTypeOf<"Day">();
    expectTypeOf<Kinds<"//(Day|Trip)">>().toEqualTypeOf<"Day" | "Trip">();
    expectTypeOf<Kinds<"//Day/id(@ref)">>().toEqualTypeOf<keyof S["types"]>();
  });

  it("take brackets, literals and white space out", () => {
    expectTypeOf<Kinds<'//Day[avg(/POI[node =~ "a ] (b"])]/POI[2]'>>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<`//Day[@sky = 'it''s "]"']`>>().toEqualTypeOf<"Day">();
    expectTypeOf<Kinds<'//Day[@sky = "it\'s ]"]/Trip'>>().toEqualTypeOf<"Trip">();
    expectTypeOf<Kinds<"  //Day [1]\n\t/POI [ /Note[1] = 'x' ] ">>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<"//POI[/Note[exists(/Note[1])]][@cost > 5]">>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<"//POI[node =~ $wish][@+1]">>().toEqualTypeOf<keyof S["types"]>();
  });

  it("know sets and groups", () => {
    expectTypeOf<Kinds<"//Day | //Trip">>().toEqualTypeOf<"Day" | "Trip">();
    expectTypeOf<Kinds<"(//Day | //Trip)[1:3]">>().toEqualTypeOf<"Day" | "Trip">();
    expectTypeOf<Kinds<"(//Day[1])[1]/POI">>().toEqualTypeOf<"POI">();
    expectTypeOf<Kinds<"((//Day | //Trip)[1] | //POI)[2]">>().toEqualTypeOf<"Day" | "Trip" | "POI">();
    expectTypeOf<Kinds<"//Day except //Trip">>().toEqualTypeOf<"Day">();
    expectTypeOf<Kinds<"//Day intersect //Day[1] | //POI">>().toEqualTypeOf<"Day" | "POI">();
    expectTypeOf<Kinds<"(//(Day|Trip))[1]">>().toEqualTypeOf<"Day" | "Trip">();
  });

  it("know attributes and texts", () => {
    expectTypeOf<Kinds<"//Day/@n">>().toEqualTypeOf<["attribute", "Day", "n", `${number}`]>();
    expectTypeOf<Kinds<"//Day/@sky">>().toEqualTypeOf<["attribute", "Day", "sky", "sun" | "rain"]>();
    expectTypeOf<Kinds<"//POI/@cost">>().toEqualTypeOf<["attribute", "POI", "cost", string]>();
    expectTypeOf<Kinds<"//POI/text()">>().toEqualTypeOf<["text", "POI"]>();
    expectTypeOf<Kinds<"//*/@n">>().toEqualTypeOf<["attribute", "Day", "n", `${number}`]>();
    expectTypeOf<Kinds<"//Day | //Trip/@minutes">>().toEqualTypeOf<
      "Day" | ["attribute", "Trip", "minutes", `${number}`]
    >();
  });

  it("know values", () => {
    expectTypeOf<Kinds<"count(//Day)">>().toEqualTypeOf<{ readonly value: number }>();
    expectTypeOf<Kinds<"count(//Day) > 1">>().toEqualTypeOf<{ readonly value: boolean }>();
    expectTypeOf<Kinds<"max(//Trip/@minutes)">>().toEqualTypeOf<{ readonly value: string | number | boolean | null }>();
    expectTypeOf<Kinds<"distinct-values(//Day/@sky)">>().toEqualTypeOf<{
      readonly value: readonly string[];
    }>();
    expectTypeOf<Kinds<"exists(//Day[@n > 2])">>().toEqualTypeOf<{ readonly value: boolean }>();
  });

  it("are general where they can't be followed, and never wrong", () => {
    expectTypeOf<Kinds<string>>().toEqualTypeOf<"general">();
    expectTypeOf<Kinds<"//Nowhere">>().toEqualTypeOf<"general">();
    expectTypeOf<Kinds<"//Day[">>().toEqualTypeOf<"general">();
    expectTypeOf<Kinds<"(: why :) //Day">>().toEqualTypeOf<"general">();
    expectTypeOf<Kinds<'//"first name"'>>().toEqualTypeOf<"general">();
  });
});

describe("types of parameters, from texts", () => {
  it("are those that the text has and binds not", () => {
    type Value = string | number | boolean;
    expectTypeOf<ParametersOf<"//Day[$n]">>().toEqualTypeOf<{ readonly n: Value }>();
    expectTypeOf<ParametersOf<"//Day[node =~ $wish >= $least][@n<=$n]">>().toEqualTypeOf<{
      readonly wish: Value;
      readonly least: Value;
      readonly n: Value;
    }>();
    expectTypeOf<keyof ParametersOf<"//Day[some $x in /POI satisfies $x/@cost < $most]">>().toEqualTypeOf<"most">();
    expectTypeOf<keyof ParametersOf<'//Day[@sky = "$no"]'>>().toEqualTypeOf<never>();
    expectTypeOf<keyof ParametersOf<"//Day[$from:$to]">>().toEqualTypeOf<"from" | "to">();
  });
});

describe("queriesFor", () => {
  const query = queriesFor(SCHEMA);
  const tree = readTree(
    '<Plan><Day n="1" sky="sun"><POI cost="CAD 3">Zoo<Note>near</Note></POI><Trip minutes="5"/></Day></Plan>',
  );

  it("runs what it types", async () => {
    const days = await query("//Day[@sky = $sky]").run(tree, { params: { sky: "sun" } });
    const [day] = days.matches;
    expectTypeOf(day!.node.type).toEqualTypeOf<"Day">();
    expectTypeOf(day!.node.attributes.n).toEqualTypeOf<`${number}`>();
    expectTypeOf(day!.node.attribute("sky")).toEqualTypeOf<"sun" | "rain" | undefined>();
    expect(day!.node.attributes).toEqual({ n: "1", sky: "sun" });
    const child = day!.node.children[1]!;
    if (child.type === "Trip") expectTypeOf(child.attributes.minutes).toEqualTypeOf<`${number}` | undefined>();
    expect(child.type).toBe("Trip");
    const { value } = await query("count(//POI)").run(tree);
    expectTypeOf(value).toEqualTypeOf<number>();
    expect(value).toBe(1);
  });

  it("refuses what does not fit", async () => {
    const one = query("//Day[$n]");
    // @ts-expect-error: an argument is missing
    await expect(one.run(tree)).rejects.toThrow("$n");
    // @ts-expect-error: no such parameter
    void one.run(tree, { params: { n: 1, m: 2 } }).catch(() => undefined);
    const none = query("//Day");
    // @ts-expect-error: it takes none
    void none.run(tree, { params: { n: 1 } }).catch(() => undefined);
    const { matches } = await query("//Trip").run(tree);
    // @ts-expect-error: a Trip has no such attribute
    expect(matches[0]!.node.attributes.cost).toBeUndefined();
  });

  it("throws for a text with an error, when it is first used", async () => {
    const wrong = query("//Dya");
    expect(() => wrong.query).toThrow("Day");
    await expect(wrong.run(tree)).rejects.toThrow("SXP2001");
  });
});
