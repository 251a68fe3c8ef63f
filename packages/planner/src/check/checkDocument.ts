import type { Declaration, Document } from "@semantic-xpath/parser";
import type { Schema } from "../schema/schema.js";
import { check } from "./check.js";
import type { Checked } from "./checked.js";

/** A query of a document with what its checks found. */
export interface CheckedQuery extends Checked {
  /** Null for a bare query. */
  readonly declaration: Declaration | null;
}

/** The checks of each query of a document, in its order; updates are left out. */
export function checkDocument({ query, declarations }: Document, schema: Schema | null): readonly CheckedQuery[] {
  if (query !== null) return [{ ...check(query, schema, null), declaration: null }];
  return declarations.map((declaration) => ({
    ...check(declaration.query, schema, declaration.parameters),
    declaration,
  }));
}
