import vm from "node:vm";
import { build } from "esbuild";
import { extensionPath } from "./paths.js";

const scripts = new Map<string, Promise<string>>();

async function bundled(source: string): Promise<string> {
  const { SCRIPTS } = (await import(extensionPath("build.mjs"))) as { SCRIPTS: Readonly<Record<string, object>> };
  const { outputFiles } = await build({
    ...SCRIPTS["extension.js"],
    entryPoints: [extensionPath(`src/${source}`)],
    write: false,
    minify: false,
  });
  return outputFiles[0]!.text;
}

/** Loads one source file of the extension as the editor would, anew each time: `vscode` is what is given here. It is bundled once. */
export async function withVscode<T>(source: string, vscode: object): Promise<T> {
  if (!scripts.has(source)) scripts.set(source, bundled(source));
  const text = await scripts.get(source)!;
  const module = { exports: {} };
  const script = vm.runInThisContext(`(function (require, module, exports, __filename) {${text}\n})`) as (
    ...given: unknown[]
  ) => void;
  const require = (name: string): unknown => {
    if (name === "vscode") return vscode;
    if (name === "node:url") return { pathToFileURL: (path: string) => ({ href: `file://${path}` }) };
    throw new Error(`${source} asked for ${name}`);
  };
  script(require, module, module.exports, extensionPath("dist/extension.js"));
  return module.exports as T;
}

/** Places as the editor has them, as far as they are compared here. */
export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
  isBefore = (other: Position): boolean =>
    this.line < other.line || (this.line === other.line && this.character < other.character);
  isAfter = (other: Position): boolean => other.isBefore(this);
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...given: [Position, Position] | [number, number, number, number]) {
    const [a, b, c, d] = given;
    this.start = typeof a === "number" ? new Position(a, b as number) : a;
    this.end = typeof a === "number" ? new Position(c!, d!) : (b as Position);
  }
  get isEmpty(): boolean {
    return !this.start.isBefore(this.end);
  }
  contains = (at: Position): boolean => !at.isBefore(this.start) && !at.isAfter(this.end);
}

export class Uri {
  private constructor(private readonly text: string) {}
  static parse = (text: string): Uri => new Uri(text);
  static file = (path: string): Uri => new Uri(`file://${path}`);
  get scheme(): string {
    return this.text.slice(0, this.text.indexOf(":"));
  }
  get path(): string {
    return new URL(this.text).pathname;
  }
  with = ({ scheme, query }: { readonly scheme: string; readonly query: string }): Uri =>
    new Uri(`${scheme}:${this.path}?${encodeURIComponent(query)}`);
  get fsPath(): string {
    return this.text.replace("file://", "");
  }
  toString = (): string => this.text;
}

/** A document with the places of a text. */
export function textDocument(uri: string, text: string, languageId = "sxp") {
  const offsetAt = ({ line, character }: Position): number =>
    text
      .split("\n")
      .slice(0, line)
      .reduce((sum, one) => sum + one.length + 1, 0) + character;
  return {
    uri: Uri.parse(uri),
    languageId,
    getText: (range?: Range) => (range === undefined ? text : text.slice(offsetAt(range.start), offsetAt(range.end))),
    offsetAt,
    positionAt: (offset: number) => {
      const before = text.slice(0, offset).split("\n");
      return new Position(before.length - 1, before.at(-1)!.length);
    },
  };
}
