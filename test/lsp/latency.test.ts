import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createKit, exampleText, exampleUri } from "./kit.js";

/** Times of features in one process, the document changed before each, as one types; the bounds are wide for busy machines. */
function measured(text: string, offset: number, run: (document: TextDocument) => unknown, rounds = 300): number {
  const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", 0, text);
  const position = document.positionAt(offset);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const isTyped = round % 2 === 1;
    const end = isTyped ? position : { ...position, character: position.character + 1 };
    TextDocument.update(document, [{ range: { start: position, end }, text: isTyped ? " " : "" }], round);
    const from = performance.now();
    run(document);
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}

const HEAD = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n';
const SMALL = `${HEAD}declare query q() :=\n  //Day[@city = "Ottawa"]/POI[node =~ "museum"];\n`;
const MODULE = exampleText("itinerary/itinerary.sxp");

describe("features while one types", () => {
  const { service } = createKit();
  const cases: readonly (readonly [string, string, number, number])[] = [
    ["small", SMALL, SMALL.indexOf("/POI") + 1, 1],
    ["bracket of small", SMALL, SMALL.indexOf("[node") + 1, 1],
    ["module of 33 queries", MODULE, MODULE.lastIndexOf("/*[name") + 1, 5],
  ];
  for (const [name, text, offset, bound] of cases) {
    it(`answer at once: ${name}`, () => {
      const at = (document: TextDocument) => document.positionAt(offset);
      const told = {
        diagnostics: measured(text, offset, (d) => service.diagnostics(d)),
        completion: measured(text, offset, (d) => service.complete(d, at(d))),
        tokens: measured(text, offset, (d) => service.semanticTokens(d)),
        actions: measured(text, offset, (d) => service.codeActions(d, { start: at(d), end: at(d) })),
        symbols: measured(text, offset, (d) => service.documentSymbols(d)),
      };
      console.log(
        name,
        Object.entries(told)
          .map(([key, time]) => `${key} ${time.toFixed(3)}`)
          .join(" · "),
        "ms",
      );
      for (const [feature, time] of Object.entries(told)) expect(time, feature).toBeLessThan(bound);
    });
  }
});
