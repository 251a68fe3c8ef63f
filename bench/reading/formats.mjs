import { readJson, readJsonLines, readXml } from "@semantic-xpath/readers";
import { readCsv } from "@semantic-xpath/readers/csv";
import { readHtml } from "@semantic-xpath/readers/html";
import { readYaml } from "@semantic-xpath/readers/yaml";
import { visit } from "jsonc-parser";
import Papa from "papaparse";
import { parse as parseHtml } from "parse5";
import { SaxesParser } from "saxes";
import { parseDocument } from "yaml";
import { itineraryJson, itineraryXml } from "../data/itinerary.mjs";

function bareXml(text) {
  const parser = new SaxesParser({ position: false });
  for (const event of ["opentagstart", "attribute", "text", "closetag"]) parser.on(event, () => {});
  parser.write(text).close();
}

function bareJson(text) {
  const nothing = () => {};
  visit(text, {
    onObjectBegin: nothing,
    onObjectProperty: nothing,
    onObjectEnd: nothing,
    onArrayBegin: nothing,
    onArrayEnd: nothing,
    onLiteralValue: nothing,
  });
}

function bareLines(text) {
  const values = [];
  for (const line of text.split("\n")) values.push(JSON.parse(line));
  return values;
}

function bareYaml(text) {
  return parseDocument(text, { schema: "failsafe", uniqueKeys: false });
}

function bareHtml(text) {
  return parseHtml(text, { sourceCodeLocationInfo: true });
}

function bareCsv(text) {
  return Papa.parse(text, { header: true });
}

const stopsOf = (days) => days.flatMap(({ index, stops }) => stops.map((stop) => ({ day: index, ...stop })));

const linesOf = (days) =>
  stopsOf(days)
    .map((stop) => JSON.stringify(stop))
    .join("\n");

const csvOf = (days) =>
  ["day,type,name,travel_method", ...stopsOf(days).map((stop) => Object.values(stop).join(","))].join("\n");

const yamlOf = (days) =>
  days
    .flatMap(({ index, stops }) => [
      `- index: ${index}`,
      "  stops:",
      ...stops.map(
        ({ type, name, travel_method }) => `  - type: ${type}\n    name: ${name}\n    travel_method: ${travel_method}`,
      ),
    ])
    .join("\n");

const htmlOf = (days) =>
  days
    .map(({ index, stops }) => {
      const items = stops.map(
        ({ type, name, travel_method }) => `<li class="${type}">${name} <b>${travel_method}</b></li>`,
      );
      return `<h2>${index}</h2><ul>${items.join("")}</ul>`;
    })
    .join("\n");

/** Each format: the text of an itinerary, our reader, and the library that it stands on (CSV: a library that it might) by itself. */
export const FORMATS = [
  { name: "XML", peer: "saxes", text: itineraryXml, ours: readXml, bare: bareXml },
  {
    name: "JSON",
    peer: "jsonc-parser visit",
    text: (days) => JSON.stringify(itineraryJson(days)),
    ours: readJson,
    bare: bareJson,
  },
  { name: "JSON Lines", peer: "JSON.parse by line", text: linesOf, ours: readJsonLines, bare: bareLines },
  { name: "YAML", peer: "yaml parseDocument", text: yamlOf, ours: readYaml, bare: bareYaml },
  { name: "HTML", peer: "parse5, with places", text: htmlOf, ours: readHtml, bare: bareHtml },
  { name: "CSV", peer: "papaparse", text: csvOf, ours: readCsv, bare: bareCsv },
];
