import { XmlDocument, XmlXPath } from "libxml2-wasm";
import { itineraryXml } from "../data/itinerary.mjs";
import { XPATH } from "./xpath.mjs";

export const libxml2 = {
  name: "libxml2-wasm",
  queries: XPATH,
  build: (days) => XmlDocument.fromString(itineraryXml(days)),
  compile: (text) => {
    const query = XmlXPath.compile(text);
    return (document) => document.find(query).length;
  },
  isOutside: true,
  release: (document) => document.dispose(),
};
