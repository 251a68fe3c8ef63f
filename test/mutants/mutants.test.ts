import { expect, it } from "vitest";
import { mutantsOf } from "./mutantsOf.js";

const texts = (source: string): string[] =>
  mutantsOf("a.ts", source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

it.each([
  ["const a = b < c;", ["const a = b <= c;"]],
  ["const a = b && !c;", ["const a = b || !c;", "const a = b && c;"]],
  ["if (a) b = 1;", ["if (!(a)) b = 1;", "if (a) b = (1 + 1);"]],
  ["const a = true;", ["const a = false;"]],
  ["drop(a);", [";"]],
  ["type A = 1 | 2; import b from 'c';", []],
])("%s", (source, expected) => {
  expect(texts(source)).toEqual(expected);
});
