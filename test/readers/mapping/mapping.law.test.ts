import type { Diagnostic } from "@semantic-xpath/parser";
import { MAPPINGS, mappingNamed, readJson } from "@semantic-xpath/readers";
import { ReadError, readLimits, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonText } from "../../../packages/readers/src/jsonText.js";
import { type JsonValue, JsonValueSink } from "../../../packages/readers/src/mapping/jsonValue.js";
import { keepRest } from "../../../packages/readers/src/mapping/keepRest.js";
import { makeNodes } from "../../../packages/readers/src/mapping/makeNodes.js";
import { readMappingFile } from "../../../packages/readers/src/mapping/parseMapping.js";
import { runs } from "../../support/runs.js";

/** Data of the shape of each mapping, to be cut, joined and mixed with others. */
const SAMPLES: Readonly<Record<string, object>> = {
  chatgpt: [
    {
      title: "t",
      create_time: 1.5,
      current_node: "b",
      mapping: {
        a: {
          id: "a",
          message: { author: { role: "user" }, content: { parts: ["x", { content_type: "image_asset_pointer" }] } },
          parent: null,
          children: ["b"],
        },
        b: { id: "b", message: null, parent: "a" },
        c: { parent: "a", message: { content: { text: "y" } } },
      },
    },
  ],
  claude: [
    {
      uuid: "c",
      chat_messages: [
        {
          uuid: "m",
          sender: "human",
          text: "x",
          content: [
            { type: "text", text: "x" },
            { type: "tool_use", id: "1", input: {} },
          ],
          files: [{ file_name: "f" }],
          parent_message_uuid: "n",
        },
      ],
    },
  ],
  locomo: [
    {
      sample_id: "s",
      qa: [{ question: "q", answer: 3, evidence: ["D1:1; D2:2", "D", "D1:7"], category: 1 }],
      conversation: {
        session_1: [{ speaker: "A", dia_id: "D1:1", text: "x", query: "z", img_url: ["u"], blip_caption: "c" }],
        session_1_date_time: "1:56 pm on 8 May, 2023",
        session_2_date_time: "bad",
      },
      observation: {
        session_1_observation: {
          A: [
            ["o", "D1:1"],
            ["p", ["D1:1"]],
          ],
        },
      },
      event_summary: { events_session_1: { A: ["e"], date: "8 May, 2023" } },
      session_summary: { session_1_summary: "s" },
    },
  ],
  openai: {
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "x" },
          { type: "weird", a: { b: 1 } },
        ],
      },
      { role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] },
    ],
  },
  langgraph: [{ namespace: ["a", "b"], key: "k", value: { content: "x", other: { deep: [1, 2] } } }],
  mem0: { results: [{ id: "1", memory: "m", metadata: { a: 1 }, categories: ["c"] }], relations: [{ source: "s" }] },
  github: [{ number: 1, title: "t", body: "b", labels: [{ name: "l" }], user: { login: "u" }, comments_url: "c" }],
  jira: {
    issues: [
      {
        key: "A-1",
        fields: {
          summary: "s",
          description: { content: [{ text: "d" }] },
          customfield_1: "c",
          status: { name: "Open" },
        },
      },
    ],
  },
};

const leaf = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("D1:1", "1:56 pm on 8 May, 2023"),
);
const NAMES = [
  ...new Set(
    Object.values(SAMPLES).flatMap((sample) =>
      [...JSON.stringify(sample).matchAll(/"(\w+)":/g)].map(([, name]) => name!),
    ),
  ),
];
const name = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom("constructor", "__proto__", "hasOwnProperty", "a/b", "session_99"),
);
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5 }),
  ),
})).value;

/** A sample in which some values are others. */
const mutated = fc
  .tuple(fc.constantFrom(...Object.values(SAMPLES)), fc.array(fc.tuple(fc.nat(), anyJson), { maxLength: 4 }))
  .map(([sample, changes]) => {
    const copy = structuredClone(sample) as Record<string, unknown>;
    for (const [place, value] of changes) {
      const holders: Record<string, unknown>[] = [];
      const visit = (one: unknown): void => {
        if (typeof one !== "object" || one === null) return;
        holders.push(one as Record<string, unknown>);
        for (const inner of Object.values(one)) visit(inner);
      };
      visit(copy);
      const holder = holders[place % holders.length]!;
      const keys = Object.keys(holder);
      if (keys.length > 0) holder[keys[place % keys.length]!] = value;
    }
    return copy;
  });
const data = fc.oneof(anyJson, mutated);

const names = MAPPINGS.map((one) => one.name);

describe.each(names)("under the mapping %s, whatever the data", (mappingName) => {
  it("a tree or a ReadError comes, and spans lie in the text and in those of their parents", async () => {
    const { mapping } = (await mappingNamed(mappingName))!;
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value);
        const found: Diagnostic[] = [];
        let tree: Tree;
        try {
          tree = readJson(text, { mapping, onDiagnostic: (one) => found.push(one) });
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError);
          return;
        }
        for (const { span } of found)
          expect(span.start >= 0 && span.end <= text.length && span.start < span.end).toBe(true);
        for (let node = 1; node <= tree.size; node++) {
          const [start, end] = [tree.spanStart![node]!, tree.spanEnd![node]!];
          expect(0 <= start && start <= end && end <= text.length).toBe(true);
          const parent = tree.parent[node]!;
          // What a path with ".." joined to a session is written elsewhere.
          if (parent < 1 || /^(?:Summary|Observation|Event)$/.test(tree.typeNames[tree.type[node]!]!)) continue;
          expect(tree.spanStart![parent]! <= start && end <= tree.spanEnd![parent]!).toBe(true);
        }
      }),
      { numRuns: runs(200, 100) },
    );
  });

  it("every object and text becomes something, is dropped by name, or is reported", async () => {
    const shipped = MAPPINGS.find((one) => one.name === mappingName)!;
    const { model } = readMappingFile((await shipped.load()).mapping!);
    fc.assert(
      fc.property(data, (value) => {
        const limits = readLimits();
        const sink = new JsonValueSink(limits);
        readJsonText(JSON.stringify(value), sink);
        const made = makeNodes(model!, { root: sink.root!, count: sink.count }, limits);
        if (made.root === null) return;
        keepRest(made.nodes, model!.rest);
        const owners = new Set(made.nodes.map((node) => node.value));
        const open: JsonValue[] = [sink.root!];
        for (let one = open.pop(); one !== undefined; one = open.pop()) {
          if (one.use === "dropped" || one.use === "rest") continue;
          // Taken as JSON, with all that it holds.
          if (one.use === "used" && !owners.has(one)) continue;
          const isNothing = one.kind === "null" || (one.kind === "array" && one.items.length === 0);
          expect(one.use !== "none" || isNothing, JSON.stringify(value)).toBe(true);
          open.push(...one.items);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
