import { cut } from "../../render/columns.js";
import { verbatim } from "../../render/terminal.js";
import { change, lastRun, misuse, note, say } from "../session/session.js";
import { showPage } from "../session/showRun.js";
import { NOTHING, replCommand, words } from "./command.js";

const SHOWN = 20;

export const history = replCommand({
  name: "history",
  usage: "[N|WORDS]",
  group: "session",
  summary: "what was typed, the last 20 or N entries, or those with some words",
  details:
    "C-r searches while typing. SXP_HISTORY=off keeps nothing from session to session; SXP_HISTORY=FILE keeps it elsewhere.",
  examples: [
    { line: ":history", says: "The last entries." },
    { line: ":history museum", says: "Those about museums." },
  ],
  completes: NOTHING,
  run: (session, rest) => {
    const isNumber = /^\d+$/.test(rest);
    const all = session.history.map((text, i) => ({ text, number: i + 1 }));
    const found = isNumber || rest === "" ? all : all.filter(({ text }) => text.includes(rest));
    const { columns, glyphs, paint } = session.screen;
    const digits = String(all.length).length;
    for (const { text, number } of found.slice(-(isNumber ? Number(rest) : SHOWN) || all.length)) {
      const line = cut(text.replaceAll(/\s+/g, " "), columns - digits - 2, glyphs.ellipsis);
      say(session, `${paint.dim(String(number).padStart(digits))}  ${line}`);
    }
    if (found.length === 0) note(session, rest === "" ? "Nothing was typed yet." : `Nothing typed has "${rest}".`);
  },
});

export const undo = replCommand({
  name: "undo",
  usage: "",
  group: "set",
  summary: "take back the last change of what queries run with",
  details:
    "A change of data, schema, scorer, limit, parameter, name or watch; again for the one before. Runs stay. While typing, C-_ takes back an edit.",
  examples: [{ line: ":undo", says: "The limit is off again.", after: [":limit 5"] }],
  completes: NOTHING,
  run: (session) => {
    const last = session.before.pop();
    if (last === undefined) throw misuse("There is nothing to take back.");
    session.settings = last.settings;
    note(session, `took back: ${last.what}`);
  },
});

export const redact = replCommand({
  name: "redact",
  usage: "[on|off]",
  group: "set",
  summary: "leave out what the data says in exports",
  details:
    "Texts and attribute values become bars of their length; the query and the numbers stay. For showing a run to somebody who may not see the data.",
  examples: [{ line: ":redact on", says: "Exports from now on say nothing of the data." }],
  completes: words(["on", "bars instead of texts"], ["off", "texts as they are"]),
  run: (session, rest) => {
    if (rest !== "" && rest !== "on" && rest !== "off") throw misuse(`:redact is on or off, not "${rest}".`);
    if (rest !== "") change(session, "redact", { redact: rest === "on" });
    note(session, `redact: ${session.settings.redact ? "on" : "off"}`);
  },
});

export const clear = replCommand({
  name: "clear",
  usage: "",
  group: "session",
  summary: "clear the screen",
  details: "C-l does the same while typing. Nothing else is forgotten.",
  examples: [{ line: ":clear", says: "An empty screen." }],
  completes: NOTHING,
  run: (session) => {
    if (session.isInteractive && session.env.TERM !== "dumb") session.stdout.write(verbatim("\u001b[H\u001b[2J"));
  },
});

export const quit = replCommand({
  name: "quit",
  usage: "",
  group: "session",
  summary: "leave",
  details: "C-d on an empty line does the same.",
  examples: [{ line: ":quit", says: "Good bye." }],
  completes: NOTHING,
  run: (session) => {
    session.isLeaving = true;
  },
});

export const more = replCommand({
  name: "more",
  usage: "",
  group: "ask",
  summary: "the next results of the last run",
  details: "Twenty at a time. In a script all are printed at once.",
  examples: [{ line: ":more", says: "What else was found?", after: ["//POI"] }],
  completes: NOTHING,
  run: (session) => {
    const run = lastRun(session);
    if (session.shown >= run.inspection.result.ids.length) note(session, "That was all.");
    else showPage(session, run);
  },
});
