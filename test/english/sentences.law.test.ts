import { MAX_QUESTION_LENGTH, MAX_SENTENCE_LENGTH, readRecallQuestion, sentencesIn } from "@semantic-xpath/english";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const piece = fc.constantFrom(
  "a",
  "word ",
  "Mr. ",
  "e.g. ",
  ".",
  "!",
  "?…",
  '."',
  "\n",
  " ",
  "“",
  ")",
  "😀",
  "x".repeat(250),
  "y ".repeat(230),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

describe("sentences", () => {
  it("cover all but white space, in order, and are short", () => {
    fc.assert(
      fc.property(text, (text) => {
        const sentences = sentencesIn(text);
        let end = 0;
        for (const sentence of sentences) {
          expect(text.slice(end, sentence.start).trim()).toBe("");
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(sentence.text.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
          end = sentence.end;
        }
        expect(text.slice(end).trim()).toBe("");
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ["I live in Porto. Do you?", ["I live in Porto.", "Do you?"]],
    ["Dr. Ito came at 5 p.m. today!", ["Dr. Ito came at 5 p.m. today!"]],
    ['He said "no." Then he left…', ['He said "no."', "Then he left…"]],
    ["One\ntwo", ["One", "two"]],
    ["Version 2.5 is out", ["Version 2.5 is out"]],
  ])("of %j", (text, expected) => {
    expect(sentencesIn(text).map((sentence) => sentence.text)).toEqual(expected);
  });

  it("are cut at their limit: at white space if there is any, never inside a character", () => {
    const lengths = (text: string) => sentencesIn(text).map((sentence) => sentence.text.length);
    expect(lengths("x".repeat(MAX_SENTENCE_LENGTH))).toEqual([MAX_SENTENCE_LENGTH]);
    expect(lengths("x".repeat(MAX_SENTENCE_LENGTH + 1))).toEqual([MAX_SENTENCE_LENGTH, 1]);
    expect(lengths(`${"x".repeat(300)} ${"y".repeat(300)}`)).toEqual([300, 300]);
    for (const { text } of sentencesIn(`x${"😀".repeat(500)}`)) expect(text).toBe(text.replace(/[\uD800-\uDFFF]/u, ""));
  });
});

describe("a question about a memory", () => {
  it("is read up to its limit", () => {
    const question = "where does Ana live ".padEnd(MAX_QUESTION_LENGTH, "?");
    expect(readRecallQuestion(`${question}${" before Oslo".repeat(5000)}`, "2026-03-14")).toEqual(
      readRecallQuestion(question, "2026-03-14"),
    );
  });
});
