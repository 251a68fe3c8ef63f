import { stemWord } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/values";
import { wordsIn } from "../words/words.js";
import { synonymsOf } from "./synonyms.js";

/** Names of events in data, and phrases for them in requests. */
const EVENTS: readonly (readonly [names: string, said: string])[] = [
  [
    "received arrived arrival intake",
    "come in|came in|coming in|arrive|get in|got in|take in|took in|taken in|bring in|brought in|receive",
  ],
  [
    "sent dispatched shipped delivered departed",
    "go out|went out|gone out|going out|send off|send|sent|dispatch|deliver|ship",
  ],
  [
    "returned collected redeemed claimed",
    "bring back|brought back|give back|gave back|given back|come back|came back|take back|took back|pick up|fetch|collect|return",
  ],
  ["paid settled repaid", "pay|pay up|pay off|pay out|payout|pay back|paid back|settle|settle up|settled up"],
  ["due deadline expiry expires until", "run out|runs out|ran out|fall due|due|expire|lapse|want by|expect"],
  ["started began begun", "start|begin|began|commence"],
  ["joined hired registered enrolled", "join|sign up|signed up|enrol|register|come on board"],
  ["remake redo repeat", "do again|done again|do over|do over again|make again|made again|redo|repeat"],
  ["rush urgent express", "in a hurry|hurry|urgent|in a rush|asap|rush"],
  ["loan lent lending", "lend|lent|lending|borrow|borrowed"],
  ["valuation value valued", "worth|valuation|appraise|valued"],
  ["owner", "belong to|belongs to|own"],
  ["donor giver", "give|gave|donate"],
  ["cancelled", "call off|called off|fall through"],
];

/** Usual short forms in the names of columns. */
const SHORT: ReadonlyMap<string, string> = new Map(
  (
    "rcvd received|recd received|del delivered|disp dispatched|ret returned|qty quantity|amt amount|est estimated|val value|wt weight|ht height|len length|vol volume|" +
    "dist distance|alt altitude|dur duration|temp temperature|pt patient|mat material|ord order|no number|num number|nr number|tech technician|cat category|acct account|" +
    "int interest|dob birth|tel phone|addr address|dept department|mgr manager|emp employee|inv inventory|desc description|ref reference|loc location|yr year|yrs years|mth month|" +
    "wk week|pct percent|req required|appt appointment|cust customer|prod product|lang language|cert certificate|exp expiry|dep departure|arr arrival|std standard|lic licence|" +
    "reg registration|veh vehicle|tot total|bal balance|disc discount|freq frequency|org organisation|stud student|instr instructor|sched scheduled|cond condition|spec species|" +
    "mfr manufacturer|manuf manufacturer|svc service|op operator|cap capacity|rem remarks|pos position|grp group|lvl level|prio priority|orig origin|dest destination|conf confirmed"
  )
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** The words of the name of an attribute, short forms in full; null: none is short. */
export function inFull(name: string): readonly string[] | null {
  const words = wordsIn(name);
  const full = words.map((word) => SHORT.get(word) ?? word);
  return full.some((word, at) => word !== words[at]) ? full : null;
}

const cache = new Map<string, readonly string[]>();

/** Phrases of stems that people say for what happens to things, by a stem of a name. */
export const happeningsOf = (stem: string): readonly string[] =>
  getOrMake(cache, stem, () =>
    EVENTS.flatMap(([names, said]) =>
      names.split(" ").some((name) => stemWord(name) === stem)
        ? said.split("|").map((phrase) => phrase.split(" ").map(stemWord).join(" "))
        : [],
    ),
  );

/** Phrases of stems that people say for a stem of a name: its synonyms, and what happens. */
export const saidFor = (stem: string): readonly string[] => [...synonymsOf(stem), ...happeningsOf(stem)];
