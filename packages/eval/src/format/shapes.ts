import * as z from "zod/mini";

/** The shapes of a suite's file, from which types, checks and the JSON Schema come. Descriptions are what an editor shows. */

const described = <S extends z.ZodMiniType>(shape: S, description: string) => shape.check(z.describe(description));
const text = (description: string) => described(z.string(), description);
const name = (description: string) => described(z.string().check(z.minLength(1)), description);
const maybe = z.optional;

const reference = name(
  'A node: a path that finds exactly it ("/List/Task[2]"), its permanent key ("key:17"), or its id ("t04"). Of a dialogue: the id of a turn.',
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (description: string) => described(z.string().check(z.regex(DAY)), `${description} As in 2026-05-31.`);

/** Gold of a case, of a turn, or of another equally right answer. */
const goldMembers = {
  include: maybe(
    described(
      z.array(z.union([reference, z.array(reference).check(z.minLength(1))])),
      "What has to be handed over. An inner list means any one of its references. Of a query: exactly these nodes.",
    ),
  ),
  exclude: maybe(described(z.array(reference), "What must not be handed over.")),
  grades: maybe(
    described(
      z.record(z.string(), z.number().check(z.minimum(0))),
      "How much each reference is worth, from 0. Those that are not here are worth 1.",
    ),
  ),
  value: maybe(
    described(
      z.json(),
      "The value that the query gives (of a table its rows, as objects), or words that the answer has to contain.",
    ),
  ),
  update: maybe(text("An update that makes the tree as it has to be after the case.")),
  after: maybe(text("A file with the tree as it has to be after the case.")),
  checks: maybe(
    described(
      z.array(z.string()),
      'Queries that are true of the tree after the case: "count(//Day[2]/POI) = 4". Alone they make any change right that makes them true.',
    ),
  ),
  ask: maybe(described(z.literal(true), "A question back is right.")),
  talk: maybe(described(z.literal(true), "Nothing is to be looked up or changed.")),
  action: maybe(
    described(
      z.record(z.string(), z.json()),
      'Something done with versions or tasks: { "do": "restore", "version": 3 }, { "do": "create", "name": "Picnic" }.',
    ),
  ),
};

const alternative = z.strictObject(goldMembers);

const spoken = {
  request: maybe(text("The request as a person says it.")),
  query: maybe(text("One way to say it in the language. The method of gold queries runs it.")),
  ...goldMembers,
  or: maybe(described(z.array(alternative), "Other answers that are as right.")),
};

const turn = z.strictObject(spoken);

const caseMembers = {
  id: name("The name of the case, once in a suite."),
  kind: maybe(name("What the case is an example of. Figures are given for each kind.")),
  cluster: maybe(
    name(
      "Cases of one cluster are not independent: intervals are taken over clusters. Default: the dialogue, else the case.",
    ),
  ),
  must: maybe(described(z.boolean(), "Whether a run fails its gate if the case fails.")),
  note: maybe(text("A remark for people.")),
};

const singleCase = described(
  z.strictObject({
    ...caseMembers,
    ...spoken,
    turns: maybe(
      described(
        z.array(turn).check(z.minLength(1)),
        "A conversation: each turn is asked after the earlier ones were answered rightly.",
      ),
    ),
    dialogue: maybe(name("The id of the dialogue that the request is about.")),
    asOf: maybe(day("The day on which the request is made, for a dialogue.")),
  }),
  "A query, a request, a conversation of several turns, or a question about a dialogue, with what is right.",
);

const dialogueTurn = z.strictObject({
  id: name("The id of the turn, once in a dialogue."),
  speaker: name("One of the speakers."),
  text: text("The words as they were said."),
});

const session = z.strictObject({
  id: name("The id of the session, once in a dialogue."),
  date: day("The day on which it was."),
  turns: z.array(dialogueTurn),
});

/** Effect of a fact on the slot of its subject. */
export const FACT_OPERATIONS = ["state", "end", "retract", "temporary", "event", "plan", "cancel", "never"] as const;

const fact = z.strictObject({
  source: name("The id of the turn that says it."),
  subject: name('Who or what it is about: a speaker, or "Ana\'s sister".'),
  slot: name('The relation in words: "dentist".'),
  value: z.string(),
  op: described(
    z.enum(FACT_OPERATIONS),
    "state: has the value from then on, another value of the slot ends. end: no longer has it. retract: never had it. temporary: has it until a day, and nothing else ends. event, plan, cancel: of something at a time. never: is denied.",
  ),
  when: maybe(day("The day that an event, a plan or a state is of.")),
  until: maybe(day("The last day of a temporary state.")),
});

const dialogueQuestion = z.strictObject({
  id: name("The name of the case, once in a dialogue."),
  kind: name("What the question is an example of."),
  text: text("The question."),
  asOf: maybe(day("The day on which it is asked.")),
  include: goldMembers.include,
  exclude: goldMembers.exclude,
  value: goldMembers.value,
  note: caseMembers.note,
});

const dialogue = described(
  z.strictObject({
    id: name("The id of the dialogue, once in a suite."),
    split: maybe(name("The part of the suite that it belongs to. Figures are given for each part.")),
    speakers: z.array(z.string()).check(z.minLength(1)),
    sessions: z.array(session),
    facts: maybe(described(z.array(fact), "What is said in it, for a formation that plays a perfect reader.")),
    questions: maybe(z.array(dialogueQuestion)),
  }),
  "A conversation over several sessions, as the data of questions.",
);

export const SUITE_VERSION = 1;

/** The file of a suite. */
export const suiteShape = z.strictObject({
  $schema: maybe(z.string()),
  version: maybe(z.literal(SUITE_VERSION)),
  name: maybe(name("The name of the suite. Default: that of its file.")),
  note: maybe(text("A remark for people.")),
  imports: maybe(described(z.array(z.string()), "Files of other suites whose cases belong to this one.")),
  tree: maybe(text("The data: a file in any format that is read.")),
  memory: maybe(text("A memory instead of a tree: its folder or file.")),
  task: maybe(text("The task of the memory. Default: its only one.")),
  mapping: maybe(text("How values become nodes: a name, or a file.")),
  schema: maybe(text("The schema of the data: a name, or a file.")),
  now: maybe(text("The clock: a date, or a date and time with its zone. Default: the day of the run.")),
  domain: maybe(text("What the data is about. Figures are given for each domain.")),
  cases: maybe(z.array(singleCase)),
  dialogues: maybe(z.array(dialogue)),
});

export type SuiteFile = z.infer<typeof suiteShape>;
export type CaseFile = z.infer<typeof singleCase>;
export type TurnFile = z.infer<typeof turn>;
export type GoldFile = z.infer<typeof alternative>;
export type Dialogue = z.infer<typeof dialogue>;
export type DialogueFact = z.infer<typeof fact>;
export type DialogueQuestion = z.infer<typeof dialogueQuestion>;
export type DialogueSession = z.infer<typeof session>;
export type DialogueTurn = z.infer<typeof dialogueTurn>;

/** The JSON Schema of a suite's file, for editors: draft 2020-12. */
export const suiteSchema = (): object => ({
  $id: "urn:semantic-xpath:suite:1",
  title: "A suite of cases for sxp eval",
  ...z.toJSONSchema(suiteShape, { io: "input" }),
});
