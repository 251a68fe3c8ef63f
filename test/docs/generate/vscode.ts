import { textOf } from "../../structure/support/sources.js";
import { code, generatedFrom, page, table } from "./markdown.js";

const SOURCE = "packages/vscode-extension/package.json";

interface Property {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly default?: unknown;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly toolReferenceName: string;
      readonly userDescription: string;
    }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
    readonly debuggers: readonly {
      readonly configurationAttributes: {
        readonly launch: { readonly properties: Readonly<Record<string, Property>> };
      };
    }[];
  };
}

/** Rows of properties: the name, the meaning, and the default if there is one. */
const rowsOf = (properties: Readonly<Record<string, Property>>): string[][] =>
  Object.entries(properties).map(([name, { description, markdownDescription, default: preset }]) => [
    code(name),
    markdownDescription ?? description ?? "",
    preset === undefined || preset === "" ? "" : code(JSON.stringify(preset)),
  ]);

export function vscodePage(): string {
  const { commands, keybindings, configuration, debuggers, languageModelTools } = (
    JSON.parse(textOf(SOURCE)) as Manifest
  ).contributes;
  const keyOf = (id: string): string => keybindings.find(({ command }) => command === id)?.key ?? "";
  return page(
    generatedFrom(SOURCE),
    "# The VS Code extension",
    "[VS Code](../how-to/vs-code.md) says how to use it.",
    "## Commands",
    table(
      ["command", "id", "key"],
      commands.map(({ command, title }) => [`**${title}**`, code(command), keyOf(command)]),
    ),
    "## Tools of language models",
    table(
      ["tool", "in a prompt", "meaning"],
      languageModelTools.map(({ name, toolReferenceName, userDescription }) => [
        code(name),
        code(`#${toolReferenceName}`),
        userDescription,
      ]),
    ),
    "## Settings",
    table(
      ["setting", "meaning", "default"],
      configuration.flatMap(({ properties }) => rowsOf(properties)),
    ),
    "The colours of the highlighting are `sxp.heat0` to `sxp.heat5` in `workbench.colorCustomizations`.",
    "## Launch configurations",
    'A `launch.json` with `"type": "sxp"` takes:',
    table(
      ["attribute", "meaning", "default"],
      debuggers.flatMap(({ configurationAttributes }) => rowsOf(configurationAttributes.launch.properties)),
    ),
  );
}
