import type { MemorySession } from "@semantic-xpath/agents";
import fc from "fast-check";
import { nodeJson, operationsJson } from "../../runtime/update/operationsJson.js";
import { anyCharacter } from "../../support/characters.js";

const text = fc.oneof(
  fc.constantFrom("trip", "main", "//POI", "/*", "<POI/>", "<POI", "delete node //Day[1]", "json", "1", "#1", "@-1"),
  fc.constantFrom("__proto__", "constructor", "toString", "", "\0", "\ud800", "\u001b[2J", "a".repeat(3000)),
  fc.string({ unit: anyCharacter }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, 3, 0, -1, 99, 2 ** 53, 1.5, true, false, null) },
  { weight: 2, arbitrary: operationsJson },
  { weight: 2, arbitrary: nodeJson },
  { weight: 1, arbitrary: fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean()), { maxKeys: 2 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** What a member that every call of a tool needs is more often than not. */
const USUAL: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  query: fc.oneof(fc.constantFrom("//POI", '//Day[node =~ "zoo"]', "count(//*)"), text),
  operations: operationsJson,
  content: fc.oneof(fc.constant("<POI/>"), nodeJson),
  target: fc.constantFrom<unknown>(1, 2, "//Day[1]"),
  name: text,
};

/** A call of any tool of a session, its input with members that the tool knows: JSON, as it comes from a client. */
export const callOf = (
  tools: MemorySession["tools"],
  task: string,
): fc.Arbitrary<readonly [name: string, input: object]> =>
  fc.constantFrom(...tools).chain((tool) => {
    const usual = { ...USUAL, task: fc.constant(task) } as Readonly<Record<string, fc.Arbitrary<unknown>>>;
    const members = Object.keys(tool.input.shape).map((name) => [name, fc.oneof(usual[name] ?? value, value)] as const);
    const input = fc.oneof(
      { weight: 9, arbitrary: fc.record(Object.fromEntries(members), { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    return fc.tuple(
      fc.constant(tool.name),
      input.map((each): object => JSON.parse(JSON.stringify(each))),
    );
  });
