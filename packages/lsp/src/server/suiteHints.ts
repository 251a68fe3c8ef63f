import { suiteSchema } from "@semantic-xpath/eval";
import { getLanguageService } from "vscode-json-languageservice";
import type { CompletionList, Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

const SCHEMA = "urn:semantic-xpath:suite:1";
const json = getLanguageService({ clientCapabilities: {} });
json.configure({ validate: false, schemas: [{ uri: SCHEMA, fileMatch: ["*"], schema: suiteSchema() }] });

/** Completions of the JSON Schema of suites at a place. */
export async function completeSuite(document: TextDocument, position: Position): Promise<CompletionList | null> {
  return json.doComplete(document, position, parsed(document));
}

/** The description of a member. */
export async function hoverSuite(document: TextDocument, position: Position): Promise<Hover | null> {
  return json.doHover(document, position, parsed(document));
}

const parsed = (document: TextDocument) => json.parseJSONDocument(document);
