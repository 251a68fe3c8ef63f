/** CSV to trees: an entry of its own, so that only those who read CSV load it. */
export { type CsvOptions, readCsv } from "./csv/readCsv.js";
