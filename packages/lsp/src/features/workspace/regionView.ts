import type { Schema } from "@semantic-xpath/planner";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { checksOf } from "./checkedQueries.js";
import type { ParsedRegion, Sources } from "./parsedRegions.js";
import type { View } from "./view.js";

/** A query text of a document, made for each text after an edit: of a class, it costs a third of an object with getters of its own. */
export class RegionView implements View {
  readonly schema: View["schema"];
  readonly data: View["data"];
  readonly collection: View["collection"];
  readonly known: View["known"];

  constructor(
    readonly document: TextDocument,
    private readonly parsedRegion: ParsedRegion,
    sources: Sources,
    schema: Schema | null,
  ) {
    this.known = schema;
    this.schema = sources.schema;
    this.data = sources.data;
    this.collection = sources.collection;
  }

  get region(): View["region"] {
    return this.parsedRegion.region;
  }

  get text(): string {
    return this.parsedRegion.region.text;
  }

  get ast(): View["ast"] {
    return this.parsedRegion.parsed.ast;
  }

  get syntax(): View["syntax"] {
    return this.parsedRegion.diagnostics;
  }

  get queries(): View["queries"] {
    return this.checked.queries;
  }

  get updates(): View["updates"] {
    return this.checked.updates;
  }

  get notes(): View["notes"] {
    return this.parsedRegion.notes;
  }

  get parsed(): ParsedRegion["parsed"] {
    return this.parsedRegion.parsed;
  }

  private get checked() {
    const { parsedRegion, known } = this;
    const declared = this.schema.value?.schema ?? null;
    const before = parsedRegion.notes.checks;
    if (before?.declared === declared && before.known === known) return before;
    const checks = checksOf(parsedRegion.parsed.ast, declared, known);
    parsedRegion.notes.checks = checks;
    return checks;
  }

  /** This text over other data. */
  over(data: View["data"]): View {
    return new RegionView(this.document, this.parsedRegion, { ...this, data }, this.known);
  }
}
