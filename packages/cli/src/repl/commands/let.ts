import { unquoted } from "../session/definitions.js";
import { change, misuse, note, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const letCommand = replCommand({
  name: "let",
  usage: "[$NAME = VALUE]",
  group: "set",
  summary: "give a parameter a value, or list them",
  details:
    "Queries that use $NAME get the value. Quotes are only needed around spaces at the ends. Without a value after the sign, the parameter has none any more.",
  examples: [
    { line: ":let $wish = quiet park", says: "From now on $wish stands for these words." },
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
  const { paint } = outputOf(session);
  const entries = Object.entries(session.settings.params);
  if (entries.length === 0) note(session, "No parameter has a value. Give one: :let $n = 4");
  for (const [name, value] of entries) say(session, `${paint.red(`$${name}`)} = ${JSON.stringify(value)}`);
}
