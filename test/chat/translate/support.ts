import { readFileSync } from "node:fs";
import { type About, type Translation, translate } from "@semantic-xpath/chat/translate";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { compile, readJson, readXml } from "@semantic-xpath/runtime";

const read = (path: string): string => readFileSync(new URL(`../../../examples/${path}`, import.meta.url), "utf8");
const schemaOf = (path: string): Schema => parseSchema(read(path)).schema!;

/** The example trees with their schemas and a clock within them. */
export const ITINERARY: About = {
  tree: readXml(read("itinerary/itinerary.xml")),
  schema: schemaOf("itinerary/itinerary.schema.json"),
  now: "2026-06-10T12:00:00-04:00",
};
export const TODO: About = {
  tree: readXml(read("todo/todo.xml")),
  schema: schemaOf("todo/todo.schema.json"),
  now: "2026-09-16T09:00:00+02:00",
};
export const MEALPLAN: About = {
  tree: readJson(read("mealplan/mealplan.json")),
  schema: schemaOf("mealplan/mealplan.schema.json"),
  now: "2026-09-16T08:00:00+02:00",
};
/** Nothing but data: the schema is inferred. */
export const TEAM: About = {
  tree: readXml(
    `<Team><Person name="Ada Byron" age="36" city="London"><Skill level="5">algebra</Skill></Person>
     <Person name="Grace constructor" age="85" city="New York"><Skill level="4">compilers</Skill></Person>
     <Person name="Linus" age="54" city="Portland"/></Team>`,
  ),
  now: "2026-06-10T12:00:00Z",
};

/** The query of the first reading where it is clear; else null. */
export async function clearQuery(request: string, about: About): Promise<string | null> {
  const { isClear, readings } = await translate(request, about);
  const [first] = readings;
  return isClear && first?.kind === "query" ? first.query : null;
}

export const queriesOf = ({ readings }: Translation): string[] =>
  readings.flatMap((reading) => (reading.kind === "query" ? [reading.query] : []));

/** What a query gives: its value, or the paths of what it finds, of an attribute the node that has it. */
export async function answerOf(text: string, about: About): Promise<unknown> {
  const { query } = compile(text, { schema: about.schema ?? null });
  const { value, matches } = await query!.run(about.tree, about.now === undefined ? {} : { now: about.now });
  return value ?? [...new Set(matches.map(({ path }) => path.replace(/\/(?:@[^/]+|text\(\))$/, "")))];
}
