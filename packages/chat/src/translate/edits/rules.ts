import type { NodeId } from "@semantic-xpath/tree";
import { labelOf } from "../lexicon/labelOf.js";
import { foundBefore, referredTo } from "../references/referredTo.js";
import { attributeCalled, attributeOfKind, attributesOf, isMoney, isTimes } from "./attributes.js";
import { forTarget, MOST_NODES, together } from "./choose.js";
import { type Draft, type Drafted, question } from "./draft.js";
import { find } from "./finder.js";
import { targetOf } from "./found.js";
import { insert } from "./inserting.js";
import { calledOf, type Known, typeOf } from "./known.js";
import { move, moveToEdge, swap } from "./moving.js";
import { type Pattern, patternOf } from "./pattern.js";
import { type Phrase, textOf } from "./phrase.js";
import { readAttribute } from "./readAttribute.js";
import { changeBy, endAt, lengthen, rename, setByValue, setNamed, setText, setTo, shift } from "./setting.js";
import { elementText } from "./text.js";

/** Requests of some shapes and what they are read as. */
interface Rule {
  /** They say how something is, with no verb that asks for a change: what is not found then is no question of ours. */
  readonly isStatement?: true;
  readonly patterns: readonly Pattern[];
  readonly read: (known: Known, slot: (name: string) => Phrase) => Drafted;
}

const rule = (patterns: string, read: Rule["read"]): Rule => ({
  patterns: patterns.split("\n").map((line) => patternOf(line.trim())),
  read,
});

const statement = (patterns: string, read: Rule["read"]): Rule => ({ ...rule(patterns, read), isStatement: true });

const REMOVE = "delete|remove|cancel|drop|erase|scrap|discard|get_rid_of|strike|throw_out|kick_out|take_out";
const MOVE = "move|shift|put|bring|push|transfer|relocate|reschedule|postpone|delay";
const SET = "set|change|make|put|update|adjust|correct|switch";

