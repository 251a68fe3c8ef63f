import { groupBy } from "@semantic-xpath/values";
import { choice, literal, type Part, repeat, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Move, NodeTest, State } from "../states/state.js";
import { writtenName } from "../words.js";
import { type Grammar, oneName, stateRule } from "./grammar.js";

/** A step to a state. */
export interface StepTo {
  readonly to: State;
  /** Notation of the step, without brackets. */
  readonly there: Part;
  /** `.` and `..` take no brackets. */
  readonly isDot: boolean;
}

/** The steps from a state, one for each state that they lead to. */
export function stepsTo(grammar: Grammar, state: State): readonly StepTo[] {
  const steps = grammar.steps.get(state) ?? stepsFrom(grammar, state);
  grammar.steps.set(state, steps);
  return steps;
}

function stepsFrom(grammar: Grammar, state: State): readonly StepTo[] {
  const groups = [...groupBy(state.moves(), ({ to, test }) => (test.kind === "Dot" ? `${to.name} dot` : to.name))];
  return groups.map(([key, group]) => ({
    to: group[0]!.to,
    there: stateRule(grammar, state, `to ${key}`, () => movesPart(grammar, group)),
    isDot: group[0]!.test.kind === "Dot",
  }));
}

/** The ways to one state: separators and axes that have the same node tests are written once. */
export function movesPart(grammar: Grammar, moves: readonly Move[]): Part {
  const byLead = [...groupBy(moves, ({ separator, axis }) => `${separator} ${axis ?? ""}`)].map(([, group]) => ({
    lead: leadPart(group[0]!),
    tests: group.map(({ test }) => test),
  }));
  const byTests = [...groupBy(byLead, ({ tests }) => JSON.stringify(tests))];
  return choice(
    ...byTests.map(([, same]) =>
      sequence(
        choice(...same.map(({ lead }) => lead)),
        choice(...same[0]!.tests.map((test) => nodeTest(grammar, test))),
      ),
    ),
  );
}

/** The slash is a token of its own: a lexer that has begun "/child::" could not go back to read "/c" as the start of a name. */
const leadPart = ({ separator, axis }: Move): Part =>
  axis === null ? literal(separator) : sequence(separator, `${axis}::`);

function nodeTest(grammar: Grammar, test: NodeTest): Part {
  switch (test.kind) {
    case "Name":
      return oneName(grammar, test.name === null ? null : [test.name]);
    case "Wildcard":
      return literal("*");
    case "Dot":
      return literal(test.text);
    case "Id": {
      if (test.name !== null) return sequence("id(", `@${writtenName(test.name)}`, ")");
      return sequence("id(", choice(sequence("@", oneName(grammar, null)), ".", "text()", token("string")), ")");
    }
    case "All":
      return sequence("(", ...test.names.map(writtenName).flatMap((name, i) => (i === 0 ? [name] : ["|", name])), ")");
    case "Some": {
      const { names } = test;
      const list = () => {
        const nameRule = oneName(grammar, names);
        return sequence("(", nameRule, repeat(sequence("|", nameRule), 1, null), ")");
      };
      return grammar.book.rule(`list ${names?.join(" ") ?? ""}`, list);
    }
  }
}
