import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../../packages/runtime/src/compile.js";
import { ByteLru } from "../../../packages/scorers/src/byteLru.js";
import { cachedScorer, memoryCache } from "../../../packages/scorers/src/cache.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { pseudo, scorerOf, treeOf } from "../fused/trees.js";

const expensive = () => scorerOf("expensive", (text, condition) => pseudo(text + condition));

test("the second run of a query asks nothing, pruned or not, and gives the same", async () => {
  const tree = treeOf(Array.from({ length: 60 }, (_, i) => `item ${i}`));
  const { query } = compile('//Item[node =~ "x"][node =~ "y" or node =~ "z"]');
  for (const options of [{ limit: 3 }, {}, { minScore: 0.5 }]) {
    const inner = expensive();
    const scorer = cachedScorer(inner, memoryCache());
    const first = await query!.run(tree, { scorer, ...options });
    const calls = inner.calls.length;
    expect(calls).toBeGreaterThan(0);
    const second = await query!.run(tree, { scorer, ...options });
    expect(inner.calls.length).toBe(calls);
    const plain = ({ matches }: typeof first) => matches.map(({ path, weight }) => [path, weight]);
    expect(plain(second)).toEqual(plain(first));
    expect(second.stats.scorer).toBe("expensive");
  }
});

test("law: a cached scorer is the scorer, and asks for no pair twice", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.array(fc.constantFrom("a", "b", "c", "\ud800", "", "a\0")), fc.constantFrom("x", "y", "xa")),
      ),
      async (asks) => {
        const inner = expensive();
        const scorer = cachedScorer(inner, memoryCache());
        const seen = new Set<string>();
        for (const [texts, condition] of asks) {
          const before = inner.calls.length;
          expect(await scorer.score(texts, condition, {})).toEqual(await expensive().score(texts, condition, {}));
          for (const text of inner.calls.slice(before).flat()) {
            expect(seen.has(`${condition}|${text}`)).toBe(false);
            seen.add(`${condition}|${text}`);
          }
        }
      },
    ),
  ));

test("a cheap scorer is given back as it is, unless asked for", () => {
  const lexical = lexicalScorer();
  expect(cachedScorer(lexical, memoryCache())).toBe(lexical);
  expect(cachedScorer(lexical, memoryCache(), { cheap: true })).not.toBe(lexical);
});

test("scorers with different ids do not share", async () => {
  const cache = memoryCache();
  await cachedScorer(expensive(), cache).score(["a"], "x", {});
  const other = { ...scorerOf("other", () => 0.5), id: "dea" };
  expect(await cachedScorer(other, cache).score(["a"], "rx", {})).toEqual(Float32Array.of(0.5));
});

test("what was answered before a failure is kept", async () => {
  let left = 2;
  const inner = scorerOf("d", (text) => pseudo(text));
  const failing = {
    ...inner,
    score: async (texts: readonly string[]) =>
      left-- > 0 ? inner.score(texts, "x", {}) : Promise.reject(new Error("down")),
  };
  const cache = memoryCache();
  const texts = ["a", "b", "c", "d", "e"];
  await expect(cachedScorer(failing, cache, { chunk: 2 }).score(texts, "x", {})).rejects.toThrow("down");
  expect(await cachedScorer(inner, cache).score(texts, "x", {})).toEqual(
    Float32Array.from(texts, (text) => pseudo(text)),
  );
  expect(inner.calls).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

test("a failed call leaves nothing behind", async () => {
  let isDown = true;
  const inner = {
    id: "d",
    cost: "expensive" as const,
    score: async () => (isDown ? Promise.reject(new Error("down")) : Float32Array.of(1)),
  };
  const scorer = cachedScorer(inner, memoryCache());
  await expect(scorer.score(["a"], "x", {})).rejects.toThrow("down");
  isDown = false;
  expect(await scorer.score(["a"], "x", {})).toEqual(Float32Array.of(1));
});

describe("the bounded map", () => {
  test("law: never more bytes than allowed, the last used stay", () =>
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(30))),
        (maxBytes, steps) => {
          const lru = new ByteLru<number>(maxBytes);
          for (const [key, bytes] of steps) {
            lru.set(key, bytes, bytes);
            expect(lru.bytes).toBeLessThanOrEqual(maxBytes);
            expect(lru.get(key)).toBe(bytes <= maxBytes ? bytes : undefined);
          }
        },
      ),
    ));

  test("what was used longest ago goes first", () => {
    const lru = new ByteLru<number>(2);
    lru.set("a", 1, 1);
    lru.set("b", 2, 1);
    lru.get("a");
    lru.set("c", 3, 1);
    expect([lru.get("a"), lru.get("b"), lru.get("c"), lru.size]).toEqual([1, undefined, 3, 2]);
  });
});
