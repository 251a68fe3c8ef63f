import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MemorySession, tokensOf } from "@semantic-xpath/agents";
import { Conversation, memoryConversations } from "@semantic-xpath/chat";
import { type Inspection, inspect } from "@semantic-xpath/inspect";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { compile, type Match, type Tree } from "@semantic-xpath/runtime";
import { readData } from "../../input/data.js";
import { shownPath } from "../../input/files.js";
import { readSchemaAt } from "../../input/schema.js";
import type { Io } from "../../io.js";
import { whyLines, whyNotLines } from "../../render/answers.js";
import { chatPrinter } from "../../render/chatEvents.js";
import { count, cut, widthOf, wrap } from "../../render/columns.js";
import { ranking, summarise } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { EXIT, problem } from "../../stop.js";
import { mcpCall } from "./mcpCall.js";

const QUESTION = "what is outdoors on day 7";
/** The whole question against each stop: retrieval without a tree. */
export const FLAT_QUERY = `//POI[node =~ "${QUESTION}"]`;
/** The path selects the place, the words the topic. */
export const SCOPED_QUERY = '/Itinerary/Day[7]/POI[node =~ "outdoors"]';
/** Ground truth for both rankings. */
export const TRUTH_QUERY = "/Itinerary/Day[7]/POI[@open_air = true]";
const SCOPED_LIMIT = 3;
const CHANGE = "add a coffee break on the day packed with conference sessions";

const MAX_COLUMNS = 80;
/** Lines are cut in files too, so that they show the same story. */
const ELLIPSIS = "...";
const INDENT = "  ";
/** Between two parts of the story, in milliseconds; on a terminal alone. */
const PAUSE = 2_500;

/** `sxp demo`: one story over the itinerary of the examples. Each line but the headings is what the product answers now. */
export async function demo(given: World): Promise<undefined> {
  const columns = Math.min(given.columns, MAX_COLUMNS) - INDENT.length;
  // The world is an object with a prototype, so it is not copied.
  const io: World = Object.assign(Object.create(given), {
    columns,
    screen: { ...given.screen, columns, glyphs: { ...given.screen.glyphs, ellipsis: ELLIPSIS } },
  });
  const { tree, memory, data, schema } = await itinerary(io);
  const part = parts(given, io.screen);

  const scoped = await inspected(SCOPED_QUERY, tree, SCOPED_LIMIT, io);
  await part(`"${QUESTION}": flat search, and a scoped one`, await comparison(scoped, tree, io));
  await part("Why the first one is first, and why another is missing", reasons(scoped, io));
  await part("The same data as a memory: a change in English, and its undo", await changed(memory, io));
  await part("The same read by an agent, over MCP", await readByAgent(memory, io));
  const page = [`${called(io)} studio --data ${data} \\`, `  --schema ${schema}`];
  await part("The page: ask, change, see why", page, 0);
  return undefined;
}

/** Writes the parts of the story, numbered, with a pause after each on a terminal. */
function parts(io: Io, screen: Screen) {
  let number = 0;
  return async (title: string, lines: readonly string[], pause = PAUSE): Promise<void> => {
    number++;
    const text = lines.map((line) => (line === "" ? "" : INDENT + line));
    io.stdout.write(`${[heading(`${number}. ${title}`, screen), ...text, ""].join("\n")}\n`);
    if (io.stdout.isTerminal && io.env.CI === undefined) await wait(pause, undefined, { signal: io.signal });
  };
}

function heading(title: string, { paint, glyphs, columns }: Screen): string {
  const opening = `${glyphs.rule}${glyphs.rule} `;
  const rule = glyphs.rule.repeat(Math.max(2, columns + INDENT.length - widthOf(opening + title) - 1));
  return `${paint.dim(opening)}${paint.bold(title)} ${paint.dim(rule)}`;
}

/** Both rankings, the flat one with no fewer tokens than the scoped one, and how many of their stops are right. */
async function comparison(scoped: Inspection, tree: Tree, { screen, signal }: World): Promise<string[]> {
  const { paint, columns } = screen;
  const { matches: right } = await compile(TRUTH_QUERY).query!.run(tree, { signal });
  const rightPaths = new Set(right.map(({ path }) => path));
  const results = scoped.result.matches;
  const budget = tokensIn(results);
  const { matches: all } = await compile(FLAT_QUERY).query!.run(tree, { signal });
  const flat = withTokens(all, budget);
  const share = (matches: readonly Match[]): string =>
    `${matches.filter(({ path }) => rightPaths.has(path)).length} of ${count(matches.length, "stop")} right`;
  const side = (name: string, query: string, matches: readonly Match[]): string[] => [
    `${paint.bold(name)}: ${share(matches)}, ${tokensIn(matches)} tokens`,
    paint.cyan(query),
    ...ranking(matches, screen),
  ];
  return [
    ...side("Flat top-k", FLAT_QUERY, flat),
    "",
    ...side("Scoped", SCOPED_QUERY, results),
    "",
    ...wrap(
      `Same scorer; flat got at least the ${budget} tokens of scoped. Right is what ${TRUTH_QUERY} finds.`,
      columns,
    ).map(paint.dim),
  ];
}

