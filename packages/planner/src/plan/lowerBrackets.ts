import {
  type OrderKey as AstKey,
  type Bracket,
  type Index,
  type IndexPosition,
  nameOfEntry,
  type RangePosition,
} from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import { type Items, itemsAfterBracket, specialOf } from "../check/items.js";
import { lowerBracketExpression } from "./lowerExpression.js";
import { inContext, type Lowering, lowerArgument, present } from "./lowering.js";
import { lowerValue } from "./lowerValue.js";
import type { BracketOperator, GroupKey, Order, OrderKey, PlaceRange } from "./operators.js";
import { listOrder } from "./order.js";

/** The brackets of a step or a group, from left to right. */
export function lowerBrackets(
  lowering: Lowering,
  brackets: readonly Bracket[],
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
  first: Items = "nodes",
): BracketOperator[] {
  const lowered: BracketOperator[] = [];
  let items = first;
  let current = order;
  for (const bracket of brackets) {
    const operator = inContext(lowering, specialOf(items), () =>
      lowerBracket(lowering, bracket, types, scope, current),
    );
    items = itemsAfterBracket(items, bracket);
    current = listOrder(operator, current);
    lowered.push(operator);
  }
  return lowered;
}

/** `Bracket ::= "[" ( Position | SiblingOffset | OrderBy | Expr ) "]"` */
function lowerBracket(
  lowering: Lowering,
  bracket: Bracket,
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
): BracketOperator {
  const { content, span } = bracket;
  switch (content.kind) {
    case "IndexPosition":
    case "RangePosition": {
      const range = lowerRange(lowering, content);
      return { kind: "Position", id: lowering.nextId++, span, types, range, order, scope };
    }
    case "SiblingOffset":
      return { kind: "Sibling", id: lowering.nextId++, span, types: null, offset: content.offset };
    case "OrderBy": {
      const id = lowering.nextId++;
      return { kind: "Order", id, span, types, keys: content.keys.map((key) => lowerKey(lowering, key)), scope };
    }
    case "GroupBy": {
      const id = lowering.nextId++;
      const keys = content.keys.map((key): GroupKey => {
        const keyId = lowering.nextId++;
        const name = nameOfEntry(key)!.text;
        return { kind: "GroupKey", id: keyId, span: key.span, name, value: lowerValue(lowering, key.value) };
      });
      return { kind: "GroupBy", id, span, types, keys, scope };
    }
    default:
      return lowerBracketExpression(lowering, content, { span, types, order, scope });
  }
}

function lowerRange(lowering: Lowering, position: IndexPosition | RangePosition): PlaceRange {
  const placeOf = (index: Index) => lowerArgument<number>(lowering, index, "position");
  if (position.kind === "IndexPosition") return { single: true, from: placeOf(position.index), to: null };
  const { from, to } = position;
  return { single: false, from: from === null ? null : placeOf(from), to: to === null ? null : placeOf(to) };
}

/** `Key ::= Value ( "ascending" | "descending" )?` */
function lowerKey(lowering: Lowering, { span, value, direction }: AstKey): OrderKey {
  const id = lowering.nextId++;
  return {
    kind: "Key",
    id,
    span,
    value: lowerValue(lowering, present(value)),
    isDescending: direction === "descending",
  };
}

/** True if a bracket moves to a sibling. */
export const hasOffset = (brackets: readonly Bracket[]): boolean =>
  brackets.some(({ content }) => content.kind === "SiblingOffset");
