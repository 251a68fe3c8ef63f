import { groq } from "./groq.js";
import { jq } from "./jq.js";
import { jsonPath } from "./jsonPath.js";
import { Reader } from "./reader.js";
import { sql } from "./sql.js";
import { Untranslated } from "./written.js";

/** A query in another language. */
export interface Dialect {
  readonly name: string;
  /** Translations into this language: none if there is none, several if the data decides. */
  readonly translations: readonly string[];
  /** The word or sign at which the translation ended; null if there is a translation, or none is known. */
  readonly unsaid: string | null;
}

interface Row {
  readonly name: string;
  /** Beginning of its queries. */
  readonly begins: RegExp;
  readonly translate: ((reader: Reader) => readonly string[]) | null;
}

/** The first row that fits decides. */
const ROWS: readonly Row[] = [
  { name: "JSONPath", begins: /^\$(?:\.|\[|$)/, translate: jsonPath },
  { name: "jq", begins: /^(?:\.(?:[\p{L}_]|\[|\s*\|)|map\s*\(\s*(?:select\b|\.))/u, translate: jq },
  { name: "GROQ", begins: /^(?:count\s*\(\s*)?\*\s*\[(?=[^\]]*(?:_type|==|&&))/, translate: groq },
  { name: "SPARQL", begins: /^(?:prefix|select)\b[^{]*\{\s*[?<]/i, translate: null },
  { name: "SQL", begins: /^select\b.*\bfrom\b/is, translate: sql },
  { name: "Cypher", begins: /^(?:optional\s+)?match\s*\(.*\breturn\b/is, translate: null },
  { name: "GraphQL", begins: /^(?:query\b[^{]*)?\{\s*\w+\s*[({]/, translate: null },
  { name: "JMESPath", begins: /^[\w.*[\]]+\[\?/, translate: null },
];

/** The language that a text, which is not a query of ours, is written in; null if none is known. */
export function dialectOf(text: string): Dialect | null {
  const query = text.trim();
  const row = ROWS.find(({ begins }) => begins.test(query));
  return row === undefined ? null : { name: row.name, ...translationsOf(row, query) };
}

function translationsOf({ translate }: Row, query: string): Pick<Dialect, "translations" | "unsaid"> {
  let reader: Reader | null = null;
  try {
    reader = new Reader(query);
    const translations = translate?.(reader) ?? [];
    if (translations.length > 0 && reader.isAtEnd) return { translations, unsaid: null };
  } catch (error) {
    if (!(error instanceof Untranslated)) throw error;
  }
  return { translations: [], unsaid: translate === null ? null : (reader?.next ?? null) };
}
