import type { Schema } from "@semantic-xpath/planner";
import fc from "fast-check";

type Text = fc.Arbitrary<string>;

/** Parts in order; what is a text stands for itself. */
const seq = (...parts: readonly (string | Text)[]): Text =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((all) => all.join(""));
const maybe = (item: Text): Text => fc.oneof(fc.constant(""), item);
const names = (list: readonly string[]): Text => fc.constantFrom(...list);

const LITERALS = {
  number: ["1", "60", "2.5"],
  date: ['"2026-06-08"'],
  money: ['"CAD 20"'],
  boolean: ['"true"'],
} as const;
const COMPARISONS = names([" = ", " != ", " > ", " <= "]);

/** Queries, updates and declarations of all productions, with types and attributes of a schema where they may stand. */
export function generatedTexts({ types, roots }: Schema): Text {
  const ofKind = (type: string, ...kinds: readonly string[]): readonly string[] =>
    Object.entries(types[type]!.attributes).flatMap(([name, { type: kind }]) => (kinds.includes(kind) ? [name] : []));
  const childrenOf = (type: string): readonly string[] => Object.keys(types[type]!.children);
  const all = Object.keys(types).filter((type) => !roots.includes(type) && ofKind(type, "string").length > 0);

  /** A node of the data stands for an element whose attributes have types. */
  const made = (type: string): string => {
    const required = Object.entries(types[type]!.attributes).filter(([, attribute]) => attribute.required);
    if (required.some(([, attribute]) => attribute.type !== "string")) return `//${type}[1]`;
    return `<${type}${required.map(([name, { values }]) => ` ${name}="${values?.[0] ?? "a"}"`).join("")}/>`;
  };

  const number = (type: string, depth: number): Text => {
    const own = ofKind(type, "number").map((name) => fc.constant(`@${name}`));
    const below = childrenOf(type).flatMap((child) => [
      fc.constant(`count(/${child})`),
      ...ofKind(child, "number").map((name) => fc.constant(`sum(/${child}/@${name})`)),
    ]);
    const texts = ofKind(type, "string").map((name) => fc.constant(`string-length(@${name})`));
    const deeper =
      depth === 0
        ? []
        : [
            seq("(", number(type, depth - 1), names([" + ", " * ", " div "]), number(type, depth - 1), ")"),
            seq("round(", number(type, depth - 1), ")"),
          ];
    return fc.oneof(...own, ...below, ...texts, ...deeper);
  };
  const text = (type: string): Text => {
    const own = names(ofKind(type, "string").map((name) => `@${name}`));
    return fc.oneof(own, seq("upper-case(", own, ")"), seq(own, ' || " " || ', own), seq("substring(", own, ", 1, 3)"));
  };
  const comparison = (type: string): Text =>
    fc.oneof(
      seq(number(type, 1), COMPARISONS, names(LITERALS.number)),
      ...(["date", "money", "boolean"] as const).flatMap((kind) =>
        ofKind(type, kind).map((name) =>
          seq(`@${name}`, kind === "boolean" ? " = " : COMPARISONS, names(LITERALS[kind])),
        ),
      ),
      ...Object.entries(types[type]!.attributes).flatMap(([name, { values }]) =>
        values === undefined ? [] : [seq(`@${name} = `, names(values.map((value) => JSON.stringify(value))))],
      ),
      seq(
        names(["contains(", "starts-with("]),
        names(ofKind(type, "string").map((name) => `@${name}`)),
        names([', "a")', ', "a", "case-insensitive")']),
      ),
    );
  const condition = (type: string, depth: number): Text => {
    const children = childrenOf(type);
    const below = children.flatMap((child) => [
      seq(`exists(/${child}`, maybe(brackets(child, 0)), ")"),
      seq(
        "(",
        names(["some", "every"]),
        ` $x in /${child} satisfies `,
        names(
          ofKind(child, "string").map(
            (name) => `$x/@${name} = ${JSON.stringify(types[child]!.attributes[name]!.values?.[0] ?? "a")}`,
          ),
        ),
        ")",
      ),
    ]);
    const deeper =
      depth === 0
        ? []
        : [
            seq(condition(type, depth - 1), names([" and ", " or "]), condition(type, depth - 1)),
            seq("not(", condition(type, depth - 1), ")"),
          ];
    return fc.oneof(comparison(type), ...below, ...deeper);
  };
  const relevance = (type: string): Text =>
    fc.oneof(
      fc.constant('node =~ "lake"'),
      ...childrenOf(type).map((child) => fc.constant(`avg(/${child}[node =~ "lake"])`)),
    );
  const brackets = (type: string, depth: number): Text =>
    fc.oneof(
      names(["[1]", "[-1]", "[1:2]"]),
      seq("[", condition(type, depth), "]"),
      seq("[", relevance(type), "]"),
      seq("[order by ", fc.oneof(number(type, 0), text(type)), maybe(fc.constant(" descending")), "]"),
    );
  const record = (type: string, depth: number): Text => {
    const nested = depth === 0 ? [] : childrenOf(type).map((child) => seq(`below: /${child}/`, record(child, 0)));
    const field = fc.oneof(
      names(Object.keys(types[type]!.attributes).map((name) => `@${name}`)),
      seq("total: ", number(type, 1)),
      seq("label: ", text(type)),
      seq("holds: ", condition(type, 0)),
      seq("fit: ", relevance(type)),
      ...nested,
    );
    const named = fc.uniqueArray(field, { minLength: 1, maxLength: 3, selector: (one) => one.split(":")[0]! });
    return named.map((fields) => `{ ${fields.join(", ")} }`);
  };
  const key = (type: string): Text =>
    fc.oneof(
      names(ofKind(type, "string").map((name) => `@${name}`)),
      seq(number(type, 0), " as k"),
      seq(text(type), " as t"),
    );
  const groups = (type: string): Text =>
    seq(
      `(//${type})[group by `,
      key(type),
      "]",
      maybe(
        fc.oneof(
          fc.constant(`[count(/${type}) > 1]`),
          fc.constant("[order by count(/*) descending][1]"),
          fc.constant(`[avg(/${type}[node =~ "lake"])]`),
        ),
      ),
      maybe(
        fc.oneof(
          seq(`/${type}`, maybe(brackets(type, 0))),
          seq("/{ size: count(/*), part: ", names([`count(/${type})`]), " }"),
        ),
      ),
    );
  const path = (type: string, depth = 1): Text =>
    seq(
      `//${type}`,
      fc.array(brackets(type, depth), { maxLength: 2 }).map((list) => list.join("")),
    );
  const ofType = (make: (type: string) => Text): Text => names(all).chain(make);
  const query = ofType((type) =>
    fc.oneof(
      path(type),
      seq(path(type), "/", record(type, 1)),
      groups(type),
      seq(path(type), names([" | ", " except ", " intersect "]), `//${type}[1]`),
      seq("count(", path(type), ")"),
      ...ofKind(type, "number").flatMap((name) => [
        seq(names(["sum", "max", "avg"]), `(//${type}/@${name})`),
        fc.constant(`(//${type}/@${name})[. > 1][order by . descending]/..`),
        fc.constant(`sum(//${type}/(@${name} * 2))`),
      ]),
      ...(types[type]!.validity === undefined ? [] : [seq("as of '2026-06-08' ", path(type))]),
    ),
  );
  const update = ofType((type) =>
    fc.oneof(
      seq("delete node ", path(type, 0)),
      ...ofKind(type, "number").map((name) => fc.constant(`replace value of node //${type}[1]/@${name} with 5`)),
      ...childrenOf(type).map((child) => fc.constant(`insert node ${made(child)} into //${type}[1]`)),
      fc.constant(`insert node //${type}[1] before //${type}[2]`),
      fc.constant(`move node //${type}[1] after //${type}[2]`),
    ),
  );
  const withText = all.flatMap((type) =>
    childrenOf(type).filter((child) => types[child]!.text && made(child).startsWith("<")),
  );
  const updateOfNode = fc.oneof(
    names([
      "delete node $e",
      ...withText
        .map((child) => made(child).replace("/>", ">{$t}</").concat(`${child}> into $e`))
        .map((element) => `insert node ${element}`),
    ]),
    ofType((type) =>
      names(
        ofKind(type, "string")
          .filter((name) => types[type]!.attributes[name]!.values === undefined)
          .map((name) => `replace value of node //${type}[1]/@${name} with $t`)
          .concat("rename node $e as POI"),
      ),
    ),
  );
  return fc.oneof(
    { weight: 12, arbitrary: query },
    { weight: 2, arbitrary: update },
    { weight: 1, arbitrary: seq("declare query q() := ", query, ";") },
    { weight: 1, arbitrary: seq("declare update u() := ", update, ";") },
    { weight: 1, arbitrary: seq("declare update u($e as node, $t as string) := ", updateOfNode, ";") },
  );
}
