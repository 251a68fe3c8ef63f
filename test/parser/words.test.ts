import { isAxis } from "@semantic-xpath/parser";
import { expect, it } from "vitest";
import { AXES_MEANT } from "../../packages/parser/src/words/axes.js";
import { ELSEWHERE, functionOf, MEANT, WRAPPERS } from "../../packages/parser/src/words/functions.js";

const OTHERS = [...MEANT.keys(), ...ELSEWHERE.keys(), ...WRAPPERS];

it.each(OTHERS)("%s, of another dialect, is not a function of this one", (name) => expect(functionOf(name)).toBeNull());

it("a name of another dialect has one advice", () =>
  expect(OTHERS.filter((name, i) => OTHERS.indexOf(name) !== i)).toEqual([]));

it.each([...AXES_MEANT.keys()])("%s, of another dialect, is not an axis of this one", (name) =>
  expect(isAxis(name)).toBe(false),
);
