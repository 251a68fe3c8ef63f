import { MAPPINGS } from "@semantic-xpath/readers/mappings";
import { readNow } from "../../input/clock.js";
import { count, wrap } from "../../render/columns.js";
import { SCORERS, TREE_ENDINGS } from "../../spec/shared.js";
import { unquoted } from "../session/definitions.js";
import { loadedData, scoringOf } from "../session/execute.js";
import { dataText, lastPath, loadData, typedMapping, typedPaths, withData } from "../session/loading.js";
import { change, type LoadedData, misuse, note, type Settings, say } from "../session/session.js";
import { type ReplCommand, wordsOf } from "./command.js";

export const data: ReplCommand = {
  name: "data",
  usage: "[PATH ...] [--mapping NAME]",
  summary: "read the data that queries run over, or say which it is",
  details:
    "Files, folders and patterns such as memory/**/*.xml; a path with spaces in quotes. Each file is read in the format of its ending. Of several trees all are " +
    "queried together: :source chooses one. What changes on the disk is read again; runs before that stay as they were. --mapping NAME|FILE says how values " +
    "become nodes; without it, that and the schema are as sxp.config.json says.",
  examples: [
    ["Read a tree.", ":data examples/itinerary/itinerary.xml"],
    ["Several trees.", ":data examples/itinerary/itinerary.xml examples/todo/todo.xml"],
    ["An export of a chat program.", ":data examples/chats/conversations.json --mapping chatgpt"],
    ["Which data is it?", ":data"],
  ],
  wordsFrom: lastPath,
  words: (_, typed) => {
    if (isAfterMapping(typed)) return MAPPINGS.map(({ name: word, title: says }) => ({ word, says }));
    return typed.startsWith("-", lastPath(typed)) ? [{ word: "--mapping ", says: "how values become nodes" }] : [];
  },
  files: (typed) => ({ from: lastPath(typed), endings: isAfterMapping(typed) ? ["json"] : TREE_ENDINGS }),
  run: async (session, rest) => {
    if (rest !== "") {
      const { paths, mapping } = typedMapping(session, rest);
      const read = await loadData(session, await typedPaths(session, paths), mapping);
      change(session, "data", await withData(session, read, session.settings.schema));
    }
    const { data: loaded } = session.settings;
    note(session, loaded === null ? "There is no data. Read some with :data FILE" : `data: ${dataText(loaded)}`);
  },
};

/** True if the typed word is the argument of `--mapping`. */
const isAfterMapping = (typed: string): boolean => /--mapping\s+$/.test(typed.slice(0, lastPath(typed)));

export const source: ReplCommand = {
  name: "source",
  usage: "[NAME|all]",
  summary: "of several trees, choose the one that queries run over, or all again",
  details:
    "NAME is the name of a tree as results show it, or a part of it that no other has. Weights stay those that the tree has among all.",
  examples: [
    ["Which trees are there?", ":data examples/itinerary/itinerary.xml examples/todo/todo.xml", ":source"],
    ["One of them.", ":data examples/itinerary/itinerary.xml examples/todo/todo.xml", ":source todo"],
    ["All again.", ":data examples/itinerary/itinerary.xml examples/todo/todo.xml", ":source all"],
  ],
  words: ({ settings }) => [
    { word: "all", says: "every tree" },
    ...(settings.data?.trees ?? [])
      .slice(0, MAX_NAMES)
      .map(({ name: word, tree }) => ({ word, says: count(tree.size, "node") })),
  ],
  run: (session, rest) => {
    const loaded = loadedData(session);
    if (rest === "") {
      const lines = loaded.trees.map(
        ({ name, tree }) => `${name === loaded.chosen?.name ? "*" : " "} ${name}, ${count(tree.size, "node")}`,
      );
      return say(session, lines);
    }
    const chosen = rest === "all" ? null : sourceNamed(loaded, unquoted(rest));
    const data = { ...loaded, chosen: loaded.isSeveral ? chosen : loaded.trees[0]! };
    change(session, "source", { data }, `data: ${dataText(data)}`);
  },
};

