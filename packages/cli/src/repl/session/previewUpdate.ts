import { renderUpdate, updateTree } from "@semantic-xpath/memory";
import { paintedParts } from "../../render/updates.js";
import { abortable, dataOf, reporting, scoringOf } from "./execute.js";
import { failure, note, type Session, say } from "./session.js";

/** Shows what an update would do to the data, by the rules of a memory. The prompt only reads: nothing is written. */
export async function previewUpdate(session: Session, text: string): Promise<void> {
  const { schema, params, now } = session.settings;
  const { scorer, limits } = await abortable(session, scoringOf(session));
  const { result } = await reporting(session, { name: "update", text }, () =>
    updateTree(dataOf(session), text, {
      ...{ scorer, params, budget: limits, signal: session.signal, schema: schema?.schema ?? null },
      ...(now !== null && { now }),
    }),
  );
  const [, ...lines] = renderUpdate(result, { paint: paintedParts(session.screen) })
    .trimEnd()
    .split("\n");
  say(session, lines);
  if (result.status === "unchanged") note(session, "Nothing would change.");
  if (result.status === "dry run")
    note(session, "A preview; nothing is written. In a memory sxp memory update makes it.");
  else if (result.status !== "unchanged") throw failure("");
}
