export type * from "./protocol.js";
