import type { NodeId } from "@semantic-xpath/tree";
import { foundBefore, referredTo } from "../references/referredTo.js";
import { attributeCalled, attributesOf } from "./attributes.js";
import { forTarget, MOST_NODES, together } from "./choose.js";
import type { Draft, Drafted } from "./draft.js";
import { find } from "./finder.js";
import { insert } from "./inserting.js";
import { type Known, typeOf } from "./known.js";
import { move, moveToEdge, swap } from "./moving.js";
import { type Pattern, patternsOf, type Slot } from "./pattern.js";
import { type Phrase, textOf, wordAt } from "./phrase.js";
import { readAttribute } from "./readAttribute.js";
import { removeAttribute, removeSaid, replace } from "./removing.js";
import { changeBy, endAt, lengthen, rename, setByValue, setNamed, setTo, shift } from "./setting.js";
import { beginAt, isNow, state, stated } from "./stating.js";

/** Requests of some shapes and what they are read as. */
interface Rule {
  /** They say how something is, with no verb that asks for a change: what is not found then is no question of ours. */
  readonly isStatement?: true;
  readonly patterns: readonly Pattern[];
  readonly read: (known: Known, slot: Slot) => Drafted;
}

const rule = (patterns: string, read: Rule["read"]): Rule => ({
  patterns: patternsOf(patterns),
  read,
});

const statement = (patterns: string, read: Rule["read"]): Rule => ({ ...rule(patterns, read), isStatement: true });

/** What a request does to the node that it is about. */
const ofTarget =
  (act: (known: Known, node: NodeId, value: Phrase, slot: Slot) => Drafted): Rule["read"] =>
  (known, slot) =>
    forTarget(known, slot("target"), (node) => act(known, node, slot("value"), slot));

/** What it does to the attribute that is named: of its target, or of what the last turn was about, or of the whole. */
const ofAttribute =
  (act: (known: Known, node: NodeId, name: Phrase, value: Phrase) => Drafted): Rule["read"] =>
  (known, slot) => {
    const [target, name, value] = [slot("target"), slot("attribute"), slot("value")];
    const onNode = (node: NodeId) => act(known, node, name, value);
    return target.length === 0 ? wholeOrLast(known, onNode) : forTarget(known, target, onNode);
  };

const REMOVE = "delete|remove|cancel|drop|erase|scrap|discard|get_rid_of|strike|throw_out|kick_out|take_out";
const MOVE = "move|shift|put|bring|push|transfer|relocate|reschedule|postpone|delay";
const SET = "set|change|make|put|update|adjust|correct|switch";

