import { describe, expect, it } from "vitest";
import { wantsMore } from "../../../packages/cli/src/repl/editor/buffer/openness.js";
import { press } from "../../../packages/cli/src/repl/editor/press.js";
import { SILENT, typed, WORDS } from "./support/editor.js";

describe("moving", () => {
  it.each<[readonly string[], string]>([
    [["abc", "C-a"], "|abc"],
    [["abc", "C-a", "C-e"], "abc|"],
    [["abc", "left", "C-b"], "a|bc"],
    [["//Day/POI", "M-b"], "//Day/|POI"],
    [["//Day/POI", "M-b", "M-b"], "//|Day/POI"],
    [["//Day/POI", "C-a", "M-f"], "//Day|/POI"],
    [["//Day/POI", "C-a", "C-right", "C-right"], "//Day/POI|"],
    [["//Day/POI", "C-left"], "//Day/|POI"],
    [["abc", "home", "right"], "a|bc"],
    [["ab", "M-enter", "cd", "up"], "ab|\ncd"],
    [["abc", "M-enter", "d", "up", "down"], "abc\nd|"],
    [["金閣寺", "left"], "金閣|寺"],
    [["e\u0301a", "left", "left"], "|e\u0301a"],
    [["👩‍👩‍👧x", "left", "left"], "|👩‍👩‍👧x"],
  ])("%j", (keys, shown) => expect(typed(keys).shown).toBe(shown));

  it("keeps the column over wide characters", () => {
    expect(typed(["金閣寺", "M-enter", "abcd", "up"]).shown).toBe("金閣|寺\nabcd");
  });
});

describe("editing", () => {
  it.each<[readonly string[], string]>([
    [["abc", "backspace"], "ab|"],
    [["abc", "C-a", "delete"], "|bc"],
    [["abc", "C-a", "C-d"], "|bc"],
    [["a👩‍👩‍👧", "backspace"], "a|"],
    [["ab", "C-t"], "ba|"],
    [["abcd", "left", "left", "C-t"], "acb|d"],
    [["node =~ lunch", "C-w"], "node =~ |"],
    [["node =~ lunch", "C-u"], "|"],
    [["node =~ lunch", "C-a", "C-k"], "|"],
    [["node =~ lunch", "M-b", "C-k", "dinner"], "node =~ dinner|"],
    [["a b c", "C-w", "C-w", "C-y"], "a b c|"],
    [["one two", "C-a", "M-d", "C-e", "C-y"], " twoone|"],
    [["one", "C-u", "two", "C-u", "C-y", "M-y"], "one|"],
    [["one two", "M-backspace"], "one |"],
    [["ab", "M-enter", "cd", "C-a", "backspace"], "ab|cd"],
    [["ab", "M-enter", "cd", "up", "C-k"], "ab|cd"],
  ])("%j", (keys, shown) => expect(typed(keys).shown).toBe(shown));

  it.each<[readonly string[], string]>([
    [["//Day", "C-_"], "|"],
    [["//Day and", "C-_"], "//Day |"],
    [["//Day", "C-u", "C-_"], "//Day|"],
    [["//Day", "C-_", "M-_"], "//Day|"],
    [["a b", "C-_", "C-_", "C-_", "C-_"], "|"],
    [["a", "C-_", "b", "M-_"], "b|"],
    [["ab", "M-enter", "cd", "up", "e", "C-_"], "ab|\ncd"],
  ])("takes back %j", (keys, shown) => expect(typed(keys).shown).toBe(shown));

  it("takes a paste as one change, lines and all", () => {
    const pasted = press(typed(["a "]).state, { name: "paste", text: "//Day[\n1]" }, SILENT).state;
    expect(pasted.buffer.text).toBe("a //Day[\n1]");
    expect(press(pasted, { name: "C-_", text: "" }, SILENT).state.buffer.text).toBe("a ");
  });
});

describe("Enter", () => {
  it.each<[string, boolean]>([
    ["//Day", false],
    ["//Day[", true],
    ['//Day[node =~ "park', true],
    ["//Day[@a = 'x]", true],
    ["//Day (: a comment", true],
    ["//Day (: (: :)", true],
    ["//Day/", true],
    ["//Day |", true],
    ["//Day[avg(/POI,", true],
    ["//Day[@a =", true],
    ["//Day[a and", true],
    ["//and", false],
    ["//Day]", false],
    ["//Day[\n", false],
    ["declare query a() := //Day", true],
    ["declare query a() := //Day;", false],
    ['import data "a.xml"', true],
    ['import data "a.xml";', false],
    ["", false],
  ])("behind %j goes on: %s", (text, goesOn) => {
    const { outcome, state } = typed([
      ...text.split("\n").flatMap((line, i) => (i === 0 ? [line] : ["M-enter", line])),
      "enter",
    ]);
    expect([outcome, state.buffer.text]).toEqual(goesOn ? ["edit", `${text}\n`] : ["submit", text]);
  });

  it("takes no longer the more comments there are before and after a declaration", () => {
    const comments = "(: :) ".repeat(5000);
    expect(wantsMore(`declare query a() := //Day; ${comments}`)).toBe(false);
    expect(wantsMore(`${comments}declare query a() := //Day ${comments}`)).toBe(true);
    expect(wantsMore(comments)).toBe(false);
  });

  it("sends open input after an empty line", () => {
    expect(typed(["//Day[", "enter"]).outcome).toBe("edit");
    expect(typed(["//Day[", "enter", "enter"]).outcome).toBe("submit");
  });

  it("leaves with C-d on an empty line only", () => {
    expect(typed(["C-d"]).outcome).toBe("leave");
    expect(typed(["a", "C-d"]).outcome).toBe("edit");
  });
});

describe("the list of choices", () => {
  const menu = (...keys: string[]) => typed(keys, { language: WORDS });

  it("opens while one types, with what goes on with the word", () => {
    expect(menu("mus").state.menu?.choices.map(({ label }) => label)).toEqual(["museum", "music"]);
    expect(menu("mus", " ").state.menu).toBeNull();
  });

  it.each<[readonly string[], string]>([
    [["l", "tab"], "lake|"],
    [["m", "tab"], "mus|"],
    [["mus", "tab", "enter"], "museum|"],
    [["mus", "tab", "tab", "enter"], "music|"],
    [["mus", "down", "down", "up", "right"], "museum|"],
    [["mus", "tab", "S-tab", "enter"], "music|"],
    [["par", "escape", "left"], "pa|r"],
  ])("%j", (keys, shown) => expect(typed(keys, { language: WORDS }).shown).toBe(shown));

  it("does not take Enter before something is chosen", () => {
    expect(menu("mus", "enter").outcome).toBe("submit");
    expect(menu("mus", "tab", "enter").outcome).toBe("edit");
  });

  it("goes on narrowing while one types", () => {
    const { state } = menu("m", "down", "use");
    expect(state.menu?.choices.map(({ label }) => label)).toEqual(["museum"]);
    expect(state.menu?.selected).toBeNull();
  });
});