/** Names that are offered. */
const MAX_NAMES = 200;

function sourceNamed({ trees }: LoadedData, written: string) {
  const exact = trees.find(({ name }) => name === written);
  const matching = exact === undefined ? trees.filter(({ name }) => name.includes(written)) : [exact];
  if (matching.length === 1) return matching[0]!;
  const names = matching
    .slice(0, 5)
    .map(({ name }) => name)
    .join(", ");
  throw misuse(
    matching.length === 0
      ? `No tree is called "${written}". :source lists them.`
      : `"${written}" may be ${names}${matching.length > 5 ? ", ..." : ""}.`,
  );
}

/** A setting given by a word, and shown without one. */
interface Setting extends Omit<ReplCommand, "run"> {
  /** null: it is no such word. */
  readonly read: (written: string) => Partial<Settings> | null;
  /** Expected words. */
  readonly expected: string;
  readonly current: (settings: Settings) => string | number;
}

const setting = ({ read, expected, current, ...command }: Setting): ReplCommand => ({
  ...command,
  run: (session, rest) => {
    const { name } = command;
    const changed = rest === "" ? {} : read(rest);
    if (changed === null) throw misuse(`:${name} is ${expected}, not "${rest}".`);
    if (rest !== "") change(session, name, changed);
    note(session, `${name}: ${current(session.settings)}`);
  },
});

