import { attributesOf, isTime, isTimes } from "./attributes.js";
import { bestShapes, isInside, needsChildren } from "./bestShapes.js";
import { type Drafted, drafted, question, updatesIn } from "./draft.js";
import { typesCalled } from "./finder.js";
import { childrenOf, targetOf } from "./found.js";
import { calledOf, type Known, typeOf } from "./known.js";
import { type Place, placeWords, widePlaceOf } from "./moving.js";
import { type Phrase, textOf } from "./phrase.js";
import { startIn } from "./readAttribute.js";
import { capital, type Shape, shapesOf, withPreposition } from "./shapes.js";
import { elementText } from "./text.js";

/** `add a coffee break to day 2 at 4 pm`: `phrase` is all after the verb. */
export function insert(known: Known, given: Phrase): Drafted {
  const phrase = withPreposition(given);
  const types = Object.keys(known.schema.types).filter(
    (type) =>
      isInside(known, type) &&
      (!needsChildren(known, type) || phrase.some(({ lower }) => typesCalled(known, lower).has(type))),
  );
  const shapes = types.flatMap((type) => shapesOf(known, type, phrase));
  const best = bestShapes(known, shapes);
  if (best.length === 0)
    return (
      intoWide(known, types, phrase) ?? question(`Where should "${textOf(phrase)}" go? I find no place for it.`, 0.5)
    );
  const drafts = best.map(draftOf);
  const [first] = drafts;
  if (drafts.length === 1) return first!;
  return question(
    `Is it ${best
      .slice(0, 3)
      .map(({ type }) => article(type))
      .join(", or ")}?`,
    0.7,
    updatesIn(drafts).slice(0, 3),
  );
}

const MOST_CHOICES = 3;

/** `add a task to the Home category`, where tasks are in projects: which of them is asked. */
function intoWide(known: Known, types: readonly string[], phrase: Phrase): Drafted {
  const shapes = types.flatMap((type) => shapesOf(known, type, phrase, widePlaceOf));
  const [shape] = bestShapes(known, shapes);
  const among = shape?.place?.among;
  if (shape === undefined || among === undefined) return null;
  const holder = typeOf(known, among.nodes[0]!);
  const drafts = among.nodes
    .slice(0, MOST_CHOICES)
    .map((node) => draftOf({ ...shape, place: { placing: "into", node } }));
  const names = among.nodes.slice(0, MOST_CHOICES).map((node) => `"${calledOf(known, node)}"`);
  const more = among.nodes.length > MOST_CHOICES ? `, or one of ${among.nodes.length - MOST_CHOICES} more` : "";
  return question(
    `${capital(article(shape.type))} goes into ${article(holder)}. Which one of ${calledOf(known, among.named)}: ${names.join(", ")}${more}?`,
    0.75,
    updatesIn(drafts),
  );
}

const article = (type: string): string => `${/^[aeiou]/iu.test(type) ? "an" : "a"} ${type}`;

function draftOf(shape: Shape): Drafted {
  const { known, type, attributes, text } = shape;
  const place = inOrder(shape);
  const order = attributesOf(known, type).map(({ name }) => name);
  const pairs = [...attributes].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const missing = attributesOf(known, type).filter(
    ({ name, declared }) => declared.required && known.isDeclared && !attributes.has(name),
  );
  if (known.schema.strict === true && missing.length > 0)
    return question(
      `What should ${missing
        .slice(0, 5)
        .map(({ name }) => `"${name}"`)
        .join(", ")} of the new ${type} be?`,
      0.8,
    );
  const times = attributesOf(known, type).find(({ declared }) => isTimes(declared));
  if (shape.start !== null && times !== undefined && !attributes.has(times.name))
    return question(`How long is the new ${type}, or until when?`, 0.85);
  const [open] = missing;
  if (missing.length === 1 && open!.declared.values !== undefined && open!.declared.values.length <= 6)
    return question(
      `What is its ${open!.name}: ${open!.declared.values.join(", ")}?`,
      0.85,
      open!.declared.values.flatMap((value) => {
        const draft = draftOf({ ...shape, attributes: new Map([...attributes, [open!.name, value]]) });
        return draft?.kind === "update" ? [draft] : [];
      }),
    );
  const left = missing.length === 0 ? "" : `; not said, and left out: ${missing.map(({ name }) => name).join(", ")}`;
  const what = pairs.map(([name, value]) => `${name} ${value}`).join(", ") || text;
  const update = `insert node ${elementText(type, pairs, text)} ${place.placing} ${targetOf(known, place.node)}`;
  const said = `add ${article(type)} (${what}) ${placeWords(known, place)}${left}`;
  return drafted(update, said, missing.length === 0 ? 0.95 : 0.8);
}

/** Where the siblings are in the order of the clock, what has a time goes between them. */
function inOrder({ known, place, attributes, type }: Shape): Place {
  const given = place!;
  if (given.placing !== "into") return given;
  const times = attributesOf(known, type).find(({ declared }) => isTimes(declared) || isTime(declared));
  const own = times === undefined ? null : startIn(times, attributes.get(times.name) ?? null);
  if (times === undefined || own === null) return given;
  const starts = childrenOf(known, given.node).flatMap((child) => {
    const start = startIn(times, known.tree.attribute(child, times.name) ?? null);
    return start === null ? [] : [{ child, start }];
  });
  if (starts.some(({ start }, i) => i > 0 && start < starts[i - 1]!.start)) return given;
  const next = starts.find(({ start }) => start > own);
  return next === undefined ? given : { placing: "before", node: next.child };
}
