import { isStopWord } from "@semantic-xpath/scorers";
import type { NodeId } from "@semantic-xpath/tree";
import { labelOf } from "../lexicon/labelOf.js";
import { attributeCalled, attributesOf } from "./attributes.js";
import { type Draft, type Drafted, drafted, question } from "./draft.js";
import { find } from "./finder.js";
import { targetOf } from "./found.js";
import { calledOf, type Known, stemsOf, typeOf } from "./known.js";
import { type Phrase, textOf } from "./phrase.js";
import { setText } from "./setting.js";
import { elementText } from "./text.js";

export function remove(known: Known, node: NodeId): Drafted {
  if (known.tree.parent[node]! <= 0) return question("That is all of it. Which part should go?", 0.6);
  return destructive(`delete node ${targetOf(known, node)}`, `delete ${calledOf(known, node)}`);
}

/** "remove the nuts from Ana's dinners": where the nodes only have that in them, it is asked whether they should go. */
export function removeSaid(known: Known, node: NodeId, phrase: Phrase): Drafted {
  const [part] = textOf(phrase).split(/ (?:from|in) /iu);
  const stems = part === textOf(phrase) ? [] : stemsOf(part!).filter((stem) => !isStopWord(stem));
  const label = labelOf(known, typeOf(known, node));
  const isPart = Object.entries(known.tree.node(node).attributes).some(([name, value]) => {
    const said = value === "true" ? stemsOf(name) : name !== label && value.includes(", ") ? stemsOf(value) : [];
    return stems.length > 0 && stems.every((stem) => said.includes(stem));
  });
  const draft = remove(known, node);
  if (!isPart || draft?.kind !== "update") return draft;
  return question(`That would delete ${calledOf(known, node)} as a whole. Should it go?`, 0.8, [draft]);
}

export function removeAttribute(known: Known, node: NodeId, name: Phrase): Drafted {
  const attribute = attributeCalled(known, typeOf(known, node), name);
  if (attribute === null || known.tree.attribute(node, attribute.name) === undefined) return null;
  return destructive(
    `delete node ${targetOf(known, node)}/@${attribute.name}`,
    `delete ${attribute.name} of ${calledOf(known, node)}`,
  );
}

/** By another one of the tree, or by one that is called so. */
export function replace(known: Known, node: NodeId, value: Phrase): Drafted {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const required = attributesOf(known, type).filter(({ name, declared }) => declared.required && name !== label);
  if (label === null) return question(`With what should ${calledOf(known, node)} be replaced?`, 0.5);
  const text = textOf(value).replace(/^(?:a|an|the) /iu, "");
  const kept = required.flatMap(({ name }) => {
    const own = known.tree.attribute(node, name);
    return own === undefined || name === label ? [] : [[name, own] as const];
  });
  const isKnown = find(known, value).nodes.length === 1;
  if (isKnown) {
    const other = find(known, value).nodes[0]!;
    if (other !== node)
      return destructive(
        `replace node ${targetOf(known, node)} with ${targetOf(known, other)}`,
        `put a copy of ${calledOf(known, other)} in place of ${calledOf(known, node)}`,
      );
  }
  if (known.isDeclared && kept.length > 0)
    return question(
      `I can rename ${calledOf(known, node)} to "${text}", but its ${kept
        .slice(0, 3)
        .map(([name]) => name)
        .join(", ")} would stay. Rename it?`,
      0.7,
      [
        setText(
          known,
          node,
          { type, name: label, declared: attributesOf(known, type).find(({ name }) => name === label)!.declared },
          text,
        ),
      ],
    );
  return destructive(
    `replace node ${targetOf(known, node)} with ${elementText(type, [[label, text]])}`,
    `put "${text}" in place of ${calledOf(known, node)}`,
  );
}

const destructive = (update: string, said: string): Draft => drafted(update, said, 0.95, true);
