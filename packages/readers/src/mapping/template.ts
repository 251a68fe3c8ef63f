import { isScalar } from "./jsonValue.js";
import { follow, type Located, type Path, type PathError, parsePath } from "./path.js";
import { variableIn } from "./scope.js";

/** A text with holes. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | Hole)[];
}

type Hole =
  | { readonly kind: "Variable"; readonly name: string }
  | { readonly kind: "Path"; readonly path: Path }
  /** The place of the value in its list, from `first` on. */
  | { readonly kind: "Place"; readonly first: 0 | 1 };

/**
 * Reads a template: `{n}` is the value of the variable `n` if the mapping has one of that name, else of the member; `{author/name}` is
 * what a path leads to; `{1}` what the first group of a pattern matched, `{0}` all that it matched; `{#}` the place in the list from 1,
 * `{#0}` from 0. `{{` and `}}` are braces.
 */
export function parseTemplate(source: string, variables: ReadonlySet<string>): Template | PathError {
  const parts: (string | Hole)[] = [];
  let text = "";
  for (let at = 0; at < source.length; ) {
    const char = source[at]!;
    if ((char === "{" || char === "}") && source[at + 1] === char) {
      text += char;
      at += 2;
    } else if (char === "{") {
      const end = source.indexOf("}", at);
      const hole = end < 0 ? null : readHole(source.slice(at + 1, end), variables);
      if (hole === null) return { kind: "path", problem: 'a brace is not closed; a brace itself is "{{"' };
      if ("problem" in hole) return hole;
      parts.push(text, hole);
      text = "";
      at = end + 1;
    } else if (char === "}") {
      return { kind: "path", problem: '"}" stands alone; a brace itself is "}}"' };
    } else {
      text += char;
      at++;
    }
  }
  return { source, parts: [...parts, text].filter((part) => part !== "") };
}

function readHole(text: string, variables: ReadonlySet<string>): Hole | PathError {
  if (text === "#" || text === "#0") return { kind: "Place", first: text === "#" ? 1 : 0 };
  if (variables.has(text) || /^\d$/.test(text)) return { kind: "Variable", name: text };
  if (text === "") return { kind: "path", problem: "there is nothing in the braces" };
  const path = parsePath(text);
  return "problem" in path ? path : { kind: "Path", path };
}

/** The text of a template at a value; null if one of its holes has no value there. `onUsed` sees the values that it is made of. */
export function fill(template: Template, at: Located, onUsed: (value: Located["value"]) => void): string | null {
  let text = "";
  for (const part of template.parts) {
    const filled = typeof part === "string" ? part : fillHole(part, at, onUsed);
    if (filled === null) return null;
    text += filled;
  }
  return text;
}

function fillHole(hole: Hole, at: Located, onUsed: (value: Located["value"]) => void): string | null {
  switch (hole.kind) {
    case "Variable":
      return variableIn(at.scope, hole.name);
    case "Place": {
      const { value } = at;
      const place = value.parent?.kind === "array" ? Number(value.key) : (value.parent?.items.indexOf(value) ?? 0);
      return String(place + hole.first);
    }
    case "Path": {
      const scalar = follow(hole.path, at).find(({ value }) => isScalar(value));
      if (scalar === undefined) return null;
      onUsed(scalar.value);
      return scalar.value.text;
    }
  }
}
