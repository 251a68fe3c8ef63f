import { getOrMake, type NodeData } from "@semantic-xpath/tree";
import * as z from "zod/mini";
import type { SuiteFile } from "../format/shapes.js";
import { Conversion, type Converted, DATA_NAME, type Line, referenceTo, type SourceText } from "./conversion.js";

const document = z.object({ _id: z.string().check(z.minLength(1)), title: z.optional(z.string()), text: z.string() });
const query = z.object({ _id: z.string().check(z.minLength(1)), text: z.string() });

export interface BeirFiles {
  /** `corpus.jsonl`: `_id`, `title`, `text`. */
  readonly corpus: SourceText;
  /** `queries.jsonl`: `_id`, `text`. */
  readonly queries: SourceText;
  /** `qrels/test.tsv`: a header, then query, document and grade. */
  readonly qrels: SourceText;
}

export interface ConvertOptions {
  /** Name of the data's file in the suite. Default `data.json`. */
  readonly dataName?: string;
}

/**
 * A collection as BEIR has it (N. Thakur et al., NeurIPS 2021): each document is a node, each query that has a relevant document is a case, with its
 * grades. A document of grade 0 is neither right nor excluded.
 */
export function convertBeir({ corpus, queries, qrels }: BeirFiles, options: ConvertOptions = {}): Converted {
  const conversion = new Conversion();
  const documents = documentsOf(conversion, corpus);
  const texts = new Map<string, string>();
  for (const { value, line } of conversion.jsonLines(queries, query)) {
    if (texts.has(value._id)) conversion.lineError(queries, line, `names the query ${JSON.stringify(value._id)} again`);
    texts.set(value._id, value.text);
  }
  const [header, ...lines] = conversion.lines(qrels);
  const rows = header !== undefined && /\d\s*$/.test(header.text) ? [header, ...lines] : lines;
  const judgements = new Judgements(conversion, qrels, texts, documents);
  for (const line of rows) {
    const cells = line.text.split("\t");
    if (cells.length !== 3)
      conversion.lineError(qrels, line, `has ${cells.length} columns, and not query, document and grade`);
    else judgements.add(line, cells[0]!, cells[1]!, cells[2]!);
  }
  return conversion.converted(suiteOf("beir", judgements, texts, options), dataOf(documents));
}

export interface TrecFiles {
  /** Query, iteration, document and grade, separated by white space. */
  readonly qrels: SourceText;
  /** Query and its text, separated by a tab; absent: a case asks for the name of its query. */
  readonly queries?: SourceText;
  /** `_id`, `title`, `text` as JSON Lines; absent: documents are the ones that are judged, without texts. */
  readonly corpus?: SourceText;
}

/** Judgements of TREC. Without texts the suite judges runs, which name documents (`trecRunMethod`). */
export function convertTrec({ qrels, queries, corpus }: TrecFiles, options: ConvertOptions = {}): Converted {
  const conversion = new Conversion();
  const documents = corpus === undefined ? null : documentsOf(conversion, corpus);
  const texts = queries === undefined ? null : topicsOf(conversion, queries);
  const judgements = new Judgements(conversion, qrels, texts, documents);
  for (const line of conversion.lines(qrels)) {
    const [id, , document, grade, ...more] = line.text.trim().split(/\s+/);
    if (grade === undefined || more.length > 0)
      conversion.lineError(qrels, line, "has to be query, iteration, document and grade");
    else judgements.add(line, id!, document!, grade);
  }
  const judged = documents ?? new Map([...judgements.documents].map((id) => [id, { _id: id, text: "" }]));
  return conversion.converted(suiteOf("trec", judgements, texts, options), dataOf(judged));
}

type Documents = ReadonlyMap<string, z.infer<typeof document>>;

function documentsOf(conversion: Conversion, corpus: SourceText): Documents {
  const documents = new Map<string, z.infer<typeof document>>();
  for (const { value, line } of conversion.jsonLines(corpus, document)) {
    if (documents.has(value._id))
      conversion.lineError(corpus, line, `names the document ${JSON.stringify(value._id)} again`);
    documents.set(value._id, value);
  }
  return documents;
}

function topicsOf(conversion: Conversion, queries: SourceText): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of conversion.lines(queries)) {
    const tab = line.text.indexOf("\t");
    if (tab <= 0) conversion.lineError(queries, line, "has to be a query and its text, separated by a tab");
    else if (texts.has(line.text.slice(0, tab))) conversion.lineError(queries, line, "names a query again");
    else texts.set(line.text.slice(0, tab), line.text.slice(tab + 1).trim());
  }
  return texts;
}

/** Grades by query and document. */
class Judgements {
  readonly grades = new Map<string, Map<string, number>>();
  readonly documents = new Set<string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly file: SourceText,
    private readonly texts: ReadonlyMap<string, string> | null,
    private readonly existing: Documents | null,
  ) {}

  add(line: Line, query: string, document: string, written: string): void {
    const { conversion, file, texts, existing } = this;
    const grade = Number(written);
    const isNumber = written.trim() !== "" && Number.isFinite(grade);
    const isQuery = texts === null || texts.has(query);
    if (!isNumber) conversion.lineError(file, line, `has the grade ${JSON.stringify(written)}, and not a number`);
    if (!isQuery)
      conversion.lineError(file, line, `names the query ${JSON.stringify(query)}, which is not among the queries`);
    const isDocument = existing === null || existing.has(document);
    if (!isDocument)
      conversion.lineLeftOut(file, line, `the document ${JSON.stringify(document)} is not in the corpus`);
    if (!isNumber || !isQuery || !isDocument) return;
    getOrMake(this.grades, query, () => new Map<string, number>()).set(document, grade);
    this.documents.add(document);
  }
}

function suiteOf(
  name: string,
  { grades }: Judgements,
  texts: ReadonlyMap<string, string> | null,
  { dataName = DATA_NAME }: ConvertOptions,
): SuiteFile {
  const cases = [...grades].flatMap(([id, documents]) => {
    const right = [...documents].filter(([, grade]) => grade > 0);
    if (right.length === 0) return [];
    const isGraded = right.some(([, grade]) => grade !== 1);
    return [
      {
        id,
        kind: "query",
        request: texts?.get(id) ?? id,
        include: right.map(([document]) => idReference(document)),
        ...(isGraded && {
          grades: Object.fromEntries(right.map(([document, grade]) => [idReference(document), grade])),
        }),
      },
    ];
  });
  return { version: 1, name, tree: dataName, cases };
}

const idReference = (id: string): string =>
  referenceTo(id, `//Document[@id = ${JSON.stringify(id).replace(/\\"/g, '""')}]`);

const dataOf = (documents: Documents): NodeData => ({
  type: "Collection",
  attributes: {},
  children: [...documents.values()].map(({ _id, title = "", text }) => ({
    type: "Document",
    attributes: { id: _id, ...(title !== "" && { title }) },
    text,
  })),
});
