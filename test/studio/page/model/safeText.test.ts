import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { safeName, safeText } from "../../../../packages/studio/src/page/model/safeText.js";
import { anyCharacter } from "../../../support/characters.js";
import { runs } from "../../../support/runs.js";

describe("a text that is safe to read", () => {
  it("names what turns or hides what stands around it", () => {
    expect(safeText("a\u202eb")).toEqual([
      { text: "a", sign: null },
      { text: "\u202e", sign: "U+202E" },
      { text: "b", sign: null },
    ]);
    expect(safeName("\u001b[31m\u200bred")).toBe("U+001B[31mU+200Bred");
  });

  it("leaves tabs, new lines and every script as they are", () => {
    const text = "Zürich\t東京\nשלום 👩‍🚀";
    expect(safeText(text)).toEqual([{ text, sign: null }]);
    expect(safeText("")).toEqual([]);
  });

  it("loses nothing, and what is shown as it is has no such character", () =>
    assert(
      property(string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        const parts = safeText(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) if (part.sign === null) expect(safeName(part.text)).toBe(part.text);
        expect(safeName(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/);
      }),
      { numRuns: runs(300) },
    ));
});