/** Shapes of requests that change something; those that say more come first. */
export const RULES: readonly Rule[] = [
  rule(
    `${REMOVE} the? <attribute> of|from|for <target>
     ${REMOVE} <target> 's <attribute>
     clear|unset|empty the? <attribute> of|from|for <target>`,
    ofTarget((known, node, _, slot) => removeAttribute(known, node, slot("attribute"))),
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
    ofTarget((known, node, _, slot) => removeSaid(known, node, slot("target"))),
  ),
  rule(
    `replace|substitute|exchange <target> with|by|for <value>
     swap <target> for|out_for <value>
     switch|exchange|swap <target> out_for|for <value>`,
    ofTarget(replace),
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
    ofTarget(rename),
  ),
  rule(
    `make|let <target> <length> longer
     make|let <target> longer by <length>
     extend|lengthen|prolong <target> by|for <length>`,
    ofTarget((known, node, _, slot) => lengthen(known, node, slot("length"), 1)),
  ),
  rule(
    `make|let <target> <length> shorter
     make|let <target> shorter by <length>
     shorten|cut|trim <target> by <length>`,
    ofTarget((known, node, _, slot) => lengthen(known, node, slot("length"), -1)),
  ),
  rule(
    `${MOVE}|make|start <target> <length> later
     ${MOVE} <target> back|out by <length>
     ${MOVE} <target> by <length>
     ${MOVE} <target> back <length>`,
    ofTarget((known, node, _, slot) => shift(known, node, slot("length"), 1)),
  ),
  rule(
    `${MOVE}|make|start <target> <length> earlier|sooner
     ${MOVE} <target> up by <length>
     bring|pull <target> forward by? <length>`,
    ofTarget((known, node, _, slot) => shift(known, node, slot("length"), -1)),
  ),
  rule(
    `raise|increase|bump|up the? <attribute> of|for <target> by <value>
     raise|increase|bump|up <target> 's <attribute> by <value>
     raise|increase|bump|up the? <attribute> by <value>`,
    ofAttribute((known, node, name, value) => changed(known, node, name, value, 1)),
  ),
  rule(
    `lower|decrease|reduce|cut the? <attribute> of|for <target> by <value>
     lower|decrease|reduce|cut <target> 's <attribute> by <value>
     lower|decrease|reduce|cut the? <attribute> by <value>`,
    ofAttribute((known, node, name, value) => changed(known, node, name, value, -1)),
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
    ofAttribute(setNamed),
  ),
  rule(
    `${SET}|raise|increase|lower|reduce|extend|cut the? <attribute> to|=|at|as <value>
     ${SET}|bring|move the? <attribute> up|down to <value>`,
    ofAttribute(setNamed),
  ),
  rule("make the <attribute> <value>", ofAttribute(setNamed)),
  rule(`${SET}|raise|increase|lower|reduce its|their <attribute> to|=|at|as? <value>`, (known, slot) =>
    forTarget(known, [wordBefore(slot("attribute"), "it")], (node) =>
      setNamed(known, node, slot("attribute"), slot("value")),
    ),
  ),
  rule(
    `assign|give <target+> the? <attribute> <value>
     give <target> a|an <attribute> of <value>
     assign a|an|the <attribute> of <value> to <target>`,
    ofAttribute(setNamed),
  ),
  rule(
    `mark|set|flag|put|change|switch|turn|move|update|bump|raise|lower|drop <target> as|to|into <value>
     mark|flag|set <target+> <value>
     make|turn <target> into|to? <value>
     make|let <target+> be? <value> long
     make|let <target+> be? <value>`,
    ofTarget((known, node, value) => setByValue(known, node, value) ?? setLastAsked(known, node, value)),
  ),
  rule(
    `check|tick|cross <target> off
     check|tick|cross|mark off <target>
     complete|finish|close|resolve <target>
     mark <target> done|finished|complete|completed`,
    ofTarget((known, node) => state(known, node, "done")),
  ),
  rule(
    `start|begin <target>
     i|we have? started|begun on|with? <target>
     i've|we've started|begun on|with? <target>
     i|we am|are working_on <target>
     i'm|we're working_on <target>`,
    ofTarget((known, node) => state(known, node, "in progress")),
  ),
  rule(
    "reopen <target>",
    ofTarget((known, node) => state(known, node, "todo")),
  ),
  statement(
    `<target> costs <value> now?
     <target> now costs <value>
     <target> is|are now <value>
     <target> is|are <value> now
     <target> should|must|will be|cost|take|last <value>
     <target> takes|lasts <value> now?`,
    ofTarget(stated),
  ),
  rule("start|begin|have|schedule <target> at <value>", ofTarget(beginAt)),
  statement(
    `<target> starts|begins at <value> now?
     <target> is at <value> now
     <target> is at <value>`,
    ofTarget(beginAt),
  ),
  statement(
    `the <attribute> of|for|on <target> is|becomes|should_be|must_be|is_now|has_to_be <value> now?
     <target> 's <attribute> is|becomes|should_be|must_be|is_now|has_to_be <value> now?`,
    ofAttribute(setNamed),
  ),
  statement("the <attribute> is|should_be|must_be|is_now|has_to_be|becomes <value> now?", ofAttribute(setNamed)),
  statement(
    `i|we have? finished|completed|closed|did|done <target>
     i've|we've finished|completed|closed|done <target>
     i|we am|are done|finished with <target>
     i'm|we're done|finished with <target>
     <target> is|are done|finished|complete|completed now?`,
    ofTarget((known, node) => state(known, node, "done")),
  ),
  statement("<target> is|are <value>", ofTarget(isNow)),
  statement(
    "<target> : <value>",
    ofTarget((known, node, value) => isNow(known, node, value) ?? state(known, node, textOf(value).toLowerCase())),
  ),
  ...(["first", "last"] as const).map((edge) =>
    rule(
      `${MOVE} <target> as? the? ${edge} on|in|of|to|into <place>
       ${MOVE} <target> ${edge}`,
      ofTarget((known, node, _, slot) => moveToEdge(known, node, slot("place"), edge)),
    ),
  ),
  rule(
    "give me|us until|till <place> for|with|on|to_do|to_finish <target>",
    ofTarget((known, node, _, slot) => moveBy(known, node, "to", slot("place"))),
  ),
  rule("do|have|make <target> on|at|in <place>", (known, slot) =>
    referredTo(known, slot("target")) === null
      ? null
      : forTarget(known, slot("target"), (node) => moveBy(known, node, "to", slot("place"))),
  ),
  rule("extend|shorten|lengthen|prolong|cut <target> to|until|till <value>", ofTarget(endAt)),
  ..."to into onto on under before after between until till right just directly behind at"
    .split(" ")
    .map((preposition) =>
      rule(
        `${MOVE} <target> back|forward|up|down|over ${preposition} <place>
       ${MOVE} <target> ${preposition} <place>`,
        ofTarget((known, node, _, slot) => moveBy(known, node, preposition, slot("place"))),
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

const moveBy = (known: Known, node: NodeId, preposition: string, place: Phrase): Drafted =>
  move(known, node, [wordBefore(place, preposition), ...place]);

const wordBefore = ([first]: Phrase, text: string): Phrase[number] =>
  wordAt(text, Math.max(0, first!.start - 1), first!.start);

/** `new task in Checkups: book an X-ray` */
const titled = (content: Phrase, title: Phrase): Phrase =>
  title.length === 0 ? content : [...content, wordBefore(title, ":"), ...title];

const ASKED = /\/@([\p{L}_][\p{L}\p{N}_.-]*)$/u;

/** `make it 18` after "what does it cost?": what the last request asked for. */
function setLastAsked(known: Known, node: NodeId, value: Phrase): Drafted {
  const name = ASKED.exec(known.about.context?.requests[0]?.text ?? "")?.[1];
  const attribute = attributesOf(known, typeOf(known, node)).find((each) => each.name === name);
  return attribute === undefined || readAttribute(known, attribute, value, null) === null
    ? null
    : setTo(known, node, attribute, value);
}

/** `swap the two museums on day 2`: where there are two. */
function swapPair(known: Known, phrase: Phrase): Drafted {
  const { nodes } = find(known, phrase);
  return nodes.length === 2 ? swap(known, nodes[0]!, nodes[1]!) : null;
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
