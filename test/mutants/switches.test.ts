import { expect, it } from "vitest";
import { switched, switchesOf } from "./switches.js";

const texts = (source: string): string[] =>
  switchesOf("a.ts", source).map(({ start, end, text }) => source.slice(0, start) + (text ?? ";") + source.slice(end));

it.each([
  ["const a = b < c;", ["const a = (b) <= (c);"]],
  ["const a = b && !c;", ["const a = (b) || (!c);", "const a = b && c;"]],
  ["if (a) b(1);", ["if (!(a)) b(1);", "if (a) ;", "if (a) b(1 + 1);"]],
  ["const a = true;", ["const a = false;"]],
  ["a = b;", [";"]],
  ["const a = { 1: b, c };", ["const a = { c };", "const a = { 1: b };"]],
  ["const a = b(c, d);", ["const a = b(d, c);"]],
  ["const a = b(c, {});", ["const a = b(c);"]],
  ["const a = b.filter(c);", ["const a = b;"]],
  ["const a = b?.filter(c);", []],
  ["const a = Math.min(b);", ["const a = Math.max(b);"]],
  ["type A = 1 | 2; import b from 'c';", []],
])("%s", (source, expected) => {
  expect(texts(source)).toEqual(expected);
});

it("a switch is off until it is on", () => {
  const source = "const a = b < c; d();";
  const [less, call] = switchesOf("a.ts", source);
  expect(switched(source, [less!, call!], [3, 7])).toBe(
    "const a = (globalThis.isSwitched?.(3) ? ((b) <= (c)) : (b < c)); if (!globalThis.isSwitched?.(7)) d();",
  );
});
