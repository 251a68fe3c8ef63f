import { extensionJson } from "./paths.js";

export interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

export interface Property {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly markdownDescription: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly browser: string;
  readonly engines: { readonly vscode: string };
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly virtualWorkspaces: { readonly supported: string; readonly description: string };
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: readonly string[] };
  };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
    readonly languages: readonly { readonly id: string; readonly firstLine: string; readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string; readonly scopeName: string }[];
    readonly semanticTokenScopes: readonly { readonly scopes: Readonly<Record<string, readonly string[]>> }[];
    readonly snippets: readonly { readonly path: string }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly colors: readonly { readonly id: string; readonly defaults: Readonly<Record<string, string>> }[];
    readonly debuggers: readonly {
      readonly type: string;
      readonly configurationAttributes: {
        readonly launch: { readonly properties: Readonly<Record<string, { readonly description: string }>> };
      };
      readonly initialConfigurations: readonly Readonly<Record<string, unknown>>[];
      readonly configurationSnippets: readonly { readonly body: Readonly<Record<string, unknown>> }[];
    }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
}

export const MANIFEST = extensionJson<Manifest>("package.json");
export const SETTINGS = Object.assign(
  {},
  ...MANIFEST.contributes.configuration.map(({ properties }) => properties),
) as Record<string, Property>;
