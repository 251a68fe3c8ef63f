import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderDiagnostic } from "@semantic-xpath/parser";
import { LANGUAGE_NAMES } from "@semantic-xpath/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../../packages/scorers/src/node/config/config.js";
import { CONFIG_KEYS, readConfig } from "../../../../packages/scorers/src/node/config/readConfig.js";
import type { Rule } from "../../../../packages/scorers/src/node/config/rules.js";
import { SCORER_KINDS } from "../../../../packages/scorers/src/node/kinds.js";
import { runs } from "../../../support/runs.js";
import { temporaryFolder } from "../../cache/bundle.js";

const chat = (members: string): string =>
  `{"scorers": {"j": {"kind": "chat", "url": "http://h/v1", "model": "m"${members}}}}`;

/** Code, the words that the span covers, the message. */
function mistakes(text: string): [string, string, string][] {
  return readConfig(text).diagnostics.map(({ code, span, message }) => [
    code,
    text.slice(span.start, span.end),
    message,
  ]);
}

test("everything that is in order is read", () => {
  const text = JSON.stringify({
    $schema: "x",
    scorers: {
      minilm: { kind: "embedding", model: "./models/minilm" },
      judge: { kind: "chat", url: "http://127.0.0.1:8000/v1", model: "m", keyVariable: "JUDGE_KEY" },
      mix: { kind: "fused", of: ["lexical", "minilm"], method: "rank", k: 60, weights: [1, 2] },
      fast: { kind: "cascade", cheap: "lexical", expensive: "mix", cut: 0.1 },
    },
    defaultScorer: "mix",
    cache: { enabled: true },
    limits: { maxNodes: 10, maxMilliseconds: 5 },
  });
  const { config, diagnostics } = readConfig(text);
  expect(diagnostics).toEqual([]);
  expect({ $schema: "x", ...config }).toEqual(JSON.parse(text));
});

describe("mistakes have a place and a sentence", () => {
  test.each<[string, [string, string, string][]]>([
    ["{}", []],
    ["[]", [["SXP4102", "[]", '"The configuration" in the configuration must be an object.']]],
    [
      '{"scorrers": {}}',
      [["SXP4101", '"scorrers"', '"The configuration" has no property "scorrers". Did you mean "scorers"?']],
    ],
    [
      '{"cache": {"enbled": true}}',
      [["SXP4101", '"enbled"', '"cache" has no property "enbled". Did you mean "enabled"?']],
    ],
    ['{"cache": {"directory": "kept"}}', [["SXP4101", '"directory"', '"cache" has no property "directory".']]],
    ['{"cache": {"maxBytes": 100}}', [["SXP4101", '"maxBytes"', '"cache" has no property "maxBytes".']]],
    [
      '{"limits": {"maxNodes": 0}}',
      [["SXP4102", "0", '"limits.maxNodes" in the configuration must be a whole number from 1 up.']],
    ],
    [
      '{"scorers": {"a": {"kind": "lexical", "language": "klingon"}}}',
      [
        [
          "SXP4102",
          '"klingon"',
          `"scorers.a.language" in the configuration must be a language: ${LANGUAGE_NAMES.join(", ")}, or its code.`,
        ],
      ],
    ],
    [
      '{"scorers": {"a": {"kind": "lexicl"}}}',
      [["SXP4102", '"lexicl"', '"scorers.a.kind" in the configuration must be "lexical".']],
    ],
    [
      '{"scorers": {"a": {}}}',
      [
        [
          "SXP4102",
          "{",
          `"scorers.a.kind" in the configuration must be ${Object.keys(SCORER_KINDS)
            .map((kind) => `"${kind}"`)
            .join(" or ")}.`,
        ],
      ],
    ],
    ['{"scorers": {"a": 3}}', [["SXP4102", "3", '"scorers.a" in the configuration must be an object with a "kind".']]],
    [
      '{"scorers": {"a:b": {"kind": "lexical"}}}',
      [
        [
          "SXP4102",
          '"a:b"',
          '"scorers.a:b" in the configuration must be named by a word: letters, digits, and . - _ within.',
        ],
      ],
    ],
    [
      '{"scorers": {"a": {"kind": "recorded"}}}',
      [["SXP4102", "{", '"scorers.a.file" in the configuration must be a text that is not empty.']],
    ],
    [chat(', "modell": "x"'), [["SXP4101", '"modell"', '"scorers.j" has no property "modell". Did you mean "model"?']]],
    [
      chat(', "timeout": 2147483648'),
      [
        [
          "SXP4102",
          "2147483648",
          '"scorers.j.timeout" in the configuration must be a whole number from 1 to 2147483647.',
        ],
      ],
    ],
    [
      chat(', "timeout": "1s"'),
      [["SXP4102", '"1s"', '"scorers.j.timeout" in the configuration must be a whole number from 1 to 2147483647.']],
    ],
    [
      '{"scorers": {"a": {"kind": "cascade", "cheap": "lexical", "dear": "lexical"}}}',
      [["SXP4101", '"dear"', '"scorers.a" has no property "dear". Did you mean "expensive"?']],
    ],
    ['{"defaultScorer": "lexcal"}', [["SXP4103", '"lexcal"', 'There is no scorer "lexcal". Did you mean "lexical"?']]],
    [
      '{"scorers": {"minilm": {"kind": "lexical"}, "m": {"kind": "fused", "of": ["lexical", "minlm"]}}}',
      [["SXP4103", '"minlm"', 'There is no scorer "minlm". Did you mean "minilm"?']],
    ],
    [
      '{"scorers": {"a": {"kind": "cascade", "cheap": "lexical", "expensive": "recored:x"}}}',
      [["SXP4103", '"recored:x"', 'There is no scorer "recored:x". Did you mean "recorded:FILE"?']],
    ],
    [
      '{"scorers": {"a": {"kind": "fused", "of": ["a"]}}}',
      [["SXP4104", '"a"', 'The scorer "a" refers to itself: a > a.']],
    ],
  ])("%s", (text, expected) => expect(mistakes(text)).toEqual(expected));

  test("a way around through others is reported for each on it", () => {
    const text =
      '{"scorers": {"a": {"kind": "fused", "of": ["b"]}, "b": {"kind": "cascade", "cheap": "lexical", "expensive": "a"}}}';
    expect(mistakes(text).map(([code, , message]) => [code, message])).toEqual([
      ["SXP4104", 'The scorer "a" refers to itself: a > b > a.'],
      ["SXP4104", 'The scorer "b" refers to itself: b > a > b.'],
    ]);
  });

  test("JSON itself", () => {
    expect(mistakes('{"cache": {}')[0]!.slice(0, 2)).toEqual(["SXP4007", "}"]);
    expect(mistakes("")[0]![2]).toBe("The JSON can't be read: it is empty.");
    expect(mistakes('{"a": 1,}')[0]![0]).toBe("SXP4007");
    expect(mistakes("{} // no")[0]![2]).toContain("comments are not allowed");
  });

  test("nested deeper than any configuration", () => {
    expect(mistakes(`{"scorers": ${"[".repeat(200_000)}`).map(([code]) => code)).toEqual(["SXP4003"]);
  });

  test("a reference to a scorer that is broken itself is no second mistake", () => {
    expect(mistakes('{"scorers": {"a": {"kind": "x"}}, "defaultScorer": "a"}').length).toBe(1);
  });
});

