import { type Diagnostic, diagnose, type Span, suggest } from "@semantic-xpath/parser";
import { isMap, isScalar, type Node, type Pair } from "yaml";
import { composed } from "../yaml/compose.js";
import { yamlProblem } from "../yaml/yamlProblem.js";

/** Settings of all cells of a notebook, from its front matter. Paths are relative to the notebook. */
export interface NotebookSettings {
  /** A file, a folder or a pattern; null: cells import their own. */
  readonly data: string | null;
  /** The folder of a memory in place of data; null: there is none. */
  readonly memory: string | null;
  /** Name of the task of the memory; null: the memory has one. */
  readonly task: string | null;
  /** A file, or the name of a shipped schema. */
  readonly schema: string | null;
  /** As a default of a configuration: it may send nothing to a server. */
  readonly scorer: string | null;
}

export const NO_SETTINGS: NotebookSettings = { data: null, memory: null, task: null, schema: null, scorer: null };

export interface ReadFrontMatter {
  /** Everything that could be read. */
  readonly settings: NotebookSettings;
  /** With spans into the text, in their order. */
  readonly diagnostics: readonly Diagnostic[];
}

type Name = keyof NotebookSettings;
const EXPECTED: Readonly<Record<Name, string>> = {
  data: "a path, or a pattern of paths",
  memory: 'the path of a memory, without "data" beside it',
  task: 'the name of a task of the "memory" beside it',
  schema: "a path, or the name of a schema",
  scorer: "the name of a scorer",
};
const NAMES = Object.keys(EXPECTED) as readonly Name[];
const isName = (name: string): name is Name => Object.hasOwn(EXPECTED, name);

/**
 * Reads the YAML of front matter. Mistakes are values: SXP4012 for what is no YAML, SXP4101 and SXP4102 as in a configuration. Nothing that it
 * names is opened. `isStrict`: other members are mistakes; else they are those of other programs, such as a title.
 */
export function readFrontMatter(
  text: string,
  { isStrict = false }: { readonly isStrict?: boolean } = {},
): ReadFrontMatter {
  const diagnostics: Diagnostic[] = [];
  const unfit = (where: string, expected: string, span: Span): void => {
    diagnostics.push(diagnose("SXP4102", span, { where, expected }));
  };
  const [first] = composed(text);
  const { contents, errors } = first!.document;
  if (errors.length > 0) return { settings: NO_SETTINGS, diagnostics: [yamlProblem(errors[0]!, text).diagnostic] };
  if (contents === null || (isScalar(contents) && String(contents.value ?? "") === ""))
    return { settings: NO_SETTINGS, diagnostics };
  if (!isMap(contents)) {
    unfit("front matter", 'lines such as "data: FILE"', spanOf(contents as Node));
    return { settings: NO_SETTINGS, diagnostics };
  }
  const read = new Map<Name, { readonly text: string; readonly span: Span }>();
  for (const { key, value } of contents.items as readonly Pair<Node, Node | null>[]) {
    const name = isScalar(key) ? String(key.value) : "";
    if (!isName(name)) {
      const suggestions = suggest(name, NAMES);
      if (isStrict)
        diagnostics.push(diagnose("SXP4101", spanOf(key), { where: "The front matter", name, suggestions }));
      continue;
    }
    const text = isScalar(value) && typeof value.value === "string" ? value.value.trim() : "";
    const span = spanOf(value ?? key);
    if (text === "") unfit(name, EXPECTED[name], span);
    else read.set(name, { text, span });
  }
  const at = (name: Name): string | null => read.get(name)?.text ?? null;
  const refuse = (name: Name): void => {
    unfit(name, EXPECTED[name], read.get(name)!.span);
    read.delete(name);
  };
  if (read.has("memory") && read.has("data")) refuse("memory");
  if (read.has("task") && !read.has("memory")) refuse("task");
  const settings: NotebookSettings = {
    data: at("data"),
    memory: at("memory"),
    task: at("task"),
    schema: at("schema"),
    scorer: at("scorer"),
  };
  return { settings, diagnostics: diagnostics.toSorted((a, b) => a.span.start - b.span.start) };
}

const spanOf = ({ range }: Node): Span => ({ start: range?.[0] ?? 0, end: range?.[1] ?? 0 });
