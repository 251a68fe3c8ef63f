/** The session behind the page, for any host: a server, a worker, a test. Nothing in it needs Node. */

export { PARAMS } from "../params.js";
export { QUESTIONS, type Question, type Right } from "./questions.js";
export { type Reported, reported } from "./studioError.js";
export { type StudioOptions, StudioSession } from "./studioSession.js";
