import type { Script } from "../../support/scriptedServer.js";

/** Answers of a model to a request: readings of it, operations on its nodes. */
export const plan = (reading: object) => ({ json: { readings: [reading], question: null } });
export const edit = (said: string, query: string, ...changes: readonly string[]) =>
  plan({ intent: "edit", said, query, changes });
export const operations = (...all: readonly object[]) => ({ json: { operations: all } });
export const history = (action: object) =>
  plan({ intent: "history", said: "the history", action: { task: null, ...action } });

const TUTORIAL = '//Session[@name = "Tutorial on structured queries"]';
const COFFEE = {
  op: "insert",
  content: { type: "Break", attributes: { name: "Coffee break", time: "15:00" } },
  target: "/Trip/Day[2]/Session[4]",
  position: "before",
};

/** What a model says in the trip of the paper's appendix, request by request. */
export const TRIP_SCRIPT: Script = [
  edit(
    "a coffee break on the day with the most sessions",
    "/Trip/Day[order by count(/Session) descending][1]",
    "insert",
  ),
  operations(COFFEE),
  edit("the coffee break a quarter of an hour later", "//Break", "set"),
  operations({ op: "setAttribute", target: "//Break", name: "time", value: "15:15" }),
  history({ do: "show", version: -2 }),
  plan({ intent: "ask", said: "the breaks", query: "//Break" }),
  "There is one, the coffee break (/Trip/Day[2]/Break).",
  plan({ intent: "create", said: "a quieter plan", name: "quieter", title: "Quieter trip", from: "trip", wish: null }),
  edit("no tutorial", TUTORIAL, "delete"),
  operations({ op: "delete", target: TUTORIAL }),
  history({ do: "switch", task: "trip" }),
  history({ do: "revert", version: -1 }),
];
