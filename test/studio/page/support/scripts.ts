import { queryReading, retrieve, type Script } from "./scriptedStudio.js";

const COST = { calls: [], retrieved: 214, whole: 6_480, flat: 391 };

/** Conversations that have everything in them that a page shows. */
export const SCRIPTS = {
  async "which stops are outdoors on day 2?"(script: Script) {
    const { say } = script;
    say({
      type: "read",
      by: "translator",
      readings: [
        queryReading("/Itinerary/Day[2]/POI[@open_air = true]", "the stops of day 2 that are in the open air", {
          parts: [
            { span: { start: 6, end: 11 }, meaning: "POI" },
            { span: { start: 16, end: 24 }, meaning: "@open_air = true" },
            { span: { start: 28, end: 33 }, meaning: "Day[2]" },
          ],
        }),
        queryReading('/Itinerary/Day[2]/POI[node =~ "outdoors"]', "the stops of day 2 about outdoors", {
          confidence: 0.08,
        }),
      ],
      chosen: 0,
    });
    const found = await retrieve(script, "/Itinerary/Day[2]/POI[@open_air = true]");
    for (const word of `There are ${found.length} stops in the open air on day 2: ${found.join(", ")}.`.split(/(?<= )/))
      say({ type: "text", text: word });
    say({ type: "cost", cost: COST });
    say({ type: "done", state: "answered" });
  },
  async "the calmest museum"(script: Script) {
    const { say } = script;
    say({
      type: "read",
      by: "model",
      readings: [queryReading('//POI[node =~ "calm museum"]', "stops about a calm museum")],
      chosen: 0,
    });
    await retrieve(script, '//POI[node =~ "calm museum"]');
    say({ type: "text", text: "The Textile Museum is small and quiet. It is on " });
    // It goes on for as long as the test looks.
    await new Promise((resolve) => script.signal.addEventListener("abort", resolve));
    say({ type: "done", state: "cancelled" });
  },
  async "remove the market from day 1"(script: Script) {
    const { say, studio } = script;
    const update = 'delete node /Itinerary/Day[1]/POI[@name = "St. Lawrence Market"]';
    say({
      type: "read",
      by: "translator",
      readings: [
        {
          kind: "update",
          update,
          said: "remove the St. Lawrence Market from day 1",
          isDestructive: true,
          confidence: 0.92,
          parts: [],
        },
      ],
      chosen: 0,
    });
    const task = studio.state().task;
    const dryRun = await studio.memory.update(task, update, { dryRun: true });
    say({
      type: "question",
      question: "Remove St. Lawrence Market from day 1?",
      choices: ["Yes, remove it", "No"],
      dryRun,
      losses: 1,
    });
    say({ type: "done", state: "waiting" });
    const choice = await script.chosen();
    say({ type: "chosen", choice, text: choice === 0 ? "Yes, remove it" : "No" });
    if (choice === 0) {
      const result = await studio.memory.update(task, update, {
        provenance: { author: "person", reason: "remove the market from day 1" },
      });
      say({ type: "changed", result, omitted: 0 });
      say({ type: "text", text: "It is removed. Day 1 has one stop less." });
      say({ type: "done", state: "changed" });
    } else {
      say({ type: "text", text: "Nothing was changed." });
      say({ type: "done", state: "answered" });
    }
  },
  "what is on the second day off?"({ say }: Script) {
    say({
      type: "read",
      by: "translator",
      readings: [
        queryReading("/Itinerary/Day[2]/POI", "the stops of day 2", { confidence: 0.45 }),
        queryReading('//Day[node =~ "day off"][2]/POI', "the stops of the second day about a day off", {
          confidence: 0.4,
        }),
      ],
      chosen: null,
    });
    say({
      type: "question",
      question: "Which day do you mean?",
      choices: ["the stops of day 2", "the stops of the second day about a day off"],
      dryRun: null,
      losses: 0,
    });
    say({ type: "done", state: "waiting" });
  },
  "everything about dragons"({ say }: Script) {
    say({
      type: "repair",
      round: 1,
      text: "//Dragon[",
      problems: ['"Dragon" is no type of this data.', "A bracket is not closed."],
    });
    say({
      type: "failed",
      code: "SXP5121",
      message:
        "The model gave no query that compiles in three rounds. Ask in other words, or write the query yourself. \u202eevil\u0007",
    });
  },
};
