import { kindOfType } from "@semantic-xpath/planner";
import type { NodeId } from "@semantic-xpath/tree";
import { timeUnitOf } from "@semantic-xpath/values";
import { momentOf } from "../clock/clock.js";
import { labelOf } from "../lexicon/labelOf.js";
import { named } from "../write/write.js";
import {
  attributeCalled,
  attributeOfKind,
  attributesOf,
  attributeText,
  isDate,
  isTime,
  isTimes,
  lengthAttribute,
} from "./attributes.js";
import { both, type Draft, type Drafted, drafted, question } from "./draft.js";
import { targetOf } from "./found.js";
import { calledOf, type Known, stemsOf, typeOf } from "./known.js";
import { lowerOf, type Phrase, textOf } from "./phrase.js";
import { type Attribute, changedBy, lengthOf, readAttribute, startIn, timesIn, timesText } from "./readAttribute.js";
import { clockText } from "./samples.js";
import { valueText } from "./text.js";

/** Sets the attribute that a phrase names; where the node has none of that name, null. */
export function setNamed(known: Known, node: NodeId, name: Phrase, value: Phrase): Drafted {
  const attribute = attributeCalled(known, typeOf(known, node), name);
  return attribute === null ? null : setTo(known, node, attribute, value);
}

export function setTo(known: Known, node: NodeId, attribute: Attribute, value: Phrase): Drafted {
  const before = attributeText(known, node, attribute.name);
  const text = readAttribute(known, attribute, value, before);
  if (text === null) return question(unreadable(known, node, attribute, value), 0.7);
  return withLength(known, node, attribute, setText(known, node, attribute, text), text);
}

function unreadable(known: Known, node: NodeId, { name, declared }: Attribute, value: Phrase): string {
  const allowed = declared.values === undefined ? "" : ` It is one of ${declared.values.slice(0, 8).join(", ")}.`;
  return `What should "${name}" of ${calledOf(known, node)} be? I can't read "${textOf(value)}" as it.${allowed}`;
}

/** One attribute of one node gets a text. */
export function setText(known: Known, node: NodeId, { name }: Attribute, text: string): Draft {
  const target = targetOf(known, node);
  const before = attributeText(known, node, name);
  const update =
    before === null
      ? `insert node attribute ${named(name)} {${valueText(text)}} into ${target}`
      : `replace value of node ${target}/@${named(name)} with ${valueText(text)}`;
  const was = before === null ? "" : ` (it is ${before.length > 60 ? `${before.slice(0, 57)}…` : before})`;
  return drafted(update, `set ${name} of ${calledOf(known, node)} to ${text}${was}`, 1);
}

/** A length that says what an interval of the node says goes along with it. */
function withLength(known: Known, node: NodeId, attribute: Attribute, draft: Draft, text: string): Draft {
  const type = typeOf(known, node);
  const length = lengthAttribute(known, type);
  const times = attributeOfKind(known, type, isTimes);
  if (length === null || times === null) return draft;
  const [wrote, kept] = [
    attributeText(known, node, length.name),
    timesIn(times, attributeText(known, node, times.name)),
  ];
  if (wrote === null || kept === null || Number(wrote) * unitOf(length) !== kept.end - kept.start) return draft;
  if (attribute.name === times.name) {
    const now = timesIn(times, text);
    if (now === null || now.end - now.start === kept.end - kept.start) return draft;
    return both(draft, setText(known, node, length, String((now.end - now.start) / unitOf(length))));
  }
  if (attribute.name !== length.name) return draft;
  const end = kept.start + Number(text) * unitOf(length);
  return both(draft, setText(known, node, times, timesText(known, times, kept.start, end)));
}

/** Minutes of the unit that an attribute is called after; 1 where it is called after none. */
const unitOf = ({ name }: Attribute): number => {
  const unit = stemsOf(name)
    .map((stem) => timeUnitOf(stem) ?? timeUnitOf(`${stem}s`))
    .find((each) => each?.of === "ms");
  return unit === undefined || unit === null ? 1 : unit.size / 60_000;
};

