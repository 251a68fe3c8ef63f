/** The language service for editors; the server itself is `sxp lsp`. Its types need `vscode-languageserver`. */

export * from "@semantic-xpath/lsp";