/** Shapes of requests that change something; those that say more come first. */
export const RULES: readonly Rule[] = [
  rule(
    `${REMOVE} the? <attribute> of|from|for <target>
     ${REMOVE} <target> 's <attribute>
     clear|unset|empty the? <attribute> of|from|for <target>`,
    (known, slot) => forTarget(known, slot("target"), (node) => removeAttribute(known, node, slot("attribute"))),
  ),
  rule(
    `${REMOVE} <target>
     take <target> out|off|away
     take|cross|strike <target> off|out_of|off_of|from <scope>
     ${REMOVE} <target> off|out_of <scope>
     call_off <target>
     call <target> off
     we_don't|dont_need <target> anymore
     get <target> off|out_of <scope>`,
    (known, slot) => forTarget(known, slot("target"), (node) => remove(known, node)),
  ),
  rule(
    `replace|substitute|exchange <target> with|by|for <value>
     swap <target> for|out_for <value>
     switch|exchange|swap <target> out_for|for <value>`,
    (known, slot) => forTarget(known, slot("target"), (node) => replace(known, node, slot("value"))),
  ),
  rule(
    `swap|switch|exchange|flip <one> and|with <other>
     swap|switch|exchange <one> around? with <other>
     swap|switch|exchange|flip the|both two? <pair> around?`,
    (known, slot) => {
      if (slot("pair").length > 0) return swapPair(known, slot("pair"));
      return forTarget(known, slot("other"), (other) => {
        const beside = [known.tree.parent[other]!];
        const scope = find(known, slot("one"), beside).nodes.length === 0 ? null : beside;
        return forTarget(known, slot("one"), (one) => swap(known, one, other), { scope });
      });
    },
  ),
  rule("call|name the|this|my|our <whole> <value>", (known, slot) => {
    const { nodes, sureness } = find(known, slot("whole"));
    return slot("whole").length > 1 || nodes.length !== 1 || sureness < 0.9
      ? null
      : rename(known, nodes[0]!, slot("value"));
  }),
  rule(
    `rename|retitle <target> to|into|as <value>
     call <target+> <value>
     change|set the? name|title of|for <target> to <value>
     change <target> 's name|title to <value>
     rename <target+> <value>`,
    (known, slot) => forTarget(known, slot("target"), (node) => rename(known, node, slot("value"))),
  ),
  rule(
    `make|let <target> <length> longer
     make|let <target> longer by <length>
     extend|lengthen|prolong <target> by|for <length>`,
    (known, slot) => forTarget(known, slot("target"), (node) => lengthen(known, node, slot("length"), 1)),
  ),
  rule(
    `make|let <target> <length> shorter
     make|let <target> shorter by <length>
     shorten|cut|trim <target> by <length>`,
    (known, slot) => forTarget(known, slot("target"), (node) => lengthen(known, node, slot("length"), -1)),
  ),
  rule(
    `${MOVE}|make|start <target> <length> later
     ${MOVE} <target> back|out by <length>
     ${MOVE} <target> by <length>
     ${MOVE} <target> back <length>`,
    (known, slot) => forTarget(known, slot("target"), (node) => shift(known, node, slot("length"), 1)),
  ),
  rule(
    `${MOVE}|make|start <target> <length> earlier|sooner
     ${MOVE} <target> up by <length>
     bring|pull <target> forward by? <length>`,
    (known, slot) => forTarget(known, slot("target"), (node) => shift(known, node, slot("length"), -1)),
  ),
  rule(
    `raise|increase|bump|up the? <attribute> of|for <target> by <value>
     raise|increase|bump|up <target> 's <attribute> by <value>
     raise|increase|bump|up the? <attribute> by <value>`,
    (known, slot) => attributeOf(known, slot, (node, name) => changed(known, node, name, slot("value"), 1)),
  ),
  rule(
    `lower|decrease|reduce|cut the? <attribute> of|for <target> by <value>
     lower|decrease|reduce|cut <target> 's <attribute> by <value>
     lower|decrease|reduce|cut the? <attribute> by <value>`,
    (known, slot) => attributeOf(known, slot, (node, name) => changed(known, node, name, slot("value"), -1)),
  ),
  rule(
    `${SET} all of? <target> 's <attribute> to|=|as? <value>
     ${SET} all of? <target> 's <attribute+> <value>
     ${SET} all the? <attribute> of|for|in|on <target> to|=|as? <value>
     ${SET} all the? <attribute> of|for|in|on <target+> <value>`,
    (known, slot) => setAll(known, slot("target"), slot("attribute"), slot("value")),
  ),
  rule(
    `${SET}|raise|increase|lower|reduce|extend|cut the? <attribute> of|for|on <target> to|=|at|as <value>
     ${SET}|raise|increase|lower|reduce|extend|cut <target> 's <attribute> to|=|at|as <value>
     ${SET}|raise|increase|lower|reduce <attribute> of|for|on <target> to|=|at <value>
     rename <target> 's <attribute> to|as <value>
     ${SET} the? <attribute> to|=|at|as <value> for|on|of <target>`,
    (known, slot) => attributeOf(known, slot, (node, name) => setNamed(known, node, name, slot("value"))),
  ),
  rule(
    `${SET}|raise|increase|lower|reduce|extend|cut the? <attribute> to|=|at|as <value>
     ${SET}|bring|move the? <attribute> up|down to <value>`,
    (known, slot) => wholeOrLast(known, (node) => setNamed(known, node, slot("attribute"), slot("value"))),
  ),
  rule("make the <attribute> <value>", (known, slot) =>
    wholeOrLast(known, (node) => setNamed(known, node, slot("attribute"), slot("value"))),
  ),
  rule(`${SET}|raise|increase|lower|reduce its|their <attribute> to|=|at|as? <value>`, (known, slot) =>
    forTarget(known, [word(slot("attribute"), "it")], (node) =>
      setNamed(known, node, slot("attribute"), slot("value")),
    ),
  ),
  rule(
    `assign|give <target+> the? <attribute> <value>
     give <target> a|an <attribute> of <value>
     assign a|an|the <attribute> of <value> to <target>`,
    (known, slot) => attributeOf(known, slot, (node, name) => setNamed(known, node, name, slot("value"))),
  ),
  rule(
    `mark|set|flag|put|change|switch|turn|move|update|bump|raise|lower|drop <target> as|to|into <value>
     mark|flag|set <target+> <value>
     make|turn <target> into|to? <value>
     make|let <target+> be? <value> long
     make|let <target+> be? <value>`,
    (known, slot) => forTarget(known, slot("target"), (node) => setByValue(known, node, slot("value"))),
  ),
  rule(
    `check|tick|cross <target> off
     check|tick|cross|mark off <target>
     complete|finish|close|resolve <target>
     mark <target> done|finished|complete|completed`,
    (known, slot) => forTarget(known, slot("target"), (node) => state(known, node, "done")),
  ),
  rule(
    `start|begin <target>
     i|we have? started|begun <target>`,
    (known, slot) => forTarget(known, slot("target"), (node) => state(known, node, "in progress")),
  ),
  rule("reopen <target>", (known, slot) => forTarget(known, slot("target"), (node) => state(known, node, "todo"))),
  statement(
    `<target> costs <value> now?
     <target> now costs <value>
     <target> is|are now <value>
     <target> is|are <value> now
     <target> should|must|will be|cost|take|last <value>
     <target> takes|lasts <value> now?`,
    (known, slot) => forTarget(known, slot("target"), (node) => stated(known, node, slot("value"))),
  ),
  rule("start|begin|have|schedule <target> at <value>", (known, slot) =>
    forTarget(known, slot("target"), (node) => beginAt(known, node, slot("value"))),
  ),
  statement(
    `<target> starts|begins at <value> now?
     <target> is at <value> now
     <target> is at <value>`,
    (known, slot) => forTarget(known, slot("target"), (node) => beginAt(known, node, slot("value"))),
  ),
  statement(
    `the <attribute> of|for|on <target> is|becomes|should_be|must_be|is_now|has_to_be <value> now?
     <target> 's <attribute> is|becomes|should_be|must_be|is_now|has_to_be <value> now?`,
    (known, slot) => attributeOf(known, slot, (node, name) => setNamed(known, node, name, slot("value"))),
  ),
  statement("the <attribute> is|should_be|must_be|is_now|has_to_be|becomes <value> now?", (known, slot) =>
    wholeOrLast(known, (node) => setNamed(known, node, slot("attribute"), slot("value"))),
  ),
  statement(
    `i|we have? finished|completed|closed|did|done <target>
     i've|we've finished|completed|closed|done <target>
     i|we am|are done|finished with <target>
     i'm|we're done|finished with <target>
     <target> is|are done|finished|complete|completed now?`,
    (known, slot) => forTarget(known, slot("target"), (node) => state(known, node, "done")),
  ),
  statement("<target> is|are <value>", (known, slot) =>
    forTarget(known, slot("target"), (node) => isNow(known, node, slot("value"))),
  ),
  statement("<target> : <value>", (known, slot) =>
    forTarget(
      known,
      slot("target"),
      (node) => isNow(known, node, slot("value")) ?? state(known, node, textOf(slot("value")).toLowerCase()),
    ),
  ),
  ...(["first", "last"] as const).map((edge) =>
    rule(
      `${MOVE} <target> as? the? ${edge} on|in|of|to|into <place>
       ${MOVE} <target> ${edge}`,
      (known, slot) => forTarget(known, slot("target"), (node) => moveToEdge(known, node, slot("place"), edge)),
    ),
  ),
  rule("give me|us until|till <place> for|with|on|to_do|to_finish <target>", (known, slot) =>
    forTarget(known, slot("target"), (node) => move(known, node, [word(slot("place"), "to"), ...slot("place")])),
  ),
  rule("do|have|make <target> on|at|in <place>", (known, slot) =>
    referredTo(known, slot("target")) === null
      ? null
      : forTarget(known, slot("target"), (node) => move(known, node, [word(slot("place"), "to"), ...slot("place")])),
  ),
  rule("extend|shorten|lengthen|prolong|cut <target> to|until|till <value>", (known, slot) =>
    forTarget(known, slot("target"), (node) => endAt(known, node, slot("value"))),
  ),
  ...[
    "to",
    "into",
    "onto",
    "on",
    "under",
    "before",
    "after",
    "between",
    "until",
    "till",
    "right",
    "just",
    "directly",
    "behind",
    "at",
  ].map((preposition) =>
    rule(
      `${MOVE} <target> back|forward|up|down|over ${preposition} <place>
       ${MOVE} <target> ${preposition} <place>`,
      (known, slot) =>
        forTarget(known, slot("target"), (node) =>
          move(known, node, [word(slot("place"), preposition), ...slot("place")]),
        ),
    ),
  ),
  rule(
    `add|insert|append|include|put|place|create <content>
     new <content> : <title>
     squeeze|slot|fit in? <content>
     schedule|plan|book|pencil_in <content>
     remind_me|us <content>
     i|we need|want <content>`,
    (known, slot) => insert(known, titled(slot("content"), slot("title"))),
  ),
];

