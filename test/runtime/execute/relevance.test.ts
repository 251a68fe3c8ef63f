import { describe, it } from "vitest";
import { examplesOn } from "./support/expectPaths.js";

const { finds, weighs } = examplesOn(`
<A>
  <B x="50" y="20">first</B>
  <B x="80">second</B>
  <B y="40">third</B>
  <C x="60"><D x="10"/><D x="90"/></C>
  <C><D x="30"/></C>
  <C/>
</A>`);

describe("a relevance", () => {
  it("weighs and orders", () =>
    weighs('/A/B[@x =~ "c"]', [
      ["/A/B[2]", 0.8],
      ["/A/B[1]", 0.5],
    ]));
  it("multiplies with the one before", () => weighs('/A/B[@x =~ "c"][@y =~ "c"]', [["/A/B[1]", 0.1]]));
  it("multiplies with the weight of the context", () =>
    weighs('/A/C[@x =~ "c"]/D[@x =~ "c"]', [
      ["/A/C[1]/D[2]", 0.54],
      ["/A/C[1]/D[1]", 0.06],
    ]));
  it("keeps the highest weight of a node that is reached twice", () =>
    weighs('(/A/B[@x =~ "c"] | /A/B[@y =~ "c"])', [
      ["/A/B[2]", 0.8],
      ["/A/B[1]", 0.5],
      ["/A/B[3]", 0.4],
    ]));
  it("filters as a comparison", () => finds('/A/B[@x =~ "c" > 0.5]', ["/A/B[2]"]));
  it("compares exactly", async () => {
    await finds('/A/B[@x =~ "c" = 0.5]', ["/A/B[1]"]);
    await finds('/A/B[@x =~ "c" <= 0.5]', ["/A/B[1]", "/A/B[3]"]);
    await finds('/A/B[@x =~ "c" != 0.5]', ["/A/B[2]", "/A/B[3]"]);
    await finds('/A/B[@x =~ "c" >= $t]', ["/A/B[1]", "/A/B[2]"], { params: { t: 0.5 } });
  });
  it("leaves weight 0 out of the result, and not before", () =>
    weighs('/A/B[not(@x =~ "c")]', [
      ["/A/B[3]", 1],
      ["/A/B[1]", 0.5],
      ["/A/B[2]", 0.2],
    ]));
  it("is written ≈, too", () => weighs('/A/B[@x ≈ "c"][1]', [["/A/B[2]", 0.8]]));
  it("takes its condition from a parameter", () =>
    weighs("/A/B[@x =~ $c][1]", [["/A/B[2]", 0.8]], { params: { c: "c" } }));
});

describe("expressions", () => {
  const scoreOf = (text: string, score: number) => weighs(`/A/B[1][${text}]`, score === 0 ? [] : [["/A/B[1]", score]]);
  it.each<[string, number]>([
    ['@x =~ "c" and @y =~ "c"', 0.2],
    ['@x =~ "c" or @y =~ "c"', 0.5],
    ['min(@x =~ "c", @y =~ "c")', 0.2],
    ['max(@x =~ "c", @y =~ "c")', 0.5],
    ['avg(@x =~ "c", @y =~ "c")', 0.35],
    ['gmean(@x =~ "c", @y =~ "c")', Math.sqrt(0.1)],
    ['gmean(@x =~ "c", @z =~ "c")', 0],
    ['product(@x =~ "c", @y =~ "c")', 0.1],
    ['1-(@x =~ "c")', 0.5],
    ['not(not(@y =~ "c"))', 0.2],
    ['@x =~ "c" and @y', 0.5],
    ['@x =~ "c" and @z', 0],
    ['@x =~ "c" or @y', 1],
    ["avg(@x, @z)", 0.5],
    ["product(@x, @y)", 1],
    ['avg(@x =~ "c" > 0.4, @y =~ "c")', 0.6],
    ['(@x =~ "c")', 0.5],
  ])("%s is %d", scoreOf);
  it.each(["min(@x, @y)", "max(@x, @z)", "not(@z)", "1-@z", "@x and @y"])("%s of Booleans filters", (text) =>
    finds(`/A/B[1][${text}]`, ["/A/B[1]"]),
  );
});

describe("aggregates", () => {
  it.each<[string, (readonly [string, number])[]]>([
    [
      'avg(/D[@x =~ "c"])',
      [
        ["/A/C[1]", 0.5],
        ["/A/C[2]", 0.3],
      ],
    ],
    [
      'max(/D[@x =~ "c"])',
      [
        ["/A/C[1]", 0.9],
        ["/A/C[2]", 0.3],
      ],
    ],
    [
      'min(/D[@x =~ "c"])',
      [
        ["/A/C[2]", 0.3],
        ["/A/C[1]", 0.1],
      ],
    ],
    [
      'gmean(/D[@x =~ "c"])',
      [
        ["/A/C[2]", 0.3],
        ["/A/C[1]", 0.3],
      ],
    ],
    [
      'agg_avg(/D[@x =~ "c"])',
      [
        ["/A/C[1]", 0.5],
        ["/A/C[2]", 0.3],
      ],
    ],
    [
      "avg(/D)",
      [
        ["/A/C[1]", 1],
        ["/A/C[2]", 1],
      ],
    ],
    ["avg(/D[@x >= 50])", [["/A/C[1]", 1]]],
    [
      'avg(/D[@x =~ "c"][1])',
      [
        ["/A/C[1]", 0.9],
        ["/A/C[2]", 0.3],
      ],
    ],
    [
      'avg(/D[1][@x =~ "c"])',
      [
        ["/A/C[2]", 0.3],
        ["/A/C[1]", 0.1],
      ],
    ],
    ['avg(/D[@x =~ "c" > 0.5])', [["/A/C[1]", 1]]],
    [
      'max(/preceding-sibling::B[@x =~ "c"])',
      [
        ["/A/C[1]", 0.8],
        ["/A/C[2]", 0.8],
        ["/A/C[3]", 0.8],
      ],
    ],
    [
      '1-avg(/D[@x =~ "c"])',
      [
        ["/A/C[3]", 1],
        ["/A/C[2]", 0.7],
        ["/A/C[1]", 0.5],
      ],
    ],
  ])("%s", (text, weighed) =>
    weighs(
      `/A/C[${text}]`,
      weighed.map(([path, weight]) => [path, weight]),
    ),
  );

  it("evidence of a type that the data does not have is none", () =>
    weighs('/A/C[avg(/D[@x =~ "c"]/Zoo[@x =~ "c"])]', []));
  it("evidence may be two steps away, each with its weight", () =>
    weighs('/A[max(/C[@x =~ "c"]/D[@x =~ "c"])]', [["/A", 0.54]]));
  it("asks of the evidence itself", () => weighs('/A/C[avg(/D[max(/self::D[@x =~ "c"])])][1]', [["/A/C[1]", 0.5]]));
});
