import { schemaOf } from "./marked.js";

/** The schema of the examples: a trip of days, with places and meals, and a registry of tasks beside it. */
export const trip = schemaOf(`{
  "version": 1, "roots": ["Itinerary"],
  "types": {
    "Itinerary": { "attributes": { "title": {} }, "children": { "Day": { "min": 1, "max": 14 }, "Task": {} } },
    "Day": { "attributes": { "date": { "type": "date" }, "rain": { "type": "boolean" } }, "children": { "POI": { "max": 20 }, "Restaurant": {} } },
    "POI": { "text": true, "attributes": { "name": {}, "price": { "type": "number" } }, "children": { "Review": {} } },
    "Restaurant": { "attributes": { "name": {}, "stars": { "type": "number", "values": ["1", "2", "3"] } }, "children": { "Review": {} } },
    "Review": { "text": true },
    "Task": { "attributes": { "status": { "values": ["Todo", "Done"], "element": true } }, "children": { "Version": {}, "note": { "max": 1 } } },
    "Version": { "text": true },
    "note": { "text": true }
  }
}`);
