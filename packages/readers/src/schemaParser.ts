export { parseSchema } from "@semantic-xpath/planner";
