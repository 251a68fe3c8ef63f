import { getOrMake } from "@semantic-xpath/tree";
import { isScalar, type JsonValue, use } from "./jsonValue.js";
import { type DraftNode, madeOf } from "./made.js";
import type { ReferencesRule } from "./model.js";
import { follow, type Located, type Path } from "./path.js";
import { filledGroups, MAX_MATCHED, type Unfit } from "./takeText.js";

/**
 * A node for each reference in the texts that the rule names: `@ref` is the id that it means, `@status` "ok", "malformed" (not
 * written properly) or "dangling" (there is no such id), and `@raw` the text itself unless it is ok. A text without any is one node
 * without `@ref`.
 */
export function makeReferences(rule: ReferencesRule, at: Located, unfit: Unfit): DraftNode[] {
  const references: DraftNode[] = [];
  for (const one of textsOf(rule.paths, at)) {
    const { value } = one;
    use(value);
    let matchCount = 0;
    for (const groups of matchesIn(rule, value.text)) {
      const ref = filledGroups(rule.to, groups, at);
      if (ref === null) continue;
      matchCount++;
      const proper = rule.proper === null ? value.text : filledGroups(rule.proper, groups, at);
      const isKnown = rule.known === null || knownIds(rule.known, at).has(proper ?? "");
      const status = !isKnown ? "dangling" : proper !== value.text ? "malformed" : "ok";
      references.push(reference(rule.type, value, ref, status));
    }
    if (matchCount === 0) {
      unfit(value, value.text, `what ${rule.find.source} matches`);
      references.push(reference(rule.type, value, null, "malformed"));
    }
  }
  return references;
}

function reference(
  type: string,
  value: JsonValue,
  ref: string | null,
  status: "ok" | "malformed" | "dangling",
): DraftNode {
  const draft = madeOf(type, value);
  if (ref !== null) draft.attributes.set("ref", ref);
  draft.attributes.set("status", status);
  if (status !== "ok") draft.attributes.set("raw", value.text);
  return draft;
}

/** All texts of the first path with any. */
function textsOf(paths: readonly Path[], at: Located): readonly Located[] {
  for (const path of paths) {
    const scalars = follow(path, at).filter(({ value }) => isScalar(value));
    if (scalars.length > 0) return scalars;
  }
  return [];
}

function* matchesIn({ find }: ReferencesRule, text: string): Generator<readonly (string | null)[]> {
  if (text.length > MAX_MATCHED) return;
  for (let from = 0; from <= text.length; ) {
    const match = find.find(text, from);
    if (match === null) return;
    yield match.groups;
    from = Math.max(match.end, from + 1, match.start + 1);
  }
}

const idsByTop = new WeakMap<JsonValue, Map<Path, ReadonlySet<string>>>();

/** The texts that a path leads to, collected once for each value that its first steps go up to. */
function knownIds(path: Path, at: Located): ReadonlySet<string> {
  const ups = path.steps.findIndex(({ kind }) => kind !== "Up");
  let top = at.value;
  for (let i = 0; i < ups && top.parent !== null; i++) top = top.parent;
  const byPath = getOrMake(idsByTop, top, () => new Map<Path, ReadonlySet<string>>());
  return getOrMake(byPath, path, () => {
    const below = follow({ ...path, steps: path.steps.slice(Math.max(0, ups)) }, { ...at, value: top });
    return new Set(below.map(({ value }) => value.text));
  });
}
