import { DIAGNOSTICS, type Fix, parse } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { type Marked, marked } from "./markedSource.js";

/** One mistake a text: its code, the text with the place marked, and the sentence. */
const MISTAKES: readonly (readonly [string, Marked, string])[] = [
  ["SXP1001", marked`/Day${"#"}[1]`, '"#" has no meaning here. Remove it, or put it in quotes if it is text.'],
  ["SXP1001", marked`/Day[a ${"b"}]`, '"b" has no meaning here. Remove it, or put it in quotes if it is text.'],
  ["SXP1001", marked`/Day[not(a${", b"})]`, '"not(…)" takes 1 argument. Remove ", b".'],
  [
    "SXP1001",
    marked`/Day[avg(${"."}/POI[1])]`,
    '"." has no meaning here. Remove it, or put it in quotes if it is text.',
  ],
  ["SXP1001", marked`/Day[last(${"1"})]`, '"last(…)" takes no arguments. Remove "1".'],
  ["SXP1002", marked`/Day[node =~ ${'"x]'}`, "This string has no closing double quote."],
  ["SXP1002", marked`/Day[min(/POI[a = ${"'x])"}`, "This string has no closing single quote."],
  ["SXP1003", marked`/Day ${"(: x"}`, 'This comment has no closing ":)".'],
  ["SXP1004", marked`/Plan${"/"}`, "The text ends where a step is expected."],
  ["SXP1004", marked`/Plan/${"/"}`, "The text ends where a step is expected."],
  ["SXP1004", marked`/Plan//${"[1]".slice(0, 1)}1]`, 'Expected a node type or "*", found "[".'],
  ["SXP1004", marked`/Day[${"]"}`, 'Expected a position or a condition, found "]".'],
  ["SXP1004", marked`/Day[min(a, ${")"}]`, 'Expected a condition, found ")".'],
  ["SXP1004", marked`/Day[${'"x"'}]`, 'Expected a condition, found ""x"".'],
  ["SXP1004", marked`/Day[some $x in /b satisfies ${"$x"}]`, 'Expected a condition, such as "$x = 1", found "$x".'],
  ["SXP1004", marked`/Day[a = ${"]"}`, 'Expected a value, found "]".'],
  ["SXP1004", marked`/Day[a =~ ${"]"}`, 'Expected a text in quotes, found "]".'],
  ["SXP1004", marked`/Day[${"$"}]`, 'Expected a name after "$", found "]".'],
  ["SXP1004", marked`/Day[.${"]"}`, 'Expected "=~" and a text in quotes, found "]".'],
  ["SXP1004", marked`/a ${"|"} `, 'The text ends where a path such as "/Day" is expected.'],
  ["SXP1004", marked`/Day[contains(${"not(a)"}, "x")]`, 'Expected a value such as "@name", found "not(a)".'],
  ["SXP1004", marked`/Day[@a + ${"]"}`, 'Expected a value, found "]".'],
  ["SXP1004", marked`/Day[@a + ${"(b or c)"} = 1]`, 'Expected a value, found "(b or c)".'],
  ["SXP1004", marked`/Day[(a or b) = ${"@c"}]`, 'Expected a number or a parameter, found "@c".'],
  ["SXP1004", marked`/Day[contains(@a${")"}]`, 'Expected "," and a value, found ")".'],
  ["SXP1004", marked`/Day[order by ${"]"}`, 'Expected a value to order by, found "]".'],
  ["SXP1004", marked`/Day[order by ${"not(a)"}]`, 'Expected a value to order by, found "not(a)".'],
  ["SXP1004", marked`/Day[some $x ${"/"}a satisfies b]`, 'Expected "in" and a path, found "/".'],
  ["SXP1004", marked`/Day[some $x in /a${"]"}`, 'Expected "satisfies" and a condition, found "]".'],
  ["SXP1004", marked`/Day[some $x in ${"@a"} satisfies b]`, 'Expected a path such as "/Day", found "@a".'],
  ["SXP1004", marked`/Day[root()${"]"}`, 'Expected "/" and a step, found "]".'],
  ["SXP1004", marked`/Day[count(${'"x"'}) = 1]`, 'Expected a path such as "/Day", found ""x"".'],
  ["SXP1004", marked`/Day/@${'""'}`, 'Expected a name, found """".'],
  ["SXP1004", marked`/a except ${"|"} /b`, 'Expected a path such as "/Day", found "|".'],
  ["SXP1004", marked`declare query a() := /${"a"}`, 'The text ends where ";" is expected.'],
  ["SXP1004", marked`declare ${"qery"} a() := /a;`, 'Expected "query" or "update", found "qery".'],
  ["SXP1004", marked`${"delare"} query a() := /a;`, 'Expected "declare", found "delare".'],
  ["SXP1004", marked`import ${"shema"} "a.json";`, 'Expected "schema" or "data", found "shema".'],
  ["SXP1004", marked`declare query a($b as ${"text"}) := /a;`, 'Expected "string" or "number", found "text".'],
  ["SXP1022", marked`/Day[node =~ ${'“a "b"”'}]`, "Text needs straight quotes, and these are curly."],
  ["SXP1022", marked`/Day[@name = ${"‘a’"}]`, "Text needs straight quotes, and these are curly."],
  ["SXP1005", marked`/Day ${"POI"}`, '"POI" does not belong to the query, which ends before it.'],
  ["SXP1005", marked`/Day${";"}`, '";" does not belong to the query, which ends before it.'],
  ["SXP1006", marked`/Day[${"01"}]`, '"01" is not a position: it may not start with 0.'],
  ["SXP1006", marked`/Day[${"-0"}]`, '"-0" is not a position: 0 has no sign.'],
  ["SXP1006", marked`/Day[${"+1"}:2]`, '"+1" is not a position: a position has no "+".'],
  ["SXP1006", marked`/Day[1:${"- 2"}]`, '"- 2" is not a position: no space may follow its sign.'],
  ["SXP1006", marked`/Day[${"1.0"}]`, '"1.0" is not a position: it must be a whole number, digits only.'],
  ["SXP1006", marked`/Day[${"2x"}]`, '"2x" is not a position: it must be a whole number, digits only.'],
  ["SXP1006", marked`/Day[${"-$k"}]`, '"-$k" is not a position: a parameter takes no sign.'],
  ["SXP1006", marked`/Day[${":"}]`, '":" is not a position: a range needs at least one end.'],
  ["SXP1006", marked`/Day[${"1-3"}]`, '"1-3" is not a position: a range is written with ":".'],
  ["SXP1006", marked`/Day[${"2 to 3"}]`, '"2 to 3" is not a position: a range is written with ":".'],
  ["SXP1006", marked`/Day[1][${"@+01"}]`, '"@+01" is not a position: it may not start with 0.'],
  [
    "SXP1007",
    marked`/Day[${"9007199254740992"}]`,
    'The position "9007199254740992" is beyond ±9007199254740991 (2^53 - 1), the largest one allowed.',
  ],
  ["SXP1008", marked`/Day${"["}1`, '"[" has no closing "]".'],
  ["SXP1008", marked`/Day[${"("}a]`, '"(" has no closing ")".'],
  ["SXP1008", marked`${"("}/Day | /POI`, '"(" has no closing ")".'],
  ["SXP1010", marked`/Day[a ${"AND"} b]`, '"AND" is not an operator here. Write "and".'],
  ["SXP1010", marked`/Day[a${"&&"}b]`, '"&&" is not an operator here. Write "and".'],
  ["SXP1010", marked`/Day[a ${"OR"} b]`, '"OR" is not an operator here. Write "or".'],
  ["SXP1010", marked`/Day[a ${"||"} b]`, '"||" is not an operator here. Write "or".'],
  ["SXP1010", marked`/Day[${"NOT"}(a)]`, '"NOT" is not an operator here. Write "not".'],
  ["SXP1010", marked`/Day[node ${"~="} "x"]`, '"~=" is not an operator here. Write "=~".'],
  ["SXP1010", marked`/Day[a ${"=="} 1]`, '"==" is not an operator here. Write "=".'],
  ["SXP1010", marked`/Day[a ${"eq"} 1]`, '"eq" is not an operator here. Write "=".'],
  ["SXP1010", marked`/Day[@a ${"/"} 2 > 1]`, '"/" is not an operator here. Write "div".'],
  ["SXP1010", marked`/Day[@a${"%"}2 = 1]`, '"%" is not an operator here. Write "mod".'],
  ["SXP1010", marked`/Day[@a ${"×"} 2 = 1]`, '"×" is not an operator here. Write "*".'],
  ["SXP1010", marked`/Day[${"orderby"} @a]`, '"orderby" is not an operator here. Write "order by".'],
  ["SXP1010", marked`/Day[${"SORT BY"} @a, /b/@c]`, '"SORT BY" is not an operator here. Write "order by".'],
  ["SXP1010", marked`/Day[order by @a ${"desc"}]`, '"desc" is not an operator here. Write "descending".'],
  ["SXP1010", marked`/Day[order by @a ${"ASC"}, @b]`, '"ASC" is not an operator here. Write "ascending".'],
  ["SXP1011", marked`/${"chld"}::Day`, '"chld" is not an axis. Did you mean "child"?'],
  ["SXP1011", marked`/Day/${"attribute::"}id`, '"attribute" is not an axis. Did you mean "@"?'],
  ["SXP1012", marked`/Day[${"mim"}(a, b)]`, 'There is no function "mim". Did you mean "min"?'],
  ["SXP1012", marked`/Day[${"txt"}() =~ "x"]`, 'There is no function "txt". Did you mean "text"?'],
  ["SXP1012", marked`/Day[${"node()"} =~ "x"]`, 'There is no function "node". Did you mean "node"?'],
  ["SXP1012", marked`${"string-to-codepoints"}(/a)`, 'The function "string-to-codepoints" is not in this language.'],
  ["SXP1012", marked`/Day[${"wobble"}(a)]`, 'There is no function "wobble".'],
  ["SXP1012", marked`${"cont"}(//Day)`, 'There is no function "cont". Did you mean "count"?'],
  ["SXP1013", marked`${"Day"}[2]/POI`, 'A path starts with "/" or "//". Did you mean "/Day[2]" or "//Day[2]"?'],
  ["SXP1013", marked`/Day[avg(${"POI"}[1])]`, 'A path starts with "/" or "//". Did you mean "/POI" or "//POI"?'],
  ["SXP1013", marked`/Day[count(${"POI"}) > 1]`, 'A path starts with "/" or "//". Did you mean "/POI" or "//POI"?'],
  ["SXP1014", marked`/Day/@id${"/POI"}`, 'A value has neither children nor brackets: "@id" must be the last step.'],
  ["SXP1014", marked`/Day/@id${"[1]"}`, 'A value has neither children nor brackets: "@id" must be the last step.'],
  [
    "SXP1014",
    marked`/Day/text()${"[1]"}`,
    'A value has neither children nor brackets: "text()" must be the last step.',
  ],
  [
    "SXP1015",
    marked`declare query a() := /a; declare query ${"a"}() := /b;`,
    'The query "a" is declared twice. Rename one of the two.',
  ],
  [
    "SXP1015",
    marked`declare query a($k, ${"$k"}) := /a[$k];`,
    'The parameter "$k" is declared twice. Rename one of the two.',
  ],
  ["SXP1016", marked`/Day${"]"}/POI`, '"]" has no opening "[" before it.'],
  ["SXP1016", marked`/Day[a${")"}]`, '")" has no opening "(" before it.'],
  [
    "SXP1017",
    marked`/Day[${"/"}POI]`,
    'A path alone is not a condition. Write "exists(/POI)" to ask whether there is such a node.',
  ],
  [
    "SXP1017",
    marked`/Day[${"POI"}[1]]`,
    'A path alone is not a condition. Write "exists(/POI[1])" to ask whether there is such a node.',
  ],
  ["SXP1018", marked`/Day[matches(status, ${"Todo"})]`, 'Text needs quotes, and "Todo" has none.'],
  ["SXP1018", marked`/Day[@date < ${"2024-01-01"}]`, 'Text needs quotes, and "2024-01-01" has none.'],
  ["SXP1018", marked`/Day[node =~ ${"museum"}]`, 'Text needs quotes, and "museum" has none.'],
  ["SXP1019", marked`/Day/${".."}[1]`, '".." takes no brackets. Write "parent::*" instead.'],
  [
    "SXP1020",
    marked`declare query a() := /a; ${"import"} schema "b.json";`,
    "Imports come before the declarations. Move this one to the top.",
  ],
  [
    "SXP1021",
    marked`import data "a.xml"; ${'//Day[node =~ "rain"]'}`,
    'In a file with imports or declarations every query has a name. Write "declare query name() :=" before this one.',
  ],
  [
    "SXP1023",
    marked`/Day[a and ${"some"} $x in /b satisfies c or d]`,
    'Everything after "satisfies" belongs to "some". Next to "and" or "or", put it in parentheses.',
  ],
  [
    "SXP1023",
    marked`/Day[a or ${"every"} $x in /b satisfies c]`,
    'Everything after "satisfies" belongs to "every". Next to "and" or "or", put it in parentheses.',
  ],
  [
    "SXP1024",
    marked`//a | ${"count(//b)"}`,
    '"count(//b)" is a value, and "|", "intersect" and "except" combine paths.',
  ],
  [
    "SXP1024",
    marked`//a except ${"//b/@c + 1"}`,
    '"//b/@c + 1" is a value, and "|", "intersect" and "except" combine paths.',
  ],
  [
    "SXP1025",
    marked`${"avg(//a)"}`,
    '"avg(//a)" scores or tests a node. Put it in the brackets of a step, such as "//Day[…]".',
  ],
  [
    "SXP1027",
    marked`/Day[${"avg(/a)"} + avg(/b) > 1]`,
    '"avg(/a)" is a relevance, not a value. Combine relevances with avg, min, max or product.',
  ],
  [
    "SXP1027",
    marked`/Day[${'(a =~ "x")'} * (b =~ "y")]`,
    '"(a =~ "x")" is a relevance, not a value. Combine relevances with avg, min, max or product.',
  ],
  [
    "SXP1027",
    marked`/Day[order by ${'node =~ "x"'}]`,
    '"node =~ "x"" is a relevance, not a value. It orders by itself, in a bracket without "order by".',
  ],
  [
    "SXP1028",
    marked`${"for"} $x in //a return $x/b`,
    '"for" is not part of the language: select with a path and brackets, such as "//Day[some $x in /POI satisfies …]".',
  ],
  [
    "SXP1028",
    marked`/Day[${"if"} (a) then b else c]`,
    '"if" is not part of the language: select with a path and brackets, such as "//Day[some $x in /POI satisfies …]".',
  ],
  ["SXP1038", marked`${"$.a[?@.b>1]"}`, "This is JSONPath. In Semantic XPath: /*/a[@b > 1]"],
  ["SXP1038", marked`${".a[0].b"}`, "This is jq. In Semantic XPath: /*/a[1]/@b (a value) or /*/a[1]/b (nodes)."],
  [
    "SXP1038",
    marked`${"SELECT a, COUNT(*) FROM b GROUP BY a"}`,
    "This is SQL. In Semantic XPath: (//b)[group by @a]/{ @a, count: count(/b) }",
  ],
  [
    "SXP1038",
    marked`${"SELECT a FROM b JOIN c ON b.x = c.x"}`,
    'This is SQL, and "JOIN" has no translation here. Write a path with conditions in brackets, such as "//Day[2]/POI[@cost > 9]".',
  ],
  [
    "SXP1039",
    marked`//POI[${"@a between 1 and 2"} and @b]`,
    '"@a between 1 and 2" is written in another way here: //POI[(@a >= 1 and @a <= 2) and @b]',
  ],
  [
    "SXP1039",
    marked`//POI[${"1 <= @a <= 2"}]`,
    '"1 <= @a <= 2" is written in another way here: //POI[1 <= @a and @a <= 2]',
  ],
  [
    "SXP1039",
    marked`//POI[${"@a not in (1, 2)"}]`,
    '"@a not in (1, 2)" is written in another way here: //POI[not(@a = 1 or @a = 2)]',
  ],
  ["SXP1039", marked`//POI[${"@a is not null"}]`, '"@a is not null" is written in another way here: //POI[@a]'],
  [
    "SXP1039",
    marked`//POI[${'@a = "x" or "y"'}]`,
    '"@a = "x" or "y"" is written in another way here: //POI[@a = "x" or @a = "y"]',
  ],
  [
    "SXP1039",
    marked`//POI[${"@a like 'Tea%'"}]`,
    '"@a like \'Tea%\'" is written in another way here: //POI[starts-with(@a, "Tea")]',
  ],
  [
    "SXP1039",
    marked`//POI[@b and ${"@a NOT LIKE '%tea%'"}]`,
    '"@a NOT LIKE \'%tea%\'" is written in another way here: //POI[@b and not(contains(@a, "tea"))]',
  ],
  [
    "SXP1012",
    marked`${"Read"}(/Itinerary/Day[1])`,
    'The function "Read" is not in this language. This is an older dialect: "sxp migrate" reads it.',
  ],
  ["SXP1039", marked`//POI[@a > ${"30 USD"}]`, '"30 USD" is written in another way here: //POI[@a > "30 USD"]'],
  [
    "SXP1040",
    marked`(//a)[group by ${"count(/b)"}]`,
    '"count(/b)" as a key of groups needs a name. Write "count(/b) as count".',
  ],
  [
    "SXP1041",
    marked`//a/{ ${"count(/b)"} }`,
    '"count(/b)" as a field of a record needs a name. Write "count: count(/b)".',
  ],
  [
    "SXP1042",
    marked`(//a/${"{"} @b })[1]`,
    'A record stands last in a query or in a field, after a step and a single "/": "//Day/{ @date }". Nothing follows it, and it is not in a bracket, a set, an argument or an update.',
  ],
  [
    "SXP1043",
    marked`//a/{ @b, ${"b"}: @c }`,
    'The name "b" is used twice here. Give each key or field a name of its own.',
  ],
  ["SXP1039", marked`//POI[${"parent"}::Day]`, '"parent" is written in another way here: //POI[exists(/parent::Day)]'],
  ["SXP1039", marked`//A ${"union"} //B`, '"union" is written in another way here: //A | //B'],
  [
    "SXP1039",
    marked`//A[${"any"} $x in B satisfies $x/@a = 1]`,
    '"any" is written in another way here: //A[some $x in /B satisfies $x/@a = 1]',
  ],
  [
    "SXP1039",
    marked`//A[some $x in /B ${"where"} $x/@a = 1]`,
    '"where" is written in another way here: //A[some $x in /B satisfies $x/@a = 1]',
  ],
  ["SXP1039", marked`//A[${"order"} @a]`, '"order" is written in another way here: //A[order by @a]'],
  ["SXP1039", marked`move node //A[1] ${"to"} //B`, '"to" is written in another way here: move node //A[1] into //B'],
  ["SXP1039", marked`${"set"} //A/@b = 3`, '"set" is written in another way here: replace value of node //A/@b with 3'],
  ["SXP1029", marked`//Day ${"order by @a"}`, '"order by @a" is a bracket here: "[order by @a]".'],
  ["SXP1029", marked`//Day[b = 1 ${"order by @a"}][1]`, '"order by @a" is a bracket here: "[order by @a]".'],
  ["SXP1029", marked`/Plan/Day ${"limit 3"}`, '"limit 3" is a bracket here: "[1:3]".'],
  [
    "SXP1030",
    marked`${"id"}("x")/Turn`,
    '"id("x")" continues from nodes, and the path has none yet. Write "//*[@id = "x"]".',
  ],
  ["SXP1030", marked`/${"id"}($k)`, '"id($k)" continues from nodes, and the path has none yet. Write "//*[@id = $k]".'],
  [
    "SXP1030",
    marked`count(${"id"}(@ref))`,
    '"id(@ref)" continues from nodes, and the path has none yet. Write "//*/id(@ref)".',
  ],
  [
    "SXP1030",
    marked`//A[count(root()/${"id"}("x")) = 1]`,
    '"id("x")" continues from nodes, and the path has none yet. Write "//*[@id = "x"]".',
  ],
  [
    "SXP1030",
    marked`//A${"//"}id(@ref)`,
    '"id(@ref)" leads from a node to the nodes that it names, so it comes after "/" and not after "//". Write "/id(@ref)".',
  ],
  [
    "SXP1030",
    marked`//A[count(${"id"}(@ref)[1]/B) > 1]`,
    '"id(@ref)" is a step of a path, not a function. Write "/id(@ref)".',
  ],
  ["SXP1031", marked`//A/${"id"}()`, '"id()" needs an argument that holds the ids. Write "id(@ref)".'],
  [
    "SXP1031",
    marked`//A/id(${"@a, @b"})`,
    '"@a, @b" is not what "id(…)" takes: an attribute, a field, ".", "text()", a text in quotes or a parameter, such as "id(@a)".',
  ],
  [
    "SXP1031",
    marked`//A/id(${"7"})`,
    '"7" is not what "id(…)" takes: an attribute, a field, ".", "text()", a text in quotes or a parameter, such as "id("7")".',
  ],
  [
    "SXP1031",
    marked`//A/id(${"/E/@ref"})`,
    '"/E/@ref" is not what "id(…)" takes: an attribute, a field, ".", "text()", a text in quotes or a parameter, such as "/E/id(@ref)".',
  ],
  ["SXP1029", marked`//Day ${"where @a = 1"}`, '"where @a = 1" is a bracket here: "[@a = 1]".'],
  ["SXP1004", marked`delete ${"//"}POI[1]`, 'Expected "node", found "//".'],
  ["SXP1004", marked`insert ${"<"}POI/> into //Day`, 'Expected "node", found "<".'],
  ["SXP1004", marked`delete ${"nodes"} //POI[1]`, 'Expected "node", found "nodes".'],
  ["SXP1004", marked`replace ${"value"} //POI[1] with 3`, 'Expected "node" or "value of node", found "value".'],
  ["SXP1004", marked`delete node //a ${"delete"} node //b`, 'Expected ",", found "delete".'],
  ["SXP1004", marked`insert node ${"into"} //Day`, 'Expected a node such as "<Day/>", found "into".'],
  [
    "SXP1004",
    marked`insert node <a/> ${"as first"} //Day`,
    'Expected "into", "as first into", "as last into", "before" or "after", found "as first".',
  ],
  ["SXP1004", marked`rename node //a ${"into"} b`, 'Expected "as", found "into".'],
  ["SXP1010", marked`delete node //a${";"} delete node //b`, '";" is not an operator here. Write ",".'],
  [
    "SXP1032",
    marked`declare ${"query"} a() := delete node //a;`,
    'What is declared as a query here changes data, so it is an update. Write "declare update".',
  ],
  [
    "SXP1032",
    marked`declare ${"update"} a() := //a;`,
    'What is declared as an update here changes nothing, so it is a query. Write "declare query".',
  ],
  [
    "SXP1033",
    marked`declare query a(${"$n as node"}) := //a;`,
    'Only updates take nodes, and "$n" is a parameter of a query. Give a string or a number.',
  ],
  [
    "SXP1034",
    marked`insert node ${'<POI name="x">'} into //Day`,
    '"<POI name="x">" is not closed: "</POI>" is missing.',
  ],
  ["SXP1034", marked`insert node ${'<POI name="x"'} into //Day`, '"<POI name="x"" is not closed: "/>" is missing.'],
  ["SXP1034", marked`insert node <a>${"<b>"}t</a> into //Day`, '"<b>" is not closed: "</b>" is missing.'],
  [
    "SXP1034",
    marked`insert node <a>t</${"b"}> into //Day`,
    '"</b>" closes no element: the one that is open here is closed by "</a>".',
  ],
  ["SXP1034", marked`insert node <a>${"{"}1</a> into //Day`, '"{" is not closed: "}" is missing.'],
  [
    "SXP1035",
    marked`insert node <a>Q${"&"}A</a> into //Day`,
    '"&" can\'t be written like this in an element. Write "&amp;".',
  ],
  [
    "SXP1035",
    marked`insert node <a ${"b={$x}"}/> into //Day`,
    '"b={$x}" can\'t be written like this in an element. Write "b="{$x}"".',
  ],
  [
    "SXP1036",
    marked`delete node ${"(1 + 2)"}`,
    '"(1 + 2)" can\'t be the target of an update. A target is one path such as "//Day[1]", a parameter, or the key of a node such as "#17".',
  ],
  [
    "SXP1037",
    marked`delete node ${"#17@3"}`,
    '"#17@3" is a node of an old version, and those stay as they are. It can be copied; to change the node as it is now, write "#17".',
  ],
];

