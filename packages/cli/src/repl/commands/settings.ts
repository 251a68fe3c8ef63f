import { wrap } from "../../render/columns.js";
import { unquoted } from "../session/definitions.js";
import { scoringOf } from "../session/execute.js";
import { dataText, loadData, typedPath } from "../session/loading.js";
import { change, misuse, note, type Session, say } from "../session/session.js";
import { replCommand, words } from "./command.js";

export const data = replCommand({
  name: "data",
  usage: "[FILE]",
  group: "set",
  summary: "read the tree that queries run over, or say which it is",
  details: "XML or JSON. The file is read again when it changes; runs before that stay as they were.",
  examples: [
    { line: ":data examples/itinerary/itinerary.xml", says: "Read a tree." },
    { line: ":data", says: "Which tree is it?" },
  ],
  completes: { kind: "files", endings: ["xml", "json"] },
  run: async (session, rest) => {
    if (rest !== "") change(session, "data", { data: await loadData(session, typedPath(session, rest)) });
    const { data: loaded } = session.settings;
    note(session, loaded === null ? "There is no data. Read some with :data FILE" : `data: ${dataText(loaded)}`);
  },
});

export const scorer = replCommand({
  name: "scorer",
  usage: "[NAME]",
  group: "set",
  summary: "say who scores relevance, or choose somebody else",
  details:
    "NAME is what sxp run --scorer takes: a name of sxp.config.json, lexical, embedding:MODEL, recorded:FILE and so on. It is opened at once, so " +
    "that a mistake shows here. Then :compare says what the change did.",
  examples: [
    { line: ":scorer", says: "Who scores?" },
    { line: ":scorer lexical", says: "Words, without a model." },
  ],
  completes: { kind: "scorer" },
  run: async (session, rest) => {
    if (rest !== "") {
      const before = session.settings;
      session.settings = { ...before, scorer: rest };
      try {
        await scoringOf(session);
      } catch (error) {
        session.settings = before;
        throw error;
      }
      session.settings = before;
      change(session, "scorer", { scorer: rest });
    }
    const { name, scorer: opened } = await scoringOf(session);
    const id = opened.id === name ? "" : ` (${opened.id})`;
    const about = `scorer: ${name}${id}${opened.cost === "expensive" ? ", expensive: scores are kept" : ""}`;
    note(session, wrap(about, session.errors.columns).join("\n"));
  },
});

export const limit = replCommand({
  name: "limit",
  usage: "[K|off]",
  group: "set",
  summary: "at most the first K results",
  details: "Holds for all queries from then on, and changes no weight. It is not the page: see :more.",
  examples: [
    { line: ":limit 5", says: "Five results at the most." },
    { line: ":limit off", says: "All of them." },
  ],
  completes: words(["5", ""], ["10", ""], ["off", "no limit"]),
  run: (session, rest) => {
    if (rest !== "") {
      const number = rest === "off" ? null : Number(rest);
      if (number !== null && !(Number.isSafeInteger(number) && number >= 0))
        throw misuse(`:limit is a whole number from 0 up, or off, not "${rest}".`);
      change(session, "limit", { limit: number });
    }
    note(session, `limit: ${session.settings.limit ?? "off"}`);
  },
});

export const minscore = replCommand({
  name: "minscore",
  usage: "[S|off]",
  group: "set",
  summary: "leave out results that weigh less than S",
  details: "S is from 0 to 1. Holds for all queries from then on, and changes no weight.",
  examples: [
    { line: ":minscore 0.3", says: "What weighs 0.3 or more." },
    { line: ":minscore off", says: "Everything above 0." },
  ],
  completes: words(["0.5", ""], ["off", "everything above 0"]),
  run: (session, rest) => {
    if (rest !== "") {
      const number = rest === "off" ? 0 : Number(rest);
      if (!(number >= 0 && number <= 1)) throw misuse(`:minscore is a number from 0 to 1, or off, not "${rest}".`);
      change(session, "minscore", { minScore: number });
    }
    const { minScore } = session.settings;
    note(session, `minscore: ${minScore === 0 ? "off" : minScore}`);
  },
});

export const letCommand = replCommand({
  name: "let",
  usage: "[$NAME = VALUE]",
  group: "set",
  summary: "give a parameter a value, or list them",
  details:
    "Queries that use $NAME get the value. Quotes are only needed around spaces at the ends. Without a value after the sign, the parameter has none any more.",
  examples: [
    { line: ":let $wish = quiet park", says: "From now on $wish means these words." },
    { line: "//POI[node =~ $wish]", says: "A query that uses it.", after: [":let $wish = quiet park"] },
    { line: ":let", says: "What has a value?" },
  ],
  completes: {
    kind: "words",
    words: ({ settings }) => {
      const declared = [...settings.definitions.values()].flatMap(({ parameters }) => parameters);
      return [...new Set([...Object.keys(settings.params), ...declared])].map((name) => ({
        word: `$${name} = `,
        says: settings.params[name] ?? "",
      }));
    },
  },
  run: (session, rest) => {
    if (rest === "") return list(session);
    const [, name, value = ""] = /^\$?([\p{L}_][\p{L}\p{N}_.-]*)\s*:?=\s*([\s\S]*)$/u.exec(rest) ?? [];
    if (name === undefined) throw misuse(":let is $NAME = VALUE, such as :let $n = 4");
    const { [name]: _, ...others } = session.settings.params;
    const params = value === "" ? others : { ...others, [name]: unquoted(value) };
    change(session, `$${name}`, { params });
    note(session, value === "" ? `$${name} has no value` : `$${name} = ${JSON.stringify(params[name])}`);
  },
});

function list(session: Session): void {
  const { paint } = session.screen;
  const entries = Object.entries(session.settings.params);
  if (entries.length === 0) note(session, "No parameter has a value. Give one: :let $n = 4");
  for (const [name, value] of entries) say(session, `${paint.red(`$${name}`)} = ${JSON.stringify(value)}`);
}
