import type { NodeId } from "@semantic-xpath/tree";
import { attributeCalled, attributeOfKind, attributesOf, isMoney, isTimes } from "./attributes.js";
import type { Drafted } from "./draft.js";
import { type Known, typeOf } from "./known.js";
import { type Phrase, wordAt } from "./phrase.js";
import { readAttribute } from "./readAttribute.js";
import { setByValue, setText, setTo } from "./setting.js";

/** Its time begins then, or its day is that one. */
export function beginAt(known: Known, node: NodeId, value: Phrase): Drafted {
  const times = attributeOfKind(known, typeOf(known, node), isTimes);
  return times === null ? null : setTo(known, node, times, value);
}

/** A state that it is said to be in, if it is in another. */
export function isNow(known: Known, node: NodeId, value: Phrase): Drafted {
  const draft = setByValue(known, node, value);
  return draft?.kind === "update" &&
    attributesOf(known, typeOf(known, node)).some(({ declared }) => declared.values !== undefined)
    ? { ...draft, sureness: 0.75 }
    : null;
}

/** A state by its name: `done`, `in progress`; where a type has none, a Boolean that says it. */
export function state(known: Known, node: NodeId, text: string): Drafted {
  for (const attribute of attributesOf(known, typeOf(known, node))) {
    const value =
      attribute.declared.values === undefined ? null : readAttribute(known, attribute, [wordAt(text)], null);
    if (value !== null) return setText(known, node, attribute, value);
  }
  const done =
    attributeCalled(known, typeOf(known, node), [wordAt("done")]) ??
    attributeCalled(known, typeOf(known, node), [wordAt("completed")]);
  return done?.declared.type === "boolean" ? setText(known, node, done, String(text === "done")) : null;
}

/** `costs 12`, `is 90 minutes now`: money, or what says of itself which attribute it is. */
export function stated(known: Known, node: NodeId, value: Phrase): Drafted {
  const money = attributeOfKind(known, typeOf(known, node), isMoney);
  const text = money === null ? null : readAttribute(known, money, value, null);
  return money !== null && text !== null ? setText(known, node, money, text) : setByValue(known, node, value);
}
