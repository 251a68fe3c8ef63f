import type { OfReason, RunView } from "@semantic-xpath/inspect";

/** Rows of one page, and nodes of one request, at the most. */
const MOST_ROWS = 100_000;

/** Calls one of the methods of a `RunView`. Parameters come from outside: a RangeError says what is wrong with them. */
export async function askView(view: RunView, method: string, params: unknown): Promise<unknown> {
  if (!Object.hasOwn(QUESTIONS, method)) {
    throw new RangeError(`A run has no method "${method}". It has: ${Object.keys(QUESTIONS).join(", ")}.`);
  }
  return QUESTIONS[method as keyof RunView](view, given(method, params));
}

type Given = Readonly<Record<string, unknown>>;

const QUESTIONS: { readonly [M in keyof RunView]: (view: RunView, given: Given) => ReturnType<RunView[M]> } = {
  overview: (view) => view.overview(),
  results: (view, of) => view.results(page(of)),
  cut: (view, of) => view.cut({ ...page(of), ...ofReason(of) }),
  dropped: (view, of) => view.dropped({ ...operator(of), ...page(of), ...ofReason(of) }),
  reasons: (view, of) => view.reasons(operator(of)),
  scores: (view, of) => view.scores({ ...operator(of), ...page(of) }),
  tree: (view) => view.tree(),
  labels: (view, of) => view.labels({ nodes: nodes(of) }),
  node: (view, of) => view.node(node(of)),
  contents: (view, of) => view.contents({ ...page(of), characters: whole(of, "characters", 0) }),
  search: (view, of) => view.search({ text: text(of, "text"), limit: whole(of, "limit", 0, MOST_ROWS) }),
  why: (view, of) => view.why(node(of)),
  whyNot: (view, of) => view.whyNot(node(of)),
  change: (view, of) => view.change(node(of)),
  nearest: (view) => view.nearest(),
  locate: (view, of) => view.locate({ path: text(of, "path") }),
  mermaid: (view, of) => view.mermaid({ times: of.times === true }),
  document: (view, of) => view.document(of.limit === undefined ? {} : { limit: whole(of, "limit", 0) }),
};

function given(method: string, params: unknown): Given {
  if (params === undefined || params === null) return {};
  if (typeof params === "object" && !Array.isArray(params)) return params as Given;
  throw new RangeError(`The parameters of "${method}" are an object.`);
}

const operator = (of: Given) => ({ operatorId: whole(of, "operatorId", 0) });
const node = (of: Given) => ({ node: whole(of, "node", 1) });
const page = (of: Given) => ({ from: whole(of, "from", 0), count: whole(of, "count", 0, MOST_ROWS) });

/** A reason that is none finds nothing. */
const ofReason = (of: Given): OfReason =>
  of.reason === undefined ? {} : { reason: text(of, "reason") as NonNullable<OfReason["reason"]> };

function whole(of: Given, name: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = of[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
  throw new RangeError(`"${name}" must be a whole number ${range}.`);
}

function text(of: Given, name: string): string {
  const value = of[name];
  if (typeof value === "string") return value;
  throw new RangeError(`"${name}" must be a text.`);
}

function nodes(of: Given): readonly number[] {
  const list: unknown = of.nodes;
  if (!Array.isArray(list) || list.length > MOST_ROWS) {
    throw new RangeError(`"nodes" must be a list of at most ${MOST_ROWS} node numbers.`);
  }
  return list.map((one: unknown) => whole({ nodes: one }, "nodes", 1));
}
