import { type ILookaheadStrategy, LLkLookaheadStrategy, type TokenType } from "chevrotain";
import { afterAll, expect, it, vi } from "vitest";
import { FirstTokens } from "../../../packages/parser/src/grammar/firstTokens.js";
import { SemanticXPathParser } from "../../../packages/parser/src/grammar/parser.js";
import { TOKEN_TYPES } from "../../../packages/parser/src/tokens/tokenTypes.js";

afterAll(() => void vi.restoreAllMocks());

/** Every decision of the grammar, with the function that was made for it. */
function decisions() {
  const alternation = vi.spyOn(FirstTokens.prototype, "buildLookaheadForAlternation");
  const optional = vi.spyOn(FirstTokens.prototype, "buildLookaheadForOptional");
  new SemanticXPathParser();
  const made = ({ mock }: typeof alternation | typeof optional) =>
    mock.calls.map(([options], i) => ({ options, decide: mock.results[i]!.value }));
  return { alternations: made(alternation), optionals: made(optional) };
}

const { alternations, optionals } = decisions();
const theirs = new LLkLookaheadStrategy({ maxLookahead: 1 }) as ILookaheadStrategy;
const all = [...TOKEN_TYPES, { name: "EOF", tokenTypeIdx: 1 } as TokenType];
const answers = (decide: (this: unknown) => unknown) =>
  all.map((type) => {
    const parser = { LA_FAST: () => type };
    return [type.name, decide.call(parser)];
  });

it("decides as the generator's own strategy does, for every decision and every token", () => {
  expect([alternations.length > 20, optionals.length > 50]).toEqual([true, true]);
  for (const { options, decide } of alternations)
    expect(answers(decide)).toEqual(answers(theirs.buildLookaheadForAlternation(options as never)));
  for (const { options, decide } of optionals)
    expect(answers(decide)).toEqual(answers(theirs.buildLookaheadForOptional(options as never)));
});
