import * as z from "zod/mini";

/** UTF-16 units of a name, an id, a query, a request or an update. */
const MAX_TEXT = 64 * 1024;

const textOr = (more: string) => {
  const words = `a text of at most ${MAX_TEXT} characters${more}`;
  return z.string(words).check(z.maxLength(MAX_TEXT, words));
};
const naturalOr = (more: string) => {
  const words = `a whole number from 0 up${more}`;
  return z.int(words).check(z.minimum(0, words));
};
const maybe = z.exactOptional;
const text = textOr("");
const textOrNull = z.nullable(textOr(", or null"));
const natural = naturalOr("");
const naturalOrNull = z.nullable(naturalOr(", or null"));
const flag = z.boolean();

const turn = { conversation: text, turn: text };
const inTask = { task: text, version: naturalOrNull };
/** The version that the page shows, and its branch; `main` by default. */
const atHead = { task: text, branch: maybe(text), ifVersion: natural };

/** The parameters of each question of a page. */
export const PARAMS = {
  state: z.strictObject({}),
  send: z.strictObject({ conversation: text, request: text }),
  choose: z.strictObject({ ...turn, choice: natural }),
  cancel: z.strictObject(turn),
  retry: z.strictObject(turn),
  rewrite: z.strictObject({ ...turn, request: text }),
  conversation: z.strictObject({ conversation: textOrNull }),
  begin: z.strictObject({ task: textOrNull }),
  exportConversation: z.strictObject({ conversation: text }),
  view: z.strictObject({ run: text, method: text, params: z.unknown(), redacted: maybe(flag) }),
  compare: z.strictObject({ before: text, after: text, redacted: maybe(flag) }),
  run: z.strictObject({ query: text, task: textOrNull, version: naturalOrNull, ticket: maybe(text) }),
  replay: z.strictObject({ query: text, ...inTask, count: natural }),
  replayStep: z.strictObject({ query: text, task: text, version: natural }),
  forget: z.strictObject({ run: text }),
  browse: z.strictObject(inTask),
  data: z.strictObject(inTask),
  types: z.strictObject(inTask),
  versions: z.strictObject({ task: text, before: naturalOrNull, count: natural }),
  facts: z.strictObject({ ...inTask, filter: text, count: natural }),
  recall: z.strictObject({ ...inTask, question: text }),
  diff: z.strictObject({ task: text, from: natural, to: natural }),
  /** Only a dry run does without the version that the page shows. */
  update: z.strictObject({ ...atHead, update: text, dryRun: flag, ifVersion: maybe(natural) }),
  undo: z.strictObject({ ...atHead, dryRun: maybe(flag) }),
  restore: z.strictObject({ ...atHead, version: natural }),
  branch: z.strictObject({ task: text, name: text, from: natural }),
  merge: z.strictObject({
    ...{ task: text, from: natural, branch: text, head: maybe(natural) },
    /** The winning side of each conflict, by its id. */
    sides: maybe(z.record(text, z.enum(["ours", "theirs"]))),
  }),
  importFile: z.strictObject({ name: text, text: z.string() }),
};

export type Params<K extends keyof typeof PARAMS> = z.output<(typeof PARAMS)[K]>;
