import { textOf } from "../../structure/support/sources.js";
import { code, fenced, generatedFrom, page, table } from "./markdown.js";

const SOURCE = "packages/chat/src/events.ts";
/** A member of the union, with the comment before its bar. */
const MEMBER = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?\| \{([\s\S]*?)\}(?=\s*(?:\/\*\*|\||\);))/g;
const PROPERTY = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)\??: ((?:[^;{}]|\{[^}]*\})*);?/g;

const words = (comment: string | undefined): string =>
  (comment ?? "")
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The page of events from the source text of their type: a row for each member of the union, with the comments in it. */
export function eventsPage(): string {
  const text = textOf(SOURCE);
  const [, start = ""] = text.split("export type ChatEvent = ");
  const [union = "", others = ""] = start.split(/(?<=\n\);)\n/);
  const rows = Array.from(union.matchAll(MEMBER), ([, comment, body = ""]) => {
    const members = Array.from(body.matchAll(PROPERTY), ([, about, name = "", type = ""]) => ({ about, name, type }));
    const [type, ...rest] = members;
    const explained = rest.flatMap(({ name, about }) =>
      about === undefined ? [] : [`${code(name)}: ${words(about)}`],
    );
    return [
      code(type!.type.replaceAll('"', "")),
      [words(comment), ...explained].filter((part) => part !== "").join(" "),
      rest.map((member) => code(`${member.name}: ${words(member.type.replaceAll("readonly ", ""))}`)).join(", "),
    ];
  });
  return page(
    generatedFrom(SOURCE),
    "# Events of a turn",
    "`conversation.send(request)` gives the events of a turn in order, as plain JSON; the command, the page and programs get the same. Each has `turn`, the id of the turn. A turn ends with `done` or `failed`; one that waits for a person ends with `done` whose state is `waiting`, and continues with `choose`.",
    table(["event", "meaning", "members"], rows),
    fenced("ts", `import type { NodeKey } from "@semantic-xpath/memory";\n\n${others.trim()}`),
  );
}
