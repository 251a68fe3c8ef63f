import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Conversation } from "@semantic-xpath/chat";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { inferSchema, readJson, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { delayTable, worthTable } from "./tables.mjs";

const REQUESTS = fileURLToPath(new URL("../../examples/requests/", import.meta.url));
const DOMAINS = ["itinerary", "todo", "mealplan"];
const TURNS = 9;

/** A turn without the model's own time: from the request to the first word; and what turns hand on, against what they would have without a query. */
export async function measure(options) {
  const delays = [];
  for (const size of options.sizes.filter((each) => each <= 1e5)) {
    progress(`chat: ${size} nodes`);
    delays.push(...(await delaysAt(size)));
  }
  const worth = [];
  for (const domain of DOMAINS) worth.push(await worthOf(domain));
  return { records: { delays, worth }, tables: [delayTable(delays), worthTable(worth)] };
}

/** Says its first token as soon as it is asked. */
const WRITER = {
  async answer(_asked, { onText }) {
    onText("There");
    return { text: "There", handedOn: 0, paths: [] };
  },
};

const SPOKEN = {
  position: () => "what is on day 7?",
  value: () => "how many POI are there?",
  "asked back": () => "a quiet walk by the water",
  edit: (turn) => `add a POI called stop ${turn} to day 7`,
  "after an edit": (turn) => `what is on day ${turn + 2}?`,
};

async function delaysAt(size) {
  const tree = readXml(itineraryXml(itinerary(size)));
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", tree, { schema: inferSchema(tree) });
  const records = [];
  for (const [kind, requestAt] of Object.entries(SPOKEN)) {
    const chat = new Conversation({ memory, writer: WRITER, id: kind.replaceAll(" ", "-") });
    const samples = [];
    for (let turn = 0; turn < TURNS; turn++) {
      if (kind === "after an edit")
        await memory.update("trip", `insert node <Day><POI name="stop ${turn}"/></Day> into /*`);
      samples.push(await delayOf(chat, requestAt(turn)));
    }
    const [cold, ...warm] = samples;
    records.push({
      kind,
      size,
      cold: cold.first,
      first: median(warm.map(({ first }) => first)),
      whole: median(warm.map(({ whole }) => whole)),
      answered: warm.filter(({ isAnswered }) => isAnswered).length / warm.length,
    });
  }
  return records;
}

/** Milliseconds to the first text (or question), and to the end of the turn. */
async function delayOf(chat, request) {
  const before = performance.now();
  let first = null;
  let isAnswered = false;
  for await (const { type } of chat.send(request)) {
    if (first === null && (type === "text" || type === "question")) first = performance.now() - before;
    isAnswered ||= type === "text";
  }
  return { first, isAnswered, whole: performance.now() - before };
}

/** The questions of a domain whose gold is nodes: tokens that are handed on, and whether the gold nodes are in what is. */
async function worthOf(domain) {
  const { tree: data, schema: path, now, cases } = JSON.parse(readFileSync(join(REQUESTS, `${domain}.json`), "utf8"));
  const text = readFileSync(join(dirname(join(REQUESTS, "x")), data), "utf8");
  const { schema } = parseSchema(readFileSync(join(REQUESTS, path), "utf8"));
  const memory = Memory.create(inMemoryJournal());
  memory.createTask(domain, data.endsWith(".json") ? readJson(text, { schema }) : readXml(text), { schema });
  const sums = { domain, asked: 0, answered: 0, carried: 0, retrieved: 0, flat: 0, whole: 0 };
  for (const { request, include, id } of cases) {
    if (include === undefined) continue;
    sums.asked++;
    const chat = new Conversation({ memory, now: () => now, id });
    const events = [];
    for await (const event of chat.send(request)) events.push(event);
    const found = events.find(({ type }) => type === "retrieved");
    if (found === undefined) continue;
    const { cost } = events.find(({ type }) => type === "cost");
    const paths = found.nodes.map((node) => node.path);
    sums.answered++;
    sums.carried += Number(include.every((node) => paths.some((each) => node === each || node.startsWith(`${each}/`))));
    for (const part of ["retrieved", "flat", "whole"]) sums[part] += cost[part];
  }
  return sums;
}
