import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { grammarParts } from "../../packages/cli/bundle/grammarParts.mjs";
import * as lodash from "../../packages/cli/src/grammar/lodash.js";
import { exampleText } from "../lsp/kit.js";

const folder = mkdtempSync(join(tmpdir(), "sxp-grammar-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The exports of a module of ours, once with the packages themselves and once with what stands in their place. */
async function both<T>(entry: string): Promise<readonly [whole: T, small: T]> {
  const made = async (name: string, plugins: readonly Plugin[]) => {
    const outfile = join(folder, `${name}.mjs`);
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      conditions: ["@semantic-xpath/source", "module", "browser"],
      mainFields: ["browser", "module", "main"],
      plugins: [...plugins],
    });
    return (await import(pathToFileURL(outfile).href)) as T;
  };
  const name = entry.replaceAll(/\W/g, "-");
  return [await made(`${name}-whole`, []), await made(`${name}-small`, [grammarParts])];
}

describe("the parts of the grammar in the bundle of the command", () => {
  it("makes the same parser", { tags: "slow" }, async () => {
    type Parser = typeof import("@semantic-xpath/parser");
    const [whole, small] = await both<Parser>("packages/parser/src/index.ts");
    const texts = [
      '//Day[avg(/POI[node =~ "conference sessions"])]',
      "/Plan/Day[2]/POI[1:3][@price <= 20 EUR and not(@closed)]",
      "for $x in",
      "//Day[",
      "//Day[@a = ]/POI[[1]",
      "some $d in //Day satisfies $d/@n > 2",
      'insert node <POI name="a"/> into //Day[1]',
      "(//POI)[order by @price descending, name][1:5]",
      '//POI[max(node =~ "a", 1 - node =~ "b") >= 0.5',
      exampleText("itinerary/changes.sxp"),
    ];
    for (const text of texts) expect(small.parse(text), text).toEqual(whole.parse(text));
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...'// / Day [ ] @n = != 2 1: "a" =~ and or not ( ) , | avg count $x for some in satisfies return order by'.split(
              " ",
            ),
            ..."insert node into delete replace value of with declare query import schema := ; { } <a/> <a </a> => ! #".split(
              " ",
            ),
          ),
        ),
        (parts) => {
          const text = parts.join(" ");
          expect(small.parse(text)).toEqual(whole.parse(text));
        },
      ),
    );
  });

  it("has the functions of lodash with their meaning", () => {
    const original = createRequire(import.meta.resolve("chevrotain"))("lodash-es") as typeof lodash;
    const of = fc.oneof(
      fc.array(fc.oneof(fc.integer(), fc.string(), fc.record({ a: fc.integer() }), fc.constant(null))),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.record({ a: fc.integer() }), {
        noNullPrototype: true,
      }),
      fc.constantFrom(null, undefined),
    );
    const isOdd = (value: unknown) => typeof value === "number" && value % 2 === 1;
    const same = (call: (from: typeof lodash) => unknown) => expect(call(lodash)).toEqual(call(original));
    fc.assert(
      fc.property(of, (given) => {
        const list = Array.isArray(given) ? given : [];
        for (const name of ["values", "keys", "isEmpty", "clone", "flatten", "first", "last", "isArray"] as const)
          if (name !== "flatten" && name !== "first" && name !== "last") same((from) => from[name](given as never));
          else same((from) => from[name](list as never));
        for (const name of ["filter", "reject", "find", "some", "every", "map", "groupBy", "flatMap"] as const) {
          const call = (from: typeof lodash, by: unknown) =>
            (from[name] as (of: unknown, by: unknown) => unknown)(given, by);
          same((from) => call(from, isOdd));
          same((from) => call(from, "a"));
        }
        same((from) => from.reduce(given as never, (sum: number) => sum + 1, 0));
        same((from) => from.includes(given as never, 3));
        for (const name of ["compact", "uniq", "drop", "dropRight"] as const) same((from) => from[name](list as never));
        same((from) => from.drop(list, 2));
        same((from) => from.dropRight(list, 3));
        same((from) => from.difference<unknown>(list, [1, 2, 3]));
        same((from) => from.indexOf<unknown>(list, 3));
        same((from) => {
          const seen: unknown[] = [];
          from.forEach(given as never, (value: unknown, key: unknown) => {
            seen.push(key, value);
            return value !== 0;
          });
          return seen;
        });
      }),
    );
    same((from) => from.defaults({ a: 1, b: undefined }, { a: 2, b: 3, c: 4 }));
    same((from) => from.has({ a: undefined }, "a"));
    same((from) => from.pickBy({ a: 1, b: 2 } as never, isOdd));
    same((from) => from.upperFirst("rule name"));
  });
});
