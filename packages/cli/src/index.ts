export { sxp } from "./cli.js";
export type { Io, Output } from "./io.js";
export { EXIT, type ExitCode } from "./stop.js";