const tokensIn = (matches: readonly Match[]): number =>
  matches.reduce((sum, { node }) => sum + tokensOf(`${node.path} ${summarise(node, "·")}`), 0);

/** The shortest beginning of a ranking with at least `budget` tokens. */
function withTokens(matches: readonly Match[], budget: number): readonly Match[] {
  let end = 0;
  while (end < matches.length && tokensIn(matches.slice(0, end)) < budget) end++;
  return matches.slice(0, end);
}

/** Why the first match is first, and why the stop after the last one is missing. */
function reasons(inspection: Inspection, { screen }: World): string[] {
  const { matches } = inspection.result;
  const why = inspection.why(matches[0]!.path);
  const places = new Set(matches.map(({ path }) => path));
  const missing = matches[0]!.node.parent!.children.find(({ type, path }) => type === "POI" && !places.has(path));
  const whyNot = missing === undefined ? null : inspection.whyNot(missing.path);
  const source = { name: "query", text: SCOPED_QUERY };
  return [
    ...(why === null ? [] : whyLines(why, screen)),
    "",
    ...(whyNot === null ? [] : whyNotLines(whyNot, source, screen)),
  ];
}

/** The turns of a conversation that changes the memory: request, dry run, yes, and undo. */
async function changed(memory: Memory, io: World): Promise<string[]> {
  const conversation = new Conversation({ memory, store: memoryConversations() });
  const blocks: string[] = [];
  const write = (text: string): void => void blocks.push(text);
  const { print } = chatPrinter({ ...io, stdout: { isTerminal: true, write } }, { cost: false });
  let choices: readonly string[] = [];
  const turn = async (text: string): Promise<void> => {
    write(`${io.screen.paint.bold(`> ${text}`)}\n`);
    for await (const event of conversation.send(text, { signal: io.signal })) {
      if (event.type === "question") choices = event.choices;
      print(event);
    }
  };
  await turn(CHANGE);
  // The first choice is the likelier reading; then what it changes is agreed to.
  while (conversation.waiting !== null) await turn(choices[0] === "yes" ? "yes" : "1");
  await turn("undo");
  return blocks
    .join("")
    .trimEnd()
    .split("\n")
    .flatMap((line) => wrap(line, io.screen.columns));
}

/** The answer of the server that `sxp mcp` runs, in this process. */
async function readByAgent(memory: Memory, { screen: { paint, columns } }: World): Promise<string[]> {
  const input = { query: SCOPED_QUERY, limit: SCOPED_LIMIT };
  const session = new MemorySession({ memory, grant: { rights: "read" } });
  const answer = await mcpCall(session, "query", input);
  return [
    ...wrap(`tools/call query ${JSON.stringify(input)}`, columns).map(paint.cyan),
    ...answer
      .replaceAll("},{", "},\n{")
      .split("\n")
      .map((line) => cut(line, columns, ELLIPSIS)),
    paint.dim(`${tokensOf(answer)} tokens`),
  ];
}

async function inspected(text: string, tree: Tree, limit: number, { signal }: World): Promise<Inspection> {
  return inspect(compile(text).query!, tree, { limit, signal });
}

/** As the command can be called from where the user is: npm and npx put it into the `PATH` of what they start, and only there. */
const called = ({ env }: Io): string => (env.npm_command === undefined ? "sxp" : "npx sxp");

/** The itinerary of the examples, its schema, and a memory with both that is gone with the process. */
async function itinerary(io: World) {
  if (io.examples === null) throw problem(EXIT.input, "the examples that the demo reads are not installed.");
  const [data, schemaFile] = ["itinerary.xml", "itinerary.schema.json"].map((name) =>
    shownPath(join(io.examples!, "itinerary", name), io),
  ) as [string, string];
  const { tree } = await readData([data], io);
  const schema = await readSchemaAt(schemaFile, io);
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("itinerary", tree, { schema });
  return { tree, memory, data, schema: schemaFile };
}
