/** Readers of files that have a shape. They load the library of shapes, so they are imported when there is such a file. */
export { parseSchema } from "@semantic-xpath/planner";
export { parseMapping } from "./mapping/mapping.js";
