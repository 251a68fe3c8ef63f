import * as z from "zod/mini";

/** UTF-16 units of a name, an id, a query, a request or an update. */
const MAX_TEXT = 64 * 1024;

const textOr = (more: string) => {
  const words = `a text of at most ${MAX_TEXT} characters${more}`;
  return z.string(words).check(z.maxLength(MAX_TEXT, words));
};
const wholeOr = (more: string) => {
  const words = `a whole number from 0 up${more}`;
  return z.int(words).check(z.minimum(0, words));
};
const maybe = z.exactOptional;
const text = textOr("");
const textOrNull = z.nullable(textOr(", or null"));
const whole = wholeOr("");
const wholeOrNull = z.nullable(wholeOr(", or null"));
const flag = z.boolean();

const turn = { conversation: text, turn: text };
const inTask = { task: text, version: wholeOrNull };
/** The version that the page shows, and its branch; `main` by default. */
const shown = { task: text, branch: maybe(text), ifVersion: whole };

/** The parameters of each question of a page. */
export const PARAMS = {
  state: z.strictObject({}),
  send: z.strictObject({ conversation: text, request: text }),
  choose: z.strictObject({ ...turn, choice: whole }),
  cancel: z.strictObject(turn),
  retry: z.strictObject(turn),
  rewrite: z.strictObject({ ...turn, request: text }),
  conversation: z.strictObject({ conversation: textOrNull }),
  begin: z.strictObject({ task: textOrNull }),
  exportConversation: z.strictObject({ conversation: text }),
  view: z.strictObject({ run: text, method: text, params: z.unknown(), redacted: maybe(flag) }),
  compare: z.strictObject({ before: text, after: text, redacted: maybe(flag) }),
  run: z.strictObject({ query: text, task: textOrNull, version: wholeOrNull, ticket: maybe(text) }),
  replay: z.strictObject({ query: text, ...inTask, count: whole }),
  replayStep: z.strictObject({ query: text, task: text, version: whole }),
  forget: z.strictObject({ run: text }),
  browse: z.strictObject(inTask),
  data: z.strictObject(inTask),
  versions: z.strictObject({ task: text, before: wholeOrNull, count: whole }),
  facts: z.strictObject({ ...inTask, filter: text, count: whole }),
  recall: z.strictObject({ ...inTask, question: text }),
  diff: z.strictObject({ task: text, from: whole, to: whole }),
  /** Only a dry run does without the version that the page shows. */
  update: z.strictObject({ ...shown, update: text, dryRun: flag, ifVersion: maybe(whole) }),
  undo: z.strictObject({ ...shown, dryRun: maybe(flag) }),
  restore: z.strictObject({ ...shown, version: whole }),
  branch: z.strictObject({ task: text, name: text, from: whole }),
  merge: z.strictObject({
    ...{ task: text, from: whole, branch: text, head: maybe(whole) },
    /** The winning side of each conflict, by its id. */
    sides: maybe(z.record(text, z.enum(["ours", "theirs"]))),
  }),
  importFile: z.strictObject({ name: text, text: z.string() }),
};

export type Params<K extends keyof typeof PARAMS> = z.output<(typeof PARAMS)[K]>;
