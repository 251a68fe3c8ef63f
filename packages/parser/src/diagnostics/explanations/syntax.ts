import type { SYNTAX } from "../registry/syntax.js";
import type { Explanations } from "./explanation.js";

export const SYNTAX_EXPLAINED: Explanations<typeof SYNTAX> = {
  SXP1001: {
    text: "The character has no meaning at this place in a query. It is left out and the rest is read as usual. Text belongs in quotes.",
    bad: '//Day[@city = "Ottawa"]#',
    good: '//Day[@city = "Ottawa"]',
  },
  SXP1002: {
    text: "A string ends with the quote that it starts with. An unterminated one is read as if it ended at the end of its line.",
    bad: '//POI[node =~ "lake]',
    good: '//POI[node =~ "lake"]',
  },
  SXP1003: {
    text: "A comment starts with `(:` and ends with `:)`. Comments nest, so a comment inside a comment needs its own end.",
    bad: "//Day (: all of them",
    good: "//Day (: all of them :)",
  },
  SXP1004: {
    text: "The grammar needs something at this place: a step, a condition, a name, the right side of a comparison. The message says what is expected and what is there instead.",
    bad: "//Day/",
    good: "//Day/POI",
  },
  SXP1005: {
    text: "The query is complete before this text, and what follows does not continue it. Often an operator or a slash is missing.",
    bad: "//Day POI",
    good: "//Day/POI",
  },
  SXP1006: {
    text: "A position is a whole number without plus sign or leading zeros, a parameter, or a range with a colon; not a fraction, not a range with dots.",
    bad: "//Day[1.5]",
    good: "//Day[1]",
  },
  SXP1007: {
    text: "A position is at most 2^53 − 1 in magnitude, the largest whole number that is exact in double precision. No tree has so many nodes.",
    bad: "//Day[9007199254740993]",
    good: "//Day[7]",
  },
  SXP1008: {
    text: "An opening bracket or parenthesis is never closed. The rest of the text is read as if it were closed at the best place.",
    bad: '//Day[@city = "Ottawa"',
    good: '//Day[@city = "Ottawa"]',
  },
  SXP1009: {
    text: "The text is longer, more deeply nested or has more steps or operators than the caller allows ([limits](language.md#limits)). Split a generated list of alternatives into several queries.",
  },
  SXP1010: {
    text: "Write `and`, `or`, `not(…)` in lower case, `=` for equality, `!=` for inequality and `=~` for relevance. The fix writes the right one.",
    bad: '//POI[@category == "park" && node ~= "lake"]',
    good: '//POI[@category = "park" and node =~ "lake"]',
  },
  SXP1011: {
    text: "The word before `::` is not an axis. [All axes](functions-and-axes.md#axes) are listed.",
    bad: "//POI/next-sibling::*",
    good: "//POI/following-sibling::*",
  },
  SXP1012: {
    text: "The message suggests the nearest name, or what to write for a function of XPath or an older dialect. [Functions](functions-and-axes.md) lists those that there are.",
    bad: '//POI[startswith(@name, "Royal")]',
    good: '//POI[starts-with(@name, "Royal")]',
  },
  SXP1013: {
    text: "A path starts with `/` or `//`: a query above the root, and the path in an aggregate, `count` or `exists` at the node that is tested.",
    bad: "Itinerary/Day",
    good: "/Itinerary/Day",
  },
  SXP1014: {
    text: "`/@name` and `/text()` give values, which have neither children nor brackets, so this step comes last. Put a condition on the attribute into a bracket of the node.",
    bad: "//POI/@category[1]",
    good: "//POI[1]/@category",
  },
  SXP1015: {
    text: "Two queries of a module, or two parameters of a query, have the same name. Rename one of them.",
    bad: 'declare query parks($n as number, $n as string) := //POI[@category = "park"][$n];',
    good: 'declare query parks($n as number) := //POI[@category = "park"][$n];',
  },
  SXP1016: {
    text: "A closing bracket or parenthesis has no opening one before it. Remove it, or open it where it belongs.",
    bad: '//Day[@city = "Ottawa"]]',
    good: '//Day[@city = "Ottawa"]',
  },
  SXP1017: {
    text: "In XPath a path in a bracket tests whether there is such a node. Here you write `exists` or `count`, since it could be the evidence of an aggregate.",
    bad: '//Day[/POI[@category = "museum"]]',
    good: '//Day[exists(/POI[@category = "museum"])]',
  },
  SXP1018: {
    text: "The right side of `=~` is a word without quotes. Put text in quotes. (On the right of a comparison a word is the field of that name.)",
    bad: "//Day[node =~ museum]",
    good: '//Day[node =~ "museum"]',
  },
  SXP1019: {
    text: "`.` and `..` are complete steps and take no brackets. The axes `self` and `parent` with `*` mean the same and do.",
    bad: '//Note/..[@name = "Mount Royal"]',
    good: '//Note/parent::*[@name = "Mount Royal"]',
  },
  SXP1020: {
    text: "The imports of a module come first, so that the top of the file shows what its queries are about. Move the import up.",
    bad: `declare query days() := //Day;
import data "itinerary.xml";`,
    good: `import data "itinerary.xml";
declare query days() := //Day;`,
  },
  SXP1021: {
    text: "A file is one bare query, or imports and declared queries. After an import a query needs a name. The fix declares it, with its parameters.",
    bad: `import data "itinerary.xml";
//Day[node =~ "rain"]`,
    good: `import data "itinerary.xml";
declare query rainy_days() := //Day[node =~ "rain"];`,
  },
  SXP1022: {
    text: "Word processors and chat programs turn straight quotes into curly ones. The fix writes straight quotes.",
    bad: "//POI[node =~ “park”]",
    good: '//POI[node =~ "park"]',
  },
  SXP1023: {
    text: "Everything after `satisfies` belongs to the condition, which is easy to misread next to `and` or `or`. The fix puts the quantifier in parentheses, as it is read.",
    bad: "//Day[@date and some $x in /POI satisfies $x/@minutes > 90 or @weather]",
    good: "//Day[@date and (some $x in /POI satisfies $x/@minutes > 90 or @weather)]",
  },
  SXP1024: {
    text: "`|`, `intersect` and `except` combine paths, whose results are nodes. A number or a text is not a node.",
    bad: "//POI except count(//POI)",
    good: "//POI except //POI[Note]",
  },
  SXP1025: {
    text: "A query gives nodes or a value. A relevance scores nodes and a condition tests them, so both belong in a bracket. `exists(//POI)` is a value.",
    bad: 'avg(//POI[node =~ "museum"])',
    good: '//Day[avg(/POI[node =~ "museum"])]',
  },
  SXP1027: {
    text: "A relevance is a grade from 0 to 1 and orders its list by itself. The fix leaves `order by` out, or combines grades that were added or multiplied.",
    bad: '//Day[order by node =~ "museum"][1]',
    good: '//Day[node =~ "museum"][1]',
  },
  SXP1028: {
    text: "`for`, `let` and `if` belong to XQuery. Here a path selects, brackets keep, `some` and `every` test, `order by` orders, and functions combine relevances.",
    bad: "for $day in //Day return $day/POI",
    good: "//Day[some $x in /POI satisfies $x/@cost > 3]/POI",
  },
  SXP1029: {
    text: "Write SQL's clauses as brackets: `[order by @cost]`, `[@open = true]`, `[1:3]`. After a group a bracket applies to the whole result. The fix writes it.",
    bad: "//POI order by @cost",
    good: "(//POI)[order by @cost]",
  },
  SXP1030: {
    text: "`id(…)` is a step from nodes to those that they refer to: after `/`, never first, never after `//`, and in a bracket with a slash before it.",
    bad: '/id("s1.2")',
    good: '//Turn[@id = "s1.2"]',
  },
  SXP1031: {
    text: "`id(…)` takes one thing that holds ids: an attribute, a field, `.`, `text()`, a text or a parameter. Write other paths before it; join several by `|`.",
    bad: "//Observation/id(/Evidence/@ref)",
    good: "//Observation/Evidence/id(@ref)",
  },
  SXP1032: {
    text: "`declare query` declares what reads data, `declare update` what changes it, so the first two words of a declaration show which it is. The fix writes the other word.",
    bad: "declare query forget() := delete node //Note[1];",
    good: "declare update forget() := delete node //Note[1];",
  },
  SXP1033: {
    text: "A query takes strings and numbers. Only an [update](language.md#updates) takes a node, by its key: the node is its target.",
    bad: "declare query near($stop as node) := //POI;",
    good: "declare update drop($stop as node) := delete node $stop;",
  },
  SXP1034: {
    text: "A tag of an [element constructor](language.md#updates) ends with `>` or `/>`, an element with a closing tag of its name, an enclosed value with `}`.",
    bad: 'insert node <Note kind="tip"> into //POI[1]',
    good: 'insert node <Note kind="tip"/> into //POI[1]',
  },
  SXP1035: {
    text: "In an element write `&amp;`, `&lt;`, `{{` and `}}` for `&`, `<`, `{` and `}`. Attribute values need quotes, and comments are allowed outside only.",
    bad: 'insert node <Note kind="tip">Food & drink</Note> into //POI[1]',
    good: 'insert node <Note kind="tip">Food &amp; drink</Note> into //POI[1]',
  },
  SXP1036: {
    text: "The target of an update is one path, a parameter, or the key of a node. Put a union in parentheses, and say which of its nodes you mean.",
    bad: "delete node count(//POI)",
    good: 'delete node (//POI[@cost = "CAD 0"] except //POI[@open_air = true])[1]',
  },
  SXP1037: {
    text: "`#17@3` is a node as it was in version 3. Old versions never change, but you can insert a copy of the old node.",
    bad: "delete node #17@3",
    good: "insert node #17@3 into //Day[1]",
  },
  SXP1038: {
    text: "Translated are [paths, filters, order and counts](../how-to/migrate.md#other-query-languages) of JSONPath, jq, SQL and GROQ. The message quotes where that ended; the fix writes the translation.",
    bad: "SELECT * FROM POI WHERE cost > 9",
    good: "//POI[@cost > 9]",
  },
  SXP1039: {
    text: "SQL, XPath and Python write `between`, `in (…)`, `is null`, `like`, `union`, `having`, chained comparisons and other forms differently. The fix writes the text as it is written here.",
    bad: "//POI[@cost between 10 and 20]",
    good: "//POI[@cost >= 10 and @cost <= 20]",
  },
  SXP1040: {
    text: "In a [group by](language.md#groups-by-key), an attribute or a bare field names itself. Every other key needs a name after `as`. Fix: inserts `as` and a name.",
    bad: "(//POI)[group by count(/Note)]",
    good: "(//POI)[group by count(/Note) as notes]",
  },
  SXP1041: {
    text: "In a [record](language.md#records), `@name` alone names itself. Every other field has a name and a colon. Fix: inserts a name.",
    bad: "//Day/{ @date, count(/POI) }",
    good: "//Day/{ @date, stops: count(/POI) }",
  },
  SXP1042: {
    text: "A [record](language.md#records) is the last step of a query or field, after a single slash and a step. The fix writes what is missing.",
    bad: "(//Day/{ @date })[1]",
    good: "(//Day)[1]/{ @date }",
  },
  SXP1043: {
    text: "Two keys of one `group by`, or two fields of one record, have the same name.",
    bad: "//Day/{ @date, date: count(/POI) }",
    good: "//Day/{ @date, stops: count(/POI) }",
  },
};