const apply = (text: string, { edits }: Fix): string =>
  [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);

describe.each(MISTAKES)("%s", (code, { text, span }, message) => {
  test(`${text}: ${message}`, () => {
    const { diagnostics } = parse(text);
    expect(diagnostics.map((each) => ({ code: each.code, span: each.span, message: each.message }))).toEqual([
      { code, span, message },
    ]);
  });

  test(`each fix of ${text} leaves no error`, () => {
    for (const fix of parse(text).diagnostics[0]!.fixes)
      expect(parse(apply(text, fix)).diagnostics, apply(text, fix)).toEqual([]);
  });
});

test("every code of the parser has an example", () => {
  const shown = new Set([...MISTAKES.map(([code]) => code), "SXP1009"]);
  expect([...shown].sort()).toEqual(Object.keys(DIAGNOSTICS).filter((code) => code.startsWith("SXP1")));
});

test("only a position out of range leaves a query that can run", () => {
  for (const [code, { text }] of MISTAKES) expect(parse(text).diagnostics[0]!.runnable, text).toBe(code === "SXP1007");
});

test("an empty text is reported to lack a path", () => {
  const { ast, diagnostics } = parse("");
  expect(diagnostics.map(({ code, span }) => ({ code, span }))).toEqual([
    { code: "SXP1004", span: { start: 0, end: 0 } },
  ]);
  expect(ast.query?.kind === "Query" && ast.query.paths.map(({ kind }) => kind)).toEqual(["Missing"]);
});

describe("several mistakes", () => {
  test.each([
    ["/Day[01]/POI[a AND b][c == 1]", ["SXP1006", "SXP1010", "SXP1010"]],
    ["/Day[a b]/chld::POI[min(]", ["SXP1001", "SXP1011", "SXP1008", "SXP1004"]],
    ["declare query a() := /b[1; declare query c() := /d//;", ["SXP1008", "SXP1004"]],
    ["declare query a() := /b[\ndeclare query c() := /d;", ["SXP1008", "SXP1004"]],
    ["/Day[sort by @a desc, ]", ["SXP1010", "SXP1010", "SXP1004"]],
    ["/Day[@a / 2 == @b % 3]", ["SXP1010", "SXP1010", "SXP1010"]],
    ["/Day[some $x of /a]", ["SXP1004", "SXP1004"]],
  ])("%s", (text, codes) => {
    expect(parse(text).diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});
