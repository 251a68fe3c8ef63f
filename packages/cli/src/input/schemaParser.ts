/** Parser of schema files. It loads the library of shapes, so it is imported when there is a schema. */
export { parseSchema } from "@semantic-xpath/planner";
