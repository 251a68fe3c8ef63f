import type { JsonValue } from "./jsonValue.js";
import type { Rule } from "./model.js";

/** A node before it is in a tree. */
export interface DraftNode {
  readonly type: string;
  readonly attributes: Map<string, string>;
  text: string;
  readonly children: DraftNode[];
  /** Values that the rule keeps as they are. */
  readonly values: JsonValue[];
  /** Source value; null for a node around others, which spans them. */
  readonly value: JsonValue | null;
  /** By which it was made; null of what no rule describes. */
  readonly rule: Rule | null;
  start: number;
  end: number;
}

/** A node of a value. */
export function madeOf(type: string, value: JsonValue, rule: Rule | null = null): DraftNode {
  const { start, end } = value;
  return { type, attributes: new Map(), text: "", children: [], values: [], value, rule, start, end };
}

/** A node around others. */
export const madeAround = (type: string, rule: Rule | null = null): DraftNode => ({
  ...{ type, attributes: new Map(), text: "", children: [], values: [], value: null, rule, start: 0, end: 0 },
});
