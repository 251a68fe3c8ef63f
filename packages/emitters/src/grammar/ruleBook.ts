import { namesIn, type Part, type Rule, reference } from "./part.js";

/**
 * The rules of a grammar while it is made. A rule is asked for by a key and made later, once, so that rules may need each other;
 * making stops when the grammar has become too large.
 */
export interface RuleBook {
  /** A reference to the rule of that key: words joined by spaces. */
  readonly rule: (key: string, make: () => Part, comment?: string | null) => Part;
}

/** Makes the rule called `start` and all that it needs, or null if `size` of them together exceeds `limit`. */
export function writeRules(
  start: string,
  make: (book: RuleBook) => Part,
  size: (rule: Rule) => number,
  limit: number,
): readonly Rule[] | null {
  const nameOf = distinctNames();
  const names = new Map<string, string>();
  const pending: { name: string; make: () => Part; comment: string | null }[] = [];
  const rule: RuleBook["rule"] = (key, makePart, comment = null) => {
    const existing = names.get(key);
    if (existing !== undefined) return reference(existing);
    const name = nameOf(key);
    names.set(key, name);
    pending.push({ name, make: makePart, comment });
    return reference(name);
  };
  rule(start, () => make({ rule }));
  const rules: Rule[] = [];
  let total = 0;
  for (let next = 0; next < pending.length; next++) {
    const { name, make: makePart, comment } = pending[next]!;
    const newRule: Rule = { name, part: makePart(), comment };
    total += size(newRule);
    if (total > limit) return null;
    rules.push(newRule);
  }
  return usedRules(rules);
}

/** Without those that were asked for and then not needed: the targets refuse them. */
function usedRules(rules: readonly Rule[]): readonly Rule[] {
  const byName = new Map(rules.map((each) => [each.name, each]));
  const used = new Set(rules.slice(0, 1));
  // Added rules are visited as well.
  for (const { part } of used) for (const name of namesIn(part, "Reference")) used.add(byName.get(name)!);
  return rules.filter((each) => used.has(each));
}

const LONGEST = 40;

/** Gives each thing a name of lower-case letters, digits and "-", near to what it is called and different from all others. */
export function distinctNames(...reserved: readonly string[]): (wanted: string) => string {
  const usedNames = new Set<string>(reserved);
  return (wanted) => {
    const plain = wanted
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, LONGEST)
      .replace(/^-+|-+$/g, "");
    const base = /^[a-z]/.test(plain) ? plain : `type${plain === "" ? "" : `-${plain}`}`;
    let name = base;
    for (let count = 2; usedNames.has(name); count++) name = `${base}-${count}`;
    usedNames.add(name);
    return name;
  };
}
