import { parseSchema, type Schema } from "@semantic-xpath/planner";

const id = { type: "id", required: true };
const string = { type: "string" };
const hidden = { type: "string", searchable: false };
const date = { type: "string", documentation: "ISO 8601: a day, or a day with a time." };

/** The types that every memory of a conversation has, as a schema file declares them. */
const TYPES = {
  Memory: {
    documentation: "Memory of conversations: sessions with turns, and the facts that they state.",
    attributes: {
      formation: { ...hidden, documentation: "Id of the formation that made the facts." },
      space: { ...hidden, documentation: "Id, dimension and digest of the vector space of embeddings." },
    },
    children: { Session: {}, Subject: {}, Correction: {}, Theme: {}, Consolidation: {} },
  },
  Session: {
    documentation: "One occasion of talk.",
    attributes: { id, date, zone: hidden },
    children: { Episode: {} },
  },
  Episode: {
    documentation: "Turns that were formed together.",
    attributes: {
      id,
      first: hidden,
      last: hidden,
      title: string,
      status: { type: "string", searchable: false, values: ["formed", "failed"] },
      formation: hidden,
      digest: {
        ...hidden,
        documentation: "Digest of the turns and the formation: a formed episode is not formed again.",
      },
      reason: { ...hidden, documentation: "Why it failed." },
    },
    children: { Turn: {}, Summary: { max: 1 } },
  },
  Summary: { documentation: "An episode in other words.", text: true },
  Turn: {
    documentation: "The message of a speaker, as it was written.",
    text: true,
    context: { within: "Session", by: "speaker" },
    attributes: {
      id,
      ref: { ...hidden, documentation: "Its id in the conversation that it came from." },
      speaker: { type: "string", required: true },
      time: date,
      place: { type: "number", searchable: false },
    },
    children: { Fact: {}, Repeat: {}, Relation: {}, Dropped: {} },
  },
  Fact: {
    documentation: "A sentence of the turn that states something that holds, held or is planned.",
    text: true,
    searchable: false,
    context: false,
    attributes: {
      id,
      span: { ...hidden, documentation: "Its place in the turn: start and end in UTF-16 units." },
      subject: { type: "ref(Subject)", required: true },
      slot: { type: "ref(Slot)", searchable: false },
      name: { type: "string", documentation: "The relation in words, as the slot is called." },
      value: string,
      polarity: { type: "string", searchable: false, values: ["no"], documentation: "no: a denial. Absent: none." },
      kind: {
        type: "string",
        required: true,
        searchable: false,
        values: ["state", "event", "plan", "never", "temporary"],
      },
      operation: { type: "string", searchable: false, values: ["set", "end", "retract", "past", "mention"] },
      observedAt: { ...date, searchable: false },
      validFrom: { ...date, searchable: false },
      validTo: { ...date, searchable: false },
      when: { ...hidden, documentation: "Days of an event or plan: one, or the first/the last." },
      until: { ...hidden, documentation: "The last day of a temporary fact." },
      supersededBy: { type: "ref(Fact)", searchable: false },
      how: { type: "string", searchable: false, values: ["superseded", "ended", "retracted"] },
      mayReplace: { type: "ref(Fact)", searchable: false, documentation: "Facts that it may have taken the place of." },
      confirmed: { type: "number", searchable: false, documentation: "How often it was stated again." },
      lastConfirmed: { ...date, searchable: false },
      confidence: { type: "number", searchable: false },
      status: {
        type: "string",
        required: true,
        searchable: false,
        values: ["current", "closed", "retracted", "forgotten", "failed"],
      },
      draft: { ...hidden, documentation: "What the formation stated beyond the other attributes, as JSON." },
      reason: { ...hidden, documentation: "Why it failed a check." },
    },
    children: { Source: {} },
    validity: {
      from: "validFrom",
      to: "validTo",
      by: "supersededBy",
      status: "status",
      hides: ["retracted", "forgotten", "failed"],
    },
  },
  Repeat: {
    documentation: "A sentence that states a fact again: a source of that.",
    text: true,
    searchable: false,
    context: false,
    attributes: {
      id,
      idref: { type: "ref(Fact)", required: true, searchable: false },
      span: hidden,
      name: hidden,
      value: hidden,
      polarity: { type: "string", searchable: false, values: ["no"] },
      kind: { type: "string", required: true, searchable: false },
      operation: hidden,
      when: hidden,
      until: hidden,
      confidence: { type: "number", searchable: false },
      draft: hidden,
    },
  },
  Source: {
    documentation: "A turn that states the fact, again or as context of a short answer.",
    attributes: {
      idref: { type: "ref(Turn)", required: true },
      span: hidden,
      role: { type: "string", searchable: false, values: ["context"] },
    },
  },
  Relation: {
    documentation: "What a speaker does toward another: thanks, praises, encourages.",
    text: true,
    searchable: false,
    attributes: { id, act: { type: "string", required: true }, toward: { type: "string", required: true } },
  },
  Dropped: {
    documentation: "A sentence that was read and not kept.",
    searchable: false,
    attributes: { span: { ...hidden, required: true }, reason: { type: "string", required: true } },
  },
  Subject: {
    documentation: "A participant, or a person or thing that they speak of.",
    searchable: false,
    attributes: { id, name: string, of: { type: "string" }, role: string, alias: string },
    children: { Slot: {} },
  },
  Slot: {
    documentation: "A relation of the subject: where she lives, who her dentist is.",
    attributes: {
      id,
      key: hidden,
      name: { type: "string", required: true },
      single: { type: "boolean", searchable: false },
      type: hidden,
    },
    children: { Claim: {} },
  },
  Claim: {
    documentation: "A fact of the slot, in order of validity.",
    attributes: { idref: { type: "ref(Fact)", required: true } },
  },
  Correction: {
    documentation: "What a person corrected; wins over the formation.",
    text: true,
    searchable: false,
    attributes: {
      id,
      fact: { ...hidden, required: true, documentation: "Id of the fact." },
      action: { type: "string", required: true, values: ["correct", "forget", "merge"] },
      time: date,
      author: hidden,
    },
  },
  Theme: {
    documentation: "Facts that belong together, with their summary.",
    text: true,
    searchable: false,
    attributes: { id },
    children: { Member: {} },
  },
  Member: { attributes: { idref: { type: "ref(Fact)", required: true } } },
  Consolidation: {
    documentation: "A summary of a window of entries.",
    text: true,
    searchable: false,
    attributes: {
      id,
      tier: {
        type: "number",
        searchable: false,
        documentation: "1: of facts and relations; 2: of consolidations of a week.",
      },
      start: date,
      end: date,
      digest: { ...hidden, documentation: "Digest of the texts that it was written from." },
      unsupported: { type: "string", searchable: false, documentation: "Dates, names and numbers that no source has." },
    },
    children: { Covers: {}, Seed: {} },
  },
  Covers: { attributes: { idref: { type: "string", required: true } } },
  Seed: { attributes: { idref: { type: "string", required: true } } },
};

/** The schema of a memory of conversations as a schema file. */
export const SCHEMA_TEXT: string = JSON.stringify({
  version: 1,
  documentation: TYPES.Memory.documentation,
  roots: ["Memory"],
  types: TYPES,
});

/** The schema of a memory of conversations. */
export const CONVERSATION_SCHEMA: Schema = parseSchema(SCHEMA_TEXT).schema!;
