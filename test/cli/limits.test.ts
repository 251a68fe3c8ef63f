import { BUDGET, type Budget, READ_LIMITS, type ReadLimits } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { DEFAULTS, type ParseLimits } from "../../packages/parser/src/parseOptions.js";
import { documentText } from "../docs/blocks.js";
import { countedClock } from "../support/countedClock.js";
import { folder, sxp } from "./sxp.js";

/** Every limit from the command: at its edge an answer, one beyond it a message that names it, and an exit code. */

interface Case {
  /** Its line in the table of docs/reference/language.md. */
  readonly documented: string;
  /** What is run; `beyond` says on which side of the edge. */
  readonly query?: (beyond: 0 | 1) => string;
  readonly module?: (beyond: 0 | 1) => string;
  readonly config?: (beyond: 0 | 1) => object;
  readonly code: "SXP1007" | "SXP1009" | "SXP4003";
  readonly says: string;
  readonly exit: 1 | 3 | 4;
}

const XML = '<List><Item name="12345">some words</Item><Item/></List>';
const ofQuery = { code: "SXP1009", exit: 1 } as const;
/** The least value of a limit of the reader at which the data above are read, in the configuration. */
const ofReader = (limit: keyof ReadLimits, enough: number, documented: string, what: string): Case => ({
  documented,
  config: (beyond) => ({ [limit]: enough - beyond }),
  code: "SXP4003",
  says: `More than ${enough - 1} ${what}. Raise the option "limits.${limit}" if this is intended.`,
  exit: 3,
});
const ofRun = (limit: keyof Budget, enough: number, less: number, documented: string, what: string): Case => ({
  documented,
  query: () => '//Item[node =~ "words"][node =~ "more"]',
  config: (beyond) => ({ [limit]: beyond === 1 ? less : enough }),
  code: "SXP4003",
  says: `More than ${less} ${what}. Raise the option "limits.${limit}" of sxp.config.json if this is intended.`,
  exit: 4,
});
const LENGTH = "one attribute value or own text, UTF-16 units";

/** Data in which one limit alone holds something. */
const DATA: Readonly<Record<string, readonly [file: string, text: string]>> = {
  maxAttributes: ["list.html", "<p a b c>"],
  maxAliased: ["list.yaml", "a: &x 1\nb: *x\nc: *x"],
};

const CASES: Readonly<Record<keyof (ParseLimits & ReadLimits & Budget) | "index", Case>> = {
  maxBytes: {
    documented: "query or declaration, bytes",
    query: (beyond) => `/${"A".repeat(DEFAULTS.maxBytes - 1 + beyond)}`,
    says: "The query has more than 65536 bytes",
    ...ofQuery,
  },
  maxModuleBytes: {
    documented: "file of declared queries, bytes",
    module: (beyond) => "declare query q() := /List;\n".padEnd(DEFAULTS.maxModuleBytes + beyond),
    says: "The query has more than 4194304 bytes",
    ...ofQuery,
  },
  maxNesting: {
    documented: "query, levels of nesting",
    query: (beyond) => {
      const deep = DEFAULTS.maxNesting - 1 + beyond;
      return `/List[${"(".repeat(deep)}@x = 1${")".repeat(deep)}]`;
    },
    says: "The query has more than 200 brackets within one another",
    ...ofQuery,
  },
  maxSteps: {
    documented: "query, steps",
    query: (beyond) => "/List".repeat(DEFAULTS.maxSteps + beyond),
    says: "The query has more than 256 steps",
    ...ofQuery,
  },
  maxOperators: {
    documented: "query, signs of arithmetic, quantifiers, `group by`",
    query: (beyond) => `/List[@x${" + 1".repeat(DEFAULTS.maxOperators + beyond)} > 0]`,
    says: "The query has more than 1000 operators",
    ...ofQuery,
  },
  index: {
    documented: "index, magnitude",
    query: (beyond) => `/List[${BigInt(Number.MAX_SAFE_INTEGER) + BigInt(beyond)}]`,
    code: "SXP1007",
    says: "9007199254740992",
    exit: 1,
  },
  maxNodes: ofReader("maxNodes", 3, "tree, nodes", "nodes"),
  maxDepth: ofReader("maxDepth", 2, "tree, depth", "levels of nesting"),
  maxNameLength: ofReader("maxNameLength", 4, "the name of a type or attribute, UTF-16 units", "characters in a name"),
  maxAttributeLength: ofReader("maxAttributeLength", 5, LENGTH, "characters in an attribute value"),
  maxTextLength: ofReader("maxTextLength", 10, LENGTH, "characters in the text of one node"),
  maxInputLength: ofReader("maxInputLength", XML.length, "input in all, UTF-16 units", "characters of input"),
  maxAttributes: ofReader("maxAttributes", 3, "attributes of one element of HTML", "attributes of an element"),
  maxAliased: ofReader("maxAliased", 2, "values that aliases of YAML repeat", "values repeated by aliases"),
  maxScorerCalls: ofRun("maxScorerCalls", 2, 1, "scorer calls in one run", "scorer calls"),
  maxScorerPairs: ofRun("maxScorerPairs", 4, 3, "pairs of text and condition in one run", "scorer pairs"),
  maxCombinations: {
    ...ofRun("maxCombinations", 2, 1, "combinations of nodes that quantifiers try in one run", "combinations of nodes"),
    query: () => "//List[every $a in /Item satisfies $a/@name != $a/text()]",
  },
  maxMilliseconds: ofRun("maxMilliseconds", 60_000, 1, "time of one run", "milliseconds"),
};

async function answer(name: string, { query = () => "//Item", module, config = () => ({}) }: Case, beyond: 0 | 1) {
  const [data, text] = DATA[name] ?? ["list.xml", XML];
  const cwd = folder({
    [data]: text,
    "list.sxp": module?.(beyond) ?? "",
    "sxp.config.json": JSON.stringify({ limits: config(beyond) }),
  });
  const words = module === undefined ? [query(beyond)] : ["list.sxp", "--query", "q"];
  return sxp(["run", ...words, "--data", data], { cwd, columns: 400 });
}

it.each(Object.entries(CASES))("%s holds exactly, with its message and exit code", async (name, limit) => {
  countedClock(5);
  expect(await answer(name, limit, 0)).toMatchObject({ code: 0 });
  const { code, err } = await answer(name, limit, 1);
  expect(err).toContain(limit.code);
  expect(err).toContain(limit.says);
  expect(err).not.toContain("    at ");
  expect(code).toBe(limit.exit);
});

it("no limit is without a row", () => {
  const limits = [DEFAULTS, READ_LIMITS, BUDGET].flatMap((defaults) => Object.keys(defaults));
  expect(Object.keys(CASES).sort()).toEqual([...limits, "index"].sort());
  const table = documentText("docs/reference/language.md").split("\n## Limits\n")[1]!.split("\n## ")[0]!;
  const documented = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, name]) => name!).slice(1);
  expect(documented.filter((name) => !name.startsWith("-")).sort()).toEqual(
    [...new Set(Object.values(CASES).map((limit) => limit.documented))].sort(),
  );
});
