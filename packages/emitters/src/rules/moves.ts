import { choice, literal, type Part, repeat, sequence } from "../grammar/part.js";
import type { Move, NodeTest } from "../states/state.js";
import { groupBy } from "./groupBy.js";
import { type Grammar, oneOf } from "./shared.js";

/** The ways to one state: separators and axes that have the same node tests are written once. */
export function movesPart(grammar: Grammar, moves: readonly Move[]): Part {
  const byLead = groupBy(moves, ({ separator, axis }) => `${separator} ${axis ?? ""}`).map(([, group]) => ({
    lead: leadPart(group[0]!),
    tests: group.map(({ test }) => test),
  }));
  const byTests = groupBy(byLead, ({ tests }) => JSON.stringify(tests));
  return choice(
    ...byTests.map(([, same]) =>
      sequence(
        choice(...same.map(({ lead }) => lead)),
        choice(...same[0]!.tests.map((test) => testPart(grammar, test))),
      ),
    ),
  );
}

/** The slash is a token of its own: a lexer that has begun "/child::" could not go back to read "/c" as the start of a name. */
const leadPart = ({ separator, axis }: Move): Part =>
  axis === null ? literal(separator) : sequence(separator, `${axis}::`);

function testPart(grammar: Grammar, test: NodeTest): Part {
  switch (test.kind) {
    case "Name":
      return test.name === null ? oneOf(grammar, null) : literal(test.name);
    case "Wildcard":
      return literal("*");
    case "Dot":
      return literal(test.text);
    case "All":
      return sequence("(", ...test.names.flatMap((name, i) => (i === 0 ? [name] : ["|", name])), ")");
    case "Some": {
      const { names } = test;
      const list = () => {
        const one = oneOf(grammar, names);
        return sequence("(", one, repeat(sequence("|", one), 1, null), ")");
      };
      return grammar.book.rule(`list ${names?.join(" ") ?? ""}`, list);
    }
  }
}
