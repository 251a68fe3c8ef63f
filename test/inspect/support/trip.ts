import { type Inspection, inspect } from "@semantic-xpath/inspect";
import { compile, type RunOptions, readXml, type Scorer } from "@semantic-xpath/runtime";

/** A small trip. Scores are written into it: `lake="0.31"` is what the scorer gives for the condition "lake". */
export const trip = readXml(`
  <Trip>
    <Day city="Toronto" lake="0.6">
      <POI name="Harbour" kind="park" minutes="75" lake="0.8" park="0.5"/>
      <POI name="Royal Museum" kind="museum" minutes="120" lake="0.31" park="0.25"/>
      <Restaurant name="Grill" meal="dinner" lake="0.3" park="0.1"/>
      <POI name="Zoo" kind="park" minutes="90" lake="0.05" park="1"><Note lake="0.4">Bring a hat.</Note></POI>
    </Day>
    <Day city="Ottawa" lake="0.2">
      <POI name="Canal" kind="water" minutes="60" lake="0.9" park="0.75"/>
      <POI name="Gallery" kind="museum" minutes="45" lake="0" park="0.5"/>
    </Day>
  </Trip>`);

/** The number that the scored node itself has for a condition; its first lines are its own. */
export const written = (cost: Scorer["cost"] = "cheap"): Scorer => ({
  id: "written",
  cost,
  score: async (texts, condition) =>
    Float32Array.from(texts, (text) => Number(new RegExp(`^${condition}: (\\S+)$`, "m").exec(text)?.[1] ?? 0)),
});

/** A query with an operator between « and », and where that stands. */
export function marked(source: string): { text: string; span: { start: number; end: number } } {
  const start = source.indexOf("«");
  const text = source.replace("«", "");
  const end = text.indexOf("»");
  return { text: text.replace("»", ""), span: { start, end } };
}

export function inspectTrip(text: string, options: RunOptions = {}): Promise<Inspection> {
  return inspect(compile(text).query!, trip, { scorer: written(), ...options });
}
