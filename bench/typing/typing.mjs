import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createLanguageService } from "@semantic-xpath/lsp";
import { TextDocument } from "vscode-languageserver-textdocument";
import { progress } from "../report/progress.mjs";
import { typingTable } from "./tables.mjs";

const require = createRequire(import.meta.url);
const LINES = [10, 100, 1000];

/** What a key costs in the middle of a file: the edit, then diagnostics or completion, by language services of several languages. */
export async function measure({ effort }) {
  const records = [];
  for (const lines of LINES) {
    progress(`  ${lines} lines`);
    for (const [server, open] of Object.entries(SERVERS)) {
      const { document, offset, features } = open(lines);
      for (const [feature, answer] of Object.entries(features)) {
        const cpu = await cpuOfKeys(document, offset, answer, effort);
        records.push({ lines, server, feature, units: document.getText().length, cpu });
      }
    }
  }
  return { records, tables: [typingTable(records)] };
}

const ROUNDS = 5;

/** Processor time of a key in microseconds, the least of some rounds: a character is typed and taken back in turn. */
async function cpuOfKeys(document, offset, answer, effort) {
  const at = document.positionAt(offset);
  const after = { ...at, character: at.character + 1 };
  let version = 0;
  const type = async () => {
    const range = { start: at, end: version % 2 === 0 ? at : after };
    TextDocument.update(document, [{ range, text: version % 2 === 0 ? "x" : "" }], ++version);
    await answer(at);
  };
  const keys = await keysIn(type, effort / ROUNDS);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let key = 0; key < keys; key++) await type();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / keys);
  }
  return least;
}

async function keysIn(type, milliseconds) {
  let keys = 0;
  for (const started = performance.now(); keys < 20 || performance.now() - started < milliseconds; keys++) await type();
  return keys + (keys % 2);
}

const SCHEMA = readFileSync(new URL("../../examples/itinerary/itinerary.schema.json", import.meta.url), "utf8");

const SERVERS = {
  sxp(lines) {
    const queries = Array.from(
      { length: Math.max(1, Math.round(lines / 5)) },
      (_, i) =>
        `(: Query ${i}. :)\ndeclare query q${i}($n as number) :=\n  (//Day[@city = "Ottawa"]\n    /POI[node =~ "museum ${i}"][@name != "Park ${i}"])\n    [1:$n];\n`,
    );
    const files = new Map([["file:///itinerary.schema.json", SCHEMA]]);
    const host = { readText: (uri) => files.get(uri) ?? null, files: () => [], list: () => [] };
    const service = createLanguageService(host);
    const document = text("file:///q.sxp", "sxp", `import schema "itinerary.schema.json";\n\n${queries.join("")}`);
    return {
      ...document,
      features: {
        diagnostics: () => service.diagnostics(document.document),
        completion: (at) => service.complete(document.document, at),
      },
    };
  },
  "json-ls"(lines) {
    const { getLanguageService } = require("vscode-json-languageservice");
    const service = getLanguageService({});
    const item = {
      properties: { name: { type: "string" }, city: { enum: ["Ottawa", "Toronto"] }, index: { type: "number" } },
    };
    service.configure({ validate: true, schemas: [{ uri: "x://s", fileMatch: ["*"], schema: { items: item } }] });
    const items = Array.from(
      { length: Math.max(1, Math.round(lines / 6)) },
      (_, i) =>
        `  {\n    "name": "q${i}",\n    "city": "Ottawa",\n    "index": ${i},\n    "text": "museum ${i} and a quiet park"\n  }`,
    );
    const document = text("file:///a.json", "json", `[\n${items.join(",\n")}\n]\n`);
    const parsed = () => service.parseJSONDocument(document.document);
    return {
      ...document,
      features: {
        diagnostics: () => service.doValidation(document.document, parsed()),
        completion: (at) => service.doComplete(document.document, at, parsed()),
      },
    };
  },
  "css-ls"(lines) {
    const { getCSSLanguageService } = require("vscode-css-languageservice");
    const service = getCSSLanguageService();
    const rules = Array.from(
      { length: Math.max(1, Math.round(lines / 5)) },
      (_, i) => `.museum-${i} {\n  color: #0${i % 10}f;\n  margin: ${i}px auto;\n  display: block;\n}\n`,
    );
    const document = text("file:///a.css", "css", rules.join(""));
    const parsed = () => service.parseStylesheet(document.document);
    return {
      ...document,
      features: {
        diagnostics: () => service.doValidation(document.document, parsed()),
        completion: (at) => service.doComplete(document.document, at, parsed()),
      },
    };
  },
};

/** A document with the place of a word near its middle. */
function text(uri, language, content) {
  return {
    document: TextDocument.create(uri, language, 0, content),
    offset: content.indexOf("museum", content.length / 2 - 60),
  };
}
