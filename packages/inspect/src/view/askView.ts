import type { RunView } from "./runView.js";

/** Maximum rows of one page, and maximum nodes of one request. */
const MAX_ROWS = 100_000;

/** The parameters of each method of a view; those with a `?` may be left out. */
const TAKES: { readonly [M in keyof RunView]: string } = {
  overview: "",
  results: "from count",
  cut: "from count reason?",
  dropped: "operatorId from count reason?",
  reasons: "operatorId",
  scores: "operatorId from count",
  values: "operatorId from count",
  tree: "",
  labels: "nodes",
  node: "node",
  contents: "from count characters",
  search: "text limit",
  why: "node",
  whyNot: "node",
  change: "node",
  nearest: "",
  locate: "path",
  mermaid: "times?",
  document: "limit?",
};

interface Kind {
  readonly words: string;
  readonly has: (value: unknown) => boolean;
}

const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): Kind => ({
  words: `a whole number ${most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`}`,
  has: (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most,
});
const TEXT: Kind = { words: "a text", has: (value) => typeof value === "string" };
const NODE = wholeNumber(1);

const KINDS: Readonly<Record<string, Kind>> = {
  from: wholeNumber(0),
  count: wholeNumber(0),
  operatorId: wholeNumber(0),
  characters: wholeNumber(0),
  limit: wholeNumber(0),
  node: NODE,
  nodes: {
    words: "a list of node numbers",
    has: (value) => Array.isArray(value) && value.every(NODE.has),
  },
  text: TEXT,
  path: TEXT,
  reason: TEXT,
  times: { words: "true or false", has: (value) => typeof value === "boolean" },
};

/** Parameters with a maximum. */
const BOUNDED: ReadonlySet<string> = new Set(["count", "limit", "nodes"]);

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : (value as number));

/**
 * Calls one of the methods of a `RunView`. Parameters come from outside: a RangeError says what is wrong with them. `mostRows` bounds what one question asks
 * for: rows, nodes, found nodes.
 */
export async function askView(
  view: RunView,
  method: string,
  params: unknown,
  mostRows: number = MAX_ROWS,
): Promise<unknown> {
  if (!Object.hasOwn(TAKES, method)) {
    throw new RangeError(`A run has no method "${method}". It has: ${Object.keys(TAKES).join(", ")}.`);
  }
  const members = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof members !== "object" || Array.isArray(members)) {
    throw new RangeError(`The parameters of "${method}" are an object.`);
  }
  const request: Record<string, unknown> = {};
  for (const [, name = "", isOptional] of TAKES[method as keyof RunView].matchAll(/(\w+)(\?)?/g)) {
    const value = members[name];
    if (isOptional && value === undefined) continue;
    const kind = KINDS[name]!;
    if (!kind.has(value)) throw new RangeError(`"${name}" must be ${kind.words}.`);
    if (BOUNDED.has(name) && sizeOf(value) > mostRows)
      throw new RangeError(`"${name}" asks for more than ${mostRows} at once.`);
    request[name] = value;
  }
  return view[method as keyof RunView](request as never);
}
