/** What both pages edit: a few queries over the itinerary of the examples. */

export const URI = "memory:/queries.sxp";

export const TEXT = `import schema "itinerary.schema.json";
import data "itinerary.xml";

(: Hover a step: what it is, and what it finds. :)
declare query museums() := //POI[@category = "museum"][node =~ "modern art"];

(: A mistake, and its fix. :)
declare query dinners() := //Day/Restaurnt[@meal = "dinner"];

(: Go on here. :)
declare query yours() := /Itinerary`;

/** The files that it imports, by URI. They lie beside the page. */
export async function itineraryFiles(): Promise<Record<string, string>> {
  const names = ["itinerary.schema.json", "itinerary.xml"];
  const texts = await Promise.all(names.map(async (name) => [`memory:/${name}`, await textOf(name)]));
  return Object.fromEntries(texts);
}

async function textOf(name: string): Promise<string> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.text();
}
