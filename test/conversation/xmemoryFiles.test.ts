import {
  matrixOf,
  readNpy,
  readXMemory,
  writeGexf,
  writeNpy,
  writeXMemory,
  XMemoryFileError,
  xmemoryUsers,
} from "@semantic-xpath/conversation/xmemory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { readGexf } from "./support/xml.js";

const EPISODE =
  '{"episode_id": "e1", "user_id": "Ana_0", "title": "Ana adopts a grey cat", "content": "On 2 March 2024 Ana told Bo that she adopted a grey cat.", "original_messages": [{"message_id": "m1", "role": "Ana", "content": "I adopted a cat. Ü", "timestamp": "2024-03-02T18:05:00", "metadata": {"blip_caption": null}}], "message_count": 1, "boundary_reason": "topic change", "created_at": "2026-01-01T10:00:00.123456", "timestamp": "2024-03-02T18:05:00", "metadata": {}, "tags": []}\n';
const FACT =
  '{"memory_id": "f1", "user_id": "Ana_0", "content": "Ana owns a grey cat", "knowledge_type": "knowledge", "created_at": "2024-03-02T18:05:00", "updated_at": null, "source_episodes": ["e1"], "confidence": 0.9, "metadata": {"generation_method": "prediction_correction"}, "tags": [], "revision_count": 1}\n';
const THEME =
  '{"theme_id": "t1", "summary": "Ana\'s pets", "embedding": [0.1, 1.0, 1e-05], "semantic_ids": ["f1"], "created_at": "2026-01-01T10:00:05", "updated_at": "2026-01-01T10:00:05", "centroid": [0.1, 1.0, 1e-05], "member_count": 1, "neighbors": [], "neighbor_sims": []}\n';
const KNN = '{\n  "f1": [\n    {\n      "id": "f2",\n      "sim": 1.0\n    }\n  ]\n}';

const bytes = (text: string) => new TextEncoder().encode(text);
const files = () =>
  new Map([
    ["episodes/Ana_0_episodes.jsonl", bytes(EPISODE)],
    ["semantic/Ana_0_semantic.jsonl", bytes(FACT)],
    ["themes/Ana_0_themes.jsonl", bytes(THEME)],
    ["themes/vector/Ana_0_theme_ids.json", bytes('["t1"]')],
    ["themes/vector/Ana_0_embeddings.npy", writeNpy(matrixOf([[0.1, 1, 1e-5]]))],
    ["semantic_knn/Ana_0_semantic_knn.json", bytes(KNN)],
  ]);

describe("xMemory's files", () => {
  it("are written back byte for byte", () => {
    expect(xmemoryUsers(files())).toEqual(["Ana_0"]);
    const written = writeXMemory(readXMemory(files(), "Ana_0"));
    expect(written).toEqual(files());
  });

  it("keep members that are not in the format", () => {
    const line = '{"zeta": 1, "episode_id": "e1", "content": "c", "constructor": {"b": [1.5]}}\n';
    const extended = new Map([["episodes/A_episodes.jsonl", bytes(line)]]);
    expect(writeXMemory(readXMemory(extended, "A")).get("episodes/A_episodes.jsonl")).toEqual(bytes(line));
  });

  it("may spell members as older ones do", () => {
    const older = new Map([
      ["episodes/A_episodes.jsonl", bytes('\n{"id": "e1", "summary": "s"}\n\n')],
      ["semantic/A_semantic.jsonl", bytes('{"id": "f1", "content": "c", "episode_ids": "e1"}')],
      [
        "themes/A_themes.jsonl",
        bytes('{"id": "t1", "summary": "s", "member_semantic_ids": ["f1", "f2"], "embedding": [1.0]}'),
      ],
    ]);
    const { episodes, facts, themes } = readXMemory(older, "A");
    expect(episodes).toMatchObject([{ episode_id: "e1", content: "s" }]);
    expect(facts).toMatchObject([{ memory_id: "f1", source_episodes: ["e1"] }]);
    expect(themes).toMatchObject([
      { theme_id: "t1", semantic_ids: ["f1", "f2"], centroid: [1], member_count: 2, neighbors: [] },
    ]);
  });

  it.each([
    ["{", "episodes/A_episodes.jsonl, line 2: not JSON"],
    ["[]", "episodes/A_episodes.jsonl, line 2: expected an object"],
    ['{"episode_id": 1, "content": ""}', 'episodes/A_episodes.jsonl, line 2: "episode_id" must be a text'],
  ])("refuse the line %j with its place", (line, message) => {
    const broken = new Map([["episodes/A_episodes.jsonl", bytes(`{"episode_id": "e", "content": ""}\n${line}`)]]);
    expect(() => readXMemory(broken, "A")).toThrow(
      new XMemoryFileError("episodes/A_episodes.jsonl", 2, message.split("line 2: ")[1]!),
    );
  });
});

describe("a matrix of NumPy", () => {
  it("begins its data at byte 128, and is read back", () => {
    const written = writeNpy(
      matrixOf([
        [1, -2.5],
        [0.25, 3],
      ]),
    );
    expect(String.fromCharCode(...written.subarray(0, 10))).toBe("\x93NUMPY\x01\x00\x76\x00");
    expect(written.length).toBe(128 + 16);
    expect(readNpy(written)).toEqual({ rows: 2, columns: 2, data: Float32Array.of(1, -2.5, 0.25, 3) });
  });

  it("is read back for any numbers of float32, and refused when it ends early", () => {
    const rows = fc
      .integer({ min: 0, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(fc.float({ noNaN: true }), { minLength: columns, maxLength: columns }), { maxLength: 5 }),
      );
    fc.assert(
      fc.property(rows, fc.nat(), (rows, cut) => {
        const matrix = matrixOf(rows);
        const written = writeNpy(matrix);
        expect(readNpy(written)).toEqual(matrix);
        if (cut % written.length > 0)
          expect(() => readNpy(written.subarray(0, cut % written.length))).toThrow(RangeError);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("the graph", () => {
  it("links messages, episodes, facts and themes", () => {
    const document = readGexf(writeGexf(readXMemory(files(), "Ana_0")));
    expect(document.nodes).toEqual([
      { level: "0", raw_id: "m1", text: "I adopted a cat. Ü", created_at: "2024-03-02T18:05:00", type: "message" },
      expect.objectContaining({ level: "1", raw_id: "e1", title: "Ana adopts a grey cat", type: "episode" }),
      expect.objectContaining({ level: "2", raw_id: "f1", text: "Ana owns a grey cat", type: "semantic" }),
      expect.objectContaining({ level: "3", raw_id: "t1", text: "Ana's pets", type: "theme" }),
    ]);
    expect(document.edges).toEqual([
      { source: "0", target: "1", kind: "belongs_to" },
      { source: "1", target: "2", kind: "supports" },
      { source: "2", target: "3", kind: "abstracted_by" },
    ]);
  });

  it("is XML whatever the texts are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const episodes = [{ episode_id: "e", content: text }];
        const [node] = readGexf(writeGexf({ episodes, facts: [], themes: [] })).nodes;
        const expected = text.trim().replace(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
        expect(node!.text).toBe(expected);
      }),
      { numRuns: runs(200, 50) },
    );
  });
});
