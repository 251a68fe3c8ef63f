export { smallestChange } from "./change.js";
export { nearestQuery } from "./nearest.js";
