import { createRequire } from "node:module";
import { itineraryXml } from "../data/itinerary.mjs";

const require = createRequire(import.meta.url);
const cheerio = require("cheerio");
/** The css-select that cheerio itself uses. */
const { compile, selectAll } = createRequire(require.resolve("cheerio"))("css-select");
const XML = { xmlMode: true };

export const cssSelect = {
  name: "css-select",
  queries: {
    child: "Plan > Day > POI",
    descendant: "POI",
    attribute: 'POI[travel_method="Walk"]',
    position: "Plan > Day:nth-of-type(2) > POI:nth-of-type(-n+3)",
    first: "Plan > Day > POI:first-of-type",
    last: "Plan > Day > POI:last-of-type",
  },
  build: (days) => cheerio.load(itineraryXml(days), { xml: true }).root()[0],
  compile: (text) => {
    const test = compile(text, XML);
    return (root) => selectAll(test, root, XML).length;
  },
};
