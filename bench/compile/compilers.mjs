import { createRequire } from "node:module";
import { parse } from "@semantic-xpath/parser";
import { check, optimise, plan } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import { XmlXPath } from "libxml2-wasm";

const require = createRequire(import.meta.url);
const { evaluateXPath, evaluateXPathToNodes } = require("fontoxpath");
const { parseXmlDocument } = require("slimdom");
const LANGUAGE = { language: evaluateXPath.XPATH_3_1_LANGUAGE };
const TINY = parseXmlDocument("<None/>");

/** From a text to a query that can run, and our stages on the way. */
export const COMPILERS = {
  parse: { ours: true, compile: (text) => parse(text) },
  "check + plan": { ours: true, prepare: (text) => ({ text, ast: parse(text).ast }), compile: checkAndPlan },
  compile: { ours: true, compile: (text) => compile(text) },
  "libxml2-wasm": { ours: false, compile: (text) => XmlXPath.compile(text).dispose() },
  /** It has no compile step of its own: compiles a text that it has not seen, and runs it over one node. */
  fontoxpath: { ours: false, compile: (text) => evaluateXPathToNodes(text, TINY, null, null, LANGUAGE) },
};

function checkAndPlan({ text, ast }) {
  return optimise(plan(check(ast.query, null, null), text));
}