const word = (beside: Phrase, text: string): Phrase[number] => ({
  ...beside[0]!,
  text,
  lower: text,
  isQuoted: false,
  end: beside[0]!.start,
  start: Math.max(0, beside[0]!.start - 1),
});

/** `new task in Checkups: book an X-ray` */
const titled = (content: Phrase, title: Phrase): Phrase =>
  title.length === 0 ? content : [...content, word(title, ":"), ...title];

/** `swap the two museums on day 2`: where there are two. */
function swapPair(known: Known, phrase: Phrase): Drafted {
  const { nodes } = find(known, phrase);
  return nodes.length === 2 ? swap(known, nodes[0]!, nodes[1]!) : null;
}

function remove(known: Known, node: NodeId): Drafted {
  if (known.tree.parent[node]! <= 0) return question("That is all of it. Which part should go?", 0.6);
  return destructive(`delete node ${targetOf(known, node)}`, `delete ${calledOf(known, node)}`);
}

const destructive = (update: string, said: string): Draft => ({
  kind: "update",
  update,
  said,
  parts: [],
  isDestructive: true,
  sureness: 0.95,
});

function removeAttribute(known: Known, node: NodeId, name: Phrase): Drafted {
  const attribute = attributeCalled(known, typeOf(known, node), name);
  if (attribute === null || known.tree.attribute(node, attribute.name) === undefined) return null;
  return destructive(
    `delete node ${targetOf(known, node)}/@${attribute.name}`,
    `delete ${attribute.name} of ${calledOf(known, node)}`,
  );
}

