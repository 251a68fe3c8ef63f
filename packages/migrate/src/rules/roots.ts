import { quote, tokenize } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import { type Item, insert, isGroup, isName, isPipe, isSign, split } from "../items.js";
import type { Rule, Scene } from "./rule.js";

/** `/Day` where the root is an `Itinerary`, and `Day` or `Plan/Day[1]` without a slash. */
export const roots: Rule = (scene) =>
  scene.sequences.flatMap(({ items, role }) =>
    role === "query" ? split(items, isPipe).flatMap(({ items: path }) => startOf(scene, path)) : [],
  );

function startOf(scene: Scene, path: readonly Item[]): readonly Change[] {
  const [first] = path;
  const isRooted = isSign(first, "/");
  const [step, next] = isRooted ? path.slice(1) : path;
  if (!isName(step) || isSign(next, "::") || isGroup(next, "(")) return [];
  const ways = waysOf(scene, step.text, isRooted);
  if (ways.length === 0) return [];
  const before = scene.choose(
    `start ${step.text}`,
    ways.map((way) => way.before),
  );
  const why = ways.find((way) => way.before === before)!.why;
  const at = isRooted ? first.span.start : step.span.start;
  const description =
    before === ""
      ? `${quote(step.text)} stays the first step`
      : `the path begins with ${quote(`${before}${isRooted ? "/" : ""}${step.text}`)}`;
  return [{ span: step.span, edits: before === "" ? [] : [insert(at, before)], what: description, why }];
}

/** Beginning of a path, with its reason. */
interface Way {
  readonly before: string;
  readonly why: string;
}

/** The ways to begin a path with a step of this name, the likeliest first; none: it is right as it is. */
function waysOf({ schema, roots: known, demo }: Scene, name: string, isRooted: boolean): readonly Way[] {
  const slash = isRooted ? "" : "/";
  const anywhere = isRooted ? [] : [{ before: "//", why: "It may be anywhere." }];
  const below = parentsOf(schema, known, name).map((root) => ({
    before: `/${root}${slash}`,
    why: `The root is ${quote(root)}, which the query leaves out.`,
  }));
  if (known.includes(name)) {
    const lower = demo === "no" ? [] : below;
    return isRooted && lower.length === 0 ? [] : [{ before: slash, why: `${quote(name)} is a root.` }, ...lower];
  }
  if (below.length > 0) return isRooted || demo !== "no" ? below : [...below, ...anywhere];
  if (isRooted) return [];
  const asRoot = { before: slash, why: "It may be the root." };
  return known.length === 0 ? [asRoot, ...anywhere] : [...anywhere, asRoot];
}

/** Roots that may contain a node of this type: those of the schema, or any if only the data is known. */
function parentsOf(schema: Scene["schema"], known: readonly string[], name: string): readonly string[] {
  const writable = known.filter(isWritten);
  if (schema === null) return writable.filter(() => !known.includes(name));
  return writable.filter(
    (root) => Object.hasOwn(schema.types, root) && Object.hasOwn(schema.types[root]!.children, name),
  );
}

/** Data may have types that no query can name. */
function isWritten(name: string): boolean {
  const [token, ...more] = tokenize(name);
  return token?.kind === "name" && token.span.end === name.length && token.span.start === 0 && more.length === 0;
}
