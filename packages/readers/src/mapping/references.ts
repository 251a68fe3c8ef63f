import { getOrMake } from "@semantic-xpath/tree";
import { isScalar, type JsonValue, use } from "./jsonValue.js";
import { type Made, madeOf } from "./made.js";
import type { ReferencesRule } from "./model.js";
import { follow, type Path, type Reached } from "./path.js";
import { filledGroups, MOST_MATCHED, type Unfit } from "./takeText.js";

/**
 * A node for each reference in the texts that the rule names: `@ref` is the id that it means, `@status` "ok", "malformed" (not
 * written properly) or "dangling" (there is no such id), and `@raw` the text itself unless it is ok. A text without any is one node
 * without `@ref`.
 */
export function makeReferences(rule: ReferencesRule, at: Reached, unfit: Unfit): Made[] {
  const made: Made[] = [];
  for (const one of textsOf(rule.paths, at)) {
    const { value } = one;
    use(value);
    let found = 0;
    for (const groups of matchesIn(rule, value.text)) {
      const ref = filledGroups(rule.to, groups, at);
      if (ref === null) continue;
      found++;
      const proper = rule.proper === null ? value.text : filledGroups(rule.proper, groups, at);
      const isKnown = rule.known === null || knownIds(rule.known, at).has(proper ?? "");
      const status = !isKnown ? "dangling" : proper !== value.text ? "malformed" : "ok";
      made.push(reference(rule.type, value, ref, status));
    }
    if (found === 0) {
      unfit(value, value.text, `what ${rule.find.source} matches`);
      made.push(reference(rule.type, value, null, "malformed"));
    }
  }
  return made;
}

function reference(type: string, value: JsonValue, ref: string | null, status: "ok" | "malformed" | "dangling"): Made {
  const made = madeOf(type, value);
  if (ref !== null) made.attributes.set("ref", ref);
  made.attributes.set("status", status);
  if (status !== "ok") made.attributes.set("raw", value.text);
  return made;
}

/** All texts of the first path with any. */
function textsOf(paths: readonly Path[], at: Reached): readonly Reached[] {
  for (const path of paths) {
    const found = follow(path, at).filter(({ value }) => isScalar(value));
    if (found.length > 0) return found;
  }
  return [];
}

function* matchesIn({ find }: ReferencesRule, text: string): Generator<readonly (string | null)[]> {
  if (text.length > MOST_MATCHED) return;
  for (let from = 0; from <= text.length; ) {
    const match = find.find(text, from);
    if (match === null) return;
    yield match.groups;
    from = Math.max(match.end, from + 1, match.start + 1);
  }
}

const known = new WeakMap<JsonValue, Map<Path, ReadonlySet<string>>>();

/** The texts that a path leads to, collected once for each value that its first steps go up to. */
function knownIds(path: Path, at: Reached): ReadonlySet<string> {
  const ups = path.steps.findIndex(({ kind }) => kind !== "Up");
  let top = at.value;
  for (let i = 0; i < ups && top.parent !== null; i++) top = top.parent;
  const byPath = getOrMake(known, top, () => new Map<Path, ReadonlySet<string>>());
  let ids = byPath.get(path);
  if (ids === undefined) {
    ids = new Set(
      follow({ ...path, steps: path.steps.slice(Math.max(0, ups)) }, { ...at, value: top }).map(
        ({ value }) => value.text,
      ),
    );
    byPath.set(path, ids);
  }
  return ids;
}
