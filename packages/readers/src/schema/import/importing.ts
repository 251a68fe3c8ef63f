import {
  byStart,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  type Span,
} from "@semantic-xpath/parser";
import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { getOrMake, SemanticXPathError } from "@semantic-xpath/tree";
import { joinNodeTypes, withOneId } from "../join.js";

/** Result of importing a definition in another language. */
export interface ImportedSchema {
  /** Everything that could be said in a schema; null if the text can't be read or describes no tree. */
  readonly schema: Schema | null;
  /** Inexpressible parts, with spans into the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Result of an import: types that several definitions may extend, and the problems. */
export class Importing {
  private readonly types = new Map<string, NodeType>();
  private readonly diagnostics: Diagnostic[] = [];
  private readonly reported = new Set<string>();
  private readonly leftOut = new Map<string, { readonly span: Span; places: number }>();

  constructor(private readonly kind: string) {}

  /** A type; what is declared already by this name is widened, as names of types are global. */
  declare(name: string, type: NodeType): void {
    const existing = this.types.get(name);
    this.types.set(name, existing === undefined ? withOneId(type) : joinNodeTypes(existing, type));
  }

  has(name: string): boolean {
    return this.types.has(name);
  }

  /** A problem, once for each place: a definition is read again for each type that uses it. */
  report<C extends DiagnosticCode>(code: C, span: Span, parameters: DiagnosticParameters<C>): void {
    const place = `${code} ${span.start}`;
    if (this.reported.has(place) || this.reported.size >= MAX_DIAGNOSTICS) return;
    this.reported.add(place);
    this.diagnostics.push(diagnose(code, span, parameters));
  }

  /** SXP2304, once for each word however often it is there. */
  leaveOut(what: string, span: Span): void {
    getOrMake(this.leftOut, what, () => ({ span, places: 0 })).places++;
  }

  /** Error of a reader, or SXP2301 itself. */
  unreadable(error: unknown, span: Span): ImportedSchema {
    if (!(error instanceof SemanticXPathError)) throw error;
    this.report("SXP2301", error.span.end > error.span.start ? error.span : span, {
      kind: this.kind,
      problem: error.diagnostic.message.replace(/\.$/, ""),
    });
    return this.result([]);
  }

  /** The schema with these roots. */
  result(roots: Iterable<string>, documented: Pick<Schema, "documentation"> = {}): ImportedSchema {
    for (const [what, { span, places }] of this.leftOut) this.report("SXP2304", span, { what, places });
    this.diagnostics.sort(byStart);
    const named = [...new Set(roots)].filter((name) => this.types.has(name));
    const types = Object.fromEntries(fromTop(named, this.types));
    const schema: Schema = { version: 1, ...documented, roots: named, types };
    if (named.length === 0) return { schema: null, diagnostics: this.diagnostics };
    return { schema, diagnostics: this.diagnostics };
  }
}

/** A definition with more mistakes is not read by anyone. */
const MAX_DIAGNOSTICS = 500;

export const stringAttribute: AttributeType = { type: "string", required: false, element: false };

export const noNode: NodeType = { attributes: {}, children: {}, text: false };

/** The types in the order in which one meets them from the roots on, then those that are not met. */
function fromTop(roots: readonly string[], types: ReadonlyMap<string, NodeType>): Map<string, NodeType> {
  const ordered = new Map<string, NodeType>();
  const names = [...roots];
  for (let at = 0; at < names.length; at++) {
    const type = types.get(names[at]!);
    if (type === undefined || ordered.has(names[at]!)) continue;
    ordered.set(names[at]!, type);
    for (const child of Object.keys(type.children)) if (!ordered.has(child)) names.push(child);
  }
  for (const [name, type] of types) if (!ordered.has(name)) ordered.set(name, type);
  return ordered;
}
