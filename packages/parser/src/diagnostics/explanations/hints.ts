import type { HINTS } from "../registry/hints.js";
import type { Explanations } from "./explanation.js";

export const HINTS_EXPLAINED: Explanations<typeof HINTS> = {
  SXP3001: {
    text: "This part of the query selects nothing, whatever the data: a range ends before it starts, a position is beyond what the schema allows, or a step leads nowhere.",
    bad: "/Itinerary/Day[3:2]",
    good: "/Itinerary/Day[2:3]",
  },
  SXP3002: {
    text: "After a relevance a position picks by rank: here the most relevant stop of each day. To pick by place, put the position first.",
    bad: '/Itinerary/Day/POI[node =~ "lake"][1]',
    good: '/Itinerary/Day/POI[1][node =~ "lake"]',
  },
  SXP3003: {
    text: "Every score is 0, because the nodes have no such text according to the schema, or because the condition is empty. Choose a target that has text.",
    bad: '//POI[text() =~ "lake"]',
    good: '//POI[description =~ "lake"]',
  },
  SXP3004: {
    text: "The expression is the same whatever the data, or a part changes nothing: a bound that always holds, a repeated operand, a double negation, an aggregate without relevance.",
    bad: '//POI[node =~ "lake" >= 0]',
    good: '//POI[node =~ "lake" >= 0.4]',
  },
  SXP3005: {
    text: "The query does not use a parameter of its declaration, yet every run must give it a value. Use it, or leave it out.",
    bad: 'declare query calm($city) := //POI[node =~ "quiet"];',
    good: 'declare query calm($city) := //Day[@city = $city]//POI[node =~ "quiet"];',
  },
  SXP3006: {
    text: "A bracket with only a number is a position. If the number comes from the data, write `exists` or a comparison, or `position() =` if you mean the place.",
    bad: "//Day[count(/Restaurant)]",
    good: "//Day[count(/Restaurant) > 0]",
  },
  SXP3007: {
    text: "Later steps, sets and functions take nodes in document order, and a later order replaces this one. An order matters before a position and at the end.",
    bad: "//Day[order by @date descending]/POI",
    good: "//Day[order by @date descending][1]/POI",
  },
  SXP3008: {
    text: "In `exists`, `count`, values, quantifiers and after `except` or `intersect` only presence counts, so the relevance is not scored. Compare it with a number to filter.",
    bad: '//Day[exists(/POI[node =~ "museum"])]',
    good: '//Day[exists(/POI[node =~ "museum" >= 0.5])]',
  },
  SXP3009: {
    text: "A quantifier binds a name that neither its condition nor a later path uses. Then the quantifier only tests whether the path leads anywhere; write `exists` instead.",
    bad: '//Day[some $stop in /POI satisfies @weather = "rain"]',
    good: "//Day[some $stop in /POI satisfies $stop/@open_air = true]",
  },
  SXP3010: {
    text: "Among several operands, `min`, `max`, `avg`, `gmean` and `product` combine scores: a value counts 1 if it is there, else 0. Compare it, or use arithmetic.",
    bad: '//Restaurant[max(@rating, node =~ "vegetables")]',
    good: '//Restaurant[max(@rating > 4, node =~ "vegetables")]',
  },
  SXP3011: {
    text: "Before a condition, `1-` means its opposite; before a value that is compared it is arithmetic. In the first edition `1-@index = 2` meant the opposite.",
    bad: "//Day[1-@index = 2]",
    good: "//Day[not(@index = 2)]",
  },
  SXP3012: {
    text: "The schema says string, the function takes an interval, duration or date, so texts are read during the run ([SXP4011](#sxp4011)). Declare a [type](values.md#types-of-values).",
    bad: '//POI[duration(@name) > "1 h"]',
    good: '//POI[duration(@time_block) > "1 h"]',
  },
  SXP3013: {
    text: "Of a string, `id(…)` looks words up among all ids, so types are unknown and dangling references unseen. Declare a [type such as `ref(Turn)`](../how-to/schemas.md#ids-and-references).",
    bad: "//POI/id(@name)",
    good: "//Observation/id(@supersedes)",
  },
  SXP3014: {
    text: "Nothing in the path says which of several nodes you mean, and an update changes one. If it leads to several, nothing is changed ([SXP4042](#sxp4042)).",
    bad: "delete node //Note",
    good: "delete node (//Note)[1]",
  },
  SXP3015: {
    text: "As in XQuery, the value of a node is everything in it, including its children. The fix replaces only its own text.",
    bad: 'replace value of node //Task[1] with "Call the bank"',
    good: 'replace value of node //Note[1]/text() with "Call the bank"',
  },
  SXP3016: {
    text: "Brackets of a step look at one context, so this makes groups for each node before the step. The fix puts the path in parentheses.",
    bad: "//Day/POI[group by @category]",
    good: "(//Day/POI)[group by @category]",
  },
  SXP3017: {
    text: "[`as of`](language.md#validity) asks which nodes hold at a moment. Here no type has a [`validity`](../how-to/schemas.md#validity), so it has no effect.",
    bad: 'as of "2026-03-14" //Day',
  },
  SXP3018: {
    text: "An interval of times with its end before its start ends on the next day, so `end` minus `start` is below zero for it. [`duration`](language.md#functions) is its length.",
    bad: '//POI[end(@time_block) - start(@time_block) > "2 h"]',
    good: '//POI[duration(@time_block) > "2 h"]',
  },
  SXP3019: {
    text: "An attribute alone in a condition asks whether it is there, as in XPath. The schema says that this one is true or false, so compare it.",
    bad: "//POI[@open_air]",
    good: "//POI[@open_air = true()]",
  },
};
