import type { NodeId } from "@semantic-xpath/tree";
import { nameLiteral, stringLiteral } from "@semantic-xpath/values";
import { attributeText } from "../write/write.js";
import type { Phrases, Target } from "./phrases.js";
import type { Slot } from "./values.js";

/** An update as one way to read a request, and how doubtful it is. */
export interface Draft {
  readonly update: string;
  readonly said: string;
  readonly isDestructive: boolean;
  readonly cost: number;
  /** One of several nodes that a phrase for one may mean. */
  readonly isOneOf?: true;
  /** Paths of the nodes that it gives values. */
  readonly changed?: readonly string[];
}

/** Nodes that are offered where a phrase means one and fits several. */
const MAX_CHOICES = 3;
/** Costs of one of several nodes that fit. */
const ONE_OF = 0.6;

/** The drafts of an edit of what a phrase means: of all nodes together, or of each where it means one of several. */
export function forTarget({ nodes, isMany, cost }: Target, make: (node: NodeId) => Draft | null): readonly Draft[] {
  if (nodes.length === 0) return [];
  if (nodes.length > 1 && !isMany)
    return nodes.slice(0, MAX_CHOICES).flatMap((node) => {
      const draft = make(node);
      return draft === null ? [] : [{ ...draft, cost: draft.cost + cost + ONE_OF, isOneOf: true as const }];
    });
  const drafts = nodes.map(make);
  if (drafts.some((draft) => draft === null)) return [];
  const combined = together(drafts as Draft[]);
  return [{ ...combined, cost: combined.cost + cost }];
}

/** Several updates as one: all of them or none. */
export function together(drafts: readonly Draft[]): Draft {
  const [first] = drafts;
  if (drafts.length === 1) return first!;
  const updates = [...new Set(drafts.map(({ update }) => update))];
  return {
    update: updates.join(",\n"),
    said:
      drafts.length <= 3
        ? drafts.map(({ said }) => said).join(", and ")
        : `${first!.said}, and ${drafts.length - 1} more like it`,
    isDestructive: drafts.some(({ isDestructive }) => isDestructive),
    cost: Math.max(...drafts.map(({ cost }) => cost)),
    changed: [...new Set(drafts.flatMap(({ changed = [] }) => changed))],
  };
}

const literal = (value: string): string => (/^-?\d+(?:\.\d+)?$/u.test(value) ? value : stringLiteral(value));

/** Gives an attribute of a node a value. */
export function setting(phrases: Phrases, node: NodeId, { attribute, now }: Slot, value: string, cost = 0): Draft {
  const path = phrases.path(node);
  const isText = attribute === "text()";
  const target = isText ? `${path}/text()` : `${path}/${attributeText(attribute, phrases.lexicon.world)}`;
  const update =
    now === null && !isText
      ? phrases.lexicon.world.fields.has(attribute)
        ? `insert node ${elementText(attribute, [], value)} into ${path}`
        : `insert node attribute ${nameLiteral(attribute)} {${literal(value)}} into ${path}`
      : `replace value of node ${target} with ${literal(value)}`;
  return {
    update,
    said: `set ${attribute.replaceAll("_", " ")} of ${phrases.called(node)} to ${value}`,
    isDestructive: false,
    cost,
    changed: [path],
  };
}

/** The attribute of a node as a place for a value. */
export function slotOf({ about: { tree }, lexicon, typeOf }: Phrases, node: NodeId, attribute: string): Slot {
  const now = attribute === "text()" ? tree.ownText(node) : (lexicon.world.valueOf(node, attribute) ?? null);
  return { type: typeOf(node), attribute, now };
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "{": "{{", "}": "}}" };
const escaped = (text: string): string =>
  [...text].map((char) => (Object.hasOwn(ESCAPES, char) ? ESCAPES[char]! : char)).join("");

/** An element of an update: `<POI name="Cafe"/>`; fields are elements in it. */
export function elementText(
  type: string,
  attributes: Iterable<readonly [string, string]>,
  text: string,
  fields: ReadonlySet<string> = new Set(),
): string {
  const all = [...attributes];
  const pairs = all.flatMap(([name, value]) => (fields.has(name) ? [] : ` ${nameLiteral(name)}="${escaped(value)}"`));
  const inner = all.flatMap(([name, value]) => (fields.has(name) ? elementText(name, [], value) : []));
  const content = `${inner.join("")}${escaped(text)}`;
  const tag = nameLiteral(type);
  return content === "" ? `<${tag}${pairs.join("")}/>` : `<${tag}${pairs.join("")}>${content}</${tag}>`;
}
