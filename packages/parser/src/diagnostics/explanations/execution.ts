import type { EXECUTION } from "../registry/execution.js";
import type { Explanations } from "./explanation.js";

export const EXECUTION_EXPLAINED: Explanations<typeof EXECUTION> = {
  SXP4001: {
    when: "at run time",
    text: "The scorer threw an error or rejected, for instance because its model or its server can't be reached. The message includes the scorer's own reason. There is no partial result.",
  },
  SXP4002: {
    when: "at run time",
    text: "A score is a number from 0 to 1; the scorer gave NaN or another number. Correct the [scorer](../how-to/scorers-and-models.md#your-own-scorer).",
  },
  SXP4003: {
    when: "at run time",
    text: "The data or the run is larger than the caller allows. The message names the option; [limits](language.md#limits) has the defaults. Raise it if that is intended.",
  },
  SXP4004: {
    when: "at run time",
    text: "The signal that was passed to the run was aborted before the result was complete.",
  },
  SXP4005: {
    when: "when data is read",
    text: "The XML breaks a rule of its grammar, and a reader stops there. With `onDiagnostic` it reports every error and reads all elements that it can.",
    bad: '<Day><POI name="High Park"></Day>',
    good: '<Day><POI name="High Park"/></Day>',
    language: "xml",
  },
  SXP4006: {
    when: "when data is read",
    text: "A DOCTYPE could expand a small file to an enormous one, so it is skipped and nothing is fetched. Write the text, or the character by its number.",
    bad: `<!DOCTYPE Itinerary [<!ENTITY city "San Francisco">]>
<Itinerary><Day city="&city;"/></Itinerary>`,
    good: `<!DOCTYPE Itinerary [<!ENTITY city "San Francisco">]>
<Itinerary><Day city="San Francisco"/></Itinerary>`,
    language: "xml",
  },
  SXP4007: {
    when: "when data is read",
    text: "The text breaks a rule of JSON: no comments, no trailing commas. With `onDiagnostic` a reader reports every error and reads all values that it can.",
    bad: '{ "type": "Day", "name": "Arrival" "children": [] }',
    good: '{ "type": "Day", "name": "Arrival", "children": [] }',
    language: "json",
  },
  SXP4008: {
    when: "when data is checked",
    text: "The data has something that the schema does not allow, or lacks something required. The message has the path. Files of recorded scores are checked under this code too.",
  },
  SXP4009: {
    when: "at run time",
    text: "A parameter has no argument, or one of the wrong type, or an argument has no parameter. On the command line: `--param name=value`.",
    bad: "declare query day_plan($n as number) := /Itinerary/Day[$n]/*;",
    language: "xpath",
  },
  SXP4010: {
    when: "at run time",
    text: "The recorded scorer has no score for this condition and this text. Either the query or the data has changed since the recording. Record again with the same scorer.",
  },
  SXP4011: {
    when: "at run time",
    text: "An operation can't use this value: no number, several values, another currency. Narrow the path, pick one value (`min(/POI/@cost)`), or correct the data. Comparisons are false instead.",
    bad: "sum(//POI/@name)",
    language: "xpath",
  },
  SXP4012: {
    when: "when data is read",
    text: "The text breaks a rule of [YAML](formats.md#yaml): indentation, brackets, quotation marks, a repeated key, or an alias without an anchor before it.",
    bad: `plan: *trip
day: 1
day: 2`,
    good: `plan: &trip {name: Toronto}
day: [1, 2]`,
    language: "yaml",
  },
  SXP4013: {
    when: "when data is read",
    text: "A quotation mark that opens a cell is never closed, or text follows the closing one. Within a cell in quotation marks, write a quotation mark twice. See [data.md](formats.md#csv).",
    bad: `name,note
museum,"the "old" one"`,
    good: `name,note
museum,"the ""old"" one"`,
    language: "csv",
  },
  SXP4014: {
    when: "when data is read",
    text: "The message has the HTML standard's name of the error. The reader corrects it as browsers do: nothing is lost, but an element may have another place.",
    bad: "<table>lost<tr><td>found</table>",
    language: "html",
  },
  SXP4015: {
    when: "when data is read",
    text: "A row has more or fewer cells than the first has names. Missing cells are absent; surplus ones are `column 4`, `column 5`. Often quotation marks are missing.",
    bad: `name,cost
museum,CAD 1,200`,
    language: "csv",
  },
  SXP4016: {
    when: "when data is read",
    text: "A tree can't hold this, and the message says how it is read: YAML tags are ignored, a later value of a key counts, repeated columns get numbers.",
    bad: "place: !city Toronto",
    language: "yaml",
  },
  SXP4017: {
    when: "when Markdown is read",
    text: "The YAML between two lines of hyphens at the start of a note has an error. A `FrontMatter` node keeps its text. Put text with a colon in quotes.",
    bad: "title: Lisbon: by tram",
    language: "yaml",
  },
  SXP4018: {
    when: "when a folder of notes is read, with the option `checkLinks`",
    text: "No note that was read has this name, alias or heading. Addresses are paths from the note or the folder, with headings as `budget.md#fixed-costs`.",
  },
  SXP4021: {
    when: "when data is read",
    text: "What no rule of a [mapping](formats.md#mappings) mentions is kept or left out, as its `rest` says. Mention the member: as attribute, child, `keep` or `drop`.",
  },
  SXP4022: {
    when: "when data is read",
    text: "A date is not written as the mapping says, or a pattern does not match. The text is kept. The first such value of each place is shown.",
  },
  SXP4023: {
    when: "when data is read",
    text: "No rule of the mapping's `root` fits this data. Choose another [mapping](formats.md#shipped-mappings), or read the data without one.",
  },
  SXP4024: {
    when: "when data is read",
    text: "The names in the data are those of a format that a [shipped mapping](formats.md#shipped-mappings) knows. A mapping is used only if you choose it, with `--mapping` or in `sxp.config.json`.",
  },
  SXP4025: {
    when: "when data is checked",
    text: "No node has the id that the reference names, so `id(…)` leads nowhere. Correct the value, or add the node. The message suggests the nearest ids.",
  },
  SXP4026: {
    when: "when data is checked",
    text: "The reference is declared for other types than that of its node. Correct the value, or add the type to the declaration: `ref(Turn | Event)`.",
  },
  SXP4027: {
    when: "when data is checked",
    text: "Two nodes have the same id, and the schema declares ids or references. References lead to the first in document order. Give the second another id.",
  },
  SXP4031: {
    when: "when a tree is written",
    text: "The format can't hold this node, and nothing is left out or changed to make it fit. Rename it, or write JSON or YAML, which hold every tree.",
  },
  SXP4032: {
    when: "when a source is edited",
    text: "No text of this format gives the edited tree, or a mapping builds the node from other parts, so [nothing is written](../how-to/typescript.md#what-is-refused).",
  },
  SXP4033: {
    when: "when edits meet changes of others",
    text: "A file changed since it was read, and a [pending edit](../how-to/typescript.md#changes-from-outside) gives the same place another value. Nothing is written; take one and edit again.",
  },
  SXP4034: {
    when: "when edits meet changes of others",
    text: "A file changed since it was read, and the node of a [pending edit](../how-to/typescript.md#changes-from-outside) has moved or is gone. Nothing is written. Read it again.",
  },
  SXP4035: {
    when: "when data is opened",
    text: "The file is missing, unreadable, too large or not a regular file. Other files are read, and the command ends with exit code 3.",
  },
  SXP4036: {
    when: "when data is opened",
    text: "A pattern matches no file, or a folder has none in a [supported format](formats.md). Names that begin with a dot, and `node_modules`, are left out.",
  },
  SXP4037: {
    when: "when data is opened",
    text: "A pattern or a folder has more files than may be opened together: 20 000 by default, the option `maxFiles` of `openData`. Name a folder further down.",
  },
  SXP4038: {
    when: "when data is opened",
    text: "Neither the extension nor the first characters show the format. Name it with `--format-in FORMAT`, or the option `format` of `openData`.",
  },
  SXP4041: {
    when: "when an update is made",
    text: "The path of a primitive leads to no node of the tree. No part of the update is made.",
  },
  SXP4042: {
    when: "when an update is made",
    text: "A path without relevances leads to several nodes, and a primitive changes one. Say which, by a condition, position or key. Nothing is updated.",
  },
  SXP4043: {
    when: "when an update is made",
    text: "The weights of the two best candidates are less than `confidence.margin` apart, and an update does not guess. `targets` has the candidates with their weights.",
  },
  SXP4044: {
    when: "when an update is made",
    text: "The node is found by relevance, and even the weight of the best candidate is below `confidence.weight`. `targets` has the candidates.",
  },
  SXP4045: {
    when: "when an update is made",
    text: "Two primitives give one node a name, replacement, value or place, or one inserts where another deletes everything (XUDY0015 to 0017 of XQuery Update).",
  },
  SXP4046: {
    when: "when an update is made",
    text: "A node would be moved into itself or into one of its descendants, by one move or by several moves together.",
  },
  SXP4047: {
    when: "when an update is made",
    text: "The root can't be deleted or moved and has no siblings.",
  },
  SXP4048: {
    when: "when an update is made",
    text: 'The argument of a node parameter is not the key of a node here. A node to insert may also be data: `{ "type": …, "attributes": …, "children": … }`.',
  },
  SXP4049: {
    when: "when an update is made",
    text: 'A value in an update is computed on the tree before it, and this path leads to nothing there. For an empty text write `""`.',
  },
  SXP4050: {
    when: "when a version of a tree is opened, or when a part of it is first looked at",
    text: "The stored bytes are not what this project writes. Nothing is guessed. `sxp memory doctor` finds out which parts of a memory are damaged.",
  },
  SXP4051: {
    when: "when a version of a tree is opened",
    text: "A later version of Semantic XPath stored the tree in a format that this version doesn't know. Install the later version to read it. The data is not changed.",
  },
  SXP4080: {
    when: "when a scorer is chosen",
    text: "The model's files say that its output is not what the scorer needs, so nothing runs. The message names the [scorer for it](../how-to/scorers-and-models.md#which-model-for-which-scorer).",
  },
  SXP4101: {
    when: "when a configuration is read",
    text: "A property of [`sxp.config.json`](configuration.md) is unknown, usually misspelled. API keys have no property: name an environment variable in `keyVariable`.",
    bad: '{ "scorers": { "judge": { "kind": "chat", "url": "http://127.0.0.1:8000/v1", "modle": "Qwen/Qwen3-8B" } } }',
    good: '{ "scorers": { "judge": { "kind": "chat", "url": "http://127.0.0.1:8000/v1", "model": "Qwen/Qwen3-8B" } } }',
    language: "json",
  },
  SXP4102: {
    when: "when a configuration is read",
    text: "A property of `sxp.config.json` has an unsuitable value, or a required property is missing. The message says what it must be.",
    bad: '{ "limits": { "maxNodes": "many" } }',
    good: '{ "limits": { "maxNodes": 10000000 } }',
    language: "json",
  },
  SXP4103: {
    when: "when a configuration is read, or a scorer is chosen",
    text: "A scorer is chosen by its name in [`sxp.config.json`](configuration.md), or by a form such as `lexical` or `recorded:FILE`.",
  },
  SXP4104: {
    when: "when a configuration is read",
    text: "A fused scorer or a cascade contains itself, directly or through others. The message shows the cycle. Remove one of its parts.",
  },
  SXP4105: {
    when: "when a scorer is chosen",
    text: "The description is valid, but a file or folder is missing, a package is not installed, or settings contradict each other. The message gives the reason.",
  },
};
