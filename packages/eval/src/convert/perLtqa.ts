import type { NodeData } from "@semantic-xpath/tree";
import * as z from "zod/mini";
import type { CaseFile } from "../format/shapes.js";
import type { ConvertOptions } from "./collections.js";
import { Conversion, type Converted, DATA_NAME, type Readable, referenceTo, type SourceText } from "./conversion.js";

const values = z.record(z.string(), z.unknown());
const person = z.object({
  profile: values,
  profile_description: z.optional(z.string()),
  social_relationship: z.optional(z.record(z.string(), values)),
  events: z.optional(z.record(z.string(), values)),
  dialogues: z.optional(z.record(z.string(), z.object({ contents: z.record(z.string(), z.array(z.string())) }))),
});
const memoryShape = z.record(z.string(), person);

const questionShape = z.object({
  Question: z.string(),
  Answer: z.optional(z.string()),
  "Reference Memory": z.union([z.string(), z.array(z.string())]),
});
const askedById = z.array(z.record(z.string(), z.array(questionShape)));
const questionsShape = z.array(
  z.record(
    z.string(),
    z.object({
      profile: z.optional(z.array(questionShape)),
      social_relationship: z.optional(askedById),
      events: z.optional(askedById),
      dialogues: z.optional(askedById),
    }),
  ),
);

export interface PerLtqaFiles {
  /** `perltmem_en_v2.json`: what is remembered of each person. */
  readonly memory: SourceText;
  /** `perltqa_en_v2.json`: questions by person. */
  readonly questions: SourceText;
}

const SECTIONS = ["social_relationship", "events", "dialogues"] as const;

/**
 * PerLTQA (Y. Du et al., 2024): a tree of people with their profile, relations, events and dialogues, and a case for each question with the memory that it
 * refers to. Cases of a person are a cluster.
 */
export function convertPerLtqa({ memory, questions }: PerLtqaFiles, options: ConvertOptions = {}): Converted {
  const conversion = new Conversion();
  const people = conversion.json(memory, memoryShape).value ?? {};
  const file = conversion.json(questions, questionsShape);
  const paths = new Map<string, string>();
  const children = Object.entries(people).map(([name, about], i) => personNode(name, about, i + 1, paths));
  const cases = (file.value ?? []).flatMap((group, g) =>
    Object.entries(group).flatMap(([name, sections]) => {
      const profile = (sections.profile ?? []).map((each, q) => ({
        each,
        at: [g, name, "profile", q],
        kind: "profile",
      }));
      const sectionCases = SECTIONS.flatMap((kind) =>
        (sections[kind] ?? []).flatMap((byId, b) =>
          Object.entries(byId).flatMap(([id, list]) =>
            list.map((each, q) => ({ each, at: [g, name, kind, b, id, q], kind })),
          ),
        ),
      );
      return [...profile, ...sectionCases].flatMap(({ each, at, kind }, n) =>
        caseOf(file, { name, n, kind, at, each }, paths),
      );
    }),
  );
  const { dataName = DATA_NAME } = options;
  return conversion.converted(
    { version: 1, name: "perltqa", tree: dataName, cases },
    { type: "People", attributes: {}, children },
  );
}

interface AskedAbout {
  readonly name: string;
  /** The place among the questions about the person, from 0. */
  readonly n: number;
  readonly kind: string;
  readonly at: readonly (string | number)[];
  readonly each: z.infer<typeof questionShape>;
}

function caseOf(
  file: Readable<unknown>,
  { name, n, kind, at, each }: AskedAbout,
  paths: ReadonlyMap<string, string>,
): readonly CaseFile[] {
  const referenceMemory = each["Reference Memory"];
  const names = typeof referenceMemory === "string" ? namesIn(referenceMemory) : referenceMemory;
  const gone = names.find((one) => !paths.has(`${name}/${one}`));
  if (gone !== undefined || names.length === 0) {
    const problem = gone === undefined ? "it refers to nothing" : `${JSON.stringify(gone)} is no memory of ${name}`;
    file.leftOut([...at, "Reference Memory"], problem);
    return [];
  }
  const include = names.map((one) => referenceTo(`${name}/${one}`, paths.get(`${name}/${one}`)!));
  return [{ id: `${name}/${n + 1}`, kind, cluster: name, request: each.Question, include }];
}

/** `['4_0', '4_1']` as two names, anything else as one. */
function namesIn(text: string): readonly string[] {
  if (!text.trim().startsWith("[")) return text === "" ? [] : [text];
  return Array.from(text.matchAll(/'([^']*)'|"([^"]*)"/g), ([, single, double]) => single ?? double ?? "");
}

function personNode(name: string, about: z.infer<typeof person>, place: number, paths: Map<string, string>): NodeData {
  const children: NodeData[] = [];
  const counts = new Map<string, number>();
  const add = (type: string, id: string, attributes: Readonly<Record<string, string>>, text: string): void => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    paths.set(`${name}/${id}`, `/People/Person[${place}]/${type}[${count}]`);
    children.push({ type, attributes: { id: `${name}/${id}`, ...attributes }, text });
  };
  for (const [trait, value] of Object.entries(about.profile)) add("Trait", trait, { name: trait }, textOf(value));
  for (const [id, relation] of Object.entries(about.social_relationship ?? {}))
    add("Relation", id, {}, memberLines(relation));
  for (const [id, event] of Object.entries(about.events ?? {})) add("Event", id, {}, memberLines(event));
  for (const [id, { contents }] of Object.entries(about.dialogues ?? {})) {
    const [time = ""] = Object.keys(contents);
    add("Dialogue", id, { time }, Object.values(contents).flat().join("\n"));
  }
  return { type: "Person", attributes: { name }, text: about.profile_description ?? "", children };
}

const memberLines = (members: Readonly<Record<string, unknown>>): string =>
  Object.entries(members)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join("\n");

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));
