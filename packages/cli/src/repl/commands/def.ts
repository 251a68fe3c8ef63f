import { compile } from "@semantic-xpath/runtime";
import { sourceOf } from "../../input/query.js";
import { diagnosticTexts, hasErrors, inOrder } from "../../render/diagnostics.js";
import { didYouMean } from "../../spec/readLine.js";
import { declarationOf, definitionsIn } from "../session/definitions.js";
import { change, failure, misuse, note, type Session, say } from "../session/session.js";
import { oneLine } from "../session/showRun.js";
import type { ReplCommand } from "./command.js";

export const def: ReplCommand = {
  name: "def",
  usage: "[NAME = QUERY]",
  summary: "give a query a name, or list the names",
  details:
    "Afterwards NAME runs it. Parameters that the query uses become its own: NAME(4) or NAME($n = 4). A whole declaration (declare query ...) may be " +
    "typed or pasted as well. :def NAME shows one, :def NAME = without a query forgets it, :save writes them to a file.",
  examples: [
    ["A query with a parameter.", ":def parks = //POI[node =~ $wish]"],
    ["Run it.", ":def parks = //POI[node =~ $wish]", 'parks("lake")'],
    ["All names, with those of the file that was loaded.", ":def"],
  ],
  takes: "definition",
  run: async (session, rest) => {
    const [, name, query] = /^([\p{L}_][\p{L}\p{N}_.-]*)\s*(?::?=\s*([\s\S]*))?$/u.exec(rest) ?? [];
    if (rest === "") return list(session);
    if (name === undefined) throw misuse(":def is NAME = QUERY, such as :def parks = //POI[node =~ $wish]");
    if (query === undefined) return show(session, name);
    if (query.trim() === "") return forget(session, name);
    define(session, name, query);
  },
};

function define(session: Session, name: string, query: string): void {
  const text = declarationOf(name, query);
  const { diagnostics } = compile(text, { schema: session.settings.schema?.schema ?? null });
  const source = sourceOf(name, text);
  note(session, diagnosticTexts(source, inOrder(diagnostics), session.errors));
  const [definition] = definitionsIn(source);
  if (definition === undefined || hasErrors(diagnostics)) throw failure("");
  const { definitions } = session.settings;
  const says = `${definitions.has(name) ? "changed" : "defined"} ${definition.signature}`;
  change(session, name, { definitions: new Map([...definitions, [name, definition] as const]) }, says);
}

function list(session: Session): void {
  const { definitions } = session.settings;
  const { screen } = session;
  if (definitions.size === 0) note(session, "No query has a name. Give one: :def parks = //POI[node =~ $wish]");
  for (const { signature, comment } of definitions.values()) {
    say(session, screen.paint.cyan(signature));
    if (comment !== "") say(session, `    ${screen.paint.dim(oneLine(comment, screen.columns - 4, screen))}`);
  }
}

async function show(session: Session, name: string): Promise<void> {
  const definition = session.settings.definitions.get(name);
  if (definition === undefined) throw await unknown(session, name);
  say(session, definition.text);
}

async function forget(session: Session, name: string): Promise<void> {
  const definitions = new Map(session.settings.definitions);
  if (!definitions.delete(name)) throw await unknown(session, name);
  change(session, name, { definitions }, `forgot ${name}`);
}

const unknown = async ({ settings }: Session, name: string) =>
  failure(`There is no query "${name}".${await didYouMean(name, settings.definitions.keys())}`);
