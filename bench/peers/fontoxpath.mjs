import { createRequire } from "node:module";
import { itineraryXml } from "../data/itinerary.mjs";
import { XPATH } from "./xpath.mjs";

const require = createRequire(import.meta.url);
const { evaluateXPath, evaluateXPathToNodes } = require("fontoxpath");
const { parseXmlDocument } = require("slimdom");
const LANGUAGE = { language: evaluateXPath.XPATH_3_1_LANGUAGE };

export const fontoxpath = {
  name: "fontoxpath",
  queries: XPATH,
  build: (days) => parseXmlDocument(itineraryXml(days)),
  compile: (text) => (document) => evaluateXPathToNodes(text, document, null, null, LANGUAGE).length,
};