/** Its time begins then, or its day is that one. */
function beginAt(known: Known, node: NodeId, value: Phrase): Drafted {
  const times = attributeOfKind(known, typeOf(known, node), isTimes);
  return times === null ? null : setTo(known, node, times, value);
}

/** A state that it is said to be in, if it is in another. */
function isNow(known: Known, node: NodeId, value: Phrase): Drafted {
  const draft = setByValue(known, node, value);
  return draft?.kind === "update" &&
    attributesOf(known, typeOf(known, node)).some(({ declared }) => declared.values !== undefined)
    ? { ...draft, sureness: 0.75 }
    : null;
}

/** `all of Grete's portions`: of each that has one, in what is named. */
function setAll(known: Known, target: Phrase, name: Phrase, value: Phrase): Drafted {
  const outer = find(known, target);
  const nodes = outer.nodes.flatMap((root) => {
    const below: NodeId[] = [];
    for (let node = root; node < known.tree.end[root]!; node++)
      if (attributeCalled(known, typeOf(known, node), name) !== null) below.push(node);
    return below;
  });
  const isOne = new Set(nodes.map((node) => typeOf(known, node))).size === 1;
  if (!isOne || nodes.length > MOST_NODES) return null;
  const drafts = nodes.map((node) => setNamed(known, node, name, value));
  const updates = drafts.filter((draft): draft is Draft => draft?.kind === "update");
  return updates.length === nodes.length ? together(updates, outer.sureness) : (drafts[0] ?? null);
}

/** By another one of the tree, or by one that is called so. */
function replace(known: Known, node: NodeId, value: Phrase): Drafted {
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

/** The attribute of a target that is named, or of what the last turn was about, or of the whole. */
function attributeOf(
  known: Known,
  slot: (name: string) => Phrase,
  make: (node: NodeId, name: Phrase) => Drafted,
): Drafted {
  const target = slot("target");
  const name = slot("attribute");
  return target.length === 0
    ? wholeOrLast(known, (node) => make(node, name))
    : forTarget(known, target, (node) => make(node, name));
}

/** Of what the last turn was about, if it has such an attribute, else of the whole. */
function wholeOrLast(known: Known, make: (node: NodeId) => Drafted): Drafted {
  const [last = []] = foundBefore(known);
  const own = last.length === 1 ? make(last[0]!) : null;
  if (own !== null) return own;
  return known.tree.size === 0 ? null : make(1);
}

function changed(known: Known, node: NodeId, name: Phrase, value: Phrase, sign: 1 | -1): Drafted {
  const attribute = attributeCalled(known, typeOf(known, node), name);
  return attribute === null ? null : changeBy(known, node, attribute, value, sign);
}

function state(known: Known, node: NodeId, text: string): Drafted {
  for (const attribute of attributesOf(known, typeOf(known, node))) {
    const value = attribute.declared.values === undefined ? null : readAttribute(known, attribute, [plain(text)], null);
    if (value !== null) return setText(known, node, attribute, value);
  }
  const done =
    attributeCalled(known, typeOf(known, node), [plain("done")]) ??
    attributeCalled(known, typeOf(known, node), [plain("completed")]);
  return done?.declared.type === "boolean" ? setText(known, node, done, String(text === "done")) : null;
}

const plain = (text: string): Phrase[number] => ({ text, lower: text, start: 0, end: 0, isQuoted: false });

/** `costs 12`, `is 90 minutes now`: money, or what says of itself which attribute it is. */
function stated(known: Known, node: NodeId, value: Phrase): Drafted {
  const money = attributeOfKind(known, typeOf(known, node), isMoney);
  const text = money === null ? null : readAttribute(known, money, value, null);
  return money !== null && text !== null ? setText(known, node, money, text) : setByValue(known, node, value);
}
