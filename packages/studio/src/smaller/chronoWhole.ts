/** The package itself, a file of its own that is read when dates are. */
export { casual, parse } from "chrono-node/en";