/** `make it slow`, `mark it as done`, `set it to 7 pm`: which attribute is meant is seen from the value alone. */
export function setByValue(known: Known, node: NodeId, value: Phrase): Drafted {
  const type = typeOf(known, node);
  const named = namedValue(known, node, value);
  if (named !== null) return named;
  const fitting = attributesOf(known, type).flatMap((attribute) => {
    if (!saysItself(attribute, value)) return [];
    const text = readAttribute(known, attribute, value, attributeText(known, node, attribute.name));
    return text === null ? [] : [{ attribute, text }];
  });
  if (fitting.length === 1)
    return withLength(
      known,
      node,
      fitting[0]!.attribute,
      setText(known, node, fitting[0]!.attribute, fitting[0]!.text),
      fitting[0]!.text,
    );
  if (fitting.length > 1)
    return question(
      `Which do you mean: ${fitting
        .slice(0, 3)
        .map(({ attribute, text }) => `${attribute.name} ${text}`)
        .join(", or ")}?`,
      0.7,
      fitting.slice(0, 3).map(({ attribute, text }) => setText(known, node, attribute, text)),
    );
  return booleanNamed(known, node, value);
}

/** `priority 2`, `a small portion`, `rating of 4`: the value beside the name of its attribute. */
function namedValue(known: Known, node: NodeId, phrase: Phrase): Drafted {
  const type = typeOf(known, node);
  for (let at = 1; at < phrase.length; at++) {
    const [first, rest] = [phrase.slice(0, at), phrase.slice(at)];
    const value = rest[0]!.lower === "of" || rest[0]!.lower === "to" ? rest.slice(1) : rest;
    for (const [name, said] of [
      [first, value],
      [rest, first],
    ] as const) {
      const attribute = said.length === 0 ? null : attributeCalled(known, type, name);
      if (
        attribute === null ||
        (kindOfType(attribute.declared.type) === "string" && attribute.declared.values === undefined)
      )
        continue;
      const text = readAttribute(known, attribute, said, attributeText(known, node, attribute.name));
      if (text !== null) return withLength(known, node, attribute, setText(known, node, attribute, text), text);
    }
  }
  return null;
}

/** Whether values of an attribute can be told from others: enumerated ones, dates, times, money with its sign, lengths with their unit. */
function saysItself({ name, declared }: Attribute, value: Phrase): boolean {
  if (declared.values !== undefined) return !/^\d+$/u.test(lowerOf(value));
  switch (kindOfType(declared.type)) {
    case "date":
    case "time":
    case "dateTime":
    case "interval":
      return true;
    case "money":
      return /[$€£¥₹]|dollar|euro|pound|\bfree\b|\b[a-z]{3}\b/iu.test(textOf(value)) && lengthOf(value) === null;
    case "number":
    case "duration":
      return (
        lengthOf(value) !== null &&
        (kindOfType(declared.type) === "duration" ||
          stemsOf(name).some((stem) => timeUnitOf(stem) !== null || timeUnitOf(`${stem}s`) !== null))
      );
    default:
      return false;
  }
}

/** `mark it as recurring`, `as not recurring` */
function booleanNamed(known: Known, node: NodeId, value: Phrase): Drafted {
  const isNot = ["not", "no"].includes(value[0]!.lower) && value.length > 1;
  const name = isNot ? value.slice(value[1]!.lower === "longer" ? 2 : 1) : value;
  if (name.length === 0) return null;
  const attribute = attributeCalled(known, typeOf(known, node), name);
  if (attribute === null || kindOfType(attribute.declared.type) !== "boolean") return null;
  return setText(known, node, attribute, String(!isNot));
}

/** Another name. */
export function rename(known: Known, node: NodeId, name: Phrase): Drafted {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const attribute = attributesOf(known, type).find((each) => each.name === label);
  if (attribute === undefined) return question(`${calledOf(known, node)} has no name that could be changed.`, 0.6);
  return setText(known, node, attribute, textOf(name));
}

/** `30 minutes longer`, `by 2 hours`: the length and the end of the time change. `sign` -1: it is shorter. */
export function lengthen(known: Known, node: NodeId, phrase: Phrase, sign: 1 | -1): Drafted {
  const minutes = lengthOf(phrase);
  const type = typeOf(known, node);
  if (minutes === null)
    return question(`How much ${sign > 0 ? "longer" : "shorter"} should ${calledOf(known, node)} be?`, 0.7);
  const length = lengthAttribute(known, type);
  const times = attributeOfKind(known, type, isTimes);
  const wrote = length === null ? null : attributeText(known, node, length.name);
  const kept = times === null ? null : timesIn(times, attributeText(known, node, times.name));
  if (length !== null && wrote !== null && Number.isFinite(Number(wrote))) {
    const text = String(Number(wrote) + (sign * minutes) / unitOf(length));
    return Number(text) <= 0
      ? tooShort(known, node)
      : withLength(known, node, length, setText(known, node, length, text), text);
  }
  if (times === null || kept === null) return question(`Nothing says how long ${calledOf(known, node)} is.`, 0.6);
  const end = kept.end + sign * minutes;
  return end <= kept.start
    ? tooShort(known, node)
    : setText(known, node, times, timesText(known, times, kept.start, end));
}

