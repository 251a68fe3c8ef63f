import type { FILES } from "../registry/files.js";
import type { Explanations } from "./explanation.js";

export const FILES_EXPLAINED: Explanations<typeof FILES> = {
  SXP2101: {
    text: "A schema file is JSON without comments. The message points to the place where reading stopped. To explain a type or an attribute, use its property `documentation`.",
  },
  SXP2102: {
    text: "A property of the [schema file](../how-to/schemas.md) has the wrong form, such as a text for an object. The message says which property and which form.",
    bad: '{ "version": 1, "roots": "Itinerary", "types": { "Itinerary": { "text": "no" } } }',
    good: '{ "version": 1, "roots": ["Itinerary"], "types": { "Itinerary": { "text": false } } }',
    language: "json",
  },
  SXP2103: {
    text: "The schema format has no property of this name at this place, so the property is ignored. The message suggests the nearest name.",
    bad: '{ "version": 1, "roots": ["Note"], "types": { "Note": { "txt": true } } }',
    good: '{ "version": 1, "roots": ["Note"], "types": { "Note": { "text": true } } }',
    language: "json",
  },
  SXP2104: {
    text: "A name under `roots`, under `children` or in a reference such as `ref(Turn)` must be declared under `types`. Declare it, or correct the name.",
    bad: '{ "version": 1, "roots": ["Trip"], "types": { "Itinerary": {} } }',
    good: '{ "version": 1, "roots": ["Itinerary"], "types": { "Itinerary": {} } }',
    language: "json",
  },
  SXP2105: {
    text: "An object of the schema file has the same property twice, or a list has the same entry twice. Only the first counts.",
    bad: '{ "version": 1, "roots": ["Itinerary", "Itinerary"], "types": { "Itinerary": {} } }',
    good: '{ "version": 1, "roots": ["Itinerary"], "types": { "Itinerary": {} } }',
    language: "json",
  },
  SXP2106: {
    text: "A child type has a `min` that is larger than its `max`, so no data could satisfy it. Raise `max` or lower `min`.",
    bad: `{
  "version": 1,
  "roots": ["Itinerary"],
  "types": { "Itinerary": { "children": { "Day": { "min": 7, "max": 1 } } }, "Day": {} }
}`,
    good: `{
  "version": 1,
  "roots": ["Itinerary"],
  "types": { "Itinerary": { "children": { "Day": { "min": 1, "max": 7 } } }, "Day": {} }
}`,
    language: "json",
  },
  SXP2107: {
    text: 'A name is under `attributes` with `"element": true` and also under `children`. A field element is an attribute of its parent and not a node. Remove one.',
  },
  SXP2108: {
    text: "A type may have one attribute of type `id`, by which references name its nodes. A second one counts as a string.",
    bad: `{
  "version": 1,
  "roots": ["Task"],
  "types": { "Task": { "attributes": { "id": { "type": "id" }, "key": { "type": "id" } } } }
}`,
    good: `{
  "version": 1,
  "roots": ["Task"],
  "types": { "Task": { "attributes": { "id": { "type": "id" }, "key": { "type": "string" } } } }
}`,
    language: "json",
  },
  SXP2109: {
    text: "`within` of a [context](../how-to/schemas.md#what-is-read-with-what-is-around-it) names a type that never contains this one. Name one that can, or leave it out for the parent.",
    bad: `{
  "version": 1,
  "roots": ["Session"],
  "types": {
    "Session": { "children": { "Turn": {}, "Summary": {} } },
    "Summary": { "text": true },
    "Turn": { "text": true, "context": { "within": "Summary" } }
  }
}`,
    good: `{
  "version": 1,
  "roots": ["Session"],
  "types": {
    "Session": { "children": { "Turn": {}, "Summary": {} } },
    "Summary": { "text": true },
    "Turn": { "text": true, "context": { "within": "Session" } }
  }
}`,
    language: "json",
  },
  SXP2201: {
    text: "The text of a [mapping](formats.md#mappings) can't be read at this place. No part of the mapping is used.",
  },
  SXP2202: {
    text: "A value of a mapping has the wrong kind, or a required value is missing. The message says what is expected.",
  },
  SXP2203: {
    text: "Mappings have no property of this name at this place. The message suggests the nearest name: `attributes` for `attributs`.",
  },
  SXP2204: {
    text: "`root` and `as` name rules, and each rule must be declared under `rules`. The message suggests the nearest name.",
  },
  SXP2205: {
    text: "An object of a mapping has a member twice. Remove one of them.",
  },
  SXP2206: {
    text: "A [path](formats.md#paths), a [template](formats.md#templates) or a [pattern of dates](formats.md#dates) can't be read. The message says what is wrong with it.",
  },
  SXP2207: {
    text: "Patterns are regular expressions as in [`matches`](language.md), without back-references. In a step such as `session_{n:\\d+}` the pattern is the part after the colon, and can't have groups of its own.",
  },
  SXP2208: {
    text: "Neither `root` nor an `as` names the rule, so it applies to no value.",
  },
  SXP2209: {
    text: "`--mapping` takes the name of a [shipped mapping](formats.md#shipped-mappings) or a file; for a file whose name has no dot or slash, write `./name`.",
  },
};
