import { suggest } from "@semantic-xpath/parser";
import type { JsonPath } from "@semantic-xpath/planner";
import { digestOf } from "../digest.js";
import type { Gold } from "../measure/ranking.js";
import type { DialogueSource } from "./method.js";
import type { Reading } from "./reading.js";
import type { CaseFile, Dialogue } from "./shapes.js";
import type { Case } from "./suite.js";

/** A dialogue as the data of questions: without them. */
export function dialogueSource({ id, speakers, sessions, facts }: Dialogue): DialogueSource {
  const digest = digestOf([speakers, sessions, facts ?? []]);
  return { kind: "dialogue", id, speakers, sessions, facts: facts ?? [], digest };
}

const NO_TURN = "is no turn of the dialogue";

/** The dialogues of a file, and the cases about them. */
export class DialogueCases {
  private readonly sources = new Map<string, DialogueSource>();

  constructor(
    private readonly reading: Reading,
    /** Tests that no other part of the suite has an id, and reports one that has. */
    private readonly isNew: (what: string, id: string, place: JsonPath) => boolean,
  ) {}

  /** Reads the dialogues. Returns the cases that are their questions. */
  async read(): Promise<readonly Case[]> {
    const cases: Case[] = [];
    for (const [i, dialogue] of (this.reading.file.dialogues ?? []).entries()) {
      const place: JsonPath = ["dialogues", i];
      await this.reading.host.pause?.();
      if (!this.isNew("dialogue", dialogue.id, [...place, "id"])) continue;
      const source = dialogueSource(dialogue);
      this.sources.set(dialogue.id, source);
      this.checkDialogue(place, dialogue);
      for (const [q, { text, kind, id, ...about }] of (dialogue.questions ?? []).entries()) {
        const at = [...place, "questions", q];
        const questionCase = { ...about, request: text, kind, id: `${dialogue.id}/${id}` };
        if (this.isNew("question", questionCase.id, [...at, "id"]))
          cases.push(this.caseOf(at, questionCase, source, dialogue.split));
      }
    }
    return cases;
  }

  private checkDialogue(place: JsonPath, { speakers, sessions, facts = [] }: Dialogue): void {
    const turns = new Set<string>();
    for (const [s, session] of sessions.entries()) {
      for (const [t, { id, speaker }] of session.turns.entries()) {
        const at = [...place, "sessions", s, "turns", t];
        if (turns.has(id)) this.reading.report([...at, "id"], "SXP5208", { what: "turn", name: id });
        turns.add(id);
        if (speakers.includes(speaker)) continue;
        this.reading.unknown([...at, "speaker"], speaker, "is none of the speakers of the dialogue");
      }
    }
    for (const [f, { source }] of facts.entries())
      if (!turns.has(source)) this.reading.unknown([...place, "facts", f, "source"], source, NO_TURN);
  }

  /** The case of a file that names a dialogue; none if there is no such dialogue. */
  casesNaming(reference: string, place: JsonPath, about: CaseFile): readonly Case[] {
    const source = this.sources.get(reference);
    if (source !== undefined) return [this.caseOf(place, about, source, this.reading.file.domain)];
    const suggestions = suggest(reference, [...this.sources.keys()]);
    this.reading.unknown([...place, "dialogue"], reference, "is no dialogue of this file", suggestions);
    return [];
  }

  private caseOf(place: JsonPath, about: Omit<CaseFile, "dialogue">, source: DialogueSource, domain = ""): Case {
    const turns = new Set(source.sessions.flatMap(({ turns: of }) => of.map(({ id }) => id)));
    const resolved = (list: readonly string[], at: JsonPath): readonly string[] =>
      list.filter((reference, i) => {
        if (turns.has(reference)) return true;
        this.reading.unknown([...at, i], reference, NO_TURN);
        return false;
      });
    const include = (about.include ?? []).map((group, i) =>
      typeof group === "string" ? resolved([group], [...place, "include"]) : resolved(group, [...place, "include", i]),
    );
    const exclude = new Set(resolved(about.exclude ?? [], [...place, "exclude"]));
    this.reading.checkContradiction(place, include, exclude);
    const { request = null, asOf = null } = about;
    if (request === null) this.reading.unsuitable(place, about.id, 'has no "request"');
    const references: Gold = { include, exclude, grades: new Map(Object.entries(about.grades ?? {})) };
    return {
      id: about.id,
      kind: about.kind ?? "question",
      domain,
      cluster: about.cluster ?? source.id,
      must: about.must ?? false,
      source,
      question: { request, query: null, asOf, earlier: [] },
      golds: [{ references, value: about.value, after: null, checks: [], instead: null, action: null }],
    };
  }
}
