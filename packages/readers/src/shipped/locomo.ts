/** Which parts of a sample are the memory, and which are questions about it, is decided by which of two mappings reads it. */
const REFERENCE = { find: "D:?0*(\\d+):0*(\\d+)", to: "{sample}/D{1}:{2}", proper: "D{1}:{2}", as: "Evidence" };
const LOCAL_TIME = "h:mm a on D MMMM, YYYY";

export const mapping = {
  version: 1,
  documentation: "The conversations of LoCoMo with their annotations, without the questions about them.",
  root: [
    { if: { "*/conversation": true }, as: "Corpus" },
    { if: { conversation: true }, as: "Conversation" },
  ],
  rules: {
    Corpus: { children: [{ each: "*", if: { conversation: true }, as: "Conversation" }] },
    Conversation: {
      let: { sample: "sample_id" },
      attributes: { id: "sample_id", speakerA: "conversation/speaker_a", speakerB: "conversation/speaker_b" },
      children: [{ each: "conversation/session_{n:\\d+}", as: "Session" }],
      drop: ["qa"],
      // Dates of sessions that there are not.
      rest: "drop",
    },
    Session: {
      attributes: {
        id: { template: "{sample}/S{n}" },
        n: { template: "{n}" },
        dateTime: { from: "../session_{n}_date_time", date: LOCAL_TIME },
        dateRaw: "../session_{n}_date_time",
      },
      children: [
        { each: "*", as: "Turn" },
        { each: "../../session_summary/session_{n}_summary", as: "Summary" },
        { each: "../../observation/session_{n}_observation/{speaker:.+}/*", as: "Observation" },
        { each: "../../event_summary/events_session_{n}/{speaker:.+}/*", as: "Event" },
      ],
      drop: ["../../event_summary/events_session_{n}/date"],
    },
    Turn: {
      attributes: { id: { template: "{sample}/{dia_id}" }, n: { template: "{#}" }, speaker: "speaker" },
      text: "text",
      children: [{ each: ".", if: { blip_caption: true }, as: "Image" }],
    },
    Image: {
      attributes: {
        caption: "blip_caption",
        url: { from: "img_url/*", searchable: false },
        searchQuery: { from: "query", searchable: false },
        reDownload: { from: "re-download", searchable: false },
      },
    },
    Summary: { text: "." },
    Observation: {
      attributes: { id: { template: "{sample}/O{n}:{speaker}:{#}" }, speaker: { template: "{speaker}" } },
      text: "0",
      children: [{ references: ["1", "1/*"], ...REFERENCE }],
    },
    Event: {
      attributes: {
        id: { template: "{sample}/E{n}:{speaker}:{#}" },
        speaker: { template: "{speaker}" },
        date: { from: "../../date", date: "D MMMM, YYYY" },
      },
      text: ".",
    },
  },
};

const text = { type: "string" };
const needed = { type: "string", required: true };
const number = { type: "number", required: true };
const id = { type: "id", required: true };

const Evidence = {
  documentation: "A turn that supports what it is in.",
  attributes: {
    ref: { type: "ref(Turn)", documentation: "The turn; absent where the data names none." },
    status: { type: "string", required: true, values: ["ok", "malformed", "dangling"] },
    raw: { type: "string", documentation: "As the data writes it, where that is not as usual." },
  },
};

export const schema = {
  version: 1,
  documentation: "Long conversations in sessions, with what was observed, happened and was summed up in each.",
  roots: ["Corpus", "Conversation"],
  types: {
    Corpus: { children: { Conversation: {} } },
    Conversation: {
      documentation: "Two people over many months.",
      attributes: { id, speakerA: needed, speakerB: needed },
      children: { Session: {} },
    },
    Session: {
      attributes: {
        id,
        n: number,
        dateTime: { type: "dateTime", documentation: "Local time; no zone is known." },
        dateRaw: text,
      },
      children: { Turn: {}, Summary: { max: 1 }, Observation: {}, Event: {} },
    },
    Turn: {
      documentation: "What one of the two says.",
      text: true,
      context: { within: "Session", by: "speaker" },
      attributes: { id, n: number, speaker: needed },
      children: { Image: { max: 1 } },
    },
    Image: {
      documentation: "A photo that the speaker shares.",
      attributes: {
        caption: needed,
        url: text,
        searchQuery: {
          type: "string",
          documentation:
            "By which the annotators found the photo: no part of the conversation, nor of the text of a node.",
        },
        reDownload: { type: "boolean" },
      },
    },
    Summary: { documentation: "Of the session.", text: true },
    Observation: {
      documentation: "A fact about a speaker, with the turns that support it.",
      text: true,
      attributes: { id, speaker: needed },
      children: { Evidence: {} },
    },
    Event: {
      documentation: "Something in the life of a speaker.",
      text: true,
      attributes: { id, speaker: needed, date: { type: "date" } },
    },
    Evidence,
  },
};

export const questions = {
  version: 1,
  documentation:
    "The questions of LoCoMo, for a tree of their own: nothing that is asked about may be found in its answers.",
  root: [
    { if: { "*/qa": true }, as: "Questions" },
    { if: { qa: true }, as: "Sample" },
  ],
  rules: {
    Questions: { children: [{ each: "*", if: { qa: true }, as: "Sample" }] },
    Sample: {
      let: { sample: "sample_id" },
      attributes: { id: "sample_id" },
      children: [{ each: "qa/*", as: "QA" }],
      drop: ["conversation", "event_summary", "observation", "session_summary"],
    },
    QA: {
      attributes: {
        id: { template: "{sample}#{#0}" },
        category: "category",
        type: {
          from: "category",
          values: { 1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial" },
        },
      },
      children: [
        { each: "question", as: "Question" },
        { each: "answer", as: "Answer" },
        { each: "adversarial_answer", as: "AdversarialAnswer" },
        { references: "evidence/*", ...REFERENCE, known: "../../conversation/*/*/dia_id" },
      ],
    },
    Question: { text: "." },
    Answer: { attributes: { valueType: { from: ".", kind: true, values: { integer: "int" } } }, text: "." },
    AdversarialAnswer: {
      attributes: { valueType: { from: ".", kind: true, values: { integer: "int" } } },
      text: ".",
    },
  },
};

const answer = {
  text: true,
  attributes: { valueType: { type: "string", values: ["int"], documentation: "If the data writes no text." } },
};

export const questionsSchema = {
  version: 1,
  documentation: "Questions about long conversations, with their answers and the turns that hold them.",
  roots: ["Questions", "Sample"],
  types: {
    Questions: { children: { Sample: {} } },
    Sample: { documentation: "The questions about one conversation.", attributes: { id }, children: { QA: {} } },
    QA: {
      attributes: {
        id,
        category: number,
        type: {
          type: "string",
          required: true,
          values: ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"],
        },
      },
      children: { Question: { min: 1, max: 1 }, Answer: { max: 1 }, AdversarialAnswer: { max: 1 }, Evidence: {} },
    },
    Question: { text: true },
    Answer: answer,
    AdversarialAnswer: { ...answer, documentation: "The trap of a question that has no answer." },
    Evidence: {
      ...Evidence,
      // The turns are in another tree.
      attributes: {
        ...Evidence.attributes,
        ref: { ...text, documentation: "The id of a turn in the tree of the mapping locomo." },
      },
    },
  },
};
