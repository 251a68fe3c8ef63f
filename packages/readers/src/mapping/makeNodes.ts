import { type ReadLimits, readError } from "@semantic-xpath/tree";
import { layBranches } from "./branches.js";
import { isScalar, type JsonValue, shapeOf, use } from "./jsonValue.js";
import { type DraftNode, madeAround, madeOf } from "./made.js";
import type { Choice, Condition, EachRule, MappingModel, Rule, WithinRule } from "./model.js";
import { follow, type Located } from "./path.js";
import { makeReferences } from "./references.js";
import { newScope, type Scope, within as withVariables } from "./scope.js";
import { takeText, type Unfit } from "./takeText.js";

/** Something that could not be converted, for each place of its kind once. */
interface Misfit {
  readonly shape: string;
  readonly text: string;
  readonly expected: string;
  readonly value: JsonValue;
}

/** Result of a mapping for a value. */
interface MadeNodes {
  /** Null if no rule fits the whole. */
  readonly root: DraftNode | null;
  /** Every node that is made of a value, each after the one that it is in. */
  readonly nodes: readonly DraftNode[];
  readonly misfits: readonly Misfit[];
}

/** Makes nodes of a value by the rules of a mapping. Each value then holds its use. */
export function makeNodes(
  model: MappingModel,
  { root, count }: { readonly root: JsonValue; readonly count: number },
  limits: ReadLimits,
): MadeNodes {
  return new Making(model, limits).all(root, newScope(count));
}

/** A node whose attributes, text and children are still to be made. */
interface Pending {
  readonly draft: DraftNode;
  readonly at: Located;
}

class Making {
  private readonly nodes: DraftNode[] = [];
  private readonly pending: Pending[] = [];
  private readonly around: DraftNode[] = [];
  private readonly misfits = new Map<string, Misfit>();
  /** The rules by which a value is a node already: one by each, so that there is an end. */
  private readonly madeBy = new Map<JsonValue, Set<Rule>>();
  private count = 0;

  constructor(
    private readonly model: MappingModel,
    private readonly limits: ReadLimits,
  ) {}

  all(value: JsonValue, scope: Scope): MadeNodes {
    const root = this.node(this.model.root, { value, scope });
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) this.fillNode(next);
    // Containers come before their content in the list, in the order of creation.
    for (const made of this.around.reverse()) {
      const spans = made.children.filter(({ end }) => end > 0);
      made.start = spans.reduce((least, { start }) => Math.min(least, start), spans[0]?.start ?? 0);
      made.end = spans.reduce((most, { end }) => Math.max(most, end), 0);
    }
    return { root, nodes: this.nodes, misfits: [...this.misfits.values()] };
  }

  /** The node of a value by the first choice that fits; null if there is none. */
  private node(choices: readonly Choice[], at: Located): DraftNode | null {
    const choice = choices.find(({ conditions }) => conditions.every((condition) => holds(condition, at)));
    if (choice === undefined) return null;
    for (const { path, expected } of choice.conditions) {
      if (typeof expected !== "boolean") for (const { value } of follow(path, at)) if (isScalar(value)) use(value);
    }
    if (choice.as === null) {
      if (at.value.use === "none") use(at.value, "dropped");
      return null;
    }
    const rule = this.model.rules.get(choice.as)!;
    return this.nodeOf(rule, at);
  }

  private nodeOf(rule: Rule, at: Located): DraftNode | null {
    const { value } = at;
    const by = this.madeBy.get(value) ?? new Set();
    if (by.has(rule)) return null;
    this.madeBy.set(value, by.add(rule));
    use(value);
    const draft = this.counted(madeOf(rule.type, value, rule));
    this.nodes.push(draft);
    this.pending.push({ draft, at });
    return draft;
  }

  private counted(made: DraftNode): DraftNode {
    if (++this.count > this.limits.maxNodes) {
      const start = made.value?.start ?? 0;
      const parameters = { what: "nodes", limit: this.limits.maxNodes, option: "limits.maxNodes" };
      throw readError("SXP4003", parameters, { start, end: start + 1 });
    }
    return made;
  }

  private fillNode({ draft: made, at }: Pending): void {
    const rule = made.rule!;
    const variables = new Map<string, string>();
    const inside: Located = { value: at.value, scope: withVariables(at.scope, variables) };
    this.takeAll(rule.variables, inside, variables);
    this.takeAll(rule.attributes, inside, made.attributes);
    made.text = rule.text === null ? "" : (takeText(rule.text, inside, this.unfit) ?? "");
    for (const child of rule.children) {
      if (child.kind === "References")
        for (const one of makeReferences(child, inside, this.unfit)) made.children.push(this.counted(one));
      else this.addChildren(child, inside, made);
    }
    for (const path of rule.keep) for (const { value } of follow(path, inside)) made.values.push(value);
    for (const path of rule.drop) for (const { value } of follow(path, inside)) use(value, "dropped");
  }

  private takeAll(rules: Rule["attributes"], at: Located, into: Map<string, string>): void {
    for (const [name, rule] of rules) {
      const text = takeText(rule, at, this.unfit);
      if (text !== null) into.set(name, text);
    }
  }

  private addChildren(child: EachRule, at: Located, into: DraftNode): void {
    const places = firstReached(child, at);
    if (child.branches !== null) {
      layBranches(child.branches, places, at, into, {
        node: (one) => this.node(child.as, one),
        branch: (one) => this.branch(child.branches!.as, one),
      });
      return;
    }
    const groups = new Map<string, DraftNode>();
    for (const one of places) {
      const madeNode = this.node(child.as, one);
      if (madeNode === null) continue;
      const place = child.within === null ? into : this.group(child.within, one, into, groups);
      place.children.push(madeNode);
    }
  }

  /** A node around a way of messages, described by a rule at the first of them. */
  private branch(name: string, at: Located): DraftNode {
    const rule = this.model.rules.get(name)!;
    const draft = this.counted(madeAround(rule.type, rule));
    this.around.push(draft);
    this.pending.push({ draft, at });
    return draft;
  }

  /** The innermost of the nodes around a value, made where there is none yet. */
  private group(within: WithinRule, at: Located, into: DraftNode, groups: Map<string, DraftNode>): DraftNode {
    let place = into;
    let key = "";
    for (const { value } of follow(within.names, at)) {
      if (!isScalar(value)) continue;
      use(value);
      for (const name of within.split === null ? [value.text] : value.text.split(within.split)) {
        key += `${name.length}:${name}`;
        const existing = groups.get(key);
        if (existing !== undefined) {
          place = existing;
          continue;
        }
        const draft = this.counted(madeAround(within.type));
        draft.attributes.set(within.attribute, name);
        this.around.push(draft);
        groups.set(key, draft);
        place.children.push(draft);
        place = draft;
      }
    }
    return place;
  }

  private readonly unfit: Unfit = (value, text, expected) => {
    const shape = shapeOf(value);
    const key = `${shape} ${expected}`;
    if (!this.misfits.has(key)) this.misfits.set(key, { shape, text, expected, value });
  };
}

function holds({ path, expected }: Condition, at: Located): boolean {
  const values = follow(path, at);
  if (typeof expected === "boolean") return values.length > 0 === expected;
  return values.some(({ value }) => isScalar(value) && expected.has(value.text));
}

/** Targets of the first path with any. */
function firstReached({ paths }: EachRule, at: Located): readonly Located[] {
  for (const path of paths) {
    const values = follow(path, at);
    if (values.length > 0) return values;
  }
  return [];
}