export const settings: readonly ReplCommand[] = [
  {
    name: "scorer",
    usage: "[NAME]",
    summary: "say who scores relevance, or choose somebody else",
    details:
      "NAME is what sxp run --scorer takes: a name of sxp.config.json, lexical, embedding:MODEL, recorded:FILE and so on. It is opened at once, so " +
      "that a mistake shows here. Then :compare says what the change did.",
    examples: [
      ["Who scores?", ":scorer"],
      ["Words, without a model.", ":scorer lexical"],
    ],
    // The scorers of the project by their names, then the forms that name one.
    words: ({ projectScorers }) => [
      ...projectScorers.map((word) => ({ word, says: "of sxp.config.json" })),
      ...SCORERS.map(({ word, form }) => ({ word, says: form })),
    ],
    files: (typed) => {
      const from = typed.indexOf(":") + 1;
      const form = SCORERS.find(({ word }) => word === typed.slice(0, from))?.form ?? "";
      const [, what] = /:(FILE|MODEL)$/.exec(form) ?? [];
      return what === undefined ? null : { from, endings: what === "FILE" ? ["json"] : ["onnx"] };
    },
    run: async (session, rest) => {
      const before = session.settings;
      if (rest !== "") change(session, "scorer", { scorer: rest, language: undefined });
      const { name, scorer } = await scoringOf(session).catch((error: unknown) => {
        // Nothing has changed that :undo could take back.
        if (rest !== "") session.before.pop();
        session.settings = before;
        throw error;
      });
      const id = scorer.id === name ? "" : ` (${scorer.id})`;
      const about = `scorer: ${name}${id}${scorer.cost === "expensive" ? ", expensive: scores are kept" : ""}`;
      note(session, wrap(about, session.errors.columns));
    },
  },
  setting({
    name: "limit",
    usage: "[K|off]",
    summary: "the first K results only",
    details: "Holds for all queries from then on, and changes no weight. It is not the page: see :more.",
    examples: [
      ["Five results at the most.", ":limit 5"],
      ["All of them.", ":limit off"],
    ],
    words: wordsOf({ 5: "", 10: "", off: "no limit" }),
    expected: "a whole number from 0 up, or off",
    read: (written) => {
      const limit = written === "off" ? null : Number(written);
      return limit === null || (Number.isSafeInteger(limit) && limit >= 0) ? { limit } : null;
    },
    current: ({ limit }) => limit ?? "off",
  }),
  setting({
    name: "minscore",
    usage: "[S|off]",
    summary: "leave out results with a weight below S",
    details: "S is from 0 to 1. Holds for all queries from then on, and changes no weight.",
    examples: [
      ["What weighs 0.3 or more.", ":minscore 0.3"],
      ["Everything above 0.", ":minscore off"],
    ],
    words: wordsOf({ 0.5: "", off: "everything above 0" }),
    expected: "a number from 0 to 1, or off",
    read: (written) => {
      const minScore = written === "off" ? 0 : Number(written);
      return minScore >= 0 && minScore <= 1 ? { minScore } : null;
    },
    current: ({ minScore }) => minScore || "off",
  }),
  setting({
    name: "now",
    usage: "[DATE|off]",
    summary: "say what current-date() is",
    details:
      "A day, or a moment with its zone, such as 2026-03-14T09:00+01:00. Holds for all queries from then on; off goes by the clock again.",
    examples: [
      ["Which days were over then?", ":now 2026-06-10", "//Day[@date < current-date()]"],
      ["The clock again.", ":now off"],
    ],
    words: wordsOf({ off: "the clock" }),
    expected: "a day such as 2026-03-14, a moment with its zone, or off",
    read: (written) => {
      const now = written === "off" ? null : readNow(written);
      return now === null && written !== "off" ? null : { now };
    },
    current: ({ now }) => now?.replace("T00:00:00Z", "") ?? "the clock",
  }),
  {
    name: "let",
    usage: "[$NAME = VALUE]",
    summary: "give a parameter a value, or list them",
    details:
      "Queries that use $NAME get the value. Quotes are only needed around spaces at the ends. Without a value after the sign, the parameter has none any more.",
    examples: [
      ["From now on $wish means these words.", ":let $wish = quiet park"],
      ["A query that uses it.", ":let $wish = quiet park", "//POI[node =~ $wish]"],
      ["What has a value?", ":let"],
    ],
    words: ({ settings: { params, definitions } }) => {
      const declared = [...definitions.values()].flatMap(({ parameters }) => parameters);
      const names = new Set([...Object.keys(params), ...declared]);
      return [...names].map((name) => ({ word: `$${name} = `, says: params[name] ?? "" }));
    },
    run: (session, rest) => {
      const before = session.settings.params;
      if (rest === "") {
        const bindings = Object.entries(before);
        if (bindings.length === 0) note(session, "No parameter has a value. Give one: :let $n = 4");
        const { paint } = session.screen;
        return say(
          session,
          bindings.map(([name, value]) => `${paint.red(`$${name}`)} = ${JSON.stringify(value)}`),
        );
      }
      const [, name, written = ""] = /^\$?([\p{L}_][\p{L}\p{N}_.-]*)\s*:?=\s*([\s\S]*)$/u.exec(rest) ?? [];
      if (name === undefined) throw misuse(":let is $NAME = VALUE, such as :let $n = 4");
      const { [name]: _, ...others } = before;
      const value = unquoted(written);
      if (written === "") return change(session, `$${name}`, { params: others }, `$${name} has no value`);
      const params = { ...others, [name]: value };
      change(session, `$${name}`, { params }, `$${name} = ${JSON.stringify(value)}`);
    },
  },
  setting({
    name: "redact",
    usage: "[on|off]",
    summary: "leave out what the data says in exports",
    details:
      "Texts and attribute values become bars of their length; the query and the numbers stay. For showing a run to somebody who may not see the data.",
    examples: [["Exports from now on say nothing of the data.", ":redact on"]],
    words: wordsOf({ on: "bars instead of texts", off: "texts as they are" }),
    expected: "on or off",
    read: (written) => (/^(?:on|off)$/.test(written) ? { redact: written === "on" } : null),
    current: ({ redact }) => (redact ? "on" : "off"),
  }),
  {
    name: "undo",
    summary: "take back the last change of what queries run with",
    details:
      "A change of data, schema, scorer, limit, parameter, name or watch; again for the one before. Runs stay. While typing, C-_ takes back an edit.",
    examples: [["The limit is off again.", ":limit 5", ":undo"]],
    run: (session) => {
      const last = session.before.pop();
      if (last === undefined) throw misuse("There is nothing to take back.");
      session.settings = last.settings;
      note(session, `took back: ${last.what}`);
    },
  },
];
