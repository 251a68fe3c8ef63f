import { type Comparison, diagnose } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { shortText } from "../shortText.js";

/** The numbers that the left side of a comparison can be. */
export interface Domain {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** For the message: why it can be no other. */
  readonly why: string;
}

/** SXP3004: a comparison with a number that has the same answer for every number of the domain. */
export function checkConstant(context: CheckContext, comparison: Comparison, domain: Domain): void {
  if (comparison.right.kind !== "NumberLiteral") return;
  const answer = constantAnswer(comparison.operator, comparison.right.value, domain);
  if (answer === null) return;
  const effect = `is ${answer ? "always" : "never"} true: ${domain.why}`;
  context.diagnostics.push(diagnose("SXP3004", comparison.span, { text: shortText(comparison), effect }));
}

/** True or false where `x operator value` is that for every x of the domain, else null. */
function constantAnswer(
  operator: Comparison["operator"],
  value: number,
  { least, most, isWhole }: Domain,
): boolean | null {
  const isOutside = value < least || value > most || (isWhole && !Number.isInteger(value));
  switch (operator) {
    case "=":
      return isOutside ? false : null;
    case "!=":
      return isOutside ? true : null;
    case ">=":
      return value <= least ? true : value > most ? false : null;
    case ">":
      return value < least ? true : value >= most ? false : null;
    case "<=":
      return value >= most ? true : value < least ? false : null;
    case "<":
      return value > most ? true : value <= least ? false : null;
  }
}
