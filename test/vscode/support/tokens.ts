import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { extensionPath, extensionText } from "./paths.js";

const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");

/** TypeScript as far as an injection needs it: code, strings, comments and templates. */
const SCRIPT = {
  scopeName: "source.ts",
  patterns: [{ include: "#expression" }],
  repository: {
    expression: {
      patterns: [
        { match: "//.*$", name: "comment.line.ts" },
        { begin: "/\\*", end: "\\*/", name: "comment.block.ts" },
        { begin: '"', end: '"|$', name: "string.quoted.double.ts" },
        { begin: "`", end: "`", name: "string.template.ts" },
        { match: "\\b(?:const|import|from|await)\\b", name: "keyword.ts" },
        { match: "\\b\\d+\\b", name: "constant.numeric.ts" },
        { match: "\\w+", name: "variable.ts" },
      ],
    },
  },
};

const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(readFileSync(wasm)).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scope) => {
    if (scope === "source.ts") return textmate.parseRawGrammar(JSON.stringify(SCRIPT), "script.json");
    const name = { "source.sxp": "sxp", "inline.sxp": "inline" }[scope];
    if (name === undefined) return null;
    const path = `syntaxes/${name}.tmLanguage.json`;
    return textmate.parseRawGrammar(extensionText(path), extensionPath(path));
  },
  getInjections: (scope) => (scope === "source.ts" ? ["inline.sxp"] : undefined),
});

export interface Token {
  readonly text: string;
  /** The innermost one last. */
  readonly scopes: readonly string[];
}

/** The tokens of a text as an editor colours them. */
export async function tokensOf(text: string, scope = "source.sxp"): Promise<Token[]> {
  const grammar = (await registry.loadGrammar(scope))!;
  let stack = textmate.INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
  });
}

/** Each token that is no blank with its innermost scope, `.sxp` left out: `Day entity.name.type.step`. */
export const painted = async (text: string, scope?: string): Promise<string[]> =>
  (await tokensOf(text, scope))
    .filter(({ text: token }) => token.trim() !== "")
    .map(({ text: token, scopes }) => `${token.trim()} ${scopes.at(-1)!.replace(/\.sxp$/, "")}`);