test("a secret in the file is refused, and no message repeats it", () => {
  for (const members of [
    ', "apiKey": "hunter2"',
    ', "token": "hunter2"',
    ', "keyVariable": "sk-hunter2"',
    ', "url": "http://me:hunter2@h/v1"',
  ]) {
    const found = mistakes(chat(members));
    expect(found.length).toBe(1);
    expect(found[0]![2]).not.toContain("hunter2");
    expect(found[0]![2]).toMatch(/keyVariable|without a name or password/);
  }
});

test("law: any text is read without a throw, with places inside of it", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"scorers": {"a": ${json}}, "cache": ${json}}`),
      ),
      (text) => {
        for (const diagnostic of readConfig(text).diagnostics) {
          expect(diagnostic.span.end).toBeLessThanOrEqual(text.length || 1);
          expect(renderDiagnostic(text, diagnostic).length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: runs(300) },
  ));

test("a name like a member of every object is a name like others", () => {
  const { config, diagnostics } = readConfig(
    '{"scorers": {"constructor": {"kind": "lexical"}, "b": {"kind": "fused", "of": ["toString"]}}}',
  );
  expect(Object.keys(config.scorers)).toEqual(["constructor", "b"]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["SXP4103"]);
});

test("the nearest folder above has the configuration", async () => {
  const root = temporaryFolder();
  const deep = join(root, "a", "b");
  await mkdir(deep, { recursive: true });
  await writeFile(join(root, "sxp.config.json"), '\uFEFF{"defaultScorer": "lexical"}');
  const loaded = await loadConfig(deep);
  expect(loaded).toMatchObject({ folder: root, config: { defaultScorer: "lexical", scorers: {} }, diagnostics: [] });
  await writeFile(join(root, "a", "sxp.config.json"), "{");
  expect((await loadConfig(deep))!.diagnostics.map(({ code }) => code)).toEqual(["SXP4007"]);
});

test("the JSON Schema names the properties that the reader knows", async () => {
  const schema = JSON.parse(
    await readFile(new URL("../../../../packages/scorers/schema/sxp-config.json", import.meta.url), "utf8"),
  );
  const names = (object: object) => Object.keys(object).sort();
  expect(names(schema.properties)).toEqual(names({ $schema: 0, ...CONFIG_KEYS }));
  for (const [key, { members }] of Object.entries(CONFIG_KEYS)) {
    const { properties, additionalProperties } = schema.properties[key];
    if (members !== null) expect(names(properties ?? additionalProperties.properties), key).toEqual(names(members));
  }
  expect(schema.$defs.scorer.oneOf.map(({ $ref }: { $ref: string }) => $ref.slice("#/$defs/".length)).sort()).toEqual(
    names(SCORER_KINDS),
  );
  for (const [kind, row] of Object.entries(SCORER_KINDS)) {
    const options = row.options as Readonly<Record<string, Rule>>;
    const needed = Object.keys(options).filter((name) => options[name]!.isNeeded);
    expect(names(schema.$defs[kind].properties)).toEqual(names({ kind, ...options }));
    expect(schema.$defs[kind].properties.kind.const).toBe(kind);
    expect([...schema.$defs[kind].required].sort()).toEqual(["kind", ...needed].sort());
  }
});
