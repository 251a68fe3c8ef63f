import type { SEMANTICS } from "../registry/semantics.js";
import type { Explanations } from "./explanation.js";

export const SEMANTICS_EXPLAINED: Explanations<typeof SEMANTICS> = {
  SXP2001: {
    text: "The step finds nothing. Case matters. A [field element](../how-to/schemas.md#field-elements) is an attribute of the node around it: write its name in a bracket.",
    bad: "//Days/POI",
    good: "//Day/POI",
  },
  SXP2002: {
    text: "The type exists, but not on this axis from here: a level is missing, or `/` is written for `//`. The fix writes the shortest path that leads there.",
    bad: "/Itinerary/POI",
    good: "/Itinerary/Day/POI",
  },
  SXP2003: {
    text: "No node type that can be here has this attribute, nor, for a bare name, this child. A comparison with it is never true, a relevance always 0.",
    bad: '//Day[@citty = "Ottawa"]',
    good: '//Day[@city = "Ottawa"]',
  },
  SXP2004: {
    text: "Only some of the node types here have the attribute; the others never satisfy the condition. If you mean that, name the types that have it.",
    bad: '/Itinerary/Day/*[@category = "park"]',
    good: '/Itinerary/Day/POI[@category = "park"]',
  },
  SXP2005: {
    text: "The declared type never equals the right side: another kind, a value that is not listed, another currency or dimension. Of an interval, take `start` or `end`.",
    bad: '//Day[@weather = "rainy"]',
    good: '//Day[@weather = "rain"]',
  },
  SXP2006: {
    text: "Positions and sibling offsets count from 1. There is no position 0 and no offset 0.",
    bad: "/Itinerary/Day[0]",
    good: "/Itinerary/Day[1]",
  },
  SXP2007: {
    text: "The declaration does not have the parameter, or has it with a type that does not suit its place: a position needs a number, and a condition needs a string.",
    bad: "declare query wish($text as string) := //POI[node =~ $txt];",
    good: "declare query wish($text as string) := //POI[node =~ $text];",
  },
  SXP2008: {
    text: "A sibling offset moves from the nodes that the brackets before it have kept. Write the bracket that picks the node before it.",
    bad: "//Restaurant[@-1]",
    good: '//Restaurant[@meal = "dinner"][@-1]',
  },
  SXP2009: {
    text: "A number is where a condition or a score is needed. Compare it, or write `exists`. Alone in a bracket a number is a position.",
    bad: "//POI[not(count(/Note))]",
    good: "//POI[not(exists(/Note))]",
  },
  SXP2010: {
    text: "`agg_avg`, `agg_max`, `agg_min` and `gmean` combine the weights of evidence nodes. A path that ends in `/@name` or `/text()` leads to values, which `avg`, `max`, `min` and `sum` combine.",
    bad: "//Day[agg_avg(/POI/@minutes) > 60]",
    good: "//Day[avg(/POI/@minutes) > 60]",
  },
  SXP2011: {
    text: "`some` and `every` test conditions that are true or false. To grade how well nodes fit, use `max(…)` or `min(…)`; to make a score a condition, compare it.",
    bad: '//Day[some $stop in /POI satisfies max($stop/Note[node =~ "tickets"])]',
    good: '//Day[max(/POI[max(/Note[node =~ "tickets"])])]',
  },
  SXP2012: {
    text: "`position()` and `last()` depend on the order that the keys are about to change. Order by an attribute or another value of the node.",
    bad: "//POI[order by position() descending]",
    good: "//POI[order by @minutes descending]",
  },
  SXP2013: {
    text: "A key or bare field must be one value for each node, and by the schema this one can be several, which [end the run](#sxp4011). Take one.",
    bad: "//Day[order by /POI/@minutes]",
    good: "//Day[order by max(/POI/@minutes)]",
  },
  SXP2014: {
    text: "A name bound by `some` or `every` is a node: compare it, or start a path from it. It can't be a position or the text of a relevance.",
    bad: "//Day[some $stop in /POI satisfies exists(/Restaurant[$stop])]",
    good: "//Day[some $stop in /POI satisfies exists(/Restaurant[@travel_method = $stop/@travel_method])]",
  },
  SXP2015: {
    text: "The function does not accept this argument: a sum of texts, the weekday of a number, unknown flags. If the schema's type is too loose, make it exact.",
    bad: "//Day[sum(/POI/@name) > 240]",
    good: "//Day[sum(/POI/@minutes) < 240]",
  },
  SXP2016: {
    text: "A side of `+`, `-`, `*`, `div` or `mod` is a text or truth value, or the [two sides can't be combined](values.md#arithmetic), such as a date and an amount.",
    bad: "//POI[@name * 2 > 100]",
    good: "//POI[@minutes * 2 > 100]",
  },
  SXP2017: {
    text: "`matches` takes regular expressions as in XPath, without back-references, so that matching is linear in the text. With the flag `q` the pattern is plain text.",
    bad: '//POI[matches(@name, "(Park|Garden")]',
    good: '//POI[matches(@name, "(Park|Garden)")]',
  },
  SXP2018: {
    text: "The attribute can't refer to a node: it is a number, a date, or itself an id. The message suggests the references that the nodes have.",
    bad: "//POI/id(@minutes)",
    good: "//Evidence/id(@ref)",
  },
  SXP2019: {
    text: "After a group that ends in `/@name` or `/text()` brackets see values: `.` is the value, and `/..` leads to the node that has it.",
    bad: '(//POI/@cost)[@name = "Harbour"]',
    good: '(//POI/@cost)[/../@name = "Harbour"]',
  },
  SXP2020: {
    text: "A set of nodes and attributes, or of several attributes, takes positions only. Put a condition on each part of the set.",
    bad: '(//POI/@name | //POI/@cost)[. = "Harbour"]',
    good: '(//POI/@name)[. = "Harbour"] | //POI/@cost',
  },
  SXP2021: {
    text: "The schema does not allow nodes of this type at this place. The message says what is allowed. The update compiles, but a memory refuses to make it.",
    bad: 'insert node <Note kind="tip">Rest</Note> into //Day[1]',
    good: 'insert node <Note kind="tip">Rest</Note> into //Day[1]/POI[1]',
  },
  SXP2022: {
    text: "The schema requires an attribute that an element constructor leaves out, or that would be deleted.",
    bad: "insert node <Note>Bring an umbrella</Note> into //POI[1]",
    good: 'insert node <Note kind="tip">Bring an umbrella</Note> into //POI[1]',
  },
  SXP2023: {
    text: "The schema gives the attribute a type that this value can't be read as, or lists the allowed values, and this is not one of them.",
    bad: 'insert node <Note kind="hint">Bring an umbrella</Note> into //POI[1]',
    good: 'insert node <Note kind="tip">Bring an umbrella</Note> into //POI[1]',
  },
  SXP2024: {
    text: "The schema bounds how many children of a type a node has. Children in a constructor are counted when the update is compiled, others when it is made.",
    bad: 'insert node <Day index="8" date="2026-06-15" city="Toronto" theme="Rest"/> into /Itinerary',
    good: "delete node /Itinerary/Day[7]",
  },
  SXP2025: {
    text: "You can delete an attribute or own text and replace its value. Only nodes can be moved, copied, renamed or replaced. The message says what to write.",
    bad: "replace node //POI[1]/@name with <Note/>",
    good: 'replace value of node //POI[1]/@name with "Union Station"',
  },
  SXP2026: {
    text: "A tree has exactly one root. The root can't be deleted or moved, and nothing can come before or after it.",
    bad: "delete node /Itinerary",
    good: "delete node /Itinerary/Day[7]",
  },
  SXP2027: {
    text: "A node can't be moved into itself or into one of its descendants.",
    bad: "move node /Itinerary/Day[2] into /Itinerary/Day[2]/POI[1]",
    good: "move node /Itinerary/Day[2]/POI[1] into /Itinerary/Day[1]",
  },
  SXP2028: {
    text: "All primitives see the tree before the update, so a node can be renamed, replaced, moved or given a value only once. This finds equal paths ([SXP4045](#sxp4045)).",
    bad: 'replace value of node //Day[1]/@theme with "Rain", replace value of node //Day[1]/@theme with "Sun"',
    good: 'replace value of node //Day[1]/@theme with "Sun"',
  },
  SXP2029: {
    text: "The schema says that nodes of this type have no text of their own.",
    bad: 'insert node <Day index="8" date="2026-06-15" city="Toronto" theme="Rest">Rest</Day> into /Itinerary',
    good: 'replace value of node //Day[7]/@theme with "Rest"',
  },
  SXP2030: {
    text: "As in XQuery, a value in an update starts at the document, not at the target. So an attribute, a field, `.` or `text()` needs the path of its node.",
    bad: "replace value of node //POI[1]/@minutes with @minutes * 2",
    good: "replace value of node //POI[1]/@minutes with //POI[1]/@minutes * 2",
  },
  SXP2031: {
    text: "Everything that runs queries refuses updates, so that nothing that reads can write. Compile updates with `compileUpdate`, and make them with `sxp memory update`.",
    bad: "delete node //Note[1]",
    good: "//Note[1]",
    language: "sxp",
  },
  SXP2032: {
    text: "`compileUpdate` takes updates only. An update starts with `insert`, `delete`, `replace`, `rename` or `move`.",
    bad: "//Note[1]",
    good: "delete node //Note[1]",
    language: "sxp update",
  },
  SXP2033: {
    text: "[Groups](language.md#groups-by-key) have keys (`@name`) and members (`/`, `//`). They have no text, no parent and no siblings, and no place in a union.",
    bad: '(//POI)[group by @category][node =~ "museum"]',
    good: '(//POI)[group by @category][max(/POI[node =~ "museum"])]',
  },
  SXP2034: {
    text: "After a `group by`, `@name` is a key, and these groups have none of that name. The fix writes a key that is much the same.",
    bad: "(//POI)[group by @category]/@name",
    good: "(//POI)[group by @category]/@category",
  },
  SXP2035: {
    text: "A key of groups is a value of the node: no position, condition or relevance. The fix groups the nodes by the attribute, not attributes themselves.",
    bad: "(//POI)[group by position() as place]",
    good: "(//POI)[group by @category]",
  },
  SXP2036: {
    text: "A [record](language.md#records) shows values; a path to groups ends in a key or a record.",
    bad: "//Day/{ groups: (/POI)[group by @category] }",
    good: "//Day/{ groups: (/POI)[group by @category]/{ @category, stops: count(/POI) } }",
  },
  SXP2037: {
    text: "A last step in parentheses is [computed for each node](language.md#values-computed-for-each-node). Only the argument of a function takes it.",
    bad: "//Day/(count(/POI) + 1)",
    good: "sum(//Day/(count(/POI) + 1))",
  },
  SXP2038: {
    text: "[`as of`](language.md#validity) takes a date, a date and time, `now` or `all`, in quotes or as a parameter.",
    bad: 'as of "soon" //Day',
    good: 'as of "2026-03-14" //Day',
  },
};
