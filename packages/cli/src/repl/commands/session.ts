import { cut, inOneLine } from "../../render/columns.js";
import { verbatim } from "../../render/terminal.js";
import { note, say } from "../session/session.js";
import type { ReplCommand } from "./command.js";

const SHOWN = 20;

export const sitting: readonly ReplCommand[] = [
  {
    name: "history",
    usage: "[N|WORDS]",
    summary: "what was typed, the last 20 or N entries, or those with some words",
    details:
      "C-r searches while typing. SXP_HISTORY=off keeps nothing from session to session; SXP_HISTORY=FILE keeps it elsewhere.",
    examples: [
      ["The last entries.", ":history"],
      ["Those about museums.", ":history museum"],
    ],
    run: (session, rest) => {
      const isNumber = /^\d+$/.test(rest);
      const all = session.history.map((text, i) => ({ text, number: i + 1 }));
      const entries = isNumber || rest === "" ? all : all.filter(({ text }) => text.includes(rest));
      const { columns, glyphs, paint } = session.screen;
      const digits = String(all.length).length;
      for (const { text, number } of entries.slice(-(isNumber ? Number(rest) : SHOWN) || all.length)) {
        const line = cut(inOneLine(text), columns - digits - 2, glyphs.ellipsis);
        say(session, `${paint.dim(String(number).padStart(digits))}  ${line}`);
      }
      if (entries.length === 0) note(session, rest === "" ? "Nothing was typed yet." : `Nothing typed has "${rest}".`);
    },
  },
  {
    name: "clear",
    summary: "clear the screen",
    details: "C-l does the same while typing. Nothing else is forgotten.",
    examples: [["An empty screen.", ":clear"]],
    run: (session) => {
      if (session.isInteractive && session.env.TERM !== "dumb") session.stdout.write(verbatim("\u001b[H\u001b[2J"));
    },
  },
  {
    name: "quit",
    summary: "leave",
    details: "C-d on an empty line does the same.",
    examples: [["Good bye.", ":quit"]],
    run: (session) => {
      session.isLeaving = true;
    },
  },
];
