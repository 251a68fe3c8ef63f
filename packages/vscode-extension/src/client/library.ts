/** The protocol library, in a file of its own: it is many times the size of the extension, and is loaded once the editor has gone on. */
export { LanguageClient, TransportKind, WorkDoneProgress } from "vscode-languageclient/node";