/** `until 6 pm`: it begins when it did. */
export function endAt(known: Known, node: NodeId, phrase: Phrase): Drafted {
  const type = typeOf(known, node);
  const times = attributeOfKind(known, type, isTimes);
  const kept = times === null ? null : timesIn(times, attributeText(known, node, times.name));
  const time = momentOf(textOf(phrase), known.about.now)?.time ?? null;
  if (times === null || kept === null || time === null) {
    const length = lengthAttribute(known, type);
    return length === null || lengthOf(phrase) === null ? null : setTo(known, node, length, phrase);
  }
  const end = time > kept.start ? time : time + 720;
  if (end <= kept.start) return tooShort(known, node);
  const text = timesText(known, times, kept.start, end);
  return withLength(known, node, times, setText(known, node, times, text), text);
}

const tooShort = (known: Known, node: NodeId): Drafted =>
  question(`${calledOf(known, node)} is shorter than that. How long should it be?`, 0.85);

/** `an hour later`, `two days earlier`: when it is. */
export function shift(known: Known, node: NodeId, phrase: Phrase, sign: 1 | -1): Drafted {
  const type = typeOf(known, node);
  const date = attributeOfKind(known, type, isDate);
  const day = date === null ? null : attributeText(known, node, date.name);
  const days = daysOf(phrase);
  if (days !== null && date !== null && day !== null) {
    const moved = new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + sign * days * 86_400_000);
    return Number.isNaN(moved.getTime()) ? null : setText(known, node, date, moved.toISOString().slice(0, 10));
  }
  const times = attributeOfKind(known, type, isTimes);
  const kept = times === null ? null : timesIn(times, attributeText(known, node, times.name));
  const minutes = lengthOf(phrase);
  const time = times === null ? attributeOfKind(known, type, isTime) : null;
  const written = time === null ? null : attributeText(known, node, time.name);
  const start = time === null ? null : startIn(time, written);
  if (time !== null && start !== null && minutes !== null)
    return setText(known, node, time, clockText(start + sign * minutes, written));
  if (times === null || kept === null || minutes === null)
    return question(`When should ${calledOf(known, node)} be?`, 0.6);
  return setText(known, node, times, timesText(known, times, kept.start + sign * minutes, kept.end + sign * minutes));
}

/** Whole days that a phrase says: `two days`, `a week`. */
function daysOf(phrase: Phrase): number | null {
  const minutes = lengthOf(phrase);
  return minutes === null || minutes % 1440 !== 0 || minutes === 0 ? null : minutes / 1440;
}

/** `raise the budget by 200`: a number or money changes by so much, or by a part of itself. */
export function changeBy(known: Known, node: NodeId, attribute: Attribute, phrase: Phrase, sign: 1 | -1): Drafted {
  const before = attributeText(known, node, attribute.name);
  if (before === null)
    return question(`${calledOf(known, node)} has no ${attribute.name} yet. What should it be?`, 0.6);
  const percent =
    phrase.length === 2 && ["%", "percent"].includes(phrase[1]!.lower) ? Number(phrase[0]!.lower) : Number.NaN;
  const said = Number.isNaN(percent) ? readAttribute(known, attribute, phrase, null) : null;
  const add = said === null ? null : Number(/-?\d+(?:\.\d+)?/u.exec(said)?.[0] ?? Number.NaN);
  const text = Number.isNaN(percent)
    ? add === null || Number.isNaN(add)
      ? null
      : changedBy(attribute, before, { factor: 1, add: sign * add })
    : changedBy(attribute, before, { factor: 1 + (sign * percent) / 100, add: 0 });
  if (text === null) return question(`By how much should ${attribute.name} of ${calledOf(known, node)} change?`, 0.6);
  return withLength(known, node, attribute, setText(known, node, attribute, text), text);
}
