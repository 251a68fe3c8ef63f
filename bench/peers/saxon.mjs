import { createRequire } from "node:module";
import { itineraryXml } from "../data/itinerary.mjs";
import { XPATH } from "./xpath.mjs";

const Saxon = createRequire(import.meta.url)("saxon-js");

export const saxon = {
  name: "saxon-js",
  queries: XPATH,
  build: (days) => Saxon.getResource({ text: itineraryXml(days), type: "xml" }),
  compile: (text) => (document) => Saxon.XPath.evaluate(text, document, { resultForm: "array" }).length,
};
